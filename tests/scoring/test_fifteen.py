"""The fifteen check as a detective: what is proven, what is unusual, what cannot be known (rules.md, section 2)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import ITALIAN, codes
from scoring.detective.scene import Clue, Verdict
from scoring.problems import InvalidQuestion
from scoring.referee import answer
from tests.oracles.detective import compare
from tests.oracles.italian import rank
from tests.oracles.scopa_table import play
from tests.scoring.rounds import cards, rest_of
from tests.shares import examples

BAD = cards("10D 9D 8D 7D 10C")
"""44."""
GOOD = cards("7-8D 7-8C 7-8S")
"""45."""


def ask(**question: Any) -> Verdict:
    answered = answer({"ask": "fifteen", **question})
    assert isinstance(answered, Verdict)
    return answered


def proven(**question: Any) -> list[tuple[str, tuple[str, ...], int | None]]:
    return [(str(each.code), each.sides, each.value) for each in ask(**question).proven]


def moved(**question: Any) -> list[tuple[str, str, int | None]]:
    found = [each for each in ask(**question).unknown if each.code is Clue.CARD_MOVED]
    return [(str(each.as_dict()["from"]), str(each.as_dict()["to"]), each.value) for each in found]


def test_a_rest_by_itself() -> None:
    assert proven(rest=cards("10D 10C 4D")) == [("rest_impossible", (), 24)]
    assert proven(rest=[]) == [("rest_impossible", (), 0)]
    for rest in (cards("10D"), cards("10D 10C 5D"), cards("*D")):
        verdict = ask(rest=rest)
        assert (verdict.proven, verdict.unusual) == ((), ())
        assert Clue.CAN_CANCEL in [each.code for each in verdict.unknown]


def test_seventy_is_unusual() -> None:
    verdict = ask(rest=cards("*D 10C 5C"))
    assert ([each.code for each in verdict.proven], [each.code for each in verdict.unusual]) == (
        [], ["rest_unusual"])  # fmt: skip


def test_the_second_pile_holds_a_wrong_capture() -> None:
    """It makes 44, and Anna, who captured last, is not accused for the sum that follows from it."""
    question: dict[str, Any] = {"piles": {"Anna": rest_of(BAD), "Bruno": BAD}, "last_capture": "Anna"}
    assert proven(**question) == [("pile_not_fifteen", ("Bruno",), 44)]
    assert moved(**question) == [("Anna", "Bruno", 1)]
    (ace,) = [each for each in ask(**question).unknown if each.code is Clue.CARD_MOVED]
    assert [card.code for card in ace.cards] == cards("1D 1C 1S 1B"), "Anna holds all four"


def test_without_the_last_capture_it_may_be_either() -> None:
    assert proven(piles={"Anna": rest_of(BAD), "Bruno": BAD}) == [("some_pile_wrong", ("Anna", "Bruno"), None)]


def test_one_pile_alone() -> None:
    assert proven(piles={"Bruno": GOOD}) == []
    assert proven(piles={"Bruno": [*GOOD, "10B"]}) == [], "he may have captured last"
    assert proven(piles={"Bruno": BAD}) == [("some_capture_wrong", ("Bruno",), 44)]
    assert proven(piles={"Bruno": BAD}, rest=["10B"]) == [("pile_not_fifteen", ("Bruno",), 44)]
    assert proven(piles={"Bruno": BAD, "Anna": None}, rest=["10B"]) == [("pile_not_fifteen", ("Bruno",), 44)]


def test_the_rest_lies_in_the_pile_of_who_took_it() -> None:
    """Or still on the table: then no pile has it."""
    question: dict[str, Any] = {"rest": ["10B"], "piles": {"Bruno": [*GOOD, "10B"]}}
    assert proven(**question) == []
    assert proven(**question, last_capture="Bruno") == []
    assert proven(rest=["10B"], piles={"Bruno": GOOD}) == []
    assert proven(rest=["10B"], piles={"Bruno": [*GOOD, "10C"]}) == [("pile_not_fifteen", ("Bruno",), 55)]


def test_a_rest_that_may_be_noted_wrongly() -> None:
    """Anna's pile leaves 10 and would be right with other last cards."""
    verdict = ask(rest=cards("10C 10S 4C"), piles={"Anna": rest_of(GOOD), "Bruno": GOOD}, last_capture="Anna")
    assert [each.code for each in verdict.proven] == ["rest_impossible"]
    assert {Clue.IF_REST_IS_RIGHT, Clue.WHICH_PILE} <= {each.code for each in verdict.unknown}
    assert ("Anna", "table", 1) in moved(
        rest=cards("10C 10S 4C"), piles={"Anna": rest_of(GOOD), "Bruno": GOOD}, last_capture="Anna"
    )


