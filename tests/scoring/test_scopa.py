"""The categories of Scopa as worked examples (scopa.de.txt; rules.md, section 1)."""

from itertools import combinations
from random import Random

import pytest

from scoring.cards import ITALIAN, codes
from scoring.lines import Reason
from scoring.primiera import best_four, figure_values
from tests.scoring.rounds import A, B, C, D, cards, counted, line, rest_of, result, won


def test_most_cards_and_nobody_at_twenty_each() -> None:
    """ "Haben beide Spieler 20 Karten, wird dieser Punkt nicht vergeben." """
    level = counted({A: cards("*D *C"), B: cards("*S *B")})
    assert (line(level, "cards").side, line(level, "cards").reason) == (None, Reason.TIE)
    assert line(level, "cards").detail == {"reason": "tie", A: 20, B: 20}
    ahead = counted({A: cards("*D *C 1S"), B: cards("2-10S *B")})
    assert (line(ahead, "cards").side, line(ahead, "cards").detail) == (A, {A: 21, B: 19})


def test_a_tie_for_the_lead_of_three_gives_the_point_to_nobody() -> None:
    score = counted({A: cards("*D 1-5C"), B: cards("6-10C *S"), C: cards("*B")}, sides=(A, B, C))
    assert line(score, "cards").side is None
    assert line(score, "cards").counts == {A: 15, B: 15, C: 10}


def test_a_tie_behind_the_leader_does_not_matter() -> None:
    score = counted({A: cards("*D *C"), B: cards("*S"), C: cards("*B"), D: []}, sides=(A, B, C, D))
    assert line(score, "cards").side == A


@pytest.mark.parametrize(("leader_has", "point"), [(20, None), (21, A)])
def test_cards_twenty_one(leader_has: int, point: str | None) -> None:
    """With three sides the leader of 20 gets nothing under `twenty-one`."""
    pile = codes(ITALIAN.cards[:leader_has])
    others = rest_of(pile)
    piles = {A: pile, B: others[:10], C: others[10:]}
    assert line(counted(piles, sides=(A, B, C), cards="twenty-one"), "cards").side == point
    assert line(counted(piles, sides=(A, B, C)), "cards").side == A


def test_coins_six() -> None:
    """ "mindestens sechs Gold-Karten (also die Mehrheit in der Farbe)" """
    five = {A: cards("1-5D"), B: cards("6-8D *C *S"), C: cards("9-10D *B")}
    assert line(counted(five, sides=(A, B, C)), "coins").side == A
    too_few = line(counted(five, sides=(A, B, C), coins="six"), "coins")
    assert (too_few.side, too_few.reason) == (None, Reason.TOO_FEW)
    six = {A: cards("1-6D"), B: cards("7-10D *C *S *B")}
    assert line(counted(six, coins="six"), "coins").side == A


def test_settebello_and_re_bello() -> None:
    piles = {A: cards("7D"), B: rest_of(cards("7D"))}
    score = counted(piles, re_bello=True)
    assert (line(score, "settebello").side, codes(line(score, "settebello").cards)) == (A, ["7D"])
    assert (line(score, "re_bello").side, codes(line(score, "re_bello").cards)) == (B, ["10D"])
    assert "re_bello" not in [line.rule for line in counted(piles).lines]


def test_the_primiera_of_the_source() -> None:
    """Sevens of coins and batons with the aces of cups and swords: 74, beaten by two sevens and two sixes: 78."""
    anna = cards("7D 7B 1C 1S")
    score = counted({A: anna, B: rest_of(anna)})
    primiera = line(score, "primiera")
    assert (primiera.side, primiera.detail) == (B, {A: 74, B: 78})
    assert codes(primiera.cards) == cards("6D 7C 7S 6B")
    assert codes(primiera.shown[A]) == cards("7D 1C 1S 7B")


