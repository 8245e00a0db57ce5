"""Escoba as worked examples (escoba.de.txt; rules.md, section 2)."""

from typing import Any

import pytest

from scoring.asking.captures import Captures
from scoring.escoba.dealing import TableEscobas
from scoring.lines import Reason
from scoring.match import score_document
from scoring.problems import InvalidQuestion, Why
from scoring.referee import Tiebreak, answer
from tests.scoring.escoba_rounds import TEN, counted, match, problems, result, swept, won, worth
from tests.scoring.rounds import A, B, C, cards, line, rest_of


@pytest.mark.parametrize(("all_coins", "most"), [("replaces", []), ("adds", [(A, 1)])])
def test_all_coins_are_two_instead_of_the_one_or_besides(all_coins: str, most: list[Any]) -> None:
    """ "Wenn man alles in Gold hat -> 2 Punkte" """
    score = counted(cards("*D"), all_coins=all_coins)
    assert worth(score, "all_coins") == [(A, 2)]
    assert worth(score, "most_coins") == most


def test_most_coins_and_nobody_at_five_each() -> None:
    assert worth(counted(cards("1-6D")), "most_coins") == [(A, 1)]
    level = counted(cards("1-5D"))
    assert (line(level, "most_coins").reason, line(level, "most_coins").side) == (Reason.TIE, None)
    assert line(level, "all_coins").side is None, "a category nobody won is explained too"


@pytest.mark.parametrize(("four_sevens", "points"), [("three", 2), ("three-plus-one", 3)])
def test_four_sevens_are_three_with_the_seven_of_coins(four_sevens: str, points: int) -> None:
    """ "alle 4 Siebener (zusammen mit dem Wert der Gold-Sieben) -> 3 Punkte"; most sevens are not counted then."""
    score = counted(cards("7D 7C 7S 7B"), four_sevens=four_sevens)
    assert worth(score, "seven_of_coins") == [(A, 1)]
    assert worth(score, "four_sevens") == [(A, points)]
    assert worth(score, "most_sevens") == []


def test_most_sevens() -> None:
    assert worth(counted(cards("7D 7C 7S")), "most_sevens") == [(A, 1)]
    assert worth(counted(cards("7D 7C 6C 6D 6S")), "most_sevens") == [(None, 0)]
    assert worth(counted(cards("7D 7C 6C 6D 6S"), most_sevens="setenta"), "most_sevens") == [(A, 1)]
    level = cards("7D 7C 6C 6D 1D 1C 5D 5S")
    assert worth(counted(level, most_sevens="setenta"), "most_sevens") == [(None, 0)], "fours are not asked"


@pytest.mark.parametrize(("cards_of_anna", "points"), [(9, 2), (10, 0), (1, 2)])
def test_under_ten(cards_of_anna: int, points: int) -> None:
    """ "Wenn der Gegner weniger als 10 Karten hat -> 2 Punkte" """
    score = counted(rest_of()[:cards_of_anna])
    assert worth(score, "under_ten") == [(B if points else None, points)]
    assert worth(counted(rest_of()[:cards_of_anna], under_ten=0), "under_ten") == []


def test_under_ten_is_for_two_sides() -> None:
    assert worth(counted(cards("1D"), cards("2D"), sides=(A, B, C)), "under_ten") == []


def test_no_capture() -> None:
    """ "Wenn der Gegner keinen Stich gemacht hat, verliert er direkt die gesamte Spielrunde." """
    assert counted([]).points[A] == 0
    assert worth(counted([]), "no_capture") == [(A, 0)]
    lost = result({"piles": {A: [], B: cards("*D"), C: rest_of(cards("*D"))}}, sides=(A, B, C), no_capture="match")
    assert (lost.finished, lost.winners) == (True, (B, C))
    assert lost.ruling is not None
    assert lost.ruling.as_dict() == {"code": "no_capture", "authority": "house"}
    assert not result({"piles": {A: []}}).finished


