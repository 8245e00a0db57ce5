"""Chinchón as worked examples (games.md, section 9)."""

import json
from enum import StrEnum
from typing import Any

import pytest

from scoring.chinchon.melding import best, judge
from scoring.chinchon.options import Fault, Options
from scoring.hands_left import Fault as HandsFault
from scoring.match import MatchScore, score_document
from scoring.problems import InvalidEntry, Why
from scoring.referee import answer
from tests.scoring.rounds import A, B, C
from tests.scoring.test_cases import CASES

ROW = "1C 2C 3C 4C 5C 6C 7C"


def match(*rounds: dict[str, Any], sides: tuple[str, ...] = (A, B, C), **options: Any) -> dict[str, Any]:
    """A match as the contract's JSON."""
    return {"game": "chinchon", "options": options, "sides": list(sides), "rounds": list(rounds)}


def closed(closer: str, melds: tuple[str, ...] = (), **left: str | int) -> dict[str, Any]:
    """A round: what is left to each side, as codes in one text or as a number, and the melds of who closed."""
    hands = {side: hand.split() for side, hand in left.items() if isinstance(hand, str)}
    penalties = {side: hand for side, hand in left.items() if isinstance(hand, int)}
    laid = {"melds": [meld.split() for meld in melds]} if melds else {}
    return {"closer": closer, "hands": hands, "penalties": penalties, **laid}


def result(*rounds: dict[str, Any], **options: Any) -> MatchScore:
    return score_document(match(*rounds, **options))


def lines(scored: MatchScore, number: int = -1) -> list[tuple[str, str | None, int]]:
    return [(str(line.rule), line.side, line.points) for line in scored.rounds[number].lines]


def warnings(scored: MatchScore) -> list[str]:
    return [str(warning.code) for counted in scored.rounds for warning in counted.warnings]


def ask(name: str, **question: Any) -> dict[str, Any]:
    return answer({"ask": name, "game": "chinchon", **question}).as_dict()


@pytest.mark.skipif(not CASES.exists(), reason="../shared is not here")
def test_the_cases_of_games() -> None:
    told = [case for name in ("score", "referee") for case in json.loads((CASES / f"{name}-games.json").read_text())]
    mine = [case for case in told if case["input"]["game"] == "chinchon"]
    assert len(mine) > 20
    for case in mine:
        expected = dict(case["expect"])
        try:
            if "ask" in case["input"]:
                found = answer(case["input"]).as_dict()
                found["codes"] = [error["code"] for error in found.get("errors", [])]
            else:
                scored = score_document(case["input"])
                checks = [check.code for counted in scored.rounds for check in counted.checks]
                found = {**scored.as_dict(), "warnings": warnings(scored), "checks": checks}
                found["rounds"] = [dict(counted.points) for counted in scored.rounds]
                found["ruling"] = scored.ruling.code if scored.ruling else None
        except InvalidEntry as invalid:
            found = {"errors": [problem.code for problem in invalid.problems]}
        assert not set(expected.pop("no_warnings", ())) & set(found.get("warnings", ())), case["name"]
        assert {name: found.get(name) for name in expected} == expected, case["name"]


@pytest.mark.parametrize(
    ("options", "hand", "points"),
    [
        ({}, "8D 9D 10D", 30),
        ({"figures": "ranked"}, "8D 9D 10D", 27),
        ({"figures": "index"}, "8D 9D 10D", 33),
        ({"pack": 48}, "8D 9D 10D 11D 12D", 47),
        ({"pack": 48, "figures": "ranked"}, "8D 9D 10D 11D 12D", 50),
        ({"pack": 48, "figures": "index"}, "9D 10D 11D 12D", 42),
        ({"wild": "ace-of-coins", "wild_value": 50}, "1D 1C", 51),
        ({"wild": "jokers"}, "JOKER 2C", 27),
        ({"wild": "jokers", "wild_value": 0}, "JOKER", 0),
    ],
)
def test_what_cards_cost(options: dict[str, Any], hand: str, points: int) -> None:
    scored = result(closed(A, Bruno=hand, Carla=""), **options)
    assert scored.rounds[0].points == {A: -10, B: points, C: 0}


