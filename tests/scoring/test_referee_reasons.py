"""Why cards are not to be taken, and a fifteen that nobody announced: the examples of the texts, then any table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.asking.captures import Captures, Unannounced
from scoring.captures import Refusal
from scoring.cards import ITALIAN, codes
from scoring.problems import InvalidQuestion
from scoring.referee import answer

VARIANTS = ("classic", "scopone", "scientifico", "assi", "quindici", "sevens", "cirulla")


def captures(table: list[str], card: str, game: str = "scopa", **options: object) -> Captures:
    found = answer({"ask": "captures", "game": game, "options": options, "table": table, "card": card})
    assert isinstance(found, Captures)
    return found


def reasons(found: Captures) -> dict[str, Refusal]:
    return {" ".join(codes(refused.cards)): refused.why for refused in found.refused}


@pytest.mark.parametrize(
    ("options", "table", "card", "expected"),
    [
        ({}, ["7D", "3C", "4B"], "7S", {"3C 4B": Refusal.EQUAL_CARD_FIRST}),
        ({"captures": "free"}, ["7D", "3C", "4B"], "7S", {}),
        ({"captures": "fewest"}, ["3C", "4B", "1D", "2D", "4C"], "7S", {"1D 2D 4C": Refusal.FEWER_CARDS}),
        ({}, ["10C", "2D"], "7S", {"10C": Refusal.TOO_HIGH, "2D": Refusal.NO_SUM}),
        ({"variant": "assi"}, ["1C", "2D"], "1D", {"1C 2D": Refusal.ACE_FIRST}),
        ({"variant": "quindici"}, ["8C", "3D"], "10S", {"8C": Refusal.TOO_HIGH, "3D": Refusal.NO_SUM}),
        (
            {"variant": "cirulla"},
            ["7B", "3D", "4C", "10C"],
            "7S",
            {"3D 4C": Refusal.FEWER_CARDS, "10C": Refusal.TOO_HIGH},
        ),
        ({"variant": "cirulla"}, ["8C", "3D"], "7S", {"3D": Refusal.NO_SUM}),
        ({"variant": "cirulla"}, ["1D", "3C", "6S"], "1S", {"1D 3C 6S": Refusal.ACE_FIRST}),
        ({"variant": "cirulla"}, ["1D", "10C", "4S"], "1S", {"1D 10C 4S": Refusal.ACE_FIRST, "10C 4S": None}),
        ({"variant": "scopone", "takes": "fifteen"}, ["9C", "5D"], "10S", {"9C": Refusal.TOO_HIGH}),
    ],
)
def test_each_reason(
    options: dict[str, object], table: list[str], card: str, expected: dict[str, Refusal | None]
) -> None:
    found = reasons(captures(table, card, **options))
    assert {key: found.get(key) for key in expected} == expected
    assert expected or not found


@given(
    st.lists(st.sampled_from(codes(ITALIAN.cards)), unique=True, min_size=1, max_size=9),
    st.sampled_from(VARIANTS),
    st.sampled_from(("source", "fewest", "free")),
)
def test_every_card_of_the_table_is_accounted_for(cards: list[str], variant: str, choice: str) -> None:
    """A card of the table is in a capture or in something refused; nothing is both allowed and refused."""
    card, *table = cards
    found = captures(table, card, variant=variant, captures=choice)
    allowed = {code for capture in found.captures for code in codes(capture)}
    refused = {code for each in found.refused for code in codes(each.cards)}
    assert allowed | refused == set(table)
    assert not set(found.captures) & {each.cards for each in found.refused}
    assert set(found.as_dict()) == {"captures", "must_capture", "sweep"}


def test_escoba_the_next_player_may_take_what_was_not_announced() -> None:
    """The rule text: who does not announce loses the trick once the next player plays, who may take it."""
    found = answer({"ask": "unannounced", "game": "escoba", "table": ["5D", "3C", "2B"], "card": "10D"})
    assert isinstance(found, Unannounced)
    assert found.as_dict() == {"fifteens": [["10D", "5D"], ["10D", "3C", "2B"]], "escoba": [False, False]}
    assert not found.compulsory


def test_an_unannounced_fifteen_that_clears_the_table() -> None:
    found = answer({"ask": "unannounced", "game": "escoba", "table": ["5D"], "card": "10D"})
    assert found.as_dict() == {"fifteens": [["10D", "5D"]], "escoba": [True]}


def test_only_games_of_fifteen_have_one() -> None:
    with pytest.raises(InvalidQuestion):
        answer({"ask": "unannounced", "game": "scopa", "table": ["5D"], "card": "10D"})
    played = {"ask": "unannounced", "game": "scopa", "options": {"variant": "quindici"}, "table": ["5D"], "card": "10D"}
    assert answer(played).as_dict()["fifteens"] == [["10D", "5D"]]
