"""Scala 40 as worked examples (scala40.de.txt; rules.md, section 4), then as properties."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import FRENCH, JOKER, codes
from scoring.hands_left import Fault as HandsFault
from scoring.match import MatchScore, score_document
from scoring.melds import JOKERS, PACKS
from scoring.options import describe
from scoring.problems import InvalidEntry, Why
from scoring.referee import Tiebreak, answer
from scoring.scala40.count import PIPS, is_possible, pips
from scoring.scala40.options import Options
from tests.scoring.rounds import A, B, C, D, errors, problems
from tests.scoring.test_cases import cases
from tests.scoring.test_cases import test_score as assert_score
from tests.shares import examples

DEAREST = "JOKER JOKER KH KS KD KC AH"  # 101
HUNDRED = "JOKER JOKER KH KS KD KC QH"
WHOLE = "2H 2S 2D 2C 3H 3S 3D 3C 4H 4S 4D 4C 5H"  # 13 cards, 41


def scala(*rounds: dict[str, Any], sides: tuple[str, ...] = (A, B, C), **options: Any) -> dict[str, Any]:
    """A match as the contract's JSON."""
    return {"game": "scala40", "options": options, "sides": list(sides), "rounds": list(rounds)}


def closed(closer: str, **left: str | int) -> dict[str, Any]:
    """A round: what is left to each side, as codes in one text or as a number."""
    hands = {side: hand.split() for side, hand in left.items() if isinstance(hand, str)}
    penalties = {side: hand for side, hand in left.items() if isinstance(hand, int)}
    return {"closer": closer, "hands": hands, "penalties": penalties}


def result(*rounds: dict[str, Any], sides: tuple[str, ...] = (A, B, C), **options: Any) -> MatchScore:
    return score_document(scala(*rounds, sides=sides, **options))


def lines(scored: MatchScore, number: int = -1) -> list[tuple[str, str | None, int]]:
    return [(str(line.rule), line.side, line.points) for line in scored.rounds[number].lines]


def test_pips_of_the_source() -> None:
    """ "Die Figuren haben einen Wert von 10 Punkten", an ace 11, "Der Joker ... 25"."""
    assert lines(result(closed(A, Bruno="KH QS AC 5D JOKER", Carla="2H"))) == [
        ("hand", A, 0), ("hand", B, 61), ("hand", C, 2),
    ]  # fmt: skip


@pytest.mark.parametrize(("lone_ace", "hand", "points"), [(11, "AH", 11), (1, "AH", 1), (1, "AH AS", 22), (1, "2H", 2)])
def test_an_ace_as_the_only_card(lone_ace: int, hand: str, points: int) -> None:
    assert lines(result(closed(A, Bruno=hand, Carla="2H"), lone_ace=lone_ace))[1] == ("hand", B, points)


def test_closed_in_hand_doubles_whatever_the_hand_counts() -> None:
    """ "die Punkte der Gegenspieler verdoppeln sich": a flat full hand and a lone ace too."""
    entry = {**closed(A, Bruno=WHOLE, Carla="AH"), "in_hand": True}
    assert lines(result(entry, lone_ace=1, full_hand=100)) == [
        ("hand", A, 0), ("full_hand", B, 100), ("in_hand", B, 100), ("hand", C, 1), ("in_hand", C, 1),
    ]  # fmt: skip


def test_closed_in_hand_for_a_bonus() -> None:
    """ "einen Punktebonus (festzulegen, z. B. -25) ... anstatt der Verdoppelung" """
    scored = result({**closed(A, Bruno="KH", Carla="2H"), "in_hand": True}, in_hand="bonus")
    assert lines(scored) == [("hand", A, 0), ("hand", B, 10), ("hand", C, 2), ("bonus", A, -25)]
    assert scored.totals[A] == -25
    assert lines(result(closed(A, Bruno="KH", Carla="2H"), in_hand="bonus"))[-1] == ("hand", C, 2)


