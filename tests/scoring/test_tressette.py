"""Tressette as worked examples (games.md, section 8): lines, ends, what is wrong or odd, and the questions."""

from typing import Any

import pytest

from scoring.game import GAMES
from scoring.lines import Reason
from scoring.match import MatchScore, score_document
from scoring.problems import InvalidQuestion
from scoring.referee import answer
from scoring.tressette import POSSIBLE
from tests.oracles.tressette import possible_points
from tests.scoring.rounds import A, B, cards, errors, line, problems, rest_of
from tests.scoring.test_cases import cases

HALF = cards("*D *C")
"""Two whole suits: sixteen thirds."""
WORTHLESS = cards("4-7B")
"""A trick without a point."""


def match(*rounds: dict[str, Any], sides: tuple[str, ...] = (A, B), **options: Any) -> dict[str, Any]:
    return {"game": "tressette", "options": options, "sides": list(sides), "rounds": list(rounds)}


def result(*rounds: dict[str, Any], **options: Any) -> MatchScore:
    return score_document(match(*rounds, **options))


def counted(anna: int, **more: Any) -> dict[str, Any]:
    return {"card_points": {A: anna, B: 11 - anna}, **more}


def piles(anna: list[str], last: str = A, **more: Any) -> dict[str, Any]:
    return {"piles": {A: anna}, "last_trick": last, **more}


def accuso(side: str, text: str) -> dict[str, Any]:
    return {"side": side, "cards": cards(text)}


def ruling(score: MatchScore) -> tuple[str, str] | None:
    return (str(score.ruling.code), score.ruling.authority) if score.ruling else None


def asked(**question: Any) -> dict[str, Any]:
    return answer({"game": "tressette", **question}).as_dict()


def refused(**question: Any) -> list[str]:
    with pytest.raises(InvalidQuestion) as refusal:
        asked(**question)
    return [str(problem.code) for problem in refusal.value.problems]


@pytest.mark.parametrize("case", [case for case in cases("score-games") if case["input"]["game"] == "tressette"],
                         ids=lambda case: case["name"])  # fmt: skip
def test_the_cases_of_a_match(case: dict[str, Any]) -> None:
    expected = case["expect"]
    if "errors" in expected:
        assert errors(case["input"]) == expected["errors"]
        return
    score = score_document(case["input"])
    found = {
        "rounds": [each.points for each in score.rounds],
        "warnings": [warning.code for each in score.rounds for warning in each.warnings],
        "checks": [check.code for each in score.rounds for check in each.checks],
        "totals": score.totals,
        "finished": score.finished,
        "winners": list(score.winners),
        "ruling": score.ruling.code if score.ruling else None,
    }
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize("case", [case for case in cases("referee-games") if case["input"]["game"] == "tressette"],
                         ids=lambda case: case["name"])  # fmt: skip
def test_the_cases_of_the_referee(case: dict[str, Any]) -> None:
    if "errors" in case["expect"]:
        assert refused(**case["input"]) == case["expect"]["errors"]
        return
    found = asked(**case["input"])
    assert {name: found[name] for name in case["expect"]} == case["expect"]


def test_each_side_drops_what_is_left_of_a_whole_point() -> None:
    score = result(piles(HALF, B)).rounds[0]
    assert [(each.rule, each.side, each.points, each.detail) for each in score.lines] == [
        ("tricks", A, 5, {A: 16}),
        ("tricks", B, 5, {B: 16}),
        ("last_trick", B, 1, {}),
    ]
    assert [card.code for card in score.lines[0].cards] == cards("1-3D 8-10D 1-3C 8-10C")


@pytest.mark.parametrize("threes", range(5))
@pytest.mark.parametrize("aces", range(5))
def test_the_points_are_always_eleven(aces: int, threes: int) -> None:
    pile = [*cards("1D 1C 1S 1B")[:aces], *cards("3D 3C 3S 3B")[:threes], "4D"]
    score = result(piles(pile)).rounds[0]
    assert score.points[A] + score.points[B] == 11
    assert [(check.code, check.value) for check in score.checks] == [("all_cards", 40), ("sum_11", 11)]


def test_by_numbers_the_tricks_have_all_points() -> None:
    score = result(counted(7, last_trick=A, accusi_points={B: 3})).rounds[0]
    assert [(each.rule, each.side, each.points, each.reason) for each in score.lines] == [
        ("tricks", A, 7, Reason.ENTERED),
        ("tricks", B, 4, Reason.ENTERED),
        ("accusi", B, 3, Reason.ENTERED),
    ]
    assert [check.code for check in score.checks] == ["sum_11"]


