"""Properties that hold for every match."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import ITALIAN
from scoring.fifteen import FifteenWarning
from scoring.match import MatchScore, parse_match, score_document
from tests.oracles import scopa
from tests.oracles.scopa_table import VARIANTS, play, value
from tests.scoring.strategies import NAMES, matches
from tests.shares import examples

EVEN = ("classic", "scopone", "scientifico", "sevens")
"""Variants where a card captures only its own value."""


@given(matches(), st.permutations(NAMES), st.permutations(["Eva", "Feo", "Gino", "Ida"]), st.integers(0, 5))
@settings(max_examples=examples(300), deadline=None)
def test_what_holds_for_every_match(document: dict[str, Any], seats: list[str], names: list[str], number: int) -> None:
    """Each drawn match is tested for all properties."""
    result = score_document(document)
    a_second_scorer_agrees(document, result)
    points_are_the_sums_of_the_lines_and_totals_of_the_rounds_that_count(document, result)
    every_card_lies_in_one_pile(document)
    names_and_seats_do_not_matter(document, result, seats, names)
    a_further_round_changes_nothing_before_it(document, result, number)


def a_second_scorer_agrees(document: dict[str, Any], result: MatchScore) -> None:
    expected = scopa.score(document)
    assert [counted.points for counted in result.rounds] == expected["rounds"]
    assert result.totals == expected["totals"]
    assert result.finished == expected["finished"]
    assert list(result.winners) == expected["winners"]
    assert (result.ruling.code if result.ruling else None) == expected["ruling"]
    assert [{warning.code for warning in counted.warnings} for counted in result.rounds] == expected["warnings"]
    assert [[check.code for check in counted.checks] for counted in result.rounds] == expected["checks"]


def points_are_the_sums_of_the_lines_and_totals_of_the_rounds_that_count(
    document: dict[str, Any], result: MatchScore
) -> None:
    running = dict.fromkeys(document["sides"], 0)
    for counted in result.rounds:
        for side, points in counted.points.items():
            assert points == sum(line.points for line in counted.lines if line.side == side)
            if "after_finish" not in [warning.code for warning in counted.warnings]:
                running[side] += points
        assert all(line.points == 0 for line in counted.lines if line.side is None)
    assert running == result.totals


def every_card_lies_in_one_pile(document: dict[str, Any]) -> None:
    for played in (entered.played for entered in parse_match(document).rounds):
        if played.piles is not None:
            assert sorted(card for pile in played.piles.values() for card in pile) == list(ITALIAN.cards)


def names_and_seats_do_not_matter(
    document: dict[str, Any], before: MatchScore, seats: list[str], names: list[str]
) -> None:
    """Other names and another seat order: the same result under the other names."""
    new = dict(zip(NAMES, names, strict=True))
    seated = [side for side in seats if side in document["sides"]]
    other = {**document, "sides": [new[side] for side in seated], "rounds": _renamed(document["rounds"], new)}
    after = score_document(other)
    assert {new[side]: total for side, total in before.totals.items()} == after.totals
    assert {new[side] for side in before.winners} == set(after.winners)
    assert (before.ruling and before.ruling.as_dict()) == (after.ruling and after.ruling.as_dict())
    for one, two in zip(before.rounds, after.rounds, strict=True):
        assert {new[side]: points for side, points in one.points.items()} == two.points
        assert [_renamed(sorted(w.sides), new) for w in one.warnings] == [
            sorted(w.sides, key=lambda name: list(new.values()).index(name)) for w in two.warnings
        ]


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """`value` with every name of a side in it replaced, wherever it stands."""
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [_renamed(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value


def a_further_round_changes_nothing_before_it(document: dict[str, Any], whole: MatchScore, number: int) -> None:
    start = score_document({**document, "rounds": document["rounds"][:number]})
    assert whole.rounds[:number] == start.rounds
    if start.finished:
        assert (whole.totals, whole.winners, whole.ruling) == (start.totals, start.winners, start.ruling)


@pytest.mark.parametrize("variant", VARIANTS)
@given(seed=st.integers(0, 10**9), number=st.integers(2, 4))
@settings(max_examples=examples(25), deadline=None)
def test_what_is_played_by_the_rules_is_never_complained_about(variant: str, seed: int, number: int) -> None:
    """No errors, and no warnings except a rare rest; where cards capture their own value, every pile is even."""
    number = 4 if variant in ("scopone", "scientifico") else number
    sides = NAMES[:number]
    played = play(Random(seed), {"variant": variant}, sides)
    document = {"game": "scopa", "options": {"variant": variant}, "sides": sides}
    for rest in (False, played.last is not None):
        result = score_document({**document, "rounds": [played.entry(rest=rest)]})
        warnings = {warning.code for warning in result.rounds[0].warnings}
        assert warnings <= {FifteenWarning.REST_UNUSUAL}
    if variant in EVEN:
        assert all(value(pile) % 2 == 0 for pile in played.piles.values())
