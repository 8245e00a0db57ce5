"""Assigns cards to outlines, each card at most as often as the packs hold it.

One outline alone may be ambiguous; the pile is not: two outlines cannot both be the seven of coins. All outlines are
named together, by the assignment of greatest probability (`vision.hungarian`). An outline may stay unnamed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Array, Floats
from vision.hungarian import assign

UNNAMED = 0.08  # staying unnamed costs as much as a name of this probability


@dataclass(frozen=True)
class Named:
    """For each outline the index of its card, or -1, and the probability of that card."""

    cards: tuple[int, ...]
    probability: tuple[float, ...]


def resolve(probabilities: Floats, copies: tuple[int, ...]) -> Named:
    """Name outlines from `probabilities` (outlines, cards), card c at most `copies[c]` times."""
    outlines, _ = probabilities.shape
    if not outlines:
        return Named((), ())
    column_card = np.repeat(np.arange(len(copies)), copies)
    cost: Array = -np.log(np.maximum(probabilities.astype(np.float64), 1e-9))[:, column_card]
    unnamed = np.full((outlines, outlines), -np.log(UNNAMED))
    columns = assign(np.hstack([cost, unnamed]).tolist())
    cards = [int(column_card[column]) if column < len(column_card) else -1 for column in columns]
    sure = tuple(float(probabilities[row, card]) if card >= 0 else 0.0 for row, card in enumerate(cards))
    return Named(tuple(cards), sure)