def test_an_accuso_is_a_line_with_its_cards() -> None:
    score = result(counted(7, accusi=[accuso(B, "3D 1-2D"), accuso(B, "3C 3S 3B 3D")])).rounds[0]
    assert score.points == {A: 7, B: 11}
    assert line(score, "napoletana").as_dict()["cards"] == ["1D", "2D", "3D"]
    assert line(score, "buongioco").points == 4


@pytest.mark.parametrize(("text", "points"), [("1-3D 10D", 4), ("1-3D 8-10D", 6), ("*D", 10)])
def test_with_coda_the_king_and_so_on_lengthen_a_napoletana(text: str, points: int) -> None:
    entry = counted(7, accusi=[accuso(A, text)])
    assert line(result(entry, coda=True).rounds[0], "napoletana").points == points
    assert errors(match(entry)) == ["not_an_accuso"]


@pytest.mark.parametrize("text", ["1-3D 9D", "1-2D 10D", "1D 2C 3D", "10D 10C 10S", "1-2D", "7D 7C 7S", "1-3D 1C 1S"])
def test_what_is_no_accuso(text: str) -> None:
    assert errors(match(counted(7, accusi=[accuso(A, text)]), coda=True)) == ["not_an_accuso"]


def test_a_side_without_a_point_loses_its_accusi_where_that_is_played() -> None:
    entry = counted(0, accusi=[accuso(A, "1-3D"), accuso(B, "1-3C")])
    assert result(entry).rounds[0].points == {A: 3, B: 14}
    lost = result(entry, no_points="lose-accusi").rounds[0]
    assert lost.points == {A: 0, B: 14}
    first = next(each for each in lost.lines if each.rule == "napoletana")
    assert (first.side, first.points, first.reason, first.detail) == (A, 0, Reason.LOST, {"reason": "lost"})


def test_the_last_trick_alone_is_a_point_of_cards() -> None:
    entry = piles(WORTHLESS, A, accusi_points={A: 3})
    assert result(entry, no_points="lose-accusi").rounds[0].points == {A: 4, B: 10}


