"""Removes outlines that are no cards by their size on the plane: fragments, and outlines across several cards."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.classification.confidence import UNLIKE
from vision.detection.detector import SHOWS, WHOLE
from vision.detection.plane import PART, Plane
from vision.filming.observations import Observation


def fitting(moments: Sequence[Sequence[Observation]], usual: float) -> list[list[Observation]]:
    """Drop fragments, and let doubtful outlines count as half covered.

    Fragments are too small. An outline of unusual size and less similar to a card than `usual` spans several cards. One
    clearly too narrow shows part of a card, which may resemble one of a lower rank.
    """
    whole = {look.name: look.quad for look in sorted(whole_looks(moments), key=lambda look: look.visible)}
    if len(whole) < 2:
        return [list(observations) for observations in moments]
    plane = Plane(np.array(list(whole.values())))

    def is_fragment(look: Observation) -> bool:
        return look.visible < WHOLE and bool(plane.off(look.quad).mean() <= -PART)

    def fitted(look: Observation) -> Observation:
        spanning = not plane.is_card(look.quad) and look.similarity.max() < usual - UNLIKE
        narrow = look.inside >= WHOLE and plane.is_part(look.quad)
        return replace(look, visible=min(look.visible, SHOWS)) if spanning or narrow else look

    return [[fitted(look) for look in observations if not is_fragment(look)] for observations in moments]


def whole_looks(moments: Sequence[Sequence[Observation]]) -> list[Observation]:
    """Observations of reliably named cards that lie on top and are not cut off by the frame."""
    flat = (look for observations in moments for look in observations)
    return [look for look in flat if look.on_top and look.inside >= WHOLE]


def usual_likeness(moments: Sequence[Sequence[Observation]]) -> float:
    """Median similarity of whole observations to their cards in this film; 0 without any."""
    whole = whole_looks(moments)
    return float(np.median([look.similarity.max() for look in whole])) if whole else 0.0
