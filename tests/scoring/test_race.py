"""How a match ends: alone at the target, several there by each of the three rules, and all ten coins (rules.md)."""

from typing import Any

import pytest

from scoring.match import MatchScore
from tests.scoring.rounds import A, B, C, cards, rest_of, result, swept, won


def end(score: MatchScore) -> tuple[tuple[str, ...], str | None, str | None]:
    """Winners, ruling and authority."""
    ruling = score.ruling
    assert score.finished == bool(score.winners)
    return (score.winners, str(ruling.code), ruling.authority) if ruling else (score.winners, None, None)


PLAY_ON = ((), "play_on")


def test_nobody_there() -> None:
    assert end(result()) == ((), None, None)
    assert end(result(swept(Anna=10, Bruno=10))) == ((), None, None)


@pytest.mark.parametrize("ending", ["source", "more-points", "counting-order"])
def test_alone_at_the_target(ending: str) -> None:
    assert end(result(swept(Anna=11, Bruno=10), end=ending)) == ((A,), "reached_target", "source")


def test_the_target_must_be_passed() -> None:
    """A house rule: 11 is not enough, 12 is."""
    assert end(result(swept(Anna=11), reach="exceed")) == ((), None, None)
    assert end(result(swept(Anna=12, Bruno=11), reach="exceed")) == ((A,), "reached_target", "house")


@pytest.mark.parametrize("target", [1, 16, 21, 31])
def test_any_target(target: int) -> None:
    assert not result(swept(Anna=target - 1), target=target).finished
    assert result(swept(Anna=target), target=target).winners == (A,)


class TestSource:
    """ "Kommen zwei Spieler genau auf 11, so entscheidet die Art der Punktung ... carte, denari, settebello,
    primiera, scopa." """

    def test_cards_before_a_sweep(self) -> None:
        assert end(result(swept(Anna=10, Bruno=10), won(A, sweeps={B: 1}))) == ((A,), "category_order", "source")

    def test_the_categories_in_their_order(self) -> None:
        """Anna needs two and has them with settebello; Bruno with his second sweep."""
        rounds = [swept(Anna=9, Bruno=9), won(A, None, A, sweeps={B: 2})]
        score = result(*rounds)
        assert end(score) == ((A,), "category_order", "source")
        assert score.ruling is not None
        assert score.ruling.reached == {A: "settebello", B: "sweep"}

    def test_each_with_a_sweep_is_not_separated(self) -> None:
        assert end(result(swept(Anna=10, Bruno=10), swept(Anna=1, Bruno=1))) == (*PLAY_ON, "house")

    def test_more_points_win_first_of_all_by_our_reading(self) -> None:
        """Anna was at 11 with the cards, long before Bruno's 14."""
        assert end(result(swept(Anna=10, Bruno=9), won(A, B, B, B, sweeps={B: 2}))) == ((B,), "more_points", "house")

    def test_equal_beyond_the_target_is_counted_by_our_reading(self) -> None:
        score = result(swept(Anna=10, Bruno=10), won(A, B, A, B))
        assert end(score) == ((A,), "category_order", "house")

    def test_both_there_before_the_round_are_not_separated(self) -> None:
        rounds = [swept(Anna=11, Bruno=11), won(A, B)]
        assert end(result(*rounds)) == (*PLAY_ON, "house")
        assert end(result(*rounds, won(B))) == ((B,), "more_points", "house")

    def test_who_was_there_before_the_round_is_there_first(self) -> None:
        """Anna and Bruno play on at 11; Carla catches up with Bruno at 13, but he was there before."""
        rounds = [swept(Anna=11, Bruno=11, Carla=9), won(B, C, C, C, sweeps={B: 1, C: 1})]
        score = result(*rounds, sides=(A, B, C))
        assert score.totals == {A: 11, B: 13, C: 13}
        assert end(score) == ((B,), "category_order", "house")

    def test_a_side_with_fewer_points_takes_no_part_in_the_count(self) -> None:
        """Anna has 11 with the cards, first of all; Bruno and Carla have 12, and Bruno was there first."""
        rounds = [swept(Anna=10, Bruno=10, Carla=10), won(A, B, sweeps={B: 1, C: 2})]
        assert end(result(*rounds, sides=(A, B, C))) == ((B,), "category_order", "house")

    def test_three_exactly_there(self) -> None:
        rounds = [swept(Anna=10, Bruno=10, Carla=10), won(None, C, A, B)]
        assert end(result(*rounds, sides=(A, B, C))) == ((C,), "category_order", "source")

    def test_passing_the_target_is_no_text_of_the_source(self) -> None:
        rounds = [swept(Anna=11, Bruno=11), won(A, B)]
        assert end(result(*rounds, reach="exceed")) == ((A,), "category_order", "house")

    def test_re_bello_and_napola_are_counted_before_the_sweeps(self) -> None:
        """In the order re bello, napola, sweeps."""
        options: dict[str, Any] = {"re_bello": True, "napola": True}
        start = swept(Anna=10, Bruno=8)
        beaten = won(re_bello=A, napola={"side": B, "points": 3})
        assert end(result(start, beaten, **options)) == ((A,), "category_order", "source")
        swapped = won(sweeps={A: 1}, napola={"side": B, "points": 3})
        assert end(result(start, swapped, **options)) == ((B,), "category_order", "source")

    def test_the_quick_variant_counts_sevens_in_place_of_primiera(self) -> None:
        entry = {"awards": {"sevens": B}, "sweeps": {A: 1}}
        assert end(result(swept(Anna=10, Bruno=10), entry, variant="sevens"))[0] == (B,)


