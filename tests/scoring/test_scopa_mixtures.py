"""Mixtures of variants, cirulla, and the four of whom one sits out (rules.md, section 1)."""

from itertools import product
from random import Random
from typing import Any

import pytest

from scoring.cards import codes
from scoring.fishing import Award
from scoring.fishing import Fault as Shared
from scoring.lines import Reason
from scoring.options import read_options
from scoring.problems import Report, Why
from scoring.scopa.coins import impossible
from scoring.scopa.options import Fault, Options
from scoring.scopa.reading import WITH_POINTS
from tests.oracles import scopa
from tests.oracles.scopa_table import random_rules, rules_of
from tests.scoring.rounds import A, B, C, D, cards, counted, errors, line, match, problems, rest_of, result, won
from tests.shares import examples

FOUR = (A, B, C, D)
TENS = {A: cards("*D *C"), B: cards("*S"), C: cards("*B")}
ODD = {A: cards("*D *C 1S"), B: cards("2-10S *B")}
EVEN = {A: cards("*D *C 1S 1B"), B: cards("2-10S 2-10B")}
FIFTEENS = {A: cards("1-5D"), B: cards("6-10D *C *S *B")}
"""15, and 205 = 13 x 15 + 10."""


def found(piles: dict[str, list[str]], sides: tuple[str, ...] = (A, B), **options: Any) -> tuple[set[str], set[str]]:
    """(Warnings, checks) of a round."""
    score = counted(piles, sides=sides, **options)
    return {warning.code for warning in score.warnings}, {check.code for check in score.checks}


# Proofs depend on how cards capture, not on the variant's name.


@pytest.mark.parametrize(
    "options",
    [{}, {"variant": "scopone"}, {"variant": "scientifico"}, {"variant": "sevens"},
     {"variant": "quindici", "takes": "sum"}, {"variant": "assi", "ace": "plain"}],
)  # fmt: skip
def test_an_odd_pile_is_a_proof_where_cards_take_their_value(options: dict[str, Any]) -> None:
    assert found(ODD, **options) == ({"odd_pile"}, {"all_cards"})
    assert found(EVEN, **options) == (set(), {"all_cards", "even_sums"})


@pytest.mark.parametrize(
    "options",
    [{"variant": "assi"}, {"variant": "scientifico", "ace": "takes-all"}, {"variant": "cirulla"}, {"takes": "both"},
     {"takes": "fifteen", "ace": "takes-all"}],
)  # fmt: skip
def test_nothing_is_proven_where_an_ace_takes_all_or_a_card_takes_both_ways(options: dict[str, Any]) -> None:
    assert found(ODD, **options) == found(EVEN, **options) == (set(), {"all_cards"})


@pytest.mark.parametrize("options", [{"variant": "quindici"}, {"takes": "fifteen", "hand": 9}])
def test_fifteens_have_the_arithmetic_of_escoba(options: dict[str, Any]) -> None:
    assert found(ODD, **options) == ({"pile_not_fifteen"}, {"all_cards"})
    assert found(FIFTEENS, **options) == (set(), {"all_cards"})
    with_rest = result({"piles": FIFTEENS, "rest": {"side": B, "cards": ["10S"]}}, **options).rounds[0]
    assert [check.value for check in with_rest.checks if check.code == "fifteens"] == [10]
    wrong = result({"piles": FIFTEENS, "rest": {"side": B, "cards": ["9S"]}}, **options).rounds[0]
    assert [check.code for check in wrong.checks] == ["all_cards"]


def test_of_awards_nothing_can_be_verified() -> None:
    assert result(won(A, A, A, A)).rounds[0].checks == ()


def test_an_ace_that_takes_itself_makes_a_pile_of_one_card() -> None:
    single = {A: cards("1D"), B: rest_of(cards("1D"))}
    assert "single_card_pile" in found(single, variant="assi")[0]
    assert found(single, variant="assi", ace_alone="takes-itself")[0] == set()
    no_ace_takes_all = found(single, variant="quindici", ace_alone="takes-itself")
    assert "single_card_pile" in no_ace_takes_all[0]


# Counting.


def test_the_quick_count_of_sevens_in_any_variant() -> None:
    score = counted(EVEN, variant="quindici", count="sevens")
    assert [each.rule for each in score.lines][3] == "sevens"
    assert [each.rule for each in counted(EVEN, variant="sevens", count="primiera").lines][3] == "primiera"
    assert errors(match({"awards": {"primiera": A}}, count="sevens")) == ["bad_round"]
    assert errors(match({"awards": {"sevens": A}}, count="sevens")) == []


