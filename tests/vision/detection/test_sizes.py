"""How large a card should look, from few outlines and from many."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Array
from vision.detection.plane import Sizes, cut

CARD = np.array([[0.3, 0.3], [0.45, 0.3], [0.45, 0.55], [0.3, 0.55]])


def larger(times: float) -> Array:
    quad: Array = CARD[0] + (CARD - CARD[0]) * (1.0, times)
    return quad


def test_one_outline_says_nothing_and_two_say_how_large_a_card_is() -> None:
    """The second card of a heap was seen with the edge of the first one, and was left out: nothing was known yet."""
    sizes = Sizes()
    sizes.learn(CARD)
    assert sizes.odd(larger(1.2)) == pytest.approx([0, 0])
    sizes.learn(CARD + 0.01)
    assert sizes.odd(larger(1.2)) == pytest.approx([np.log(1.2), 0], abs=1e-6)
    assert any(np.abs(part - CARD).max() < 1e-6 for part in cut(larger(1.2), sizes.odd(larger(1.2))))


def test_cards_far_away_are_smaller() -> None:
    sizes = Sizes()
    for row in range(6):
        for column in range(3):
            sizes.learn(CARD * (1 - 0.04 * row) + (0.2 * column, 0.25 * row))
    assert np.abs(sizes.odd(CARD * 0.84 + (0.2, 1.0))).max() < 0.05
    assert sizes.odd(CARD + np.array((0.2, 1.0))).min() > 0.08
