"""Burraco as worked examples, each with the rule of games.md, section 7, then every error and warning."""

import json
from typing import Any

import pytest

from scoring.burraco.melds import Meld, judge
from scoring.burraco.options import Fault, Options
from scoring.cards import FRENCH, codes
from scoring.match import MatchScore, score_document
from scoring.problems import InvalidQuestion
from scoring.referee import Tiebreak, answer
from tests.scoring.rounds import A, B, errors, problems
from tests.scoring.test_cases import CASES

CLEAN = "4H 5H 6H 7H 8H 9H 10H"  # 50
DIRTY = "4H 5H 6H JOKER 8H 9H 10H"  # 75


def burraco(*rounds: dict[str, Any], sides: tuple[str, ...] = (A, B), **options: Any) -> dict[str, Any]:
    """A match as the contract's JSON."""
    return {"game": "burraco", "options": options, "sides": list(sides), "rounds": list(rounds)}


def cards(
    anna: list[str] | None = None, bruno: list[str] | None = None, *, hands: dict[str, str] | None = None, **more: Any
) -> dict[str, Any]:
    """A round: the melds of two sides, each as codes in one text, and what is left in hand."""
    melds = {side: [meld.split() for meld in laid] for side, laid in ((A, anna), (B, bruno)) if laid}
    left = {A: "3S", B: "3D"} if hands is None else hands
    return {"melds": melds, "hands": {side: hand.split() for side, hand in left.items()}, "pots": [A, B], **more}


def sheet(anna: dict[str, int], bruno: dict[str, int], **more: Any) -> dict[str, Any]:
    return {"counted": {A: anna, B: bruno}, "pots": [A, B], **more}


def result(*rounds: dict[str, Any], **options: Any) -> MatchScore:
    return score_document(burraco(*rounds, **options))


def read(text: str, **options: Any) -> Meld | Fault:
    return judge([FRENCH.parse(code) for code in text.split()], Options(**options))


@pytest.mark.parametrize("name", ["score-games", "referee-games"])
def test_the_cases_of_the_owner(name: str) -> None:
    path = CASES / f"{name}.json"
    if not path.exists():
        pytest.skip("../shared is not here")
    mine = [case for case in json.loads(path.read_text("utf-8")) if case["input"]["game"] == "burraco"]
    assert len(mine) > 10
    for case in mine:
        expected = dict(case["expect"])
        if "ask" in case["input"]:
            said = answer(case["input"]).as_dict()
            found = {**said, "codes": sorted(error["code"] for error in said.get("errors", ()))}
            assert {part: found[part] for part in expected} == expected, case["name"]
        elif "errors" in expected:
            assert errors(case["input"]) == expected["errors"], case["name"]
        else:
            scored = score_document(case["input"])
            found = {
                "rounds": [each.points for each in scored.rounds],
                "totals": scored.totals,
                "finished": scored.finished,
                "winners": list(scored.winners),
                "ruling": scored.ruling and scored.ruling.code,
                "warnings": [warning.code for each in scored.rounds for warning in each.warnings],
                "checks": [check.code for each in scored.rounds for check in each.checks],
            }
            assert {part: found[part] for part in expected} == expected, case["name"]