def test_ten_off_for_all_who_have_it() -> None:
    scored = result(closed(A, Anna="4D", Bruno="", Carla=0), minus_ten="all")
    assert lines(scored) == [("loose_cards", A, 4), ("minus_ten", B, -10), ("minus_ten", C, -10)]
    assert lines(result(closed(A, Anna="4D", Bruno="", Carla=0)))[1:] == [("loose_cards", B, 0), ("loose_cards", C, 0)]


def test_the_melds_of_who_closed_show_a_chinchon() -> None:
    scored = result(closed(B, (ROW,), Anna=90, Carla=101))
    assert (lines(scored)[1], scored.finished, scored.winners) == (("chinchon", B, 0), True, (B,))
    assert scored.ruling is not None
    assert (scored.ruling.code, scored.ruling.authority) == ("chinchon", "es.wikipedia")
    two = result(closed(B, ("1C 2C 3C", "4C 5C 6C 7C"), Anna=1, Carla=1), chinchon=25)
    assert (lines(two)[1], two.finished) == (("chinchon", B, -25), False)
    assert [check.code for check in two.rounds[0].checks] == ["copies", "melds"]
    assert lines(result(closed(B, ("1C 2C 3C", "5C 5S 5D 5B"), Anna=1, Carla=1)))[1] == ("minus_ten", B, -10)


@pytest.mark.parametrize(("wild_chinchon", "line"), [("plain", ("minus_ten", B, -10)), (25, ("wild_chinchon", B, -25))])
def test_a_chinchon_with_a_wild_card(wild_chinchon: str | int, line: tuple[str, str, int]) -> None:
    rules = {"wild": "ace-of-coins", "wild_chinchon": wild_chinchon}
    by_melds = result(closed(B, ("1C 2C 3C 1D 5C 6C 7C",), Anna=1, Carla=1), **rules)
    said = result({**closed(B, Anna=1, Carla=1), "wild_chinchon": True}, **rules)
    assert lines(by_melds)[1] == lines(said)[1] == line
    assert not by_melds.finished
    own_place = result(closed(B, ("1D 2D 3D 4D 5D 6D 7D",), Anna=1, Carla=1), **rules)
    assert own_place.finished, "the ace of coins in its own place is no wild card"


def test_nobody_is_left() -> None:
    """Of those who went out in this round the fewest points win; equal: who closed, else all of them."""
    first = closed(A, Anna=4, Bruno=90, Carla=101)
    over = {"adjust": [{"side": A, "points": 100, "reason": "misdeal"}]}
    fewest = result(first, {**closed(A, Anna=4, Bruno=40), **over})
    assert fewest.ruling is not None
    assert (fewest.ruling.code, fewest.ruling.authority, fewest.winners) == ("fewest_points", "house", (A,))
    level = result(first, {**closed(B, Anna=8, Bruno=22), **over})
    assert level.ruling is not None
    assert (level.totals, level.ruling.code, level.winners) == ({A: 112, B: 112, C: 101}, "fewest_points", (B,))
    four = (A, B, C, "Dino")
    shared = score_document(
        match({**closed(A, Anna=1, Bruno=102, Carla=102, Dino=110), "adjust": [
            {"side": A, "points": 105, "reason": "misdeal"}]}, sides=four)
    )  # fmt: skip
    assert shared.ruling is not None
    assert (shared.ruling.code, shared.winners) == ("shared", (B, C))


def test_back_with_the_most_points_of_those_still_in() -> None:
    scored = result({**closed(A, Bruno=40, Carla=101), "rejoin": [C]}, rejoin="highest-once")
    assert (scored.totals, scored.out) == ({A: -10, B: 40, C: 40}, ())
    assert lines(scored)[-1] == ("buy_back", C, -61)


