"""Everything that can be wrong with a match: its code, its place, what it concerns (contract.md, "Errors")."""

from typing import Any

import pytest

from tests.scoring.rounds import A, B, C, cards, errors, match, problems, rest_of, result, won

HALVES: dict[str, Any] = {A: cards("*D *C"), B: cards("*S *B")}


def only(document: object) -> Any:
    """The one problem of a match."""
    (problem,) = problems(document)
    return problem


@pytest.mark.parametrize("document", [None, [], "scopa", 7, True])
def test_no_object(document: object) -> None:
    assert errors(document) == ["bad_json"]


@pytest.mark.parametrize("game", ["bridge", "", None, 7, ["scopa"], "Scopa"])
def test_unknown_game(game: object) -> None:
    problem = only({"game": game, "sides": [A, B], "rounds": []})
    assert (problem.code, problem.value) == ("unknown_game", game)


def test_sides_and_rounds_are_looked_at_even_in_an_unknown_game() -> None:
    assert errors({"game": "bridge", "sides": ["", ""], "rounds": []}) == ["unknown_game", "bad_sides", "bad_sides"]
    assert errors({}) == ["unknown_game", "bad_sides", "bad_round"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", 0),
        ("target", -11),
        ("target", 11.0),
        ("target", "11"),
        ("target", True),
        ("target", None),
        ("target", [11]),
        ("variant", "briscola"),
        ("variant", "Classic"),
        ("reach", True),
        ("end", "pagat"),
        ("figures", "10"),
        ("figures", 8),
        ("figures", False),
        ("figures", 10.0),
        ("re_bello", "true"),
        ("re_bello", 1),
        ("napola", 0),
        ("coins", 6),
    ],
)
def test_bad_option(name: str, value: Any) -> None:
    problem = only(match(**{name: value}))
    assert (problem.code, problem.field, problem.value) == ("bad_option", name, value)


def test_unknown_option_and_options_that_are_none() -> None:
    problem = only(match(joker=True))
    assert (problem.code, problem.field) == ("unknown_option", "joker")
    assert errors({**match(), "options": [1]}) == ["bad_option"]
    assert errors({**match(), "options": None}) == []


@pytest.mark.parametrize(
    "sides",
    [[], [A], [A, B, C, "Dino", "Eva"], [A, A], [A, ""], [A, " "], [A, 7], [A, None], "AB", None, {A: 1, B: 2}],
)
def test_bad_sides(sides: object) -> None:
    assert set(errors({"game": "scopa", "sides": sides, "rounds": []})) == {"bad_sides"}


def test_wrong_sides_are_not_held_against_the_rounds() -> None:
    """The rounds speak of Bruno, who is not seated: only what is wrong with the seats, and the card that is none."""
    piles = {A: [*cards("*D *C"), "99X"], B: cards("*S *B")}
    assert errors(match({"piles": piles}, sides=(A, A))) == ["bad_sides", "unknown_card"]
    for game in ("briscola", "scarto", "tressette"):
        assert errors({"game": game, "sides": None, "rounds": [{"card_points": {A: 1, B: 1}}]}) == ["bad_sides"]
    cirulla = match({"piles": HALVES, "declared": {A: [3]}}, variant="cirulla")
    assert errors({**cirulla, "sides": None}) == ["bad_sides"]


@pytest.mark.parametrize("rounds", [None, {}, "none", 3])
def test_the_rounds_must_be_a_list(rounds: object) -> None:
    assert errors({"game": "scopa", "sides": [A, B], "rounds": rounds}) == ["bad_round"]


@pytest.mark.parametrize("entry", [None, [], "x", 1, {}, {"piles": None}, {"sweeps": {A: 1}}])
def test_a_round_needs_piles_or_awards(entry: Any) -> None:
    problem = only(match(entry))
    assert (problem.code, problem.round) == ("bad_round", 0)


def test_piles_and_awards_both() -> None:
    assert errors(match({"piles": HALVES, "awards": {}})) == ["bad_round"]


def test_two_piles_left_out() -> None:
    assert errors(match({"piles": {}})) == ["bad_round"]
    problem = only(match({"piles": {B: []}}, sides=(A, B, C)))
    assert (problem.code, problem.sides) == ("bad_round", (A, C))


@pytest.mark.parametrize("piles", [[], "7D", 40, {A: "7D", B: []}, {A: 7, B: []}, {A: {}, B: []}])
def test_piles_of_the_wrong_kind(piles: object) -> None:
    assert errors(match({"piles": piles})) == ["bad_round"]


def test_duplicate_and_missing_cards_name_cards_and_sides() -> None:
    piles = {A: [*HALVES[A], "1S", "2S"], B: [code for code in HALVES[B] if code != "10B"]}
    duplicate, missing = problems(match({"piles": piles}))
    assert (duplicate.code, duplicate.sides, list(map(str, duplicate.cards))) == (
        "duplicate_card",
        (A, B),
        ["1S", "2S"],
    )
    assert (missing.code, list(map(str, missing.cards))) == ("missing_card", ["10B"])


