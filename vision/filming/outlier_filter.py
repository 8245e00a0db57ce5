"""Leaves out observations of no card: outlines that are too small, span several, or lie beneath another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detection.geometry import iou
from vision.detection.plane import CROOKED, Table
from vision.filming.observations import NAMED, WHOLE, Observation

ODD = 0.1  # deviation of an outline's length or width, as a logarithm, up to which it is that of a card
UNLIKE = 0.08  # how much less similar than the other observations to their cards one may be whose outline is odd
GHOST = 0.2  # IoU of two outlines on one frame from which they cannot both be cards that lie on top
SMALL = 0.25  # how much smaller than a card, as a logarithm of its sides, an outline is that is a piece of one
PIECE = 0.2  # how much shorter or narrower than a card, as a logarithm, an outline is that ends where another begins
HALF = 0.5  # visible share of a card that is covered by half


def fitting(moments: Sequence[Sequence[Observation]]) -> list[list[Observation]]:
    """The observations without those that are no cards; one that need not be one proves half as much.

    Outlines that are too small are pieces of cards; one that is larger or smaller than a card there, and unlike what it
    is named, spans several; one that is clearly too narrow shows a part of a card, whose pips may be as many as a lower
    one has; and two cards that overlap are not both seen whole.
    """
    whole = whole_looks(moments)
    if not whole:
        return [list(observations) for observations in moments]
    usual, table = usual_likeness(whole), _table(whole)
    return [
        [_judged(observation, observations, usual, table) for observation in observations if _large(observation, table)]
        for observations in moments
    ]


def whole_looks(moments: Sequence[Sequence[Observation]]) -> list[Observation]:
    """The observations of cards that are named while they lie on top, not cut by the edge of the picture."""
    flat = (observation for observations in moments for observation in observations)
    return [
        observation
        for observation in flat
        if observation.right > NAMED and observation.visible >= WHOLE and observation.inside >= WHOLE
    ]


def usual_likeness(whole: Sequence[Observation]) -> float:
    """How similar observations are to their cards in this film; 0 where there are none."""
    return float(np.median([observation.similarity.max() for observation in whole])) if whole else 0.0


def _table(whole: Sequence[Observation]) -> Table | None:
    """How large a card looks anywhere, where enough of them say so: each by the observation that sees most of it."""
    best = {observation.name: observation for observation in sorted(whole, key=lambda observation: observation.visible)}
    table = Table(np.array([observation.quad for observation in best.values()])) if len(best) > 1 else None
    return table if table is not None and table.off <= CROOKED else None


def _large(observation: Observation, table: Table | None) -> bool:
    return observation.visible >= WHOLE or table is None or float(np.log(table.size(observation.quad)).mean()) > -SMALL


def _judged(
    observation: Observation, observations: Sequence[Observation], usual: float, table: Table | None
) -> Observation:
    size = np.zeros(2) if table is None else np.log(table.size(observation.quad))
    spanning = float(np.abs(size).max()) > ODD and observation.similarity.max() < usual - UNLIKE
    odd = spanning or (observation.inside >= WHOLE and float(size.min()) < -PIECE)
    beneath = observation.visible >= WHOLE and any(
        other.visible >= WHOLE
        and other.right * other.similarity.max() > observation.right * observation.similarity.max()
        and iou(other.quad, observation.quad) > GHOST
        for other in observations
        if other is not observation
    )
    if not odd and not beneath:
        return observation
    spans = odd and observation.right > NAMED and observation.visible >= WHOLE
    return replace(observation, right=0.5 * observation.right, visible=min(observation.visible, HALF), spans=spans)