def test_a_flat_full_hand() -> None:
    """Thirteen cards, or a side that has not opened, by whatever it was entered."""
    entry = {**closed(A, Bruno=WHOLE, Carla=57, Dino="2H 3H"), "unopened": [C, D]}
    four = (A, B, C, D)
    assert lines(result(entry, sides=four, full_hand=200, limit=501))[1:] == [
        ("full_hand", B, 200), ("full_hand", C, 200), ("full_hand", D, 200),
    ]  # fmt: skip
    assert lines(result(entry, sides=four))[1:] == [("hand", B, 41), ("hand", C, 57), ("hand", D, 5)]


@pytest.mark.parametrize(("out_at", "out"), [("reach", [C]), ("exceed", [])])
def test_the_limit(out_at: str, out: list[str]) -> None:
    """Exactly 100 stays in; exactly 101 is out at the limit, and in where it must be passed."""
    scored = result(closed(A, Bruno=HUNDRED, Carla=DEAREST), out_at=out_at)
    assert (scored.totals, list(scored.out), scored.finished) == ({A: 0, B: 100, C: 101}, out, False)


def test_the_last_one_in_wins_and_who_is_out_gets_nothing_more() -> None:
    scored = result(closed(A, Bruno="KH", Carla=DEAREST), closed(B, Anna=HUNDRED), closed(B, Anna="2H"))
    assert (scored.totals, scored.winners, scored.out) == ({A: 102, B: 10, C: 101}, (B,), (A, C))
    assert scored.ruling is not None
    assert (scored.ruling.code, scored.ruling.authority) == ("last_standing", "source")
    assert scored.rounds[1].points == {A: 100, B: 0, C: 0}


def test_rejoin_at_the_highest_of_those_still_in() -> None:
    entry = {**closed(A, Bruno="KH", Carla=DEAREST, Dino=150), "rejoin": [D, C]}
    scored = result(entry, sides=(A, B, C, D), rejoin="highest-once")
    assert (scored.totals, scored.out) == ({A: 0, B: 10, C: 10, D: 10}, ())
    assert lines(scored)[-2:] == [("rejoin", D, -140), ("rejoin", C, -91)]


def test_rejoin_in_a_later_round() -> None:
    later = {**closed(B, Anna="2H"), "rejoin": [C]}
    scored = result(closed(A, Bruno="KH", Carla=DEAREST), later, rejoin="highest-once")
    assert (scored.totals, scored.out) == ({A: 2, B: 10, C: 10}, ())


@pytest.mark.parametrize(
    ("rounds", "options", "why"),
    [
        ([{**closed(A, Bruno="KH", Carla=DEAREST), "rejoin": [C]}], {}, Why.NOT_PLAYED),
        ([{**closed(A, Bruno="KH", Carla="KS"), "rejoin": [C]}], {"rejoin": "highest-once"}, HandsFault.STILL_IN),
        ([{**closed(A, Bruno=DEAREST, Carla=150), "rejoin": [C]}], {"rejoin": "highest-once"}, HandsFault.LAST_IN),
        (
            [
                {**closed(A, Bruno="KH", Carla=DEAREST), "rejoin": [C]},
                {**closed(A, Bruno="KH", Carla=DEAREST), "rejoin": [C]},
            ],
            {"rejoin": "highest-once"},
            HandsFault.REJOINED,
        ),
    ],
)
def test_who_cannot_rejoin(rounds: list[dict[str, Any]], options: dict[str, Any], why: Why) -> None:
    found = problems(scala(*rounds, **options))
    assert [(problem.code, problem.round, problem.why) for problem in found] == [("bad_round", len(rounds) - 1, why)]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (closed(A, Bruno="KH KH", Carla="KH"), ["too_many_copies"]),
        (closed(A, Bruno="JOKER JOKER JOKER", Carla="JOKER JOKER"), ["too_many_copies"]),
        (closed(A, Bruno="JOKER JOKER", Carla="JOKER JOKER"), []),
        (closed(A, Anna="2H", Bruno="KH", Carla="KS"), ["closer_has_cards"]),
        (closed(A, Anna=3, Bruno="KH", Carla="KS"), ["closer_has_cards"]),
        (closed(A, Anna="", Bruno="KH", Carla="KS"), []),
        (closed(A, Bruno="", Carla="KS"), ["bad_count"]),
        (closed(A, Bruno=WHOLE + " 6H", Carla="KS"), ["bad_count"]),
        (closed(A, Bruno=-1, Carla="KS"), ["bad_count"]),
        (closed(A, Bruno="1H", Carla="KS"), ["unknown_card"]),
        (closed(A, Bruno="KH"), ["bad_round"]),
        (closed("Dino", Bruno="KH", Carla="KS", Anna="QH"), ["unknown_side"]),
        ({"hands": {B: ["KH"], C: ["KS"]}}, ["bad_round"]),
        ({**closed(A, Bruno="KH", Carla="KS"), "penalties": {B: 10}}, ["bad_round"]),
        ({**closed(A, Bruno="KH", Carla="KS"), "in_hand": 1}, ["bad_round"]),
        ({**closed(A, Bruno="KH", Carla="KS"), "unopened": [A]}, ["bad_round"]),
        ({**closed(A, Bruno="KH", Carla="KS"), "unopened": ["Dino"]}, ["unknown_side"]),
        ({**closed(A, Bruno="KH", Carla="KS"), "sweeps": {}}, ["bad_round"]),
        ({**closed(A, Bruno="KH", Carla="KS"), "hands": []}, ["bad_round", "bad_round"]),
    ],
)
def test_what_is_wrong_with_a_round(entry: dict[str, Any], expected: list[str]) -> None:
    assert errors(scala(entry)) == expected