@pytest.mark.parametrize(
    ("held", "winner", "reason"),
    [
        ("7D 7C 7S", A, Reason.MOST),
        ("7D 7C 7S 7B", A, Reason.MOST),
        ("7D 7C", None, Reason.TIE),
        ("7D", B, Reason.MOST),
    ],
)
def test_settanta(held: str, winner: str | None, reason: Reason) -> None:
    """Three or four sevens win it, at two each nobody does (spazioinwind); no suit and no figure matters."""
    anna = cards(held)
    for missing in ("loses", "no-compete", "sum"):
        score = line(counted({A: anna, B: rest_of(anna)}, primiera="settanta", primiera_missing=missing), "primiera")
        assert (score.side, score.reason) == (winner, reason)


def test_settanta_of_three_sides() -> None:
    """Two sevens against one and one are not three."""
    anna, bruno = cards("7D 7C"), cards("7S")
    score = line(
        counted({A: anna, B: bruno, C: rest_of(anna, bruno)}, sides=(A, B, C), primiera="settanta"), "primiera"
    )
    assert (score.side, score.reason, score.counts) == (None, Reason.TOO_FEW, {A: 2, B: 1, C: 1})


@pytest.mark.parametrize(
    ("coins", "points"), [("1-3D", 3), ("1-4D 6D", 4), ("1-6D", 6), ("1-9D", 6), ("*D", 6), ("2-10D", 0), ("1-2D", 0)]
)
def test_small(coins: str, points: int) -> None:
    """Ace, two, three of coins 3 and each of 4, 5, 6 in turn 1 more, 6 at most."""
    anna = cards(coins)
    score = line(counted({A: anna, B: rest_of(anna)}, small=True), "small")
    assert (score.side, score.points, len(score.cards)) == ((A, points, points) if points else (None, 0, 0))


@pytest.mark.parametrize(("coins", "winner"), [("8-10D", A), ("1-7D", B), ("8-9D", None), ("10D", None)])
def test_great(coins: str, winner: str | None) -> None:
    """Knave, horse and king of coins in one pile: 5."""
    anna = cards(coins)
    score = line(counted({A: anna, B: rest_of(anna)}, great=True), "great")
    assert (score.side, score.points, codes(score.cards)) == ((winner, 5, cards("8-10D")) if winner else (None, 0, []))


ALL_COINS = {A: cards("*D *C"), B: cards("*S *B")}


def test_no_napola_beside_the_small() -> None:
    """All ten coins do not win the match there, but in cirulla, which says so itself."""
    for options in ({"small": True}, {"variant": "cirulla", "cappotto": "napola"}):
        over = result({"piles": ALL_COINS}, napola=True, target=50, **options)
        assert "napola" not in [each.rule for each in over.rounds[0].lines]
        assert not over.finished
        assert errors(match({"awards": {"napola": {"side": A, "points": 3}}}, napola=True, **options)) == ["bad_round"]


@pytest.mark.parametrize(
    ("options", "wins"),
    [
        ({}, False),
        ({"napola": True}, True),
        ({"napola": True, "cappotto": "never"}, False),
        ({"cappotto": "always"}, True),
        ({"variant": "cirulla"}, True),
        ({"variant": "cirulla", "cappotto": "never"}, False),
        ({"variant": "sevens", "cappotto": "always"}, True),
    ],
)
def test_all_ten_coins_win_at_once_where_that_is_played(options: dict[str, Any], wins: bool) -> None:
    """ "all ten coins in one pile win the match at once whatever the totals", entered as piles or as the award."""
    for entry in ({"piles": ALL_COINS}, {"awards": {"coins": A, "settebello": A, "cappotto": A}}):
        if "awards" in entry and not wins:
            assert errors(match(entry, **options)) == ["bad_round"]
            continue
        over = result({"adjust": [{"side": B, "points": 40, "reason": "agreed"}], **entry}, target=50, **options)
        assert (over.finished, over.winners) == (wins, (A,) if wins else ())
        assert (over.ruling.code if over.ruling else None) == ("cappotto" if wins else None)
        assert "cappotto" not in [each.rule for each in over.rounds[0].lines]


