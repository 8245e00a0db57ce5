"""Removes observations that are no cards: outlines that are too small, span several cards, or lie below another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.classification.classifier import WHOLE
from vision.detection.geometry import iou
from vision.detection.plane import PART, Plane
from vision.filming.observations import Observation

UNLIKE = 0.08  # difference of similarities above which an observation is unlike its card
GHOST = 0.2  # IoU of two outlines on one frame above which they cannot both be cards on top
HALF = 0.5  # visible share of a half-covered card


def fitting(moments: Sequence[Sequence[Observation]]) -> list[list[Observation]]:
    """The observations without those that are no cards; doubtful ones count half.

    Outlines that are too small are fragments. An outline of unusual size that is unlike its card spans several cards.
    One that is clearly too narrow shows part of a card, which may look like one of a lower rank. Of two overlapping
    cards, one cannot be whole.
    """
    whole = whole_looks(moments)
    if not whole:
        return [list(observations) for observations in moments]
    usual, plane = usual_likeness(whole), _plane(whole)
    return [
        [_judged(look, observations, usual, plane) for look in observations if _large(look, plane)]
        for observations in moments
    ]


def whole_looks(moments: Sequence[Sequence[Observation]]) -> list[Observation]:
    """Observations of named cards that lie on top and are not cut off by the frame."""
    flat = (look for observations in moments for look in observations)
    return [look for look in flat if look.on_top and look.inside >= WHOLE]


def usual_likeness(whole: Sequence[Observation]) -> float:
    """Median similarity of whole observations to their cards in this film; 0 without any."""
    return float(np.median([look.similarity.max() for look in whole])) if whole else 0.0


def _plane(whole: Sequence[Observation]) -> Plane | None:
    """The plane of the table, if enough cards tell: each by its most visible observation."""
    best = {look.name: look for look in sorted(whole, key=lambda look: look.visible)}
    return Plane(np.array([look.quad for look in best.values()])) if len(best) > 1 else None


def _large(look: Observation, plane: Plane | None) -> bool:
    return look.visible >= WHOLE or plane is None or plane.off(look.quad).mean() > -PART


def _judged(look: Observation, observations: Sequence[Observation], usual: float, plane: Plane | None) -> Observation:
    spanning = plane is not None and not plane.is_card(look.quad) and look.similarity.max() < usual - UNLIKE
    odd = spanning or (look.inside >= WHOLE and plane is not None and plane.is_part(look.quad))
    beneath = look.visible >= WHOLE and any(
        other.visible >= WHOLE
        and other.right * other.similarity.max() > look.right * look.similarity.max()
        and iou(other.quad, look.quad) > GHOST
        for other in observations
        if other is not look
    )
    if not odd and not beneath:
        return look
    spans = odd and look.on_top
    return replace(look, right=0.5 * look.right, visible=min(look.visible, HALF), spans=spans)