@pytest.mark.parametrize(
    ("options", "target"), [({}, 31), ({"accusi": False}, 21), ({"accusi": False, "target": 31}, 31)]
)
def test_how_many_points_win(options: dict[str, Any], target: int) -> None:
    rounds = [counted(11)] * (target // 11)
    assert not result(*rounds, **options).finished
    over = result(*rounds, counted(10), **options)
    assert (over.winners, ruling(over)) == ((A,), ("reached_target", "giochistars"))


def test_both_there_more_points_win_and_equal_ones_play_on() -> None:
    rounds = [counted(10), counted(10), counted(9), counted(0), counted(0)]
    more = result(*rounds, counted(4, accusi_points={A: 3}))
    assert (more.totals, more.winners, ruling(more)) == ({A: 36, B: 33}, (A,), ("more_points", "house"))
    level = result(*rounds, counted(4))
    assert (level.totals, level.winners, ruling(level)) == ({A: 33, B: 33}, (), ("play_on", "house"))


@pytest.mark.parametrize(
    ("last", "winners", "expected"),
    [
        (counted(4, accusi_points={A: 3}), (A,), ("counting_order", "spazioinwind")),
        (counted(4, accusi_points={B: 6}), (B,), ("counting_order", "spazioinwind")),
        (counted(4, accusi_points={A: 3, B: 7}), (B,), ("more_points", "house")),
        (counted(4, accusi_points={A: 3, B: 3}), (A,), ("counting_order", "spazioinwind")),
        (counted(4), (A,), ("more_points", "house")),
        (counted(3), (), ("play_on", "house")),
        # By piles: Anna has three points of cards, Bruno six and the last trick.
        ({"piles": {A: cards("1D 1C 1S 1B 4-7D")}, "last_trick": B}, (A,), ("reached_target", "giochistars")),
    ],
)
def test_counted_in_order(last: dict[str, Any], winners: tuple[str, ...], expected: tuple[str, str]) -> None:
    rounds = [counted(10), counted(10), counted(9), counted(0), counted(1)]
    score = result(*rounds, last, end="order", target=33 if "piles" in last else 31)
    assert (score.winners, ruling(score)) == (winners, expected)


def test_counted_in_order_cards_come_before_the_last_trick() -> None:
    """Bruno is there with the cards, Anna only with the last trick, though with more points."""
    last = {"piles": {A: cards("1D 1C 4-7D"), B: rest_of(cards("1D 1C 4-7D"))}, "last_trick": A}
    before = {"ask": "tiebreak", **match(last, end="order", target=31), "before": {A: 28, B: 23}}
    told = answer(before).as_dict()
    assert (told["own"]["winners"], told["own"]["code"], told["own"]["authority"]) == ([B], "counting_order", "house")


@pytest.mark.parametrize("cappotto", ["off", "tricks", "points"])
def test_all_forty_cards(cappotto: str) -> None:
    score = result(piles(rest_of()), cappotto=cappotto)
    code = {"off": None, "tricks": "all_tricks", "points": "all_points"}[cappotto]
    assert (ruling(score) or (None,))[0] == code
    assert score.winners == ((A,) if code else ())


@pytest.mark.parametrize(("cappotto", "expected"), [("tricks", None), ("points", ("all_points", "house"))])
def test_all_points_though_the_others_have_a_trick(cappotto: str, expected: tuple[str, str] | None) -> None:
    entry = {"piles": {B: WORTHLESS}, "last_trick": A, "accusi_points": {B: 3}}
    assert ruling(result(entry, cappotto=cappotto)) == expected
    assert ruling(result(counted(11), cappotto=cappotto)) == expected
    assert ruling(result(counted(11), counted(10), counted(10), cappotto="tricks"))[0] == "reached_target"  # type: ignore[index]


def test_all_tricks_by_numbers_are_said() -> None:
    score = result(counted(11, cappotto=A, accusi_points={B: 3}), cappotto="tricks", target=3)
    assert (score.totals, score.winners, ruling(score)) == ({A: 11, B: 3}, (A,), ("all_tricks", "spazioinwind"))


@pytest.mark.parametrize(
    ("entry", "options", "expected"),
    [
        ({}, {}, ["bad_round"]),
        ({**counted(7), **piles(HALF)}, {}, ["bad_round"]),
        ({"piles": {A: HALF}}, {}, ["bad_round"]),
        ({"piles": {A: HALF}, "last_trick": "Zoe"}, {}, ["unknown_side"]),
        ({"piles": {A: HALF}, "last_trick": 1}, {}, ["bad_round"]),
        (piles([]), {}, ["bad_round"]),
        (piles([], B), {}, []),
        (counted(0, last_trick=A), {}, ["bad_round"]),
        (counted(0, last_trick=B), {}, []),
        (counted(12), {}, ["bad_count"]),
        ({"card_points": {A: 6, B: 6}}, {}, ["not_11"]),
        ({"card_points": {A: 6}}, {}, ["bad_round"]),
        ({"piles": {}, "last_trick": A}, {}, ["bad_round"]),
        (piles([*HALF, "1D"]), {}, ["duplicate_card"]),
        (piles([*HALF, "JOKER"]), {}, ["unknown_card"]),
        ({"piles": {A: HALF, B: cards("*S")}, "last_trick": A}, {}, ["missing_card"]),
        (counted(7, accusi=[], accusi_points={}), {}, ["bad_round"]),
        (counted(7, accusi=[accuso(A, "1-3D")]), {"accusi": False}, ["bad_round"]),
        (counted(7, accusi_points={A: 3}), {"accusi": False}, ["bad_round"]),
        (counted(7, accusi={}), {}, ["bad_round"]),
        (counted(7, accusi=[3]), {}, ["bad_round"]),
        (counted(7, accusi=[{"side": A}]), {}, ["bad_round"]),
        (counted(7, accusi=[{"cards": cards("1-3D")}]), {}, ["bad_round"]),
        (counted(7, accusi=[{**accuso(A, "1-3D"), "points": 3}]), {}, ["bad_round"]),
        (counted(7, accusi=[accuso("Zoe", "1-3D")]), {}, ["unknown_side"]),
        (counted(7, accusi=[accuso(A, "1-2D 13D")]), {}, ["unknown_card"]),
        (counted(7, accusi=[accuso(A, "1-3D 3D")]), {}, ["duplicate_card"]),
        (counted(7, accusi_points=[3]), {}, ["bad_round"]),
        (counted(7, accusi_points={A: -3}), {}, ["bad_count"]),
        (counted(7, accusi_points={"Zoe": 3}), {}, ["unknown_side"]),
        (counted(11, cappotto=A), {}, ["bad_round"]),
        (counted(11, cappotto=A), {"cappotto": "points"}, ["bad_round"]),
        (counted(11, cappotto=B), {"cappotto": "tricks"}, ["bad_round"]),
        (counted(10, cappotto=A), {"cappotto": "tricks"}, ["bad_round"]),
        (counted(11, cappotto="Zoe"), {"cappotto": "tricks"}, ["unknown_side"]),
        (piles(HALF, cappotto=A), {"cappotto": "tricks"}, ["bad_round"]),
        (counted(7, sweeps={}), {}, ["bad_round"]),
    ],
)
def test_what_is_wrong_with_a_round(entry: dict[str, Any], options: dict[str, Any], expected: list[str]) -> None:
    assert errors(match(entry, **options)) == expected


@pytest.mark.parametrize(
    ("accusi", "of_four", "of_two"),
    [
        ([accuso(A, "1-3C"), accuso(B, "1C 1S 1B")], True, True),
        ([accuso(A, "1-3C"), accuso(A, "3-1C") | {"cards": cards("3C 1-2C")}], True, True),
        ([accuso(A, "1C 1S 1B"), accuso(A, "1C 1S 1D")], True, False),
        ([accuso(A, "1C 1S 1B"), accuso(A, "1C 1S 1B 1D")], True, False),
        ([accuso(A, "1-3C"), accuso(A, "1C 1S 1B")], False, False),
        ([accuso(A, "1-3C"), accuso(A, "1-3D"), accuso(B, "1-3S")], False, False),
    ],
)
def test_accusi_that_no_hands_have(accusi: list[Any], of_four: bool, of_two: bool) -> None:
    """With two players a side accuses again with cards that it drew."""
    for players, impossible in ((4, of_four), (2, of_two)):
        found = errors(match(counted(7, accusi=accusi), players=players))
        assert found == (["impossible_accusi"] if impossible else [])


def test_a_card_that_both_sides_show_is_named_once() -> None:
    (problem,) = problems(match(counted(7, accusi=[accuso(A, "1-3C"), accuso(B, "1C 1S 1B"), accuso(A, "1-3D")])))
    assert (problem.sides, [str(card) for card in problem.cards]) == ((A, B), ["1C"])


def test_which_numbers_of_accusi_there_are() -> None:
    numbers, most = possible_points()
    assert (numbers, most) == (POSSIBLE, max(POSSIBLE))


@pytest.mark.parametrize(
    ("points", "options", "odd"),
    [
        ((5, 0), {}, True),
        ((0, 1), {}, True),
        ((21, 0), {}, False),
        ((20, 0), {}, True),
        ((12, 10), {}, True),
        ((12, 9), {}, False),
        ((5, 40), {"coda": True}, False),
        ((2, 0), {"coda": True}, True),
        ((5, 1), {"players": 2}, False),
    ],
)
def test_numbers_of_accusi_that_no_hands_give(points: tuple[int, int], options: dict[str, Any], odd: bool) -> None:
    score = result(counted(7, accusi_points=dict(zip((A, B), points, strict=True))), **options).rounds[0]
    assert [warning.code for warning in score.warnings] == ["accusi_out_of_range"] * odd
    assert score.points == {A: 7 + points[0], B: 4 + points[1]}


@pytest.mark.parametrize(("number", "players", "odd"), [(18, 4, True), (18, 2, False), (17, 2, True), (20, 4, False)])
def test_a_pile_that_is_no_whole_number_of_tricks(number: int, players: int, odd: bool) -> None:
    (score,) = result(piles(HALF[:number]), players=players).rounds
    assert [warning.sides for warning in score.warnings] == [(A, B)] * odd


@pytest.mark.parametrize("sides", [(A,), (A, B, "Carla")])
def test_two_sides(sides: tuple[str, ...]) -> None:
    assert errors(match(sides=sides)) == ["bad_sides"]


def test_what_the_authorities_say() -> None:
    def told(before: dict[str, int], entry: dict[str, Any]) -> list[tuple[list[str], str]]:
        verdicts = answer({"ask": "tiebreak", **match(entry), "before": before}).as_dict()["verdicts"]
        assert [verdict["authority"] for verdict in verdicts] == ["giochistars", "spazioinwind", "treccani"]
        return [(verdict["winners"], verdict["code"]) for verdict in verdicts]

    silent: tuple[list[str], str] = ([], "silent")
    alone = ([A], "reached_target")
    assert told({A: 25, B: 10}, counted(7)) == [alone, alone, silent]
    both = {A: 25, B: 29}
    assert told(both, counted(7)) == [silent, silent, silent]
    assert told(both, counted(7, accusi_points={A: 6})) == [silent, ([A], "counting_order"), silent]
    assert told(both, counted(7, accusi_points={A: 6, B: 3})) == [silent, silent, silent]
    assert told({A: 25, B: 31}, counted(7, adjust=[{"side": B, "points": 3, "reason": "x"}]))[1] != silent
    assert told({A: 0, B: 0}, counted(7)) == [([], "play_on")] * 3


def test_everything_taken_is_the_table_s_own_rule_for_all() -> None:
    verdicts = answer({"ask": "tiebreak", **match(counted(11), cappotto="points")}).as_dict()["verdicts"]
    assert {(tuple(verdict["winners"]), verdict["code"]) for verdict in verdicts} == {((A,), "all_points")}


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("3C 1-2C", {}, ("napoletana", 3, None)),
        ("1C 1S 1D", {}, ("buongioco", 3, "1B")),
        ("3C 3S 3D 3B", {}, ("buongioco", 4, None)),
        ("1-3C 10C", {"coda": True}, ("napoletana", 4, None)),
        ("1-3C 10C", {}, (None, 0, None)),
        ("1-3C 9C", {"coda": True}, (None, 0, None)),
        ("1C", {}, (None, 0, None)),
        ("1-3C", {"accusi": False}, (None, 0, None)),
    ],
)
def test_is_this_an_accuso(text: str, options: dict[str, Any], expected: tuple[str | None, int, str | None]) -> None:
    kind, points, missing = expected
    told = asked(ask="accuso", options=options, cards=cards(text))
    assert told == {"valid": kind is not None, "kind": kind, "points": points, "missing": missing}