def test_all_ten_coins_are_held_against_the_other_awards() -> None:
    """Nobody else can have the settebello then."""
    score = result({"awards": {"coins": A, "settebello": B, "cappotto": A}}, cappotto="always").rounds[0]
    assert [(each.field, each.why) for each in score.warnings] == [("awards.cappotto", Shared.WITHOUT_SETTEBELLO)]


@pytest.mark.parametrize("sides", [(A, B), (A, B, C)])
@pytest.mark.parametrize("options", [{"napola": True}, {"great": True, "small": True}, {"great": True, "napola": True}])
def test_awards_are_doubted_where_no_way_of_the_coins_gives_them(
    sides: tuple[str, ...], options: dict[str, Any]
) -> None:
    """Every tuple of awards against every way in which ten coins can lie; none is warned of wrongly, none is missed."""
    rules = rules_of({**options, "re_bello": True})
    given = {tuple(way[name] for name in scopa.OF_COINS if rules.get(name, True)) for way in scopa.ways(sides, False)}
    names = [name for name in scopa.OF_COINS if rules.get(name, True)]
    values = [(*sides, None)] * 3 + [
        [None, *[(side, points) for side in sides for points in WITH_POINTS[name]]] for name in names[3:]
    ]
    read = read_options(Options, {**options, "re_bello": True}, Report())
    drawn = list(product(*values))
    for each in drawn if len(drawn) < 5000 else Random(1).sample(drawn, 4000):
        awards = {
            name: Award(*who) if isinstance(who, tuple) else Award(who)
            for name, who in zip(names, each, strict=True)
            if who is not None
        }
        assert bool(list(impossible(awards, read, sides))) == (each not in given), each


@pytest.mark.parametrize("name", ["great", "small"])
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"side": A, "points": 5}, []),
        ({"side": A, "points": 7}, ["bad_count"]),
        ({"side": A, "points": 2}, ["bad_count"]),
        ({"side": A, "points": "5"}, ["bad_count"]),
        ({"side": A}, ["bad_round"]),
        (A, ["bad_round"]),
        ({"side": "Zoe", "points": 5}, ["unknown_side"]),
        (None, []),
    ],
)
def test_great_and_small_as_awards(name: str, given: object, expected: list[str]) -> None:
    assert errors(match({"awards": {name: given}}, variant="cirulla")) == expected
    assert errors(match({"awards": {name: given}})) == (["bad_round"] if given else []), "not played"


def test_the_great_counts_five_and_the_small_three_to_six() -> None:
    for points in range(3, 7):
        awards = {name: {"side": A, "points": points} for name in ("great", "small")}
        found = problems(match({"awards": awards}, variant="cirulla"))
        assert [(each.code, each.field) for each in found] == [("bad_count", "awards.great.points")] * (points != 5)


def test_what_is_declared_from_the_hand() -> None:
    """3 for three cards of at most 9 together, 10 for three of a kind; a side may declare several hands."""
    score = result({"piles": EVEN, "declared": {A: [3, 10, 3], B: []}}, variant="cirulla").rounds[0]
    assert [(each.side, each.points) for each in score.lines if each.rule == "declared"] == [(A, 16)]
    nobody = result({"piles": EVEN}, variant="cirulla").rounds[0]
    assert [(each.side, each.points) for each in nobody.lines if each.rule == "declared"] == [(None, 0)]
    assert "declared" not in [each.rule for each in counted(EVEN).lines]


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({A: [3], B: [10]}, []),
        ({A: None}, []),
        ({A: [5]}, ["bad_round"]),
        ({A: [3.0]}, ["bad_count"]),
        ({A: [True]}, ["bad_count"]),
        ({A: ["3"]}, ["bad_count"]),
        ({A: [4, -1]}, ["bad_round", "bad_count"]),
        ({A: 3}, ["bad_round"]),
        ([3], ["bad_round"]),
        ({"Zoe": [3]}, ["unknown_side"]),
    ],
)
def test_declared_as_entered(declared: object, expected: list[str]) -> None:
    assert errors(match({"piles": EVEN, "declared": declared}, variant="cirulla")) == expected