@pytest.mark.parametrize(
    ("text", "kind", "burraco", "wild", "stands_for"),
    [
        (CLEAN, "run", "clean", None, ""),
        ("9H 4H 5H 6H 8H 7H 10H", "run", "clean", None, ""),  # the order is free
        (DIRTY, "run", "dirty", "JOKER", "7H"),
        (CLEAN + " JOKER", "run", "semi-clean", "JOKER", "3H JH"),
        ("3H 4H 5H 6H 7H 8H 9H JOKER JH QH", "run", "semi-clean", "JOKER", "10H"),
        ("4H 5H 6H 7H 8H 9H JOKER", "run", "dirty", "JOKER", "3H 10H"),  # six and a wild card
        ("3H 4H 5H 6H 7H 8H 2S", "run", "dirty", "2S", "2H 9H"),
        ("AH 2H 3H", "run", None, None, ""),
        ("QH KH AH", "run", None, None, ""),
        ("QH KH AH 2H", "run", None, "2H", "JH"),  # not round the corner: the two is wild
        ("2H 3H 4H 2H", "run", None, "2H", "AH 5H"),  # one in its place, one wild
        ("2H 3H 4H 5H 6H 7H 9H", "run", "dirty", "2H", "8H"),  # a two leaves its place
        ("AH 2H 3H 4H 5H 6H 7H JOKER 9H 10H JH QH KH", "run", "semi-clean", "JOKER", "8H"),  # ace below: seven
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", "run", "clean", None, ""),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JOKER", "run", "semi-clean", "JOKER", "AH"),
        ("KS KD KC", "set", None, None, ""),
        ("KS KS KD JOKER", "set", None, "JOKER", "KS KH KD KC"),
        ("3H 3S 3D 3C 3H 3S 3D 2H", "set", "semi-clean", "2H", "3S 3H 3D 3C"),
        ("3H 3S 3D 3C 3H 3S 2H", "set", "dirty", "2H", "3S 3H 3D 3C"),
        ("3H 3S 3D 3C 3H 3S 3D 3C", "set", "clean", None, ""),
    ],
)  # fmt: skip
def test_melds(text: str, kind: str, burraco: str | None, wild: str | None, stands_for: str) -> None:
    meld = read(text)
    assert isinstance(meld, Meld)
    assert (meld.kind, meld.burraco, meld.wild.code if meld.wild else None) == (kind, burraco, wild)
    assert codes(meld.stands_for) == stands_for.split()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("KH AH 2S 3H", "not_a_meld"),  # round the corner
        ("3H 3S", "not_a_meld"),
        ("", "not_a_meld"),
        ("3H 5H 8H", "not_a_meld"),
        ("3H 4H 4H", "not_a_meld"),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", "not_a_meld"),  # two real aces
        ("9S JOKER JOKER QS", "too_many_wilds"),
        ("9S JOKER 2S 2S", "too_many_wilds"),  # the one two in its place would still leave two
        ("KS KD 2S JOKER", "too_many_wilds"),
        ("5H 5H 2H JOKER", "too_many_wilds"),  # of a rank: no run in which the two had its place
        ("2H 2S 2C", "too_many_wilds"),
        ("2S 5S JOKER", "not_a_meld"),  # the two of the suit is not counted
    ],
)
def test_no_melds(text: str, fault: str) -> None:
    found = read(text)
    assert isinstance(found, Fault)
    assert found.code == fault


def test_the_international_code_has_sets_of_aces_and_threes_only_and_no_semi_clean() -> None:
    assert read("KS KD KC", code="international") == Fault.WRONG_RANK
    assert isinstance(read("AS AD AC 2C", code="international"), Meld)
    eight = read(CLEAN + " JOKER", code="international")
    assert isinstance(eight, Meld)
    assert eight.burraco == "dirty"
    asked = read(CLEAN + " JOKER", code="international", burracos="three")
    assert isinstance(asked, Meld)
    assert asked.burraco == "semi-clean"


@pytest.mark.parametrize(
    ("text", "burraco", "bonus"),
    [
        ("2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", "royal", 300),
        ("JOKER 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", "royal-wild", 250),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JOKER", "royal-wild", 250),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH", "clean", 200),
        ("7S 7S 7H 7H 7D 7D 7C 7C", "eight", 250),
        ("7S 7S 7H 7H 7D 7D 7C 7C 2S", "eight-wild", 200),
        ("7S 7S 7H 7H 7D 7D 7C 2S", "semi-clean", 150),
    ],
)
def test_all_kinds_of_burraco(text: str, burraco: str, bonus: int) -> None:
    meld = read(text, burracos="all")
    assert isinstance(meld, Meld)
    assert (meld.burraco, meld.bonus) == (burraco, bonus)


