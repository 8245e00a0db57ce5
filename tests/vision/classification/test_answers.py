"""The answer about a card: a doubt has reasons, and its alternatives are possible cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.classification.classifier import _scale, copies_of, free_of
from vision.classification.prototypes import known, prototypes
from vision.pipeline.recognition import said

DECK = known("spagnole")
PLACE = {card.code: place for place, card in enumerate(DECK.cards)}


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
    card, others = said(shares(_6D=0.6, _5D=0.3) * free[2], DECK, -1, 0.0, None, doubtful=True)
    assert card is None
    assert len(others) == 3
    assert others[0][0].code == "5D"
    assert "6D" not in [other.code for other, _ in others]


def test_with_two_packs_the_second_card_of_a_name_may_lie_there_too() -> None:
    names, right = [PLACE["6D"], PLACE["6D"], -1], np.array([0.99, 0.99, 0.0])
    assert free_of(names, right, copies_of(DECK, 2), 0.95)[2, PLACE["6D"]] == 0.0
    assert free_of(names[1:], right[1:], copies_of(DECK, 2), 0.95)[1, PLACE["6D"]] == 1.0


def test_a_certain_name_has_only_probable_alternatives_and_a_doubt_has_three() -> None:
    rows = shares(_5C=0.999)
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
