"""Briscola as worked examples (pagat.com, it.wikipedia.org; rules.md, section 6), then as properties."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.briscola import ALL_POINTS, BRISCOLA, Options, points
from scoring.cards import ITALIAN
from scoring.lines import Line, MatchState, Reason, RoundScore
from scoring.match import MatchScore, score_document
from scoring.options import describe
from scoring.problems import InvalidQuestion
from scoring.referee import answer
from tests.oracles.briscola import play
from tests.scoring.rounds import A, B, C, D, cards, errors, problems, rest_of
from tests.scoring.test_cases import cases

SEVENTY_ONE = cards("*D *C 1S")
"""Two suits of 30 and an ace."""


def match(*rounds: dict[str, Any], sides: tuple[str, ...] = (A, B), **options: Any) -> dict[str, Any]:
    return {"game": "briscola", "options": options, "sides": list(sides), "rounds": list(rounds)}


def result(*rounds: dict[str, Any], sides: tuple[str, ...] = (A, B), **options: Any) -> MatchScore:
    return score_document(match(*rounds, sides=sides, **options))


def counted(**card_points: int) -> dict[str, Any]:
    return {"card_points": card_points}


def checks(score: RoundScore) -> list[tuple[str, int | None]]:
    return [(check.code, check.value) for check in score.checks]


@pytest.mark.parametrize("case", [case for case in cases("score-revised") if case["input"].get("game") == "briscola"],
                         ids=lambda case: case["name"])  # fmt: skip
def test_the_cases_of_the_revised_rules(case: dict[str, Any]) -> None:
    expected = case["expect"]
    if "errors" in expected:
        assert errors(case["input"]) == expected["errors"]
        return
    scored = score_document(case["input"])
    found = {
        "rounds": [score.points for score in scored.rounds],
        "checks": [check.code for score in scored.rounds for check in score.checks],
        "totals": scored.totals,
        "finished": scored.finished,
        "winners": list(scored.winners),
        "ruling": scored.ruling.code if scored.ruling else None,
    }
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize("suit", "DCSB")
@pytest.mark.parametrize(
    ("rank", "worth"), [(1, 11), (2, 0), (3, 10), (4, 0), (5, 0), (6, 0), (7, 0), (8, 2), (9, 3), (10, 4)]
)
def test_what_a_card_is_worth(rank: int, worth: int, suit: str) -> None:
    """Ace 11, three 10, king 4, horse 3, knave 2, the rest nothing: 30 a suit and 120 in all."""
    assert points([ITALIAN.parse(f"{rank}{suit}")]) == worth
    assert (points(ITALIAN.of_suit(suit)), points(ITALIAN.cards)) == (30, ALL_POINTS)


def test_more_than_half_wins_the_round() -> None:
    """The line shows what every side has, and the winner's cards that count."""
    (score,) = result({"piles": {A: SEVENTY_ONE}}).rounds
    (line,) = score.lines
    assert score.points == {A: 1, B: 0}
    assert (line.rule, line.side, line.reason, line.detail) == ("points", A, Reason.MOST, {A: 71, B: 49})
    assert [card.code for card in line.cards] == cards("1D 3D 8-10D 1C 3C 8-10C 1S")


def test_sixty_each_is_nobodys_round() -> None:
    (score,) = result({"piles": {A: cards("*D *C"), B: cards("*S *B")}}).rounds
    assert score.points == {A: 0, B: 0}
    assert score.lines[0].detail == {"reason": "tie", A: 60, B: 60}


@pytest.mark.parametrize(
    ("of_each", "winner"),
    [((50, 40, 30), A), ((50, 50, 20), None), ((40, 40, 40), None), ((20, 45, 55), C), ((120, 0, 0), A)],
)
def test_of_three_the_most_points_win_and_a_tie_for_the_lead_is_nobodys(
    of_each: tuple[int, ...], winner: str | None
) -> None:
    """Half of the points is not asked for."""
    sides = (A, B, C)
    score = result(counted(**dict(zip(sides, of_each, strict=True))), sides=sides).rounds[0]
    assert score.points == {side: int(side == winner) for side in sides}