def test_a_card_twice_in_one_pile() -> None:
    problem = only(match({"piles": {A: [*HALVES[A], "1d"], B: HALVES[B]}}))
    assert (problem.code, problem.sides, list(map(str, problem.cards))) == ("duplicate_card", (A,), ["1D"])


def test_with_a_pile_left_out_no_card_is_missing_but_one_can_be_twice() -> None:
    assert errors(match({"piles": {A: cards("1D 1D")}})) == ["duplicate_card"]


def test_codes_in_either_case() -> None:
    assert result({"piles": {A: [code.lower() for code in HALVES[A]]}}).totals[A] > 0


@pytest.mark.parametrize("code", ["11D", "7X", "AD", "", 7, None, True, ["7D"], {"code": "7D"}])
def test_unknown_cards(code: object) -> None:
    """The card that should stand there is missing too, and both are said."""
    piles = {A: [*HALVES[A][1:], code], B: HALVES[B]}
    unknown, missing = problems(match({"piles": piles}))
    assert (unknown.code, unknown.side, unknown.round) == ("unknown_card", A, 0)
    assert (missing.code, list(map(str, missing.cards))) == ("missing_card", ["1D"])


@pytest.mark.parametrize(
    "entry",
    [
        {"piles": {**HALVES, "Zoe": []}},
        {"piles": {A: HALVES[A], B: HALVES[B][1:], "Zoe": HALVES[B][:1]}},
        {"piles": HALVES, "sweeps": {"Zoe": 0}},
        {"awards": {"cards": "Zoe"}},
        {"awards": {"cards": "anna"}},
    ],
)
def test_unknown_sides(entry: dict[str, Any]) -> None:
    problem = only(match(entry))
    assert problem.code == "unknown_side"
    assert problem.side in ("Zoe", "anna")


def test_a_code_that_is_none_is_refused_in_the_pile_of_nobody_too() -> None:
    """The pile counts for no side, and what stands in it is not passed over."""
    found = problems(match({"piles": {**HALVES, "Zoe": ["7X", "7D"]}}))
    assert [(problem.code, list(map(str, problem.cards))) for problem in found] == [
        ("unknown_side", []),
        ("unknown_card", ["7X"]),
    ]


@pytest.mark.parametrize("count", [-1, 1.0, "1", True, None, [1], float("nan")])
def test_sweeps_are_whole_numbers(count: object) -> None:
    problem = only(match({"piles": HALVES, "sweeps": {B: count}}))
    assert (problem.code, problem.side, problem.field) == ("bad_count", B, "sweeps")


def test_the_sweeps_of_nobody_are_looked_at_too() -> None:
    assert [problem.code for problem in problems(match({"piles": HALVES, "sweeps": {"Zoe": -1}}))] == [
        "unknown_side",
        "bad_count",
    ]


@pytest.mark.parametrize("sweeps", [[], 3, "2"])
def test_sweeps_of_the_wrong_kind(sweeps: object) -> None:
    assert errors(match({"piles": HALVES, "sweeps": sweeps})) == ["bad_round"]


@pytest.mark.parametrize(
    ("cards_of_anna", "sweeps", "expected"),
    [(10, 5, []), (11, 5, []), (10, 6, [A]), (1, 1, [A]), (0, 1, [A]), (0, 0, [])],
)
def test_at_most_half_as_many_sweeps_as_cards(cards_of_anna: int, sweeps: int, expected: list[str]) -> None:
    pile = rest_of()[:cards_of_anna]
    found = problems(match({"piles": {A: pile}, "sweeps": {A: sweeps}}))
    assert [(problem.code, problem.side) for problem in found] == [("impossible_sweeps", side) for side in expected]


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 18),
        ({"variant": "scientifico"}, 19),
        ({"last_sweep": True}, 19),
        ({"variant": "scientifico", "last_sweep": True}, 20),
        ({"variant": "quindici"}, 18),
    ],
)
def test_at_most_so_many_sweeps_in_a_round(options: dict[str, Any], most: int) -> None:
    def entry(together: int) -> dict[str, Any]:
        return {"piles": HALVES, "sweeps": {A: 10, B: together - 10}}

    assert errors(match(entry(most), **options)) == []
    found = problems(match(entry(most + 1), **options))
    assert ("impossible_sweeps", None, (A, B), most + 1) in [(p.code, p.side, p.sides, p.value) for p in found]


def test_awards_are_not_checked_for_sweeps() -> None:
    assert errors(match(won(sweeps={A: 40, B: 40}))) == []


def test_the_pile_left_out_bounds_its_sweeps_too() -> None:
    assert errors(match({"piles": {A: rest_of(cards("1D 2D"))}, "sweeps": {B: 2}})) == ["impossible_sweeps"]