def test_the_lines_of_a_round() -> None:
    entry = cards([CLEAN, "KS KD KC"], ["QS QD QH JOKER"], hands={B: "5C AD"}, closed_by=A, pots=[A])
    scored = result(entry).rounds[0]
    assert [(str(line.rule), line.side, line.points, codes(line.cards)) for line in scored.lines] == [
        ("clean_burraco", A, 200, CLEAN.split()),
        ("melded", A, 80, ["KS", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "KD", "KC"]),
        ("going_out", A, 100, []),
        ("melded", B, 60, ["QS", "QH", "QD", "JOKER"]),
        ("unplayed", B, -20, ["AD", "5C"]),
        ("pot_left", B, -100, []),
    ]


def test_who_laid_nothing_and_the_partner_of_who_closed_count() -> None:
    assert result(cards([CLEAN], hands={A: "KS", B: "JOKER"}, closed_by=A)).rounds[0].points == {A: 340, B: -30}


def test_three_play_with_a_pot_each() -> None:
    entry = {"melds": {}, "hands": {A: ["3S"], B: ["3D"], "Carla": ["3C"]}, "pots": [A]}
    assert result(entry, sides=(A, B, "Carla")).rounds[0].points == {A: -5, B: -105, "Carla": -105}


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (cards(["KS KD 4H"]), ["invalid_meld"]),
        (cards(["KS KD 7X"]), ["unknown_card"]),
        (cards(["KS KD 4H", "KS KD 7X"]), ["invalid_meld", "unknown_card"]),
        (cards(["JH JH JS"], ["10H JH QH"]), ["too_many_copies"]),
        (cards(hands={A: "JOKER JOKER JOKER", B: "JOKER JOKER"}), ["too_many_copies"]),
        (cards([CLEAN], hands={B: "3D"}, closed_by=A, pots=[B]), ["closed_without_pot"]),
        (cards(["KS KD KC"], hands={B: "3D"}, closed_by=A), ["closed_without_burraco"]),
        (cards(["KS KD 4H"], hands={B: "3D"}, closed_by=A), ["invalid_meld"]),
        (cards([CLEAN], hands={}, closed_by=A), ["bad_round"]),
        (cards([CLEAN], hands={A: "", B: "3D"}), ["bad_count"]),
        (cards([CLEAN], hands={A: "", B: "3D"}, closed_by=A), []),
        (cards([CLEAN], pots=[A, A]), ["bad_round"]),
        (cards([CLEAN], pots=["Zoe"]), ["unknown_side"]),
        (cards([CLEAN], pots=A), ["bad_round"]),
        (cards([CLEAN], closed_by="Zoe"), ["unknown_side"]),
        ({"pots": [A, B]}, ["bad_round"]),
        ({**cards([CLEAN]), "counted": {A: {"hand": 5}, B: {"hand": 5}}}, ["bad_round"]),
        ({"melds": {A: CLEAN}, "hands": {A: ["3S"], B: ["3D"]}}, ["bad_round"]),
        ({"melds": {A: [CLEAN]}, "hands": {A: ["3S"], B: ["3D"]}}, ["bad_round"]),
        ({"melds": {}, "hands": {A: "3S", B: ["3D"]}}, ["bad_round"]),
        (sheet({"cards": 50}, {"hand": -5}), ["bad_count"]),
        (sheet({"cards": 50, "clean": True}, {"hand": 5}), ["bad_count"]),
        (sheet({"cards": 120, "royal": 1, "hand": 5}, {"hand": 5}), ["bad_round"]),
        (sheet({"cards": 120, "hearts": 1, "hand": 5}, {"hand": 5}), ["bad_round"]),
        ({"counted": {A: {"cards": 5, "hand": 5}}}, ["bad_round"]),
        (sheet({"cards": 50}, {"hand": 5}, closed_by=A), ["closed_without_burraco"]),
        # What cannot be read says nothing about the rest.
        (cards([CLEAN], hands={B: "3D"}, closed_by="Zoe"), ["unknown_side"]),
        (cards([CLEAN], hands={A: "", B: "3D"}, closed_by=5), ["bad_round"]),
        (cards([CLEAN], hands={B: "3D"}, closed_by=A, pots=["Zoe"]), ["unknown_side"]),
        (cards([CLEAN], hands={B: "3D"}, closed_by=A, pots=[B, B, "Zoe"]), ["unknown_side", "bad_round"]),
        ({"pots": [A, B], "closed_by": A}, ["bad_round"]),
        ({"melds": {"Zoe": [CLEAN.split()]}, "hands": {B: ["3D"]}, "pots": [A], "closed_by": A}, ["unknown_side"]),
        (sheet({"cards": 50, "hearts": 1}, {"hand": 5}, closed_by=A), ["bad_round"]),
        (cards(["KS KD KC"], hands={A: "1C", B: "3D"}, closed_by=A), ["unknown_card", "closed_without_burraco"]),
    ],
)
def test_what_is_wrong(entry: dict[str, Any], found: list[str]) -> None:
    assert errors(burraco(entry)) == found


