"""What a load run says of its figures: whether they keep what is wanted."""

from __future__ import annotations

from typing import Any

import pytest

from tools.load import report
from tools.load.plan import Plan


def request(p95: float, failures: int = 0, a_second: float = 800.0) -> dict[str, Any]:
    return {"count": 10, "a second": a_second, "p50": 1, "p95": p95, "p99": p95, "max": p95, "failures": failures}


def found(**requests: dict[str, Any]) -> dict[str, Any]:
    web = {"processor": [50.0, 70.0], "memory": [300.0, 301.0], "at": [5, 10]}
    machine = {"processor": [80.0, 100.0], "memory": [900.0, 900.0], "at": [5, 10]}
    return {
        "requests": {name.replace("_", ", ", 1): each for name, each in requests.items()},
        "errors": [],
        "exceptions": [],
        "processes": {"web": web, "machine": machine},
        "cores": 2,
    }


@pytest.mark.parametrize(
    ("poll", "kept"), [(request(49), "kept"), (request(50), "not kept"), (request(10, failures=1), "not kept")]
)
def test_a_run_of_800_phones_says_whether_polls_are_quick_enough_and_without_errors(
    poll: dict[str, Any], kept: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report.show(found(poll_unchanged=poll), Plan())
    assert capsys.readouterr().out.splitlines()[-1] == f"poll, unchanged: p95 under 50 ms, no error: {kept}"


def test_another_run_is_held_to_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    report.show(found(poll_unchanged=request(1000)), Plan(tables=50))
    assert "kept" not in capsys.readouterr().out
