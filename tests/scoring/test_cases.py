"""The worked acceptance cases of ../shared/cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.match import score_document
from scoring.problems import InvalidMatch
from scoring.referee import ASKS, answer

CASES = Path(__file__).parents[3] / "shared" / "cases"


def cases(name: str) -> list[Any]:
    """The cases of a file; none where the folder is absent."""
    path = CASES / f"{name}.json"
    return list(json.loads(path.read_text("utf-8"))) if path.exists() else []


@pytest.mark.skipif(not CASES.exists(), reason="../shared is not here")
def test_there_are_cases() -> None:
    assert len(cases("score")) >= 29
    assert len(cases("score-revised")) >= 20
    assert len(cases("referee")) >= 13


@pytest.mark.parametrize("case", cases("score") + cases("score-revised"), ids=lambda case: case["name"])
def test_score(case: dict[str, Any]) -> None:
    expected = dict(case["expect"])
    if "errors" in expected:
        with pytest.raises(InvalidMatch) as refusal:
            score_document(case["input"])
        assert [problem.code for problem in refusal.value.problems] == expected["errors"]
        return
    result = score_document(case["input"])
    found = {
        "rounds": [counted.points for counted in result.rounds],
        "card_points": [dict(counted.extra.get("card_points", {})) for counted in result.rounds],
        "totals": result.totals,
        "finished": result.finished,
        "winners": list(result.winners),
        "out": list(result.out),
        "ruling": result.ruling.code if result.ruling else None,
        "warnings": [warning.code for counted in result.rounds for warning in counted.warnings],
        "checks": [check.code for counted in result.rounds for check in counted.checks],
    }
    assert not set(expected.pop("no_warnings", ())) & set(found["warnings"])
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize("case", cases("referee"), ids=lambda case: str(case["input"])[:60])
def test_referee(case: dict[str, Any]) -> None:
    assert case["input"]["ask"] in ASKS
    answered = answer(case["input"]).as_dict()
    assert {name: answered[name] for name in case["expect"]} == case["expect"]


@pytest.mark.parametrize("ask", ["fifteen"])
def test_referee_revised(ask: str) -> None:
    revised = [case for case in cases("referee-revised") if case["input"]["ask"] == ask]
    for case in revised:
        answered = answer(case["input"]).as_dict()
        if ask == "tiebreak":
            asked = case["expect"]["verdicts"]
            said = {each["authority"]: each["winners"] for each in answered["verdicts"] if each["authority"] in asked}
            answered = {"own": answered["own"]["winners"], "verdicts": said}
        assert {name: answered[name] for name in case["expect"]} == case["expect"], case["name"]