def test_seventy_three_loses_only_to_seventy_five() -> None:
    """Three sevens and a figure against 7-6-6-6."""
    anna = cards("7D 7C 7S 10B")
    assert line(counted({A: anna, B: rest_of(anna)}), "primiera").detail == {A: 73, B: 75}


def test_equal_primiere_nobody_gets_the_point() -> None:
    anna = cards("7D 7C 6S 6B")
    assert line(counted({A: anna, B: rest_of(anna)}), "primiera").reason is Reason.TIE


@pytest.mark.parametrize(("missing", "winner"), [("loses", C), ("no-compete", C), ("sum", A)])
def test_a_missing_suit(missing: str, winner: str) -> None:
    """ "Hat ein Spieler von einer Farbe gar keine Karten, so bekommt automatisch die Gegenpartei diesen Punkt." """
    anna, carla = cards("7D 7C 7B"), cards("2D 2C *S 2B")
    piles = {A: anna, B: [], C: carla, D: rest_of(anna, carla)}
    score = line(counted(piles, sides=(A, B, C, D), primiera_missing=missing), "primiera")
    assert score.counts == {A: 63, B: 0, C: 12 + 12 + 21 + 12, D: 54}
    assert score.side == winner


def test_no_side_complete() -> None:
    """ "zählt man regulär die Augen beider primiera aus drei Karten zusammen"; under `no-compete` nobody."""
    piles = {A: cards("*D"), B: cards("*C"), C: cards("*S *B")}
    for missing in ("loses", "sum"):
        assert line(counted(piles, sides=(A, B, C), primiera_missing=missing), "primiera").side == C
    nobody = line(counted(piles, sides=(A, B, C), primiera_missing="no-compete"), "primiera")
    assert (nobody.side, nobody.reason) == (None, Reason.INCOMPLETE)


def test_a_tie_of_the_complete_is_not_broken_by_the_incomplete() -> None:
    anna, bruno = cards("7D 7C 6S 6B"), cards("6D 6C 7S 7B")
    score = counted({A: anna, B: bruno, C: rest_of(anna, bruno)}, sides=(A, B, C))
    assert line(score, "primiera").side is None


@pytest.mark.parametrize(("figures", "knave", "horse"), [(10, 10, 10), ("ranked", 8, 9), (0, 0, 0)])
def test_figures(figures: int | str, knave: int, horse: int) -> None:
    """Three twos, 12 each, and a figure."""
    for figure, worth in [("8B", knave), ("8-9B", horse), ("8-10B", 10 if figures else 0)]:
        anna = cards(f"2D 2C 2S {figure}")
        score = line(counted({A: anna, B: rest_of(anna)}, figures=figures), "primiera")
        assert score.counts[A] == 36 + worth


def test_the_best_four_by_trying_all() -> None:
    """The best card of each suit, against every choice of one card a suit."""
    random = Random(7)
    for figures in (10, "ranked", 0):
        values = figure_values(figures)
        for _ in range(20):
            pile = random.sample(ITALIAN.cards, random.randrange(4, 14))
            fours = [four for four in combinations(pile, 4) if len({card.suit for card in four}) == 4]
            best = best_four(pile, values)
            assert best.complete == bool(fours)
            if fours:
                assert best.total == max(sum(values[card.rank] for card in four) for four in fours)


def test_primiera_by_sevens() -> None:
    """Two sevens each, then "schaut man, wer mehr Sechser bekommen hat"."""
    anna = cards("7D 7C 6S 6B 6D 1C")
    decided = line(counted({A: anna, B: rest_of(anna)}, primiera="sevens"), "primiera")
    assert (decided.side, decided.counts) == (A, {A: (2, 3), B: (2, 1)})
    assert decided.detail == {A: [2, 3], B: [2, 1]}
    assert codes(decided.cards) == ["6D", "7D", "7C", "6S", "6B"]