@pytest.mark.parametrize(("sides", "most"), [([A, B], 6), ([A, B, C], 4), ([A, B, C, D], 3)])
def test_a_side_declares_no_more_hands_than_it_is_dealt(sides: list[str], most: int) -> None:
    """ "at most as often as it is dealt a hand of three (two sides 6, three 4, four 3), else `bad_count`" """
    for number, expected in ((most, []), (most + 1, ["bad_count"])):
        entry = {"awards": {}, "declared": {A: [10] * number, B: [3] * number}}
        document = {"game": "scopa", "options": {"variant": "cirulla"}, "sides": sides, "rounds": [entry]}
        assert errors(document) == expected * 2


@pytest.mark.parametrize(
    ("declared", "expected"), [(None, []), ({}, []), ({A: [3]}, ["bad_round"]), (3, ["bad_round"])]
)
def test_only_cirulla_declares(declared: object, expected: list[str]) -> None:
    """Points that nobody reads must not be lost in silence."""
    found = problems(match({"piles": EVEN, "declared": declared}, takes="both"))
    assert [problem.code for problem in found] == expected
    assert all(problem.why is Why.NOT_PLAYED for problem in found)


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({"hand": 10}, 19),
        ({"variant": "scientifico", "hand": 9}, 18),
        ({"variant": "cirulla"}, 20),
        ({"variant": "cirulla", "last_sweep": True}, 21),
    ],
)
def test_at_most_so_many_sweeps(options: dict[str, Any], most: int) -> None:
    """ "at most 18 (19 with `hand` 10, 20 in `cirulla`; one more with `last_sweep`)" """
    piles = {A: cards("*D *C 1S 1B 2S 2B"), B: cards("3-10S 3-10B")}
    assert errors(match({"piles": piles, "sweeps": {A: 12, B: most - 12 - (most > 20)}}, **options)) == []
    too_many = {"piles": piles, "sweeps": {A: 12, B: 8}} if most < 20 else {"piles": piles, "sweeps": {A: 12, B: 10}}
    assert "impossible_sweeps" in errors(match(too_many, **options))


# Awards that no cards could give.


@pytest.mark.parametrize(
    ("awards", "options", "expected"),
    [
        ({"settebello": A}, {}, []),
        ({"cards": A}, {}, [("awards.settebello", Shared.NOBODYS)]),
        ({}, {"re_bello": True}, [("awards.settebello", Shared.NOBODYS), ("awards.re_bello", Shared.NOBODYS)]),
        ({"settebello": A, "re_bello": B}, {"re_bello": True}, []),
        ({"settebello": B, "napola": (A, 5)}, {}, []),
        ({"settebello": B, "coins": B, "napola": (A, 5)}, {}, [("awards.napola", Fault.TOGETHER)]),  # five each at most
        ({"settebello": A, "coins": A, "napola": (A, 6)}, {}, [("awards.napola", Fault.TOGETHER)]),  # so of seven
        ({"settebello": B, "coins": A, "napola": (A, 6)}, {}, []),
        ({"settebello": B, "napola": (A, 6)}, {}, [("awards.napola", Fault.WITHOUT_COINS)]),
        ({"settebello": B, "coins": A, "napola": (A, 7)}, {}, [("awards.napola", Shared.WITHOUT_SETTEBELLO)]),
        ({"settebello": A, "coins": A, "re_bello": B, "napola": (A, 9)}, {"re_bello": True}, []),
        ({"settebello": A, "coins": A, "re_bello": B, "napola": (A, 10)}, {"re_bello": True},
         [("awards.napola", Fault.WITHOUT_KING)]),
        ({"settebello": A, "coins": A, "napola": (A, 10)}, {}, []),
        ({"coins": B, "napola": (A, 9)}, {},
         [("awards.settebello", Shared.NOBODYS), ("awards.napola", Fault.WITHOUT_COINS)]),
    ],
)  # fmt: skip
def test_awards_that_no_cards_could_give(awards: dict[str, Any], options: dict[str, Any], expected: list[Any]) -> None:
    """ "a napola of 7 and more needs the settebello, of 6 and more the coins, of 10 the re bello": the score stands."""
    given = {
        name: {"side": who[0], "points": who[1]} if isinstance(who, tuple) else who for name, who in awards.items()
    }
    score = result({"awards": given}, napola=True, **options).rounds[0]
    assert [(warning.field, warning.why) for warning in score.warnings] == expected
    assert all(warning.code == "impossible_awards" for warning in score.warnings)
    assert sum(score.points.values()) == sum(who[1] if isinstance(who, tuple) else 1 for who in awards.values())