@pytest.mark.parametrize(
    ("awards", "options", "expected"),
    [
        ({"sevens": A}, {}, ["bad_round"]),
        ({"primiera": A}, {"variant": "sevens"}, ["bad_round"]),
        ({"re_bello": A}, {}, ["bad_round"]),
        ({"napola": {"side": A, "points": 3}}, {}, ["bad_round"]),
        ({"primiera": None}, {"variant": "sevens"}, []),
        ({"re_bello": None, "napola": None}, {}, []),
        ({"sweep": A}, {}, ["bad_round"]),
        ({"scope": A}, {}, ["bad_round"]),
        ({"card": None}, {}, ["bad_round"]),
        ({"cards": 1}, {}, ["bad_round"]),
        ({"cards": [A]}, {}, ["bad_round"]),
        ({"napola": A}, {"napola": True}, ["bad_round"]),
        ({"napola": {"side": A}}, {"napola": True}, ["bad_round"]),
        ({"napola": {"points": 3}}, {"napola": True}, ["bad_round"]),
        ({"napola": {"side": "Zoe", "points": 3}}, {"napola": True}, ["unknown_side"]),
        ({"napola": {"side": A, "points": 2}}, {"napola": True}, ["bad_round"]),
        ({"napola": {"side": A, "points": 11}}, {"napola": True}, ["bad_round"]),
        ({"napola": {"side": A, "points": -3}}, {"napola": True}, ["bad_count"]),
        ({"napola": {"side": A, "points": 3.0}}, {"napola": True}, ["bad_count"]),
        ({"napola": {"side": A, "points": True}}, {"napola": True}, ["bad_count"]),
        ({"napola": {"side": A, "points": 10}}, {"napola": True}, []),
        ({}, {}, []),
    ],
)
def test_awards(awards: dict[str, Any], options: dict[str, Any], expected: list[str]) -> None:
    assert errors(match({"awards": awards}, **options)) == expected


@pytest.mark.parametrize("awards", [[], "Anna", 4])
def test_awards_of_the_wrong_kind(awards: object) -> None:
    assert errors(match({"awards": awards})) == ["bad_round"]


@pytest.mark.parametrize("field", ["option", "before", "ask", "Rounds"])
def test_a_field_of_the_match_that_nobody_reads_is_refused(field: str) -> None:
    """A house rule under a misspelt name, or the totals before, would be lost without a word."""
    problem = only({**match(), field: {"target": 21}})
    assert (problem.code, problem.round, problem.field) == ("bad_round", None, field)


def test_a_field_that_nobody_reads_is_refused() -> None:
    """A misspelt `sweeps` would otherwise lose its points in silence."""
    problem = only(match({"piles": HALVES, "sweps": {A: 3}}))
    assert (problem.code, problem.field) == ("bad_round", "sweps")


QUINDICI: dict[str, Any] = {"variant": "quindici"}


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ({"side": A, "cards": ["10D"]}, []),
        ({"side": A, "cards": ["10S"]}, ["bad_round"]),
        ({"side": "Zoe", "cards": ["10D"]}, ["unknown_side"]),
        ({"side": A, "cards": ["10D", "10d"]}, ["duplicate_card"]),
        ({"side": A, "cards": ["10D", "11D"]}, ["unknown_card"]),
        ({"side": A}, ["bad_round"]),
        ({"cards": ["10D"]}, ["bad_round"]),
        ({"side": A, "cards": "10D"}, ["bad_round"]),
        ({"side": 1, "cards": []}, ["bad_round"]),
        ({"side": A, "cards": ["10D"], "sum": 10}, ["bad_round"]),
        (["10D"], ["bad_round"]),
        (None, []),
    ],
)
def test_the_rest_of_quindici(rest: object, expected: list[str]) -> None:
    assert errors(match({"piles": HALVES, "rest": rest}, **QUINDICI)) == expected
    assert errors(match({"piles": HALVES, "rest": rest})) == [], "it has no effect in another variant"


def test_the_rest_may_lie_in_the_pile_left_out() -> None:
    assert errors(match({"piles": {A: HALVES[A]}, "rest": {"side": B, "cards": ["10B"]}}, **QUINDICI)) == []
    assert errors(match({"piles": {A: HALVES[A]}, "rest": {"side": B, "cards": ["10D"]}}, **QUINDICI)) == ["bad_round"]


def test_every_error_is_found_in_every_round() -> None:
    document = match(
        {"piles": {A: cards("1D 1D"), "Zoe": []}, "sweeps": {A: -1}},
        {"awards": {"cards": "Zoe", "scope": A}, "sweeps": {B: "x"}},
        won(A),
        7,  # type: ignore[arg-type]
        target=0,
        joker=1,
    )
    assert [(problem.code, problem.round) for problem in problems(document)] == [
        ("bad_option", None),
        ("unknown_option", None),
        ("bad_count", 0),
        ("unknown_side", 0),
        ("duplicate_card", 0),
        ("bad_count", 1),
        ("bad_round", 1),
        ("unknown_side", 1),
        ("bad_round", 3),
    ]
