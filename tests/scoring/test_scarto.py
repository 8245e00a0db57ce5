"""Scarto counted in threes, its checks and its end (scarto.de.txt; rules.md, section 3); the dealer's discard."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import TAROT, TAROT_PIEMONTESE, codes
from scoring.match import MatchScore, score_document
from scoring.problems import InvalidQuestion
from scoring.referee import answer
from scoring.scarto import count_pile
from tests.oracles import scarto
from tests.scoring.rounds import A, B, C, errors, problems

SIDES = [A, B, C]


def match(*rounds: dict[str, Any], sides: list[str] = SIDES, **options: Any) -> dict[str, Any]:
    return {"game": "scarto", "options": options, "sides": sides, "rounds": list(rounds)}


def result(*rounds: dict[str, Any], **options: Any) -> MatchScore:
    return score_document(match(*rounds, **options))


def points(*counted: Any) -> dict[str, Any]:
    """A round by card points."""
    return {"card_points": dict(zip(SIDES, counted, strict=False))}


def dealt(*sizes: int, fool: int = 0, seed: int = 1) -> dict[str, Any]:
    """A round of piles with so many cards each besides the Fool, which lies in the pile of side `fool`."""
    cards = [code for code in codes(TAROT.cards) if code != "FOOL"]
    Random(seed).shuffle(cards)
    piles = {}
    for side, size in zip(SIDES, sizes, strict=True):
        piles[side], cards = cards[:size], cards[size:]
    piles[SIDES[fool]].append("FOOL")
    return {"piles": piles}


def counted(pile: str, top_trump: int = 20) -> int:
    return count_pile([TAROT.parse(code) for code in pile.split()], top_trump).points


@pytest.mark.parametrize(
    ("pile", "expected"),
    [
        ("", 0),
        ("FOOL", 4),
        ("KS QS NS", 10),
        ("JS 1S 2S", 2),
        ("T1 T20 T21", 9),
        ("1S 2S", 1),
        ("KS QS 1S 2H 3H FOOL", 5 + 4 + 1 - 2 + 1 + 1 - 1 + 4),
    ],
)
def test_what_a_pile_is_worth(pile: str, expected: int) -> None:
    """Threes less 2; of two left over the points, 1 more, less 2; the Fool 4 by itself."""
    assert counted(pile) == expected


def test_the_top_trump() -> None:
    """In Piedmont the 20 counts 5, in Genoa and elsewhere the 21."""
    assert (counted("T20 2S 3S"), counted("T20 2S 3S", 21)) == (5, 1)
    assert (counted("T21 2S 3S"), counted("T21 2S 3S", 21)) == (1, 5)


@given(st.integers(0, 25), st.integers(0, 25), st.integers(0, 2), st.integers(0, 10**6), st.sampled_from([20, 21]))
def test_seventy_eight_and_nothing(threes: int, more: int, odd: int, seed: int, top: int) -> None:
    """Any legal division of the cards makes 78 together, and zero once each side is counted less 26."""
    first, second = sorted((threes, more))
    sizes = [3 * first, 3 * (second - first), 3 * (25 - second)]
    sizes[odd] += 2
    entry = dealt(*sizes, fool=(odd + 1) % 3, seed=seed)
    (score,) = result(entry, top_trump=top).rounds
    assert sum(score.extra["card_points"].values()) == 78
    assert sum(score.points.values()) == 0
    for side, pile in entry["piles"].items():
        assert score.extra["card_points"][side] == scarto.count(list(pile), top, Random(seed))
        assert score.points[side] == score.extra["card_points"][side] - 26
    assert errors(match(dealt(*sizes, fool=odd, seed=seed))) == ["fool_with_odd_pair"]


@given(st.integers(0, 77), st.integers(0, 77), st.integers(0, 2))
def test_other_remainders_are_refused(one: int, two: int, fool: int) -> None:
    first, second = sorted((one, two))
    sizes = [first, second - first, 77 - second]
    legal = sorted(size % 3 for size in sizes) == [0, 0, 2]
    found = errors(match(dealt(*sizes, fool=fool)))
    if not legal:
        assert found == ["not_78"]
    else:
        assert found == (["fool_with_odd_pair"] if sizes[fool] % 3 else [])


@pytest.mark.parametrize("seed", range(40))
def test_a_round_that_was_played_is_legal(seed: int) -> None:
    """Simulated play: exactly one pile has two cards over, and it is never the one of the Fool's owner."""
    piles = scarto.play(Random(seed), 20, scarto.DECKS[seed % 2])
    over = {side: sum(card != "FOOL" for card in pile) % 3 for side, pile in piles.items()}
    assert sorted(over.values()) == [0, 0, 2]
    assert next(over[side] for side, pile in piles.items() if "FOOL" in pile) == 0
    assert result({"piles": piles}).totals.keys() == piles.keys()