def wrong(offenders: list[str], **options: Any) -> dict[str, int]:
    entry = {"piles": {B: TEN}, "sweeps": {A: 4, B: 2}, "wrong_captures": offenders}
    return result(entry, **options).rounds[0].points


def test_a_wrong_capture_costs_four_and_all_escobas_of_the_round() -> None:
    """ "mit vier Punkten plus der Wert der Escobas, die alle Spieler in dieser Runde machten" """
    assert wrong([]) == {A: 7, B: 3}
    assert wrong([B]) == {A: 7, B: -7}
    assert wrong([B, B]) == {A: 7, B: -17}
    assert wrong([A, B]) == {A: -3, B: -7}
    assert wrong([B], wrong_capture="credit") == {A: 17, B: 3}
    assert wrong([B, B], wrong_capture="credit") == {A: 27, B: 3}
    assert wrong([B], wrong_capture="off") == {A: 7, B: 3}


def test_each_of_the_others_is_credited_but_who_took_nothing() -> None:
    entry = {"piles": {A: TEN, B: [], C: rest_of(TEN)}, "wrong_captures": [A]}
    score = result(entry, sides=(A, B, C), wrong_capture="credit").rounds[0]
    assert worth(score, "wrong_capture") == [(C, 4)]
    assert score.points[B] == 0


@pytest.mark.parametrize("wrong_capture", ["deduct", "credit", "off"])
def test_who_took_nothing_cannot_have_taken_wrongly(wrong_capture: str) -> None:
    (problem,) = problems(match({"piles": {A: []}, "wrong_captures": [A]}, wrong_capture=wrong_capture))
    assert (problem.code, problem.sides, problem.field) == ("bad_round", (A,), "wrong_captures")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"wrong_captures": ["Zoe", 7]}, ["unknown_side", "bad_round"]),
        ({"wrong_captures": B}, ["bad_round"]),
        ({"sweeps": {A: 14, B: 5}}, ["impossible_sweeps"]),
        ({"sweeps": {B: 6}}, ["impossible_sweeps"]),
        ({"escobas": {}}, ["bad_round"]),
        ({"rest": {"side": A, "cards": ["4D"]}}, ["bad_round"]),
        ({"piles": None, "awards": {"primiera": A}}, ["bad_round"]),
        ({"piles": None, "awards": {"most_cards": "Zoe", "all_coins": 1}}, ["unknown_side", "bad_round"]),
        ({"wrong_captures": None, "rest": None, "sweeps": None}, []),
    ],
)
def test_what_can_be_wrong_with_a_round(change: dict[str, Any], expected: list[str]) -> None:
    document = match({"piles": {A: rest_of(TEN), B: TEN}, **change})
    found = [] if not expected else [str(problem.code) for problem in problems(document)]
    assert found == expected
    if not expected:
        score_document(document)


def test_awards_are_worth_what_the_house_rules_say() -> None:
    everything = won(all_coins=A, seven_of_coins=A, four_sevens=A, most_cards=B, under_ten=B)
    assert result(everything).totals == {A: 5, B: 3}
    assert result(everything, four_sevens="three-plus-one").totals == {A: 6, B: 3}
    assert result(won(most_coins=A, most_sevens=B)).totals == {A: 1, B: 1}
    assert [str(each.code) for each in problems(match(won(under_ten=A), under_ten=0))] == ["bad_round"]
    assert [str(each.code) for each in problems(match(won(under_ten=A), sides=(A, B, C)))] == ["bad_round"]


def test_a_rest_is_checked_without_piles_too() -> None:
    score = result({"awards": {"seven_of_coins": A}, "rest": {"side": A, "cards": cards("10D 10C 4D")}}).rounds[0]
    assert [str(warning.code) for warning in score.warnings] == ["rest_impossible"]


def test_both_there_more_points_win_and_level_play_on() -> None:
    more = result(swept(Anna=21, Bruno=22))
    assert (more.winners, more.ruling and more.ruling.as_dict()) == (
        (B,), {"code": "more_points", "authority": "juegosdecartas"})  # fmt: skip
    level = result(swept(Anna=21, Bruno=21))
    assert (level.finished, level.ruling and str(level.ruling.code)) == (False, "play_on")