def test_four_players_singly() -> None:
    score = result(counted(Anna=31, Bruno=30, Carla=30, Dino=29), sides=(A, B, C, D)).rounds[0]
    assert score.points == {A: 1, B: 0, C: 0, D: 0}


def test_what_was_verified_is_said() -> None:
    """From piles that every card is there and the points make 120; from counted points their sum alone."""
    assert checks(result({"piles": {A: SEVENTY_ONE}}).rounds[0]) == [("all_cards", 40), ("sum_120", 120)]
    assert checks(result(counted(Anna=61, Bruno=59)).rounds[0]) == [("sum_120", 120)]
    three = result({"piles": {A: cards("*D"), B: cards("*S")}}, sides=(A, B, C)).rounds[0]
    assert checks(three) == [("all_cards", 39), ("sum_120", 120)]
    assert [card.code for card in three.checks[0].cards] == ["2C"]


@pytest.mark.parametrize("target", [1, 2, 3, 5])
def test_so_many_rounds_win_the_match(target: int) -> None:
    won, lost, level = counted(Anna=61, Bruno=59), counted(Anna=10, Bruno=110), counted(Anna=60, Bruno=60)
    rounds = [lost] * (target - 1) + [level] + [won] * target
    short = result(*rounds[:-1], target=target)
    assert (short.finished, short.winners, short.ruling) == (False, (), None)
    over = result(*rounds, target=target)
    assert (over.totals, over.winners) == ({A: target, B: target - 1}, (A,))
    assert over.ruling is not None
    assert over.ruling.as_dict() == {"code": "reached_target", "authority": "pagat"}


def test_three_rounds_unless_agreed_otherwise() -> None:
    (target,) = describe(Options)
    assert (target.name, target.default, target.minimum, target.offered) == ("target", 3, 1, (1, 2, 3, 5))


@pytest.mark.parametrize(
    ("removed", "rest", "expected"),
    [
        (None, "1C 3-10C", []),
        ("2C", "1C 3-10C", []),
        ("2c", "1C 3-10C", []),
        ("2D", "*C", ["unknown_card"]),
        (None, "*C", ["unknown_card"]),
        ("3C", "1-2C 4-10C", ["bad_round", "missing_card"]),
        ("2X", "*C", ["unknown_card"]),
        (2, "*C", ["unknown_card"]),
    ],
)
def test_of_three_players_a_two_lies_out(removed: object, rest: str, expected: list[str]) -> None:
    """It is no card of the deck then; which one it is is agreed on, the two of cups unless said otherwise."""
    piles = {A: cards("*D"), B: cards("*S"), C: [*cards("*B"), *cards(rest)]}
    found = errors(match({"piles": piles, "removed": removed}, sides=(A, B, C)))
    assert sorted(found) == expected


