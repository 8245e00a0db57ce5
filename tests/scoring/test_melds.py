"""Melds and openings of Scala 40: worked examples, then against a judge that tries every meld there is."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import FRENCH, JOKER, Card, codes
from scoring.melds import Meld, judge
from scoring.problems import InvalidQuestion
from scoring.referee import answer
from scoring.scala40.asking import Opening
from tests.oracles.melds import best
from tests.shares import examples


def opening(*melds: str, **options: Any) -> Opening:
    """The referee's answer; a meld is one text of codes."""
    question = {"ask": "opening", "game": "scala40", "options": options, "melds": [meld.split() for meld in melds]}
    answered = answer(question)
    assert isinstance(answered, Opening)
    return answered


def found(answered: Opening) -> list[str]:
    return [str(error.code) for error in answered.errors]


def one(text: str) -> tuple[str | None, int, list[str]]:
    """Kind, points and errors of one meld."""
    (verdict,) = opening(text, opening=0).melds
    said: Any = verdict.as_dict()
    return said["kind"], said["points"], [error["code"] for error in said["errors"]]


RUN_OF_ALL = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KH KS KD KC", ("set", 40, [])),
        ("AH AS AD", ("set", 33, [])),  # "in einem Tris ... einen Wert von elf"
        ("AH 2H 3H", ("run", 6, [])),  # "in einer Scala vor der Zwei ... einen Wert von einem"
        ("QH KH AH", ("run", 31, [])),  # "nach dem König"
        ("5D 3D 4D", ("run", 12, [])),
        (RUN_OF_ALL, ("run", 1 + 54 + 30 + 11, [])),
        (f"{RUN_OF_ALL} 2H", (None, 0, ["not_a_meld"])),
        ("KH AH 2H", (None, 0, ["not_a_meld"])),
        ("3D 4D", (None, 0, ["not_a_meld"])),
        ("3D 4D 6D", (None, 0, ["not_a_meld"])),
        ("3D 4D 5H", (None, 0, ["not_a_meld"])),
        ("KH KH KS", (None, 0, ["duplicate_suit"])),
        ("KH KS KD KC KH", (None, 0, ["duplicate_suit"])),
        ("KH KS KD KC JOKER", (None, 0, ["not_a_meld"])),
        ("KH KH", (None, 0, ["not_a_meld"])),
        ("", (None, 0, ["not_a_meld"])),
        ("JOKER KS KD", ("set", 30, [])),
        ("JOKER QH KH", ("run", 31, [])),
        ("JOKER 2H 3H", ("run", 9, [])),  # the four, not the ace
        ("KH JOKER JOKER", ("run", 31, [])),  # queen and ace are worth more than two kings
        ("5H JOKER JOKER", ("run", 18, [])),
        ("JOKER JOKER JOKER", ("set", 33, [])),
        ("AH JOKER JOKER JOKER", ("set", 44, [])),
    ],
)
def test_one_meld(text: str, expected: tuple[str | None, int, list[str]]) -> None:
    assert one(text) == expected


@pytest.mark.parametrize(
    ("text", "stands_for"),
    [
        ("JOKER QH KH", [["AH"]]),
        ("3D JOKER 5D JOKER", [["4D"], ["6D"]]),
        ("JOKER KS KD", [["KH", "KC"]]),
        ("JOKER KS KD KC", [["KH"]]),
        ("5D JOKER 5S JOKER", [["5H", "5C"], ["5H", "5C"]]),
        (RUN_OF_ALL.replace("7H", "JOKER"), [["7H"]]),
    ],
)
def test_what_a_joker_stands_for(text: str, stands_for: list[list[str]]) -> None:
    judged = judge([FRENCH.parse(code) for code in text.split()])
    assert isinstance(judged, Meld)
    assert [codes(cards) for cards in judged.stands_for] == stands_for


def test_an_opening_of_the_contract() -> None:
    short = opening("4H 4S 4C", "3D 4D 5D 6D 7D")
    assert (short.valid, short.points, found(short)) == (False, 37, ["below_opening"])
    assert opening("4H 4S 4C", "3D 4D 5D 6D 7D", opening=37).valid


def test_only_valid_melds_count() -> None:
    bad = opening("KH AH 2H", "KS KD KC", "10H 10S")
    assert (bad.points, found(bad)) == (30, ["not_a_meld", "not_a_meld", "below_opening"])
    assert not opening("KH KS KD KC", "3D 4D").valid


def test_the_house_rules_about_jokers() -> None:
    assert found(opening("KH JOKER JOKER", "9H 9S 9D")) == []
    assert found(opening("KH JOKER JOKER", "KS KD KC", "9H 9S 9D", jokers_per_meld=1)) == ["too_many_jokers"]
    assert found(opening("KH KS JOKER", "QS KS AS", "9H 9S 9D", joker_in_opening=False)) == ["joker_not_allowed"]
    assert found(opening("KH KS KD KC", joker_in_opening=False, jokers_per_meld=1)) == []


def test_no_card_more_than_twice() -> None:
    thrice = opening("KH KS KD", "KH KS KC", "JH QH KH")
    assert (found(thrice), codes(thrice.surplus)) == (["too_many_copies"], ["KH"])
    assert found(opening("JOKER JOKER JOKER", "KH JOKER JOKER")) == ["too_many_copies"]


@pytest.mark.parametrize("needed", [0, 40])
def test_an_opening_needs_a_meld(needed: int) -> None:
    assert found(opening(opening=needed)) == ["below_opening"]


def test_machiavelli_opens_with_any_meld() -> None:
    assert opening("AH 2H 3H", opening=0).valid


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({"game": "scala40"}, ["bad_round"]),
        ({"game": "scala40", "melds": ["KH", ["XX"]]}, ["bad_round", "unknown_card"]),
        ({"game": "scopa", "melds": []}, ["unknown_game"]),
        ({"game": "scala40", "melds": [["XX"]], "options": {"opening": -1}}, ["bad_option", "unknown_card"]),
    ],
)
def test_questions_that_cannot_be_answered(question: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(InvalidQuestion) as refusal:
        answer({"ask": "opening", **question})
    assert [str(problem.code) for problem in refusal.value.problems] == expected


PLAIN = [card for card in FRENCH.cards if card != JOKER]
ranks = st.integers(1, 13)
near_melds = st.one_of(
    st.lists(st.sampled_from(PLAIN), min_size=1, max_size=5),
    st.builds(
        lambda suit, first, size, gap: [
            card for place, card in enumerate((FRENCH.of_suit(suit) * 2)[first:][:size]) if place != gap
        ],
        st.sampled_from("SHDC"), ranks, st.integers(2, 14), st.integers(0, 20),
    ),
    st.builds(
        lambda rank, chosen: [FRENCH.of_suit(suit)[rank - 1] for suit in chosen],
        ranks, st.lists(st.sampled_from("SHDC"), min_size=2, max_size=4),
    ),
)  # fmt: skip


@settings(deadline=None, max_examples=examples(150))
@given(near_melds, st.integers(0, 2), st.randoms())
def test_a_second_judge_agrees_and_a_joker_is_worth_what_it_stands_for(
    plain: list[Card], jokers: int, chance: Any
) -> None:
    cards = [*plain, *[JOKER] * jokers]
    chance.shuffle(cards)
    judged = judge(cards)
    assert (judged.points if isinstance(judged, Meld) else None) == best(codes(cards))
    if isinstance(judged, Meld):
        free = list(judged.stands_for)
        assert len(free) == jokers
        filled = free[0][:jokers] if judged.kind == "set" and free else [fillers[0] for fillers in free]
        assert best(codes([*plain, *filled])) == judged.points