def test_an_invalid_meld_says_which_it_is() -> None:
    (problem,) = problems(burraco(cards([CLEAN, "KS KD 4H"])))
    assert (problem.field, problem.side, list(map(str, problem.cards))) == (f"melds.{A}.2", A, ["KS", "KD", "4H"])


def test_too_many_cards() -> None:
    """108 less the last discard, and eleven for a pot that nobody took."""
    pack = [card.code for card in FRENCH.cards]
    double = [*pack, *pack, "JOKER", "JOKER"]
    for left_out, pots, wrong in ((0, [A, B], True), (1, [A, B], False), (1, [A], True), (12, [A], False)):
        hands = {A: double[left_out:60], B: double[60:]}
        found = errors(burraco({"melds": {}, "hands": hands, "pots": pots}))
        assert found == (["too_many_cards"] if wrong else []), left_out


def test_the_international_code_closes_with_a_clean_burraco() -> None:
    closing = cards([DIRTY], hands={B: "3D"}, closed_by=A)
    assert not errors(burraco(closing))
    assert errors(burraco(closing, code="international")) == ["closed_without_burraco"]
    numbers = sheet({"cards": 50, "dirty": 1}, {"hand": 5}, closed_by=A)
    assert errors(burraco(numbers, code="international")) == ["closed_without_burraco"]


@pytest.mark.parametrize(
    ("anna", "bruno", "warned"),
    [
        ({"cards": 50, "hand": 5}, {"hand": 10}, 0),
        ({"cards": 52, "hand": 5}, {"hand": 10}, 1),
        ({"cards": 50, "hand": 4}, {"hand": 10}, 1),
        ({"cards": 1065, "hand": 5}, {"hand": 5}, 0),
        ({"cards": 1065, "hand": 5}, {"hand": 10}, 1),
        ({"cards": 30, "clean": 1, "hand": 5}, {"hand": 5}, 1),
        ({"cards": 85, "clean": 1, "dirty": 1, "hand": 5}, {"hand": 5}, 0),
        ({"cards": 80, "clean": 1, "dirty": 1, "hand": 5}, {"hand": 5}, 1),
        ({"cards": 50, "semi_clean": 1, "hand": 5}, {"hand": 5}, 1),
        ({"cards": 50}, {"hand": 5}, 1),
        ({"cards": 120, "royal": 1, "hand": 5}, {"cards": 40, "eight": 1, "hand": 5}, 1),
        ({"cards": 120, "royal_wild": 1, "hand": 5}, {"cards": 40, "eight": 1, "hand": 5}, 0),
        ({"cards": 120, "royal": 1, "hand": 5}, {"cards": 60, "eight_wild": 1, "hand": 5}, 1),
    ],
)
def test_values_that_no_cards_make(anna: dict[str, int], bruno: dict[str, int], warned: int) -> None:
    scored = result(sheet(anna, bruno), burracos="all").rounds[0]
    assert [warning.code for warning in scored.warnings] == ["impossible_card_value"] * warned
    assert [check.code for check in scored.checks] == ([] if warned else ["card_values"])


