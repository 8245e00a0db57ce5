"""Mistakes that the piles of a round prove: the score stands, with a warning (rules.md, "Checks")."""

from random import Random
from typing import Any

import pytest

from scoring.cards import ITALIAN
from scoring.detective.round import check_fifteen
from scoring.lines import RoundScore
from scoring.piles import Rest
from tests.oracles.scopa_table import play
from tests.scoring.rounds import A, B, C, D, cards, counted, rest_of, result, won
from tests.shares import examples

EVEN = {A: cards("*D *C"), B: cards("*S *B")}
"""110 each: even, and no multiple of fifteen."""
ODD = {A: cards("2-10D *C"), B: cards("1D *S *B")}
FIFTEENS = {A: cards("7-8D 7-8C 7-8S"), B: rest_of(cards("7-8D 7-8C 7-8S"))}
"""45 and 175: a multiple of fifteen, and 10 more than one."""


def warnings(score: RoundScore) -> list[tuple[str, tuple[str, ...]]]:
    return [(str(warning.code), warning.sides) for warning in score.warnings]


@pytest.mark.parametrize("variant", ["classic", "scopone", "scientifico", "sevens"])
def test_an_odd_pile_where_a_card_takes_its_own_value(variant: str) -> None:
    """A capture adds 2v. The deck being even, two sides are odd together."""
    assert warnings(counted(EVEN, variant=variant)) == []
    assert warnings(counted(ODD, variant=variant)) == [("odd_pile", (A, B))]


def test_only_the_odd_piles_are_named() -> None:
    piles = {A: cards("2-10D"), B: cards("1D *S *B"), C: cards("*C")}
    assert warnings(counted(piles, sides=(A, B, C))) == [("odd_pile", (B, C))]


def test_an_ace_that_takes_everything_makes_any_sum() -> None:
    assert warnings(counted(ODD, variant="assi")) == []


def test_the_score_stands() -> None:
    assert counted(ODD).points == {A: 2, B: 2}


@pytest.mark.parametrize("variant", ["classic", "assi"])
def test_a_single_card(variant: str) -> None:
    piles = {A: cards("2D"), B: cards("4D"), C: rest_of(cards("2D 4D"))}
    assert warnings(counted(piles, sides=(A, B, C), variant=variant)) == [("single_card_pile", (A, B))]


def test_of_awards_no_arithmetic_is_made() -> None:
    score = result({**won(A, A, A), "rest": {"side": A, "cards": ["1D"]}}, variant="quindici").rounds[0]
    assert score.warnings == ()


def quindici(rest: tuple[str, list[str]] | None = None, piles: dict[str, Any] = FIFTEENS) -> list[Any]:
    entry = {"piles": piles} | ({"rest": {"side": rest[0], "cards": rest[1]}} if rest else {})
    return warnings(result(entry, sides=tuple(piles), variant="quindici").rounds[0])


@pytest.mark.parametrize("rest", [cards("10D"), cards("10D 10C 5D"), cards("10D 10C 10S 10B"), cards("*B")])
def test_a_right_round_of_fifteens(rest: list[str]) -> None:
    """The deck is 14 x 15 + 10, so 10, 25, 40 or 55 are left."""
    assert quindici() == []
    assert quindici((B, rest)) == []


def test_a_rest_that_cannot_be() -> None:
    """24 left: proof of a wrong capture, or of a wrong note; the piles themselves fit the deck."""
    assert quindici((B, cards("10D 10C 4D"))) == [("rest_impossible", (B,))]
    assert quindici((B, [])) == [("rest_impossible", (B,))], "never 0"


def test_seventy_left_is_possible_and_rare() -> None:
    assert quindici((B, cards("*B 5D 10D"))) == [("rest_unusual", (B,))]
    assert quindici((B, cards("*B 5D 9D"))) == [("rest_impossible", (B,))]


def test_a_pile_that_cannot_be_made_of_fifteens() -> None:
    """Neither is accused: one wrong capture makes two such piles, the offender's and that of who took the rest."""
    assert quindici(piles=EVEN) == [("pile_not_fifteen", ())]
    (warning,) = counted(EVEN, takes="fifteen").warnings
    assert warning.value == [A, B]


def test_with_the_rest_known_only_the_guilty_are_named() -> None:
    """Bruno once took 16 for 15. Carla got the rest, one too few, and everything she captured herself is right."""
    bruno, rest = cards("7D 9D"), cards("9S")
    carla = cards("6C 9C") + rest
    piles = {A: rest_of(bruno, carla), B: bruno, C: carla}
    assert sum(ITALIAN.parse(code).rank for code in piles[A]) % 15 == 0
    assert quindici((C, rest), piles) == [("rest_impossible", (C,)), ("pile_not_fifteen", (B,))]
    assert quindici(None, piles) == [("pile_not_fifteen", (B,))], "two cards of 16 hold no rest either"


def test_without_the_rest_one_pile_leaves_ten() -> None:
    """Anna 10, Bruno 1 and Carla 14 modulo 15 add up to the deck; only Anna's can be right."""
    anna, bruno = cards("10D"), cards("7-9C 7D")
    piles = {A: anna, B: bruno, C: rest_of(anna, bruno)}
    assert quindici(None, piles) == [("single_card_pile", (A,)), ("pile_not_fifteen", ())]


def test_the_rest_belongs_to_one_side_only() -> None:
    """Four piles that leave 10 each make up the deck: three are wrong, and none can be named."""
    piles = {side: tuple(ITALIAN.of_suit(suit)) for side, suit in zip((A, B, C, D), "DCSB", strict=True)}
    assert [sum(card.rank for card in pile) % 15 for pile in piles.values()] == [10] * 4
    (warning,) = check_fifteen(piles, None)
    assert (warning.code, warning.sides) == ("pile_not_fifteen", ())
    (known,) = check_fifteen(piles, Rest(A, (ITALIAN.parse("10D"),)))
    assert known.sides == (B, C, D)


def test_after_the_finish() -> None:
    """Later rounds are scored and shown, and do not count."""
    score = result(won(A, A, A, A), won(B, B, B, B), won(None, None, B), target=4)
    assert [round_.points for round_ in score.rounds] == [{A: 4, B: 0}, {A: 0, B: 4}, {A: 0, B: 1}]
    assert [warnings(round_) for round_ in score.rounds] == [[], [("after_finish", ())], [("after_finish", ())]]
    assert (score.totals, score.winners) == ({A: 4, B: 0}, (A,))


def test_one_wrong_capture_accuses_nobody_else() -> None:
    """Rounds that were played, one capture of each made wrong: none but the offender is proven to have captured so."""
    shown, many = 0, examples(150)
    for seed in range(many):
        random = Random(seed)
        played = play(random, {"takes": "fifteen"}, [A, B])
        piles = {side: [card for card in pile if card not in played.rest] for side, pile in played.piles.items()}
        offender = random.choice([A, B])
        stolen = random.choice(played.rest) if played.rest else None
        if stolen is None:
            continue
        piles[offender].append(stolen)
        piles[str(played.last)] += [card for card in played.rest if card != stolen]
        for warning in result({"piles": piles}, takes="fifteen", target=99).rounds[0].warnings:
            if warning.code == "pile_not_fifteen":
                shown += 1
                assert set(warning.sides) <= {offender}
                assert offender in (warning.value or warning.sides)
    assert shown > many / 4