@pytest.mark.parametrize("sides", [(A, B), (A, B, C, D)])
def test_with_two_and_with_four_all_cards_are_played(sides: tuple[str, ...]) -> None:
    piles: dict[str, list[str]] = {side: [] for side in sides} | {A: rest_of()}
    assert errors(match({"piles": piles}, sides=sides)) == []
    (problem,) = problems(match({"piles": piles, "removed": "2C"}, sides=sides))
    assert (problem.code, problem.field) == ("bad_round", "removed")


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (counted(Anna=70, Bruno=51), ["not_120"]),
        (counted(Anna=60, Bruno=59), ["not_120"]),
        (counted(Anna=120), ["bad_round"]),
        (counted(Anna=60, Bruno=60, Zoe=0), ["unknown_side"]),
        (counted(Anna=121, Bruno=-1), ["bad_count"]),
        ({"card_points": {A: 60.0, B: 60}}, ["bad_count"]),
        ({"card_points": [60, 60]}, ["bad_round"]),
        ({}, ["bad_round"]),
        ({**counted(Anna=60, Bruno=60), "piles": {A: SEVENTY_ONE}}, ["bad_round"]),
        ({"piles": {}}, ["bad_round"]),
        ({"piles": {A: SEVENTY_ONE, B: rest_of(SEVENTY_ONE, ["10B"])}}, ["missing_card"]),
        ({"piles": {A: [*SEVENTY_ONE, "1D"]}}, ["duplicate_card"]),
        ({"piles": {A: [*SEVENTY_ONE, "JOKER"]}}, ["unknown_card"]),
        ({"piles": {A: SEVENTY_ONE}, "sweeps": {}}, ["bad_round"]),
    ],
)
def test_what_is_wrong_with_a_round(entry: dict[str, Any], expected: list[str]) -> None:
    assert errors(match(entry)) == expected


def test_points_that_make_no_120_name_their_sum_and_the_sides() -> None:
    (problem,) = problems(match(counted(Anna=70, Bruno=51)))
    assert (problem.value, problem.sides, problem.field) == (121, (A, B), "card_points")


@pytest.mark.parametrize("sides", [(A,), (A, B, C, D, "Elsa")])
def test_two_to_four_sides(sides: tuple[str, ...]) -> None:
    assert errors(match(sides=sides)) == ["bad_sides"]


def test_both_authorities_agree() -> None:
    won = counted(Anna=61, Bruno=59)
    asked = answer({"ask": "tiebreak", **match(won, won, won)}).as_dict()["verdicts"]
    assert [(verdict["authority"], verdict["winners"], verdict["code"]) for verdict in asked] == [
        ("pagat", [A], "reached_target"),
        ("it.wikipedia", [A], "reached_target"),
    ]


def test_several_at_the_target_are_not_foreseen_by_the_texts() -> None:
    """A round has one winner; only points given for another reason bring two sides there together."""
    both = RoundScore((A, B), (Line("points", A, 3, Reason.ENTERED), Line("points", B, 4, Reason.ENTERED)))
    ours = BRISCOLA.outcome(Options(), MatchState.start((A, B)), both)
    assert (ours.winners, ours.ruling and ours.ruling.as_dict()) == (
        (B,), {"code": "more_points", "authority": "house"})  # fmt: skip
    theirs = BRISCOLA.verdict("pagat", Options(), MatchState.start((A, B)), both)
    assert (theirs.finished, theirs.ruling and str(theirs.ruling.code)) == (False, "silent")


@pytest.mark.parametrize("ask", ["captures", "deal", "discard", "opening"])
def test_no_other_question_is_asked(ask: str) -> None:
    with pytest.raises(InvalidQuestion) as refusal:
        answer({"ask": ask, "game": "briscola"})
    assert "unknown_game" in [str(problem.code) for problem in refusal.value.problems]


@given(st.integers(0, 10**6), st.integers(2, 4))
def test_what_was_played_is_right_however_it_is_entered(seed: int, number: int) -> None:
    """Piles, piles but for one, and counted points give the same round; every card of the deck counts once."""
    sides = (A, B, C, D)[:number]
    piles = play(Random(seed), list(sides), "2C" if number == 3 else None)
    worth = {side: points(map(ITALIAN.parse, pile)) for side, pile in piles.items()}
    left_out = {side: pile for side, pile in piles.items() if side != sides[seed % number]}
    entries = [{"piles": piles}, {"piles": left_out}, {"card_points": worth}]
    whole, part, by_points = result(*entries, sides=sides, target=9).rounds
    assert whole == part
    assert whole.points == by_points.points
    assert sum(worth.values()) == ALL_POINTS
    assert sum(whole.points.values()) == (sorted(worth.values())[-1] != sorted(worth.values())[-2])