def test_a_second_set_of_a_rank_is_warned_of_and_counts() -> None:
    scored = result(cards(["KS KD KC", "KH KS JOKER"])).rounds[0]
    assert [(warning.code, warning.side) for warning in scored.warnings] == [("two_sets_of_rank", A)]
    assert scored.points[A] == 30 + 50 - 5


@pytest.mark.parametrize(
    ("anna", "bruno", "own", "eburraco", "gametwist"),
    [
        (505, 500, ("reached_target", [A]), ("reached_target", [A]), ("reached_target", [A])),
        (510, 505, ("more_points", [A]), ("more_points", [A]), ("silent", [])),
        (505, 505, ("play_on", []), ("silent", []), ("silent", [])),
        (500, 500, ("play_on", []), ("play_on", []), ("play_on", [])),
    ],
)
def test_the_end(anna: int, bruno: int, own: Any, eburraco: Any, gametwist: Any) -> None:
    entry = sheet({"cards": anna + 5, "hand": 5}, {"cards": bruno + 5, "hand": 5})
    asked = answer({"ask": "tiebreak", **burraco(entry, target=505)})
    assert isinstance(asked, Tiebreak)
    told = asked.as_dict()
    found = [(each["code"], each["winners"]) for each in (told["own"], *told["verdicts"])]
    assert found == [own, eburraco, gametwist]


def closing(**parts: Any) -> list[str]:
    asked = {"ask": "close", "game": "burraco", "pot": True, "table": [CLEAN.split()], **parts}
    return [error["code"] for error in answer(asked).as_dict()["errors"]]


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        ({"hand": ["4S"], "discard": "4S"}, []),
        ({"hand": ["JH", "4S"], "attach": [[CLEAN.split(), "JH"]], "discard": "4S"}, []),
        ({"hand": ["QH", "JH", "4S"], "attach": [[CLEAN.split(), c] for c in ("QH", "JH")], "discard": "4S"}, []),
        (
            {
                "hand": ["JH", "QH", "4S"],
                "attach": [[CLEAN.split(), "JH"], [[*CLEAN.split(), "JH"], "QH"]],
                "discard": "4S",
            },
            [],
        ),
        ({"hand": ["QH", "4S"], "attach": [[CLEAN.split(), "QH"]], "discard": "4S"}, ["not_attachable"]),
        ({"hand": ["KH", "4S"], "attach": [[["KS", "KD", "KC"], "KH"]], "discard": "4S"}, ["not_attachable"]),
        (  # twelve equal melds are tried as one: 12 ** 8 ways would take hours
            {"hand": ["4S"], "table": [CLEAN.split()] * 12, "attach": [[CLEAN.split(), "4D"]] * 8, "discard": "4S"},
            ["not_attachable", "not_in_hand", "too_many_copies"],
        ),
        (  # 40 ** 4 ways to share out the twos alone
            {
                "hand": ["4S"],
                "table": [CLEAN.split()] * 2,
                "attach": [[CLEAN.split(), f"2{suit}"] for suit in "HDCS"] * 40,
                "discard": "4S",
            },
            ["not_attachable", "not_in_hand"],
        ),
        ({"hand": ["4S"], "discard": "5S"}, ["not_in_hand", "cards_left"]),
        ({"hand": ["4S"]}, ["no_discard"]),
        ({"hand": ["4S", "5S"], "discard": "4S"}, ["cards_left"]),
        ({"hand": ["JOKER"], "discard": "JOKER"}, ["wild_discard"]),
        ({"hand": ["KS", "KD", "4S"], "melds": [["KS", "KD"]], "discard": "4S"}, ["not_a_meld"]),
        (
            {"hand": ["KS", "JOKER", "2S", "4S"], "melds": [["KS", "JOKER", "2S"]], "discard": "4S"},
            ["not_a_meld"],  # as a run: the two of spades is not counted
        ),
        ({"hand": ["4H"], "table": [CLEAN.split(), ["4H", "4H", "4S"]], "discard": "4H"}, ["too_many_copies"]),
        ({"hand": ["4S"], "table": [["KS", "KD", "KC"]], "pot": False, "discard": "4S"}, ["no_burraco", "no_pot"]),
        ({"hand": ["4S"], "table": [DIRTY.split()], "discard": "4S"}, []),
        (
            {"hand": ["4S"], "table": [DIRTY.split()], "discard": "4S", "options": {"code": "international"}},
            ["no_clean_burraco"],
        ),
    ],
)
def test_closing(parts: dict[str, Any], found: list[str]) -> None:
    assert closing(**parts) == found