def test_the_order_of_playjoy() -> None:
    """Anna is there with the coins, Bruno with the cards."""
    last = won(most_coins=A, most_cards=B)
    ordered = result(swept(Anna=20, Bruno=20), last, end="order")
    assert (ordered.winners, ordered.ruling and ordered.ruling.as_dict()) == (
        (A,), {"code": "category_order", "authority": "playjoy"})  # fmt: skip
    assert not result(swept(Anna=21, Bruno=21), end="order").finished
    assert not result(swept(Anna=20, Bruno=20), last).finished


def test_every_authority_on_a_tie() -> None:
    tiebreak = answer({"ask": "tiebreak", **match(swept(Anna=21, Bruno=22))})
    assert isinstance(tiebreak, Tiebreak)
    assert [(v["authority"], v["winners"], v["code"]) for v in tiebreak.as_dict()["verdicts"]] == [
        ("source", [], "silent"),
        ("juegosdecartas", [B], "more_points"),
        ("playjoy", [B], "more_points"),
    ]


def deal(table: str, rule: str = "split") -> dict[str, object]:
    answered = answer({"ask": "deal", "game": "escoba", "options": {"deal": rule}, "table": table.split()})
    assert isinstance(answered, TableEscobas)
    return answered.as_dict()


def test_the_table_of_the_dealer() -> None:
    assert deal("6D 4C 3S 2B")["escobas"] == 1
    assert deal("10D 9C 6S 5B") == {"escobas": 2, "captures": [["10D", "5B"], ["9C", "6S"]]}
    assert deal("10D 9C 8S 3B") == {"escobas": 0, "captures": []}
    assert deal("10D 9C 8S 3B", "sum")["escobas"] == 2
    assert deal("10D 9C 6S 4B", "sum")["escobas"] == 0


def test_how_many_first_tables_make_fifteen() -> None:
    """Of 91,390: 3,120 make 15, 2,492 make 30, and 876 of those split."""
    from itertools import combinations

    from scoring.cards import ITALIAN
    from scoring.escoba.dealing import table_escobas

    tables = list(combinations(ITALIAN.cards, 4))
    sums = [sum(card.rank for card in table) for table in tables]
    assert (len(tables), sums.count(15), sums.count(30)) == (91390, 3120, 2492)
    assert sum(len(table_escobas(t, "split")) == 2 for t, total in zip(tables, sums, strict=True) if total == 30) == 876


def test_captures_are_fifteens_and_nobody_must() -> None:
    asked = {"ask": "captures", "game": "escoba", "table": cards("3D 2C 1S 1B"), "card": "8D"}
    answered = answer(asked)
    assert isinstance(answered, Captures)
    assert answered.as_dict() == {"captures": [cards("3D 2C 1S 1B")], "must_capture": False, "sweep": [True]}
    assert answer({**asked, "last_card": True}).as_dict()["sweep"] == [False], "never 0 left"


@pytest.mark.parametrize("captures", ["source", "fewest", "free"])
def test_the_option_captures_has_no_effect(captures: str) -> None:
    """rules.md, section 2: any set that makes 15; the option of Scopa changes nothing, and is no mistake."""
    asked = {"ask": "captures", "game": "escoba", "table": cards("3D 2C 1S 1B 7D"), "card": "8D"}
    assert answer({**asked, "options": {"captures": captures}}).as_dict() == answer(asked).as_dict()
    assert counted(TEN, captures=captures) == counted(TEN)
    with pytest.raises(InvalidQuestion):
        answer({**asked, "options": {"captures": "most"}})