def test_primiera_by_sevens_ends_with_the_figures() -> None:
    anna = cards("1-7D 1-7C 8-10D 8-10C 8S")
    decided = line(counted({A: anna, B: rest_of(anna)}, primiera="sevens"), "primiera")
    assert (decided.side, decided.counts[A]) == (A, (2, 2, 2, 2, 2, 2, 2, 7))
    level = cards("*D *C")
    assert line(counted({A: level, B: rest_of(level)}, primiera="sevens"), "primiera").reason is Reason.TIE


def test_who_is_behind_in_sevens_is_out_of_the_count() -> None:
    """Carla's four sixes do not help her: she has no seven."""
    anna, carla = cards("7D 7C 5D"), cards("6D 6C 6S 6B")
    score = counted({A: anna, B: rest_of(anna, carla), C: carla}, sides=(A, B, C), primiera="sevens")
    assert line(score, "primiera").side == B
    assert line(score, "primiera").counts == {A: (2, 0, 0), B: (2, 0, 4), C: (0, 4, 0)}


def test_the_quick_variant_counts_sevens_sixes_and_aces_only() -> None:
    """No primiera option applies there, and after the aces nobody gets it."""
    anna = cards("7D 7C 6S 6B 1D 1C 5D 5C 5S")
    level = counted({A: anna, B: rest_of(anna)}, variant="sevens", primiera="points", primiera_missing="no-compete")
    assert (line(level, "sevens").side, line(level, "sevens").counts) == (None, {A: (2, 2, 2), B: (2, 2, 2)})
    assert "primiera" not in [line.rule for line in level.lines]


@pytest.mark.parametrize(
    ("coins", "points"), [("1-3D", 3), ("1-4D 6D", 4), ("1-9D", 9), ("*D", 10), ("2-10D", 0), ("1D 3-10D", 0)]
)
def test_napola(coins: str, points: int) -> None:
    """A-2-3 of coins 3, each further consecutive coin 1 more; without the two nothing."""
    anna = cards(coins)
    score = line(counted({A: anna, B: rest_of(anna)}, napola=True), "napola")
    assert (score.side, score.points) == ((A, points) if points else (None, 0))
    assert len(score.cards) == points


def test_sweeps_are_one_point_each_and_missing_ones_none() -> None:
    piles = {A: cards("*D *C"), B: cards("*S *B")}
    score = result({"piles": piles, "sweeps": {B: 3}}).rounds[0]
    assert [(line.side, line.points) for line in score.lines if line.rule == "sweep"] == [(B, 3)]
    nobody = result({"piles": piles}).rounds[0]
    assert [(line.side, line.points) for line in nobody.lines if line.rule == "sweep"] == [(None, 0)]


def test_one_pile_left_out_holds_the_rest() -> None:
    bruno = cards("1D 7C")
    assert counted({B: bruno}).lines == counted({A: rest_of(bruno), B: bruno}).lines
    assert counted({A: None, B: bruno}).lines == counted({B: bruno}).lines  # type: ignore[dict-item]


def test_an_empty_pile_is_legal() -> None:
    assert counted({A: cards("*D *C *S *B"), B: []}).points == {A: 4, B: 0}


def test_awards_say_who_won_what() -> None:
    score = result(won(A, None, B, sweeps={B: 2}, re_bello=A, napola={"side": B, "points": 4}), re_bello=True,
                   napola=True).rounds[0]  # fmt: skip
    assert score.points == {A: 2, B: 7}
    assert [(line.rule, line.side, line.points) for line in score.lines] == [
        ("cards", A, 1),
        ("coins", None, 0),
        ("settebello", B, 1),
        ("primiera", None, 0),
        ("re_bello", A, 1),
        ("napola", B, 4),
        ("sweep", B, 2),
    ]


def test_sevens_by_awards() -> None:
    assert result({"awards": {"sevens": B}}, variant="sevens").totals == {A: 0, B: 1}


def test_options_that_do_not_apply_have_no_effect() -> None:
    piles = {A: cards("*D 1-5C"), B: rest_of(cards("*D 1-5C"))}
    assert counted(piles).lines == counted(piles, ace_sweep=False, captures="free", last_sweep=True).lines