# Four who play singly, one of whom sits out.


def test_who_sits_out_has_nothing_and_is_compared_with_nobody() -> None:
    score = result({"piles": TENS, "sits_out": D, "sweeps": {B: 1}}, sides=FOUR).rounds[0]
    assert score.points == {A: 4, B: 1, C: 0, D: 0}
    assert all(D not in each.counts for each in score.lines)
    assert [check.code for check in score.checks] == ["all_cards"], "ten swords make 55"


def test_one_pile_of_the_three_may_be_left_out() -> None:
    whole = result({"piles": TENS, "sits_out": D}, sides=FOUR)
    left = result({"piles": {A: TENS[A], B: TENS[B]}, "sits_out": D}, sides=FOUR)
    assert left == whole
    assert errors(match({"piles": {A: TENS[A]}, "sits_out": D}, sides=FOUR)) == ["bad_round"]


def test_an_agreed_penalty_reaches_who_sits_out() -> None:
    """It is no point of the round's cards: the dealer who sits out can have misdealt."""
    entry = {"piles": TENS, "sits_out": D, "adjust": [{"side": D, "points": -1, "reason": "misdeal"}]}
    assert result(entry, sides=FOUR).totals[D] == -1


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"piles": {**TENS, D: []}}, "piles"),
        ({"piles": {A: cards("*D *C"), B: cards("*S"), C: cards("2-10B"), D: cards("1B")}}, "piles"),
        ({"sweeps": {D: 1}}, "sweeps"),
        ({"piles": None, "awards": {"cards": D}}, "awards.cards"),
        ({"piles": None, "awards": {"napola": {"side": D, "points": 3}}}, "awards.napola.side"),
        ({"declared": {D: [3]}}, "declared"),
        ({"rest": {"side": D, "cards": ["10D"]}}, "rest.side"),
    ],
)
def test_nothing_can_be_said_of_who_sits_out(more: dict[str, Any], field: str) -> None:
    options = {"takes": "fifteen", "napola": True, "variant": "cirulla", "small": False}
    (problem,) = problems(match({"piles": TENS, "sits_out": D, **more}, sides=FOUR, **options))
    assert (problem.code, problem.field, problem.side, problem.why) == ("bad_round", field, D, Fault.SITS_OUT)


@pytest.mark.parametrize("more", [{"piles": {**TENS, D: None}}, {"sweeps": {D: 0}}, {"declared": {D: []}}])
def test_nothing_is_said_by_an_empty_answer(more: dict[str, Any]) -> None:
    assert errors(match({"piles": TENS, "sits_out": D, **more}, sides=FOUR, variant="cirulla")) == []


@pytest.mark.parametrize(
    ("sides", "given", "expected"),
    [
        ((A, B, C), C, [("bad_round", Fault.NOBODY_SITS_OUT)]),
        ((A, B), B, [("bad_round", Fault.NOBODY_SITS_OUT)]),
        (FOUR, "Zoe", [("unknown_side", None)]),
        ((A, B, C), "Zoe", [("unknown_side", None), ("bad_round", Fault.NOBODY_SITS_OUT)]),
        (FOUR, 3, [("bad_round", Why.WRONG_KIND)]),
        (FOUR, [D], [("bad_round", Why.WRONG_KIND)]),
        (FOUR, None, []),
    ],
)
def test_one_of_four_sits_out(sides: tuple[str, ...], given: object, expected: list[tuple[str, Why | None]]) -> None:
    entry = {**won(A, A, A, A), "sits_out": given}
    assert [(problem.code, problem.why) for problem in problems(match(entry, sides=sides))] == expected


def test_every_pile_and_sweep_is_judged_as_the_oracle_judges_it() -> None:
    """How many sweeps the piles allow, of rounds with any number of them."""
    refused, many = 0, examples(300)
    for seed in range(many):
        random = Random(seed)
        sides, given = list(FOUR[: random.randint(2, 4)]), random_rules(random)
        entry = scopa.random_round(random, given, sides)
        entry["sweeps"] = {side: random.choice([0, 3, 9, 12]) for side in sides if side != entry.get("sits_out")}
        expected = scopa.too_many_sweeps(entry, sides, rules_of(given))
        assert (set(errors(match(entry, sides=tuple(sides), **given))) == {"impossible_sweeps"}) == expected
        refused += expected
    assert refused > many / 4