def test_the_deck_of_a_match_is_that_of_its_first_round() -> None:
    french = dealt(27, 30, 20)
    italian = {"piles": {side: [c.replace("H", "B") for c in pile] for side, pile in french["piles"].items()}}
    assert errors(match(french, french)) == []
    assert errors(match(points(26, 26, 26), italian, italian)) == []
    mixed = problems(match(italian, french))
    assert {str(problem.code) for problem in mixed} == {"unknown_card", "missing_card"}
    assert {problem.round for problem in mixed} == {1}
    shown = score_document(match(italian)).rounds[0].lines[0].cards[0]
    assert shown.deck == TAROT_PIEMONTESE.name


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({}, ["bad_round"]),
        ({**points(26, 26, 26), **dealt(27, 30, 20)}, ["bad_round"]),
        (points(26, 26, 27), ["not_78"]),
        (points(26, 26), ["bad_round"]),
        (points(26, 26, None), ["bad_round"]),
        (points(-1, 2.0, True), ["bad_count", "bad_count", "bad_count"]),
        ({"card_points": 78}, ["bad_round"]),
        ({**points(26, 26, 26), "dealer": "Zoe"}, ["unknown_side"]),
        ({**points(26, 26, 26), "dealer": 3}, ["bad_round"]),
        ({**points(26, 26, 26), "dealer": A}, []),
        ({**points(26, 26, 26), "sweeps": {}}, ["bad_round"]),
        ({"card_points": {A: 26, B: 26, C: 26, "Zoe": 0}}, ["unknown_side"]),
        ({"piles": {A: ["KS", "KS", "8X"], B: [], C: []}}, ["duplicate_card", "missing_card", "unknown_card"]),
        ({"piles": {A: ["KS"]}}, ["bad_round"]),
    ],
)
def test_what_is_wrong_with_a_round(entry: dict[str, Any], expected: list[str]) -> None:
    assert sorted(errors(match(entry))) == expected


@pytest.mark.parametrize(("value", "wrong"), [(3, False), (9, False), (4, True), (0, True), (True, True), ("3", True)])
def test_deals_come_in_threes(value: object, wrong: bool) -> None:
    assert errors(match(deals=value)) == (["bad_option"] if wrong else [])


@pytest.mark.parametrize("sides", [[A, B], [A, B, C, "Dino"]])
def test_three_play(sides: list[str]) -> None:
    assert errors(match(points(26, 26, 26), sides=sides)) != []
    assert errors(match({"card_points": dict.fromkeys(sides, 26)}, sides=sides)) == ["bad_sides"]
    assert errors(match(sides=sides)) == ["bad_sides"]


def ended(*rounds: dict[str, Any], **options: Any) -> tuple[bool, list[str], str | None, str | None]:
    """Whether it is over, who won, and by what ruling of whom."""
    found = result(*rounds, **options)
    ruling = found.ruling
    return found.finished, list(found.winners), ruling and str(ruling.code), ruling and ruling.authority


def test_the_lowest_total_loses() -> None:
    level = points(26, 26, 26)
    assert ended(level, level) == (False, [], None, None)
    assert ended(level, level, points(30, 28, 20)) == (True, [A, B], "lowest_total", "source")
    assert ended(level, level, points(30, 24, 24)) == (True, [A], "lowest_total", "house")
    assert ended(level, level, level) == (True, [], "shared", "house")
    assert ended(level, level, points(30, 28, 20), deals=6)[0] is False