def test_every_error_at_once_with_its_cards_and_sides() -> None:
    entry = {**closed(A, Anna="2H", Bruno="KH KH XX", Dino="KH"), "in_hand": "yes", "unopened": ["Eva"]}
    found = problems(scala(entry))
    assert [(problem.code, problem.side, list(problem.sides), [str(card) for card in problem.cards])
            for problem in found] == [
        ("bad_round", None, [], []),
        ("unknown_side", D, [], []),
        ("closer_has_cards", A, [], ["2H"]),
        ("unknown_card", B, [], ["XX"]),
        ("too_many_copies", None, [B, D], ["KH"]),
        ("bad_round", None, [C], []),
        ("unknown_side", "Eva", [], []),
    ]  # fmt: skip


def test_who_is_out_plays_no_more() -> None:
    first = closed(A, Bruno="KH", Carla=DEAREST)
    assert errors(scala(first, closed(A, Bruno="KH", Carla="2H"))) == ["bad_round"]
    assert errors(scala(first, closed(C, Anna="KH", Bruno="2H"))) == ["bad_round"]
    assert errors(scala(first, {**closed(A, Bruno="KH"), "unopened": [C]})) == ["bad_round"]
    assert errors(scala(first, closed(A, Bruno="KH"))) == []


def test_after_a_round_that_cannot_be_read_nobody_knows_who_is_out() -> None:
    """Carla went out in the first round; the typing mistake in it must not make the second wrong as well."""
    assert errors(scala(closed(A, Bruno="XX", Carla=DEAREST), closed(A, Bruno="KH"))) == ["unknown_card"]


@pytest.mark.parametrize(("jokers", "most"), [(True, 198), (False, 138)])
def test_penalties_that_no_hand_makes(jokers: bool, most: int) -> None:
    """Every number from 2 to 198 can be made out of two packs, without jokers to 138; found by trying."""
    reached = {(0, 0)}
    stock = [JOKERS if jokers else 0] + [4 * PACKS] * 13
    for rank, copies in enumerate(stock):
        reached = {(n + k, total + k * PIPS[rank]) for n, total in reached for k in range(min(copies, 13 - n) + 1)}
    made = {total for n, total in reached if n}
    options = Options(lone_ace=11, jokers=jokers)
    assert {number for number in range(300) if is_possible(number, options)} == made
    assert {n for n in range(300) if is_possible(n, Options(lone_ace=1, jokers=jokers))} == made | {1}
    whole = {total for n, total in reached if n == 13}
    assert (min(whole), max(whole)) == (31, most)