def test_a_single_card_was_never_captured() -> None:
    assert proven(piles={"Bruno": ["10D"]}) == [("single_card_pile", ("Bruno",), None)]
    assert proven(rest=["10B"], piles={"Bruno": ["10B", "5C", "10C"]}) == []


def test_who_takes_the_last_cards_has_captured_something() -> None:
    assert proven(rest=["10B"], piles={"Bruno": ["10B"]}) == [("too_few_cards", ("Bruno",), 0)]
    assert proven(piles={"Bruno": ["6B", "4B"]}) == [("too_few_cards", ("Bruno",), 10)]
    assert proven(piles={"Bruno": [], "Anna": GOOD}, last_capture="Bruno") == [("too_few_cards", ("Bruno",), 0)]


def test_three_tens_are_no_two_fifteens() -> None:
    """A capture takes two cards at least: four tens and less make no 30."""
    assert proven(piles={"Bruno": cards("10D 10C 10S")}) == [("too_few_cards", ("Bruno",), 30)]
    assert proven(piles={"Bruno": cards("10D 10C 5S 5B")}) == []


def test_nothing_entered() -> None:
    assert [each.code for each in ask().unknown] == ["nothing_entered"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({"rest": ["11D", "7D", "7D"], "last_capture": 7}, ["unknown_card", "duplicate_card", "bad_round"]),
        ({"piles": {"A": ["1D", "2D"], "B": ["1D", "2D", "X"]}}, ["unknown_card", "duplicate_card"]),
        ({"piles": {"A": []}, "last_capture": "B"}, ["unknown_side"]),
        ({"piles": [], "rest": "10D"}, ["bad_round", "bad_round"]),
        ({"piles": {"A": 7}}, ["bad_round"]),
        ({"piles": {"A": ["10D"], "B": []}, "rest": ["10D"], "last_capture": "B"}, ["bad_round"]),
        ({"piles": {"A": ["10D"], "B": ["5D"]}, "rest": ["10D", "5D"]}, ["bad_round"]),
    ],
)
def test_what_can_be_wrong_with_the_question(question: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(InvalidQuestion) as refusal:
        answer({"ask": "fifteen", **question})
    assert sorted(str(problem.code) for problem in refusal.value.problems) == sorted(expected)


def standing(**question: Any) -> str:
    return str(ask(**question).standing)


def test_what_is_not_entered_proves_nothing() -> None:
    """The worked cases of the revised rules: the piles of a clean round, the last cards left where they lie."""
    fifteens: dict[str, Any] = {"piles": {"A": cards("7D 8C"), "B": cards("10D 5C")}}
    for last in ("A", "B", None):
        assert standing(**fifteens, last_capture=last) == "open"
        assert standing(**fifteens, last_capture=last, over=True) == "open", "36 cards may be left on the table"
    assert Clue.MAY_BE_REST in [each.code for each in ask(**fifteens).unknown]
    assert Clue.MAY_BE_REST not in [each.code for each in ask(**fifteens, over=False).unknown]


def test_a_table_is_proof_only_when_the_round_is_over() -> None:
    table: dict[str, Any] = {"rest": cards("5D 3C"), "piles": {"A": cards("7D 8C"), "B": cards("10S 5S")}}
    assert standing(**table) == standing(**table, over=False) == "open"
    assert standing(**table, over=True) == "wrong"
    assert Clue.IF_OVER in [each.code for each in ask(**table).unknown]
    assert standing(**{**table, "rest": cards("7D")[:0]}) == "open", "somebody made an escoba"


def test_the_rest_by_itself_is_the_end_unless_it_is_said_that_it_is_not() -> None:
    assert standing(rest=cards("5D 7C")) == "wrong"
    assert standing(rest=cards("5D 7C"), over=False) == "open"
    assert standing(rest=cards("3D 7C")) == "holds"
    assert standing(rest=cards("3D 7C"), over=False) == "open"


def test_a_pile_that_leaves_ten_in_the_middle_of_a_round() -> None:
    """Nobody has taken the last table cards yet."""
    assert proven(piles={"Bruno": [*GOOD, "10B"]}, over=False) == [("pile_not_fifteen", ("Bruno",), 55)]
    assert standing(piles={"Bruno": [*GOOD, "10B"]}, over=True) == "open"


def test_over_is_true_or_false() -> None:
    with pytest.raises(InvalidQuestion) as refusal:
        ask(rest=["10D"], over="yes")
    assert [(problem.code, problem.field) for problem in refusal.value.problems] == [("bad_round", "over")]


@pytest.mark.parametrize("start", range(0, 2000, 500))
def test_the_oracle_proves_the_same(start: int) -> None:
    """Scenes of rounds at the end and in between, entered whole or in part; clean ones are never called wrong."""
    for seed in range(start, start + examples(500)):
        compare(seed)


SIDES = ["Anna", "Bruno", "Carla"]


QUINDICI = {"variant": "quindici"}


def ranks(pile: list[str]) -> int:
    return sum(map(rank, pile))


@given(seed=st.integers(0, 10**9), number=st.integers(2, 3))
@settings(max_examples=examples(60), deadline=None)
def test_nothing_is_proven_of_a_right_round(seed: int, number: int) -> None:
    played = play(Random(seed), QUINDICI, SIDES[:number])
    piles, rest = played.piles, played.rest
    assert ranks(played.rest) % 15 == 10
    assert all(ranks(pile) % 15 == (10 if side == played.last else 0) for side, pile in played.piles.items())
    for question in (
        {"rest": rest},
        {"piles": piles},
        {"piles": piles, "last_capture": played.last},
        {"piles": piles, "rest": rest},
        {"piles": piles, "rest": rest, "last_capture": played.last},
        {"piles": {"Anna": piles["Anna"]}},
    ):
        assert ask(**question).proven == ()


@given(data=st.data(), seed=st.integers(0, 10**9))
@settings(max_examples=examples(150), deadline=None)
def test_an_error_is_found_where_it_can_be_and_nobody_innocent_is_named(data: st.DataObject, seed: int) -> None:
    """Bruno takes a card of the table that his capture did not cover, or leaves one that it did."""
    played = play(Random(seed), QUINDICI, SIDES)
    rest, bruno = list(played.rest), list(played.piles["Bruno"])
    own = [card for card in bruno if card not in rest]
    if data.draw(st.booleans()) and len(rest) > 1:
        card = data.draw(st.sampled_from(rest))
        rest.remove(card)
        own.append(card)
    elif own:
        card = data.draw(st.sampled_from(own))
        own.remove(card)
        rest.append(card)
    else:
        return
    last = played.last or "Anna"
    piles = {side: [c for c in pile if c not in played.rest] for side, pile in played.piles.items()}
    piles["Bruno"] = own
    taken = {side: [*pile, *(rest if side == last else [])] for side, pile in piles.items()}
    on_the_table, in_the_pile = ask(rest=rest, piles=piles), ask(rest=rest, piles=taken, last_capture=last)
    # Who captures wrongly and then takes the table has the error back in his own pile: only the table shows it.
    verdicts = [on_the_table, in_the_pile, *([] if last == "Bruno" else [ask(piles=taken, last_capture=last)])]
    for verdict in verdicts:
        assert verdict.proven
        named = {side for each in verdict.proven if each.code == "pile_not_fifteen" for side in each.sides}
        assert named <= {"Bruno"}
    assert ("pile_not_fifteen", ("Bruno",)) in [(each.code, each.sides) for each in on_the_table.proven]
    assert any(each.code is Clue.CARD_MOVED and card in codes(each.cards) for each in on_the_table.unknown)


def test_every_move_it_names_makes_everything_right() -> None:
    question: dict[str, Any] = {"piles": {"Anna": rest_of(BAD), "Bruno": BAD}, "last_capture": "Anna"}
    for found in (each for each in ask(**question).unknown if each.code is Clue.CARD_MOVED):
        for card in found.cards:
            piles = {side: [code for code in pile if code != card.code] for side, pile in question["piles"].items()}
            piles[str(found.places[1].side)].append(card.code)
            assert ask(**{**question, "piles": piles}).proven == ()
    assert len(ITALIAN.cards) == 40