def test_what_each_authority_says() -> None:
    def verdicts(*rounds: dict[str, Any], **options: Any) -> dict[str, tuple[list[str], str]]:
        told = answer({"ask": "tiebreak", **match(*rounds, **options)}).as_dict()["verdicts"]
        return {verdict["authority"]: (verdict["winners"], verdict["code"]) for verdict in told}

    exactly = closed(A, Bruno=100, Carla=101)
    assert verdicts(exactly) == {
        "es.wikipedia": ([], "play_on"),
        "en.wikipedia": ([A], "last_standing"),
        "acanomas": ([A], "last_standing"),
    }
    row = closed(A, (ROW,), Bruno="1D", Carla="2D")
    assert verdicts(row) == {
        "es.wikipedia": ([A], "chinchon"),
        "en.wikipedia": ([A], "chinchon"),
        "acanomas": ([], "play_on"),
    }
    # By acanomas a chinchón of fifty is ten off and no more: then Anna is out at a hundred.
    rounds = (row, closed(B, Anna=111, Bruno=4, Carla=4))
    assert verdicts(*rounds, chinchon=50, out_at="reach")["acanomas"] == ([], "play_on")
    out = answer({"ask": "tiebreak", **match(*rounds, chinchon=50, out_at="reach")})
    assert out.verdicts["acanomas"].after.out == (A,)  # type: ignore[attr-defined]
    assert out.own.after.out == ()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("entry", "options", "expected"),
    [
        (closed(A, Bruno="7C", Carla="7C"), {}, [("too_many_copies", None)]),
        (closed(A, Bruno="7C", Carla="7C"), {"packs": 2}, []),
        (closed(A, ("7C 7D 7S",), Anna="1D 2D 3S 4S", Bruno="7C", Carla="2C"), {}, [("too_many_copies", None)]),
        (closed(A, Bruno="JOKER JOKER JOKER", Carla=""), {"wild": "jokers"}, [("too_many_copies", None)]),
        (closed(A, Bruno="JOKER", Carla=""), {}, [("unknown_card", None)]),
        (closed(A, Bruno="11D", Carla=""), {}, [("unknown_card", None)]),
        (closed(A, Bruno="1D 2D 3D 4D 5D 6D 7D 10S", Carla=""), {}, [("bad_count", HandsFault.HAND_SIZE)]),
        (closed(A, Bruno=-1, Carla=""), {}, [("bad_count", None)]),
        (closed(A, ("1D 2D 3D 4D",), Bruno=1, Carla=1), {}, [("bad_count", Fault.MELDED_AND_LEFT)]),
        (closed(A, ("1D 2D 3D 4D", "7C 7S 7B"), Anna=3, Bruno=1, Carla=1), {}, [("bad_count", Fault.MELDED_AND_LEFT)]),
        (closed(A, ("1D 2D 3D 4D",), Bruno=-1, Carla=1), {},
         [("bad_count", None), ("bad_count", Fault.MELDED_AND_LEFT)]),
        (closed(A, ("1D 2D 3D 4D",), Bruno=1), {}, [("bad_round", Why.NO_HAND), ("bad_count", Fault.MELDED_AND_LEFT)]),
        (closed(A, ("10D 1D 2D",), Anna="3C 4S 5B 6D", Bruno=1, Carla=1), {}, [("invalid_meld", None)]),
        (closed(A, Bruno="1D"), {}, [("bad_round", Why.NO_HAND)]),
        ({**closed(A, Bruno="1D", Carla="2D"), "penalties": {B: 1}}, {}, [("bad_round", HandsFault.TWO_HANDS)]),
        ({**closed(A, Anna="1D", Bruno=1, Carla=1), "chinchon": True}, {}, [("bad_round", Fault.CARD_OVER)]),
        ({**closed(A, ("1D 2D 3D 4D", "7C 7S 7B"), Bruno=1, Carla=1), "chinchon": True}, {},
         [("bad_round", Fault.OTHER_MELDS)]),
        ({**closed(A, Bruno=1, Carla=1), "wild_chinchon": True}, {}, [("bad_round", Why.NOT_PLAYED)]),
        ({**closed(A, Bruno=1, Carla=1), "chinchon": 1}, {}, [("bad_round", Why.WRONG_KIND)]),
        ({**closed(A, Bruno=1, Carla=1), "melds": [1]}, {}, [("bad_round", Why.WRONG_KIND)]),
        ({**closed(A, Bruno=1, Carla=101), "rejoin": [C]}, {}, [("bad_round", Why.NOT_PLAYED)]),
        ({"hands": {A: [], B: [], C: []}}, {}, [("bad_round", Why.MISSING)]),
    ],
)  # fmt: skip
def test_errors(entry: dict[str, Any], options: dict[str, Any], expected: list[tuple[str, StrEnum | None]]) -> None:
    try:
        score_document(match(entry, **options))
        found = []
    except InvalidEntry as invalid:
        found = [(str(problem.code), problem.why) for problem in invalid.problems]
    assert found == expected