class TestWithoutJokers:
    """Option `jokers` false: the packs have none."""

    def test_a_joker_is_no_card(self) -> None:
        found = problems(scala(closed(A, Bruno="JOKER 5H", Carla="joker XX"), jokers=False))
        assert [(str(each.code), each.side, each.why, list(map(str, each.cards))) for each in found] == [
            ("unknown_card", B, Why.TAKEN_OUT, ["JOKER"]),
            ("unknown_card", C, Why.TAKEN_OUT, ["JOKER"]),
            ("unknown_card", C, None, ["XX"]),
        ]

    def test_and_none_in_an_opening(self) -> None:
        question = {"ask": "opening", "game": "scala40", "melds": [["JOKER", "KH", "KS"]]}
        with pytest.raises(InvalidEntry) as refusal:
            answer({**question, "options": {"jokers": False}})
        assert [problem.code for problem in refusal.value.problems] == ["unknown_card"]

    def test_a_number_that_needs_one_is_warned_of(self) -> None:
        score = result(closed(A, Bruno=138, Carla=139), jokers=False)
        assert [warning.side for warning in score.rounds[0].warnings] == [C]


def test_six_sides_play() -> None:
    sides = (A, B, C, D, "Eva", "Fabio")
    score = result(closed(A, Bruno=5, Carla=10, Dino=20, Eva=30, Fabio=40), sides=sides)
    assert list(score.totals.values()) == [0, 5, 10, 20, 30, 40]
    assert errors(scala(sides=(*sides, "Gina"))) == ["bad_sides"]


def test_copies_are_checked_where_cards_were_entered() -> None:
    """ "No card more often than the packs have it"; a number shows no cards."""
    assert [check.code for check in result(closed(A, Bruno="KH", Carla=5)).rounds[0].checks] == ["copies"]
    assert result(closed(A, Bruno=4, Carla=5)).rounds[0].checks == ()


@pytest.mark.parametrize(
    ("penalty", "options", "warned"),
    [(198, {}, False), (199, {}, True), (1, {}, True), (1, {"lone_ace": 1}, False), (200, {"full_hand": 200}, False)],
)
def test_the_warning_about_a_penalty(penalty: int, options: dict[str, Any], warned: bool) -> None:
    scored = result(closed(A, Bruno=penalty, Carla=2), limit=501, **options)
    assert [warning.code for warning in scored.rounds[0].warnings] == ["penalty_out_of_range"] * warned


@pytest.mark.parametrize(
    "late", [closed(A), closed(A, Bruno=5), closed(B, Anna=30), {**closed(B, Anna=101), "rejoin": [A]}]
)
def test_after_the_end(late: dict[str, Any]) -> None:
    """A later round, "an edit can make them", is shown and does not count (rules.md, the head), whoever played it."""
    scored = result(closed(A, Bruno=DEAREST), late, sides=(A, B), rejoin="highest-once")
    assert (scored.winners, scored.totals) == ((A,), {A: 0, B: 101})
    assert [warning.code for warning in scored.rounds[1].warnings] == ["after_finish"]
    assert "rejoin" not in [line.rule for line in scored.rounds[1].lines]


def test_every_round_says_who_is_out_after_it() -> None:
    first, second = closed(A, Bruno="KH", Carla=DEAREST), closed(A, Bruno="KH")
    assert [each.out for each in result(first, second).rounds] == [(C,), (C,)]
    assert result({**first, "rejoin": [C]}, rejoin="highest-once").rounds[0].out == ()


@pytest.mark.parametrize("case", [case for case in cases("score-4") if case["input"].get("game") == "scala40"],
                         ids=lambda case: case["name"])  # fmt: skip
def test_the_public_cases(case: dict[str, Any]) -> None:
    assert_score(case)


def verdicts(*rounds: dict[str, Any], **options: Any) -> dict[str, tuple[list[str], str]]:
    answered = answer({"ask": "tiebreak", **scala(*rounds, **options)})
    assert isinstance(answered, Tiebreak)
    said: Any = answered.as_dict()["verdicts"]
    return {verdict["authority"]: (verdict["winners"], verdict["code"]) for verdict in said}


