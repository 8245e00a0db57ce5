"""Checks and warnings of a round of Escoba (rules.md, section 2; contract.md, `checks`)."""

from itertools import product
from typing import Any

import pytest

from scoring.escoba.options import Fault
from scoring.fishing import Fault as FishingFault
from scoring.problems import Why
from tests.oracles import escoba
from tests.scoring.escoba_rounds import TEN, counted, result, won
from tests.scoring.rounds import A, B, cards, rest_of


class TestChecks:
    """Verified facts are reported (contract.md, `checks`)."""

    def test_without_the_last_cards_fifteens_cannot_be_checked(self) -> None:
        without_rest = counted(TEN).checks
        assert [(check.code, check.value) for check in without_rest] == [("all_cards", 40)]

    def test_with_the_last_cards_their_sum(self) -> None:
        entry = {"piles": {A: TEN}, "rest": {"side": B, "cards": cards("10S")}}
        checks = result(entry).rounds[0].checks
        assert [(check.code, check.value) for check in checks] == [("all_cards", 40), ("fifteens", 10)]

    def test_what_does_not_hold_is_not_listed(self) -> None:
        assert [check.code for check in counted(TEN[:9]).checks] == ["all_cards"]

    def test_a_rare_rest_holds(self) -> None:
        rest = cards("10S 10C 10B 9S 9B 8C 7S 7C")  # 70
        entry = {"piles": {A: TEN}, "rest": {"side": B, "cards": rest}}
        score = result(entry).rounds[0]
        assert [str(warning.code) for warning in score.warnings] == ["rest_unusual"]
        assert [(check.code, check.value) for check in score.checks] == [("all_cards", 40), ("fifteens", 70)]

    def test_awards_verify_nothing(self) -> None:
        assert result(won(seven_of_coins=A)).rounds[0].checks == ()


class TestTooManyEscobas:
    """220 = 14 x 15 + 10: fourteen captures, so fourteen escobas at most."""

    @pytest.mark.parametrize(("escobas", "warned"), [((14, 0), []), ((8, 7), ["too_many_escobas"])])
    def test_of_all_sides(self, escobas: tuple[int, int], warned: list[str]) -> None:
        entry = {"awards": {"seven_of_coins": A}, "sweeps": dict(zip((A, B), escobas, strict=True))}
        score = result(entry).rounds[0]
        assert [str(warning.code) for warning in score.warnings] == warned
        assert score.points == {A: escobas[0] + 1, B: escobas[1]}, "the score stands"

    def test_with_piles_too(self) -> None:
        entry = {"piles": {A: rest_of(TEN), B: TEN}, "sweeps": {A: 15}}
        assert "too_many_escobas" in [str(warning.code) for warning in result(entry).rounds[0].warnings]


def impossible(*sides: str, awards: dict[str, str | None], **options: Any) -> list[tuple[str | None, Why | None]]:
    """The warnings about these awards: field and reason."""
    score = result({"awards": awards}, sides=sides or (A, B), **options).rounds[0]
    assert {str(warning.code) for warning in score.warnings} <= {"impossible_awards"}
    return [(str(warning.field).removeprefix("awards."), warning.why) for warning in score.warnings]


class TestImpossibleAwards:
    """Awards that no cards could give are warned of, and the score stands (rules.md, section 2)."""

    @pytest.mark.parametrize(
        ("awards", "why"),
        [
            ({"seven_of_coins": None}, ("seven_of_coins", FishingFault.NOBODYS)),
            ({"seven_of_coins": A, "most_cards": A, "under_ten": B}, ("under_ten", Fault.FEW_AND_MOST)),
            ({"seven_of_coins": A, "under_ten": B}, ("under_ten", Fault.FEW_AND_NOBODYS_MOST)),
            ({"seven_of_coins": B, "all_coins": A}, ("all_coins", FishingFault.WITHOUT_SETTEBELLO)),
            ({"seven_of_coins": B, "four_sevens": A}, ("four_sevens", FishingFault.WITHOUT_SETTEBELLO)),
            ({"seven_of_coins": A, "all_coins": A, "most_coins": A}, ("all_coins", Fault.INSTEAD)),
            ({"seven_of_coins": A, "four_sevens": A, "most_sevens": B}, ("four_sevens", Fault.INSTEAD)),
        ],
    )
    def test_what_cannot_be(self, awards: dict[str, str | None], why: tuple[str, Why]) -> None:
        assert impossible(awards=awards) == [why]

    def test_all_coins_count_besides_the_most(self) -> None:
        awards: dict[str, str | None] = {"seven_of_coins": A, "all_coins": A}
        assert impossible(awards={**awards, "most_coins": A}, all_coins="adds") == []
        assert impossible(awards=awards, all_coins="adds") == [("all_coins", Fault.MOST_TOO)]

    def test_ten_coins_are_not_fewer_than_ten_cards(self) -> None:
        awards: dict[str, str | None] = {"seven_of_coins": A, "all_coins": A, "most_cards": B, "under_ten": B}
        assert impossible(awards=awards) == [("all_coins", Fault.FEW_AND_ALL_COINS)]

    def test_every_case_is_warned_of(self) -> None:
        awards = {"four_sevens": A, "most_sevens": B, "under_ten": B}
        found = [("seven_of_coins", FishingFault.NOBODYS), ("four_sevens", Fault.INSTEAD)]
        found.append(("under_ten", Fault.FEW_AND_NOBODYS_MOST))
        assert impossible(awards=awards) == found

    def test_the_score_stands(self) -> None:
        assert result(won(most_cards=A, under_ten=B)).totals == {A: 1, B: 2}

    @pytest.mark.parametrize(
        "options",
        [{}, {"all_coins": "adds"}, {"all_coins": "off", "four_sevens": "off", "under_ten": 0}, {"coins": "six"}],
        ids=str,
    )
    def test_exactly_what_no_cards_could_give(self, options: dict[str, Any]) -> None:
        """Every set of awards of two sides, held against every way in which the cards can lie."""
        possible = escoba.possible_awards(options)
        categories = sorted({name for awards in possible for name, _ in awards})
        for winners in product([None, A, B], repeat=len(categories)):
            awards = tuple((name, side) for name, side in zip(categories, winners, strict=True) if side)
            assert bool(impossible(awards=dict(awards), **options)) == (awards not in possible), awards
