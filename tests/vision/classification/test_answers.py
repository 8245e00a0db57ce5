"""The answer about a card: a doubt has reasons, and its alternatives are possible cards."""

from dataclasses import replace

import numpy as np
import pytest

from vision.classification.classifier import _scale, copies_of, free_of
from vision.classification.doubts import contradictions
from vision.classification.index_reader import IndexReading
from vision.classification.prototypes import known, prototypes
from vision.pipeline.recognition import offered, said

DECK = known("spagnole")
PLACE = {card.code: place for place, card in enumerate(DECK.cards)}
UNREAD = np.array([-1, -1])


def shares(**most: float) -> np.ndarray:
    """Probabilities of cards called `_6D`; the others share what is left."""
    left = (1 - sum(most.values())) / (len(DECK.cards) - len(most))
    rows = np.full(len(DECK.cards), left)
    for code, chance in most.items():
        rows[PLACE[code.removeprefix("_")]] = chance
    return rows


def test_a_card_that_lies_elsewhere_is_no_alternative() -> None:
    names = [PLACE["6D"], PLACE["5D"], -1]
    free = free_of(names, np.array([0.99, 0.6, 0.0]), copies_of(DECK, 1), 0.95)
    assert free[2, PLACE["6D"]] == 0.0
    assert free[2, PLACE["5D"]] == pytest.approx(0.4)
    assert free[2, PLACE["4D"]] == free[0, PLACE["6D"]] == 1.0
    card, others = said(offered(shares(_6D=0.6, _5D=0.3), free[2], UNREAD, DECK), DECK, -1, 0.0, None, doubtful=True)
    assert card is None
    assert len(others) == 3
    assert others[0][0].code == "5D"
    assert "6D" not in [other.code for other, _ in others]


def test_with_two_packs_the_second_card_of_a_name_may_lie_there_too() -> None:
    names, right = [PLACE["6D"], PLACE["6D"], -1], np.array([0.99, 0.99, 0.0])
    assert free_of(names, right, copies_of(DECK, 2), 0.95)[2, PLACE["6D"]] == 0.0
    assert free_of(names[1:], right[1:], copies_of(DECK, 2), 0.95)[1, PLACE["6D"]] == 1.0


def test_a_numeral_that_says_another_rank_than_the_pips_of_a_card_half_covered_is_a_doubt() -> None:
    six, five, unsure = PLACE["6C"], PLACE["5C"], -1
    ranks = np.array([[5, 4], [5, 5], [5, unsure], [unsure, 4], [5, 4]])
    calm, stray = np.zeros(5, np.float32), np.ones(5, np.float32)
    names, half = np.array([six, six, five, five, -1]), np.full(5, 0.5)
    assert contradicted(ranks, calm, half, names).tolist() == [True, False, True, False, False]
    assert not contradicted(ranks, calm, np.ones(5), names).any()
    assert contradicted(ranks, stray, np.ones(5), names).all()


def contradicted(ranks: np.ndarray, stray: np.ndarray, visible: np.ndarray, names: np.ndarray) -> np.ndarray:
    nothing = IndexReading.nothing(len(names), len(DECK.cards))
    return np.any([*contradictions(nothing, ranks, stray, visible, names, DECK).values()], axis=0)


def test_of_a_card_whose_numeral_says_another_rank_than_its_pips_both_are_offered() -> None:
    six, five = PLACE["6C"], PLACE["5C"]
    ones = np.ones(len(DECK.cards))
    _, others = said(offered(shares(_5C=0.98), ones, np.array([5, 4]), DECK), DECK, five, 0.85, None, doubtful=True)
    assert others[0][0].rank == DECK.cards[six].rank
    assert others[0][1] < 0.151


def test_a_certain_name_has_only_probable_alternatives_and_a_doubt_has_three() -> None:
    ones = np.ones(len(DECK.cards))
    rows = offered(shares(_5C=0.999), ones, UNREAD, DECK)
    assert said(rows, DECK, PLACE["5C"], 0.999, None, doubtful=False)[1] == ()
    _, others = said(rows, DECK, PLACE["5C"], 0.9, None, doubtful=True)
    assert len(others) == 3
    assert 0 < sum(chance for _, chance in others) <= 0.1005


def test_a_taught_deck_is_told_apart_more_surely_where_a_card_is_seen_well() -> None:
    """Worked: alike by 0.95 and 0.90 the odds are e^0.8 for a printed deck, e^3.2 for the very cards."""
    near = np.array([[0.95, 0.9], [0.95, 0.9], [0.35, 0.3]], np.float32)
    visible, usual = np.array([1.0, 0.3, 1.0]), prototypes().scale
    assert _scale(near, visible, DECK).ravel() == pytest.approx(usual)
    taught = _scale(near, visible, replace(DECK, enrolled=True)).ravel()
    assert taught == pytest.approx([4 * usual, usual, usual])
