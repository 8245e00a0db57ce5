"""Rounds of Escoba for its tests: a match in a line, what it counts, what is wrong with it."""

from typing import Any

import pytest

from scoring.lines import RoundScore
from scoring.match import MatchScore, score_document
from scoring.problems import InvalidMatch, Problem
from tests.scoring.rounds import A, B, cards

TEN = cards("4D 7D 1C 5C 9C 1S 2S 3S 5S 8B")
"""The ten cards of ../shared/cases: 45 points, three fifteens; the rest of the deck is 175."""


def match(*rounds: dict[str, Any], sides: tuple[str, ...] = (A, B), **options: Any) -> dict[str, Any]:
    return {"game": "escoba", "options": options, "sides": list(sides), "rounds": list(rounds)}


def result(*rounds: dict[str, Any], sides: tuple[str, ...] = (A, B), **options: Any) -> MatchScore:
    return score_document(match(*rounds, sides=sides, **options))


def counted(*piles: list[str], sides: tuple[str, ...] = (A, B), **options: Any) -> RoundScore:
    """One round; the last side has the rest of the deck."""
    return result({"piles": dict(zip(sides, piles, strict=False))}, sides=sides, **options).rounds[0]


def problems(document: object) -> list[Problem]:
    with pytest.raises(InvalidMatch) as refusal:
        score_document(document)
    return list(refusal.value.problems)


def won(**awards: str | None) -> dict[str, Any]:
    return {"awards": awards}


def swept(**sweeps: int) -> dict[str, Any]:
    return {"awards": {}, "sweeps": sweeps}


def worth(score: RoundScore, rule: str) -> list[tuple[str | None, int]]:
    return [(each.side, each.points) for each in score.lines if each.rule == rule]