def test_cards_are_shared_out_between_equal_melds() -> None:
    """Two runs of the same cards: each takes one of the two sevens."""
    run = ["4S", "5S", "6S"]
    parts = {"table": [CLEAN.split(), run, run], "attach": [[run, "7S"], [run, "7S"]], "discard": "KD"}
    assert closing(hand=["7S", "7S", "KD"], **parts) == []
    parts["attach"] = [[run, card] for card in ("7S", "8S", "9S", "10S", "3S", "7S", "8S", "9S", "10S")]
    assert closing(hand=[*(card for _, card in parts["attach"]), "KD"], **parts) == []
    laid = ["7S", "8S", "9S", "10S", "JOKER"]  # clean with the joker on the other run
    only = {"table": [run, run], "attach": [[run, card] for card in laid], "options": {"code": "international"}}
    assert closing(hand=[*laid, "KD"], discard="KD", **only) == []


@pytest.mark.parametrize("wild", [["JOKER"], ["JOKER", "JOKER"], ["JOKER", "2D"]])
def test_many_cards_are_shared_out_with_a_wild_card_on_each_of_two_equal_melds(wild: list[str]) -> None:
    """With ten different cards all were laid to one meld, on which a second joker does not fit."""
    run = ["4H", "5H", "6H"]
    laid = ["3H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH", *wild]
    code = "italian" if wild[1:] else "international"
    parts = {"table": [run, run], "attach": [[run, card] for card in laid], "options": {"code": code}}
    assert closing(hand=[*laid, "KD"], discard="KD", **parts) == []


@pytest.mark.parametrize(
    "question",
    [
        {"ask": "meld", "meld": ["KS", "KS", "KS"]},
        {"ask": "attach", "meld": ["KS", "KS", "KD"], "card": "KS"},
        {"ask": "attach", "meld": ["KS", "4D", "KH"], "card": "KC"},
        {"ask": "close", "hand": ["4S"], "discard": "4S"},
        {"ask": "close", "hand": ["4S"], "discard": "4S", "pot": True, "attach": [["4S", "5S"]]},
        {"ask": "close", "hand": ["4S"], "discard": "4S", "pot": True, "table": ["4S"]},
        {"ask": "close", "hand": ["4S"], "discard": "4S", "pot": True, "melds": {}, "attach": {}},
    ],
)
def test_questions_that_cannot_be_answered(question: dict[str, Any]) -> None:
    with pytest.raises(InvalidQuestion):
        answer({"game": "burraco", **question})


def test_every_fault_of_a_question_is_found() -> None:
    with pytest.raises(InvalidQuestion) as refusal:
        answer({"ask": "attach", "game": "burraco", "meld": ["KS", "4D", "KH"], "card": "KX"})
    assert [problem.code for problem in refusal.value.problems] == ["invalid_meld", "unknown_card"]