@pytest.mark.parametrize(
    ("entry", "options", "expected"),
    [
        (closed(A, Anna="5D", Bruno=1, Carla=1), {}, []),
        (closed(A, Anna="6D", Bruno=1, Carla=1), {}, ["closer_holds_too_much"]),
        (closed(A, Anna="1D 2D", Bruno=1, Carla=1), {}, ["closer_holds_too_much"]),
        (closed(A, Anna="1D 2D", Bruno=1, Carla=1), {"loose": 4}, []),
        (closed(A, Anna=1, Bruno=1, Carla=1), {"loose": 0}, ["closer_holds_too_much"]),
        (closed(A, Bruno="1D 2C 3S 4B 5D", Carla=1), {}, ["impossible_left"]),
        (closed(A, Bruno="1D 2C 3S 4B 5D 10C 10S", Carla=1), {}, []),
        (closed(A, Anna="4C", Bruno="1D 2C 3S 4B 5D", Carla=1), {}, []),
        (closed(A, Anna="4C", Bruno="1D 2C 3S 4B 5D", Carla=1), {"lay_off": "never"}, ["impossible_left"]),
        (closed(A, Bruno="1D 2C 3S 4B 5D", Carla=1), {"lay_off": "always"}, []),
        (closed(A, Bruno=70, Carla=71), {}, ["penalty_out_of_range"]),
        (closed(A, Bruno=67, Carla=68), {"figures": "ranked"}, ["penalty_out_of_range"]),
        (closed(A, Bruno=81, Carla=82), {"figures": "index"}, ["penalty_out_of_range"]),
        (closed(A, Bruno=85, Carla=86), {"wild": "ace-of-coins"}, ["penalty_out_of_range"]),
    ],
)
def test_warnings(entry: dict[str, Any], options: dict[str, Any], expected: list[str]) -> None:
    assert warnings(result(entry, **options)) == expected


def test_of_eight_cards_one_is_thrown() -> None:
    assert ask("melding", hand=["1D", "2D", "3D", "5C", "6C", "7C", "10S", "9B"])["discard"] in ("10S", "9B")
    row = ask("melding", hand=f"{ROW} 7D".split())
    assert (row["discard"], row["chinchon"], row["points"]) == ("7D", True, 0)
    plain = ask("melding", hand=["3C", "4C", "5C", "6C", "1D", "8C", "9C", "1B"], options={"wild": "ace-of-coins"})
    assert (plain["discard"], plain["chinchon"], plain["wild"]) == ("1B", True, True)


def test_a_dearer_melding_with_fewer_cards_closes() -> None:
    """Two cards of three points are too many, one of four is not."""
    told = ask("close", hand=["1D", "2D", "3D", "4D", "4C", "4S", "1C", "10S"], discard="10S")
    assert (told["legal"], told["points"]) == (True, 1)
    wrong = ask("close", hand=["1D", "2D", "3D", "4D", "4C", "4S", "1C", "10S"], discard="9S")
    assert [error["code"] for error in wrong["errors"]] == ["not_in_hand"]


def test_melds() -> None:
    def makes(text: str, **options: Any) -> bool:
        rules = Options(**options)
        return judge([rules.deck.parse(code) for code in text.split()], rules) is not None

    assert makes("6B 7B 8B")
    assert makes("6B 7B 8B", pack=48)
    assert not makes("7B 10B 11B", pack=48)
    assert not makes("10D 1D 2D")
    assert makes("7D 7D 7C", packs=2)
    assert makes("JOKER 7D 8D", wild="jokers")
    assert not makes("JOKER JOKER 7D", wild="jokers")
    assert not makes("1D 7C 9C", wild="none")
    assert makes("1D 7C 9C", wild="ace-of-coins")
    assert not best([], Options()).melds


def test_nothing_is_laid_to_what_is_no_meld() -> None:
    with pytest.raises(InvalidEntry) as refusal:
        ask("attach", meld=["3D", "5D", "7C"], card="6D")
    assert [problem.code for problem in refusal.value.problems] == ["invalid_meld"]
    with pytest.raises(InvalidEntry) as refusal:
        ask("attach", meld=["3D", "5D", "7C"], card="6X", all_melded=1)
    assert [problem.code for problem in refusal.value.problems] == ["invalid_meld", "unknown_card", "bad_round"]
    assert ask("attach", meld=["3D", "4D", "5D"], card="6D", all_melded=True, options={"lay_off": "always"})["legal"]
    assert not ask("attach", meld=["3D", "4D", "5D"], card="6D", options={"lay_off": "never"})["legal"]
