"""Which looks of a film are at no card: outlines that are too small, span several, or lie beneath another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detection.geometry import iou
from vision.detection.plane import CROOKED, FEW, Sizes, Table
from vision.filming.observations import NAMED, WHOLE, Look

ODD = 0.1  # deviation of an outline's length or width, as a logarithm, up to which it is that of a card
UNLIKE = 0.08  # how much less similar than the other looks to their cards one may be whose outline is odd
GHOST = 0.2  # IoU of two outlines on one frame from which they cannot both be cards that lie on top
SMALL = 0.25  # how much smaller than a card, as a logarithm of its sides, an outline is that is a piece of one
PIECE = 0.2  # how much shorter or narrower than a card, as a logarithm, an outline is that ends where another begins
HALF = 0.5  # visible share of a card that is covered by half


def fitting(moments: Sequence[Sequence[Look]]) -> list[list[Look]]:
    """The looks without those that are no cards; one that need not be one proves half as much.

    Outlines that are too small are pieces of cards; one that is larger or smaller than a card there, and unlike what it
    is named, spans several; one that is clearly too narrow shows a part of a card, whose pips may be as many as a lower
    one has; and two cards that overlap are not both seen whole.
    """
    whole = whole_looks(moments)
    if not whole:
        return [list(looks) for looks in moments]
    sizes = Sizes()
    for look in whole:
        sizes.learn(look.quad)
    usual, table = usual_likeness(whole), _table(whole)
    return [[_judged(look, looks, sizes, usual, table) for look in looks if _large(look, sizes)] for looks in moments]


def whole_looks(moments: Sequence[Sequence[Look]]) -> list[Look]:
    """The looks at cards that are named while they lie on top, not cut by the edge of the picture."""
    flat = (look for looks in moments for look in looks)
    return [look for look in flat if look.right > NAMED and look.visible >= WHOLE and look.inside >= WHOLE]


def usual_likeness(whole: Sequence[Look]) -> float:
    """How similar looks are to their cards in this film; 0 where there are none."""
    return float(np.median([look.similarity.max() for look in whole])) if whole else 0.0


def _table(whole: Sequence[Look]) -> Table | None:
    """How large a card looks anywhere, where enough of them say so: each by the look that sees most of it."""
    best = {look.name: look for look in sorted(whole, key=lambda look: look.visible)}
    table = Table(np.array([look.quad for look in best.values()])) if len(best) >= FEW else None
    return table if table is not None and table.off <= CROOKED else None


def _large(look: Look, sizes: Sizes) -> bool:
    return look.visible >= WHOLE or float(sizes.odd(look.quad).mean()) > -SMALL


def _is_piece(look: Look, table: Table) -> bool:
    return look.inside >= WHOLE and float(np.log(table.size(look.quad)).min()) < -PIECE


def _judged(look: Look, looks: Sequence[Look], sizes: Sizes, usual: float, table: Table | None) -> Look:
    spanning = float(np.abs(sizes.odd(look.quad)).max()) > ODD and look.similarity.max() < usual - UNLIKE
    odd = spanning or (table is not None and _is_piece(look, table))
    beneath = look.visible >= WHOLE and any(
        other.visible >= WHOLE
        and other.right * other.similarity.max() > look.right * look.similarity.max()
        and iou(other.quad, look.quad) > GHOST
        for other in looks
        if other is not look
    )
    if not odd and not beneath:
        return look
    spans = odd and look.right > NAMED and look.visible >= WHOLE
    return replace(look, right=0.5 * look.right, visible=min(look.visible, HALF), spans=spans)