def test_everything_that_a_hand_may_accuse() -> None:
    told = asked(ask="accuso", options={"coda": True}, hand=cards("1-3C 10C 3S 3B 1S 1B 7D"))
    assert told == {
        "accusi": [
            {"kind": "napoletana", "cards": cards("1-3C 10C"), "points": 4, "missing": None},
            {"kind": "buongioco", "cards": cards("1C 1S 1B"), "points": 3, "missing": "1D"},
            {"kind": "buongioco", "cards": cards("3C 3S 3B"), "points": 3, "missing": "3D"},
        ],
        "points": 10,
    }
    assert asked(ask="accuso", hand=cards("4-7D")) == {"accusi": [], "points": 0}
    assert asked(ask="accuso", options={"accusi": False}, hand=cards("1-3D"))["points"] == 0


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({"ask": "accuso"}, ["bad_round"]),
        ({"ask": "accuso", "cards": ["1D"], "hand": ["1D"]}, ["bad_round"]),
        ({"ask": "accuso", "hand": []}, ["bad_round"]),
        ({"ask": "accuso", "hand": cards("*D 1C")}, ["bad_round"]),
        ({"ask": "accuso", "cards": cards("1D 1D 2D")}, ["duplicate_card"]),
        ({"ask": "accuso", "cards": ["AS"]}, ["unknown_card"]),
        ({"ask": "accuso", "cards": "1D"}, ["bad_round"]),
        ({"ask": "accuso", "cards": ["1D"], "options": {"coda": 1}}, ["bad_option"]),
        ({"ask": "trick", "trick": cards("1-2D")}, ["bad_round"]),
        ({"ask": "trick", "trick": cards("1-4D"), "options": {"players": 2}}, ["bad_round"]),
        ({"ask": "trick", "trick": cards("1-3D 3D")}, ["duplicate_card"]),
        ({"ask": "play", "hand": ["1D"], "trick": cards("2-5D"), "card": "1D"}, ["bad_round"]),
        ({"ask": "play", "hand": ["1D"], "trick": ["1D"], "card": "1D"}, ["duplicate_card"]),
        ({"ask": "play", "hand": ["1D"], "trick": []}, ["bad_round"]),
        ({"ask": "captures"}, ["unknown_game", "bad_round"]),
    ],
)
def test_questions_that_are_wrong(question: dict[str, Any], expected: list[str]) -> None:
    assert list(dict.fromkeys(refused(**question))) == expected


def test_a_card_that_is_not_in_the_hand_may_not_be_played() -> None:
    assert asked(ask="play", hand=["4D"], trick=["7D"], card="1D") == {"legal": False, "playable": ["4D"]}


def test_the_deck_is_always_the_italian_one() -> None:
    assert asked(ask="trick", trick=cards("1D 3D 1S 3S"), deck="tarot") == {"takes": 1, "thirds": 8}
    assert GAMES["tressette"].deck.name == "italian"