class TestMorePoints:
    """pagat.com: more points win, and with equal totals another round is played."""

    def test_more(self) -> None:
        rounds = [swept(Anna=10, Bruno=9), won(A, B, B, B, sweeps={B: 2})]
        assert end(result(*rounds, end="more-points")) == ((B,), "more_points", "pagat")

    def test_equal(self) -> None:
        rounds = [swept(Anna=10, Bruno=10), won(A, sweeps={B: 1})]
        assert end(result(*rounds, end="more-points")) == (*PLAY_ON, "pagat")

    def test_equal_at_the_top_of_three(self) -> None:
        score = result(swept(Anna=12, Bruno=12, Carla=11), sides=(A, B, C), end="more-points")
        assert end(score) == (*PLAY_ON, "pagat")


class TestCountingOrder:
    """Parlett: the last round is counted in order, and the first at the target wins "even at 11 to 14"."""

    def test_fewer_points_and_there_first(self) -> None:
        rounds = [swept(Anna=10, Bruno=9), won(A, B, B, B, sweeps={B: 2})]
        score = result(*rounds, end="counting-order")
        assert score.totals == {A: 11, B: 14}
        assert end(score) == ((A,), "counting_order", "parlett")

    def test_first_together_more_points_decide(self) -> None:
        assert end(result(swept(Anna=11, Bruno=12), end="counting-order")) == ((B,), "more_points", "parlett")

    def test_first_together_and_equal(self) -> None:
        assert end(result(swept(Anna=11, Bruno=11), end="counting-order")) == (*PLAY_ON, "parlett")

    def test_more_points_decide_between_those_that_were_first(self) -> None:
        """Anna and Bruno were there before the round; Carla has the most points, but got there after them."""
        rounds = [swept(Anna=11, Bruno=11, Carla=8), won(B, C, C, C, sweeps={C: 3})]
        score = result(*rounds, sides=(A, B, C), end="counting-order")
        assert score.totals == {A: 11, B: 12, C: 14}
        assert end(score) == ((B,), "more_points", "parlett")


ALL_COINS: dict[str, Any] = {"piles": {A: cards("*D"), B: rest_of(cards("*D"))}}


class TestCappotto:
    """All ten coins, where the napola is played, win the match at once whatever the totals."""

    def test_at_once(self) -> None:
        score = result(ALL_COINS, napola=True, target=31)
        assert end(score) == ((A,), "cappotto", "pagat")

    def test_against_a_side_that_is_at_the_target(self) -> None:
        score = result(swept(Bruno=10), {**ALL_COINS, "sweeps": {B: 5}}, napola=True, target=14)
        assert score.totals == {A: 12, B: 17}
        assert end(score) == ((A,), "cappotto", "pagat")

    def test_by_awards(self) -> None:
        assert end(result(won(napola={"side": B, "points": 10}), napola=True))[1] == "cappotto"
        assert end(result(won(napola={"side": B, "points": 9}), napola=True))[1] is None

    def test_not_where_the_napola_is_not_played(self) -> None:
        assert end(result(ALL_COINS)) == ((), None, None)