def test_the_authorities_differ_on_exactly_the_limit() -> None:
    level = closed(A, Bruno=DEAREST, Carla=102)
    assert verdicts(level) == {
        "source": ([A], "last_standing"), "qualcherisposta": ([A], "last_standing"), "tg24": ([], "play_on"),
    }  # fmt: skip
    assert verdicts(level, closed(B, Anna=150), out_at="exceed")["source"] == ([A], "last_standing")
    assert verdicts(level, closed(B, Anna=150), out_at="exceed")["tg24"] == ([B], "last_standing")


def test_an_authority_that_would_have_nobody_left_is_silent() -> None:
    first, second = closed(B, Anna=101, Carla=60), closed(A, Bruno=150, Carla=60)
    assert verdicts(first, second, out_at="exceed")["source"] == ([], "silent")


def test_totals_before_that_leave_nobody_in() -> None:
    """Nobody is in, whatever the authority: no verdict plays on."""
    asked = {"ask": "tiebreak", **scala(sides=(A, B)), "before": {A: 102, B: 120}}
    said = answer(asked).as_dict()
    assert said["own"]["code"] == "silent"
    assert {verdict["code"] for verdict in said["verdicts"]} == {"silent"}


two_packs = st.permutations([*FRENCH.cards, *FRENCH.cards, FRENCH.cards[-1], FRENCH.cards[-1]])


@given(two_packs)
def test_an_untouched_hand_costs_31_to_198(deck: list[Any]) -> None:
    assert 31 <= pips(deck[:13]) <= 198


@st.composite
def played(draw: st.DrawFn) -> dict[str, Any]:
    """A legal match: hands out of two packs or numbers, until it is over or long enough."""
    options = {
        option.name: draw(st.sampled_from([*option.values, *option.offered, option.default]))
        for option in describe(Options)
    }
    sides = [A, B, C, D, "Eva", "Fabio"][: draw(st.integers(2, 6))]
    document = scala(sides=tuple(sides), **options)
    for _ in range(draw(st.integers(1, 8))):
        standing = score_document(document)
        inside = [side for side in sides if side not in standing.out]
        if standing.finished:
            break
        closer, deck = draw(st.sampled_from(inside)), draw(two_packs)
        deck = [card for card in deck if options["jokers"] or card != JOKER]
        entry: dict[str, Any] = {"closer": closer, "in_hand": draw(st.booleans()), "hands": {}, "penalties": {}}
        for place, side in enumerate(side for side in inside if side != closer):
            if draw(st.booleans()):
                entry["penalties"][side] = draw(st.integers(0, 200))
            else:
                entry["hands"][side] = codes(deck[place * 13 :][: draw(st.integers(1, 13))])
        entry["unopened"] = draw(st.lists(st.sampled_from([s for s in inside if s != closer]), unique=True, max_size=2))
        document["rounds"].append(entry)
        after = score_document(document)
        if options["rejoin"] == "highest-once" and not after.finished and after.out and draw(st.booleans()):
            back = draw(st.sampled_from(after.out))
            entry["rejoin"] = [back]
            if errors(document):
                del entry["rejoin"]
    return document


@settings(deadline=None, max_examples=examples(60))
@given(played())
def test_a_match_of_any_rules(document: dict[str, Any]) -> None:
    """Totals fall by a bonus or a rejoin only, the closer never goes out, someone is always in, and out is out."""
    scored = score_document(document)
    totals = dict.fromkeys(document["sides"], 0)
    gone: set[str] = set()
    for number, counted in enumerate(scored.rounds):
        now = score_document({**document, "rounds": document["rounds"][: number + 1]})
        back = {line.side for line in counted.lines if line.rule == "rejoin"}
        for line in counted.lines:
            assert line.points >= 0 or line.rule in ("bonus", "rejoin")
        for side, points in counted.points.items():
            assert side not in gone or points == 0 or side in back
            totals[side] += points
        assert now.totals == totals
        assert gone - back <= set(now.out)
        assert document["rounds"][number]["closer"] not in now.out
        gone = set(now.out)
        assert now.finished == (len(gone) == len(totals) - 1)
        assert not now.finished or set(now.winners) == set(totals) - gone
