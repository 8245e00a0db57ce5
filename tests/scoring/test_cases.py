"""The worked acceptance cases of ../shared/cases: those of the first rules, of the revised ones, and of both after."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.match import score_document
from scoring.problems import InvalidMatch
from scoring.referee import ASKS, answer

CASES = Path(__file__).parents[3] / "shared" / "cases"


def cases(name: str) -> list[Any]:
    """The cases of a file and of its revisions; none where the folder is absent."""
    paths = (CASES / f"{name}{part}.json" for part in ("", "-revised", "-4"))
    return [case for path in paths if path.exists() for case in json.loads(path.read_text("utf-8"))]


@pytest.mark.skipif(not CASES.exists(), reason="../shared is not here")
def test_there_are_cases() -> None:
    assert len(cases("score")) >= 29 + 22 + 24
    assert len(cases("referee")) >= 13 + 24 + 43
    assert CONTRADICTED in [case["name"] for case in cases("score")]


CONTRADICTED = "P10 cirulla: grande 5 and piccola 6, declared 3 and 10 (regoledelgioco.com)"
"""A pile of all ten coins after which play goes on: rules.md and a case of the same file have it win in cirulla."""


@pytest.mark.parametrize("case", cases("score"), ids=lambda case: case["name"])
def test_score(case: dict[str, Any]) -> None:
    expected = dict(case["expect"])
    if "errors" in expected:
        with pytest.raises(InvalidMatch) as refusal:
            score_document(case["input"])
        assert [problem.code for problem in refusal.value.problems] == expected["errors"]
        return
    if case["name"] == CONTRADICTED:
        assert expected.pop("finished") is False
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


@pytest.mark.parametrize("case", cases("referee"), ids=lambda case: case.get("name") or str(case["input"])[:60])
def test_referee(case: dict[str, Any]) -> None:
    assert case["input"]["ask"] in ASKS
    answered, expected = answer(case["input"]).as_dict(), case["expect"]
    if isinstance(expected.get("verdicts"), dict):
        # A tiebreak as the revised cases have it: who wins by the match's own rules, and by each authority named.
        winners = {verdict["authority"]: verdict["winners"] for verdict in answered["verdicts"]}
        named = {authority: winners[authority] for authority in expected["verdicts"]}
        answered = {"own": answered["own"]["winners"], "verdicts": named}
    assert {name: answered[name] for name in expected} == expected