class TestRioDeLaPlata:
    """Argentina and Uruguay (rules.md, section 2): nothing extra for all sevens or coins, more than half of each."""

    @pytest.mark.parametrize(("cards_needed", "won_by"), [("most", A), ("twenty-one", None)])
    def test_most_cards_or_twenty_one(self, cards_needed: str, won_by: str | None) -> None:
        piles = [cards("*D *C"), cards("1-10S"), cards("*B")]
        score = counted(*piles, sides=(A, B, C), cards=cards_needed)
        assert line(score, "most_cards").side == won_by

    def test_twenty_one_are_enough(self) -> None:
        assert line(counted(cards("*D *C 1S"), cards="twenty-one"), "most_cards").side == A

    @pytest.mark.parametrize(("coins", "won_by"), [("most", A), ("six", None)])
    def test_most_coins_or_six(self, coins: str, won_by: str | None) -> None:
        score = counted(cards("1-5D *C"), cards("6-9D *S"), cards("10D *B"), sides=(A, B, C), coins=coins)
        assert line(score, "most_coins").side == won_by
        assert line(score, "most_coins").reason == (Reason.MOST if won_by else Reason.TOO_FEW)
        assert line(counted(cards("1-6D"), coins=coins), "most_coins").side == A

    def test_all_coins_are_the_most_coins_and_no_more(self) -> None:
        score = counted(cards("*D"), all_coins="off")
        assert worth(score, "all_coins") == []
        assert worth(score, "most_coins") == [(A, 1)]

    def test_four_sevens_are_the_most_sevens_and_no_more(self) -> None:
        score = counted(cards("7D 7C 7S 7B"), four_sevens="off")
        assert worth(score, "four_sevens") == []
        assert worth(score, "most_sevens") == [(A, 1)]
        assert worth(score, "seven_of_coins") == [(A, 1)]

    def test_what_is_not_played_is_no_award(self) -> None:
        for option, award in (("four_sevens", "four_sevens"), ("all_coins", "all_coins")):
            found = problems(match(won(seven_of_coins=A, **{award: A}), **{option: "off"}))
            assert [(str(each.code), each.field, each.why) for each in found] == [
                ("bad_round", f"awards.{award}", Why.NOT_PLAYED)
            ]


class TestSetenta:
    """The option `most_sevens` where two and two are level."""

    def test_in_points_two_sevens_and_an_ace_beat_two_sevens(self) -> None:
        """7D 7C 1S against 7S 7B and 2D ...: the best card of each suit, summed."""
        hand = cards("7D 7C 1S 2B")
        other = rest_of(hand)
        score = counted(hand, other, most_sevens="setenta-points")
        assert line(score, "most_sevens").counts == {A: 21 + 21 + 16 + 12, B: 18 + 18 + 21 + 21}
        assert line(score, "most_sevens").side == B

    def test_a_missing_suit_loses_to_a_complete_side(self) -> None:
        score = counted(cards("7D 7C 7S"), most_sevens="setenta-points")
        assert line(score, "most_sevens").side == B

    def test_where_nobody_is_complete_the_cards_there_count(self) -> None:
        piles = [cards("*D 1-5C"), cards("6-10C *S"), cards("*B")]
        score = counted(*piles, sides=(A, B, C), most_sevens="setenta-points")
        assert line(score, "most_sevens").counts == {A: 21 + 16, B: 21 + 21, C: 21}
        assert line(score, "most_sevens").side == B

    def test_level_is_nobody(self) -> None:
        piles = [cards("*D"), cards("*C"), cards("*S"), cards("*B")]
        score = counted(*piles, sides=(A, B, C, "Dino"), most_sevens="setenta-points")
        assert line(score, "most_sevens").reason is Reason.TIE

    def test_all_four_sevens_go_before_it(self) -> None:
        score = counted(cards("7D 7C 7S 7B"), most_sevens="setenta-points")
        assert worth(score, "most_sevens") == []
        assert worth(score, "four_sevens") == [(A, 2)]


@pytest.mark.parametrize("taker", ["dealer", "first"])
def test_the_escoba_of_the_first_table_is_the_dealers_or_the_first_players(taker: str) -> None:
    asked = {"ask": "deal", "game": "escoba", "table": cards("6D 4C 3S 2B"), "options": {"table_escoba": taker}}
    answered = answer(asked)
    assert isinstance(answered, TableEscobas)
    assert answered.taker == taker
    assert answered.as_dict() == deal("6D 4C 3S 2B")