def test_a_deal_too_many_does_not_count() -> None:
    level = points(26, 26, 26)
    found = result(level, level, points(30, 28, 20), points(0, 0, 78))
    assert found.totals == {A: 4, B: 2, C: -6}
    assert [warning.code for warning in found.rounds[3].warnings] == ["after_finish"]


@pytest.mark.parametrize(
    ("last", "verdict"), [((30, 28, 20), ([A, B], "lowest_total")), ((30, 24, 24), ([], "silent"))]
)
def test_the_source_is_silent_on_a_tie_for_last(last: tuple[int, ...], verdict: tuple[list[str], str]) -> None:
    level = points(26, 26, 26)
    said = answer({"ask": "tiebreak", **match(level, level, points(*last))}).as_dict()["verdicts"]
    assert [(each["winners"], each["code"]) for each in said] == [verdict]


PLAIN = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q"]
HAND = [f"{rank}{suit}" for suit in "SH" for rank in PLAIN]


@pytest.mark.parametrize(
    ("held", "discard", "expected"),
    [
        ("T2 T3", "1S 2S T2", []),
        ("KS T3", "KS 2S 3S", ["five_point_card"]),
        ("T20 T3", "T20 2S 3S", ["five_point_card"]),
        ("T21 T3", "T21 2S 3S", []),
        ("FOOL T3", "FOOL 2S 3S", ["fool_discarded"]),
        ("T1 KS", "T1 1S 2S", []),
        ("T1 T2", "T1 1S 2S", ["trump_one"]),
        ("T1 FOOL", "T1 1S 2S", ["trump_one"]),
        ("T1 FOOL", "T1 FOOL KC", ["not_in_hand", "five_point_card", "fool_discarded", "trump_one"]),
    ],
)
def test_what_the_dealer_may_lay_away(held: str, discard: str, expected: list[str]) -> None:
    """No card of 5 points and not the Fool; trump 1 only without another trump and without the Fool."""
    question = {"ask": "discard", "game": "scarto", "hand": [*HAND, *held.split()], "discard": discard.split()}
    said = answer(question).as_dict()
    assert [error["code"] for error in said["errors"]] == expected
    assert said["legal"] == (not expected)


def test_the_top_trump_of_the_house_may_not_be_laid_away() -> None:
    question = {"ask": "discard", "game": "scarto", "hand": [*HAND, "T20", "T21"], "discard": ["T20", "1S", "2S"]}
    assert answer({**question, "options": {"top_trump": 21}}).as_dict()["legal"]
    assert not answer(question).as_dict()["legal"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"hand": HAND}, ["bad_round"]),
        ({"hand": []}, ["bad_round"]),
        ({"hand": None, "discard": 3}, ["bad_round", "bad_round"]),
        ({"discard": ["1S", "1S", "2S"]}, ["duplicate_card"]),
        ({"discard": ["1S", "8X"]}, ["bad_round", "unknown_card"]),
        ({"game": "scopa"}, ["unknown_game"]),
        ({"options": {"top_trump": 19}}, ["bad_option"]),
    ],
)
def test_a_question_that_is_none(change: dict[str, Any], expected: list[str]) -> None:
    question = {"ask": "discard", "game": "scarto", "hand": [*HAND, "T2", "T3"], "discard": ["1S", "2S", "3S"]}
    with pytest.raises(InvalidQuestion) as refusal:
        answer({**question, **change})
    assert sorted(str(problem.code) for problem in refusal.value.problems) == expected


@pytest.mark.parametrize(("top_trump", "worth"), [(20, (5, 1)), (21, (1, 5))])
def test_the_top_trump_is_worth_five_and_the_other_one(top_trump: int, worth: tuple[int, int]) -> None:
    """The option says what is worth 5 points, not which trump is the highest: that is the 20 (genovagioca)."""
    assert (counted("T20 1S 2S", top_trump), counted("T21 1S 2S", top_trump)) == worth


def test_what_was_checked_is_said() -> None:
    """ "All three: 78", and with the piles that every card lies in one."""
    piles = scarto.play(Random(1), 20, scarto.DECKS[0])
    found = result({"piles": piles}, points(26, 26, 26)).rounds
    assert [[(check.code, check.value) for check in score.checks] for score in found] == [
        [("all_cards", 78), ("sum_78", 78)],
        [("sum_78", 78)],
    ]
