"""Where the cards lie: votes of the locator, corners moved by the refiner, and only outlines that explain something.

An outline is judged by what the networks say of it and by what is seen inside it that no better card explains; the
probability that it is a card is a logistic of these, fitted on synthetic photographs (vision.training.calibrate).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision import geometry, models
from vision.calibration import calibration
from vision.crops import REFINE_MARGIN, REFINE_SIZE, Pyramid, places
from vision.geometry import Array
from vision.image import Pixels
from vision.stages import stage
from vision.votes import AGREE, Votes, cast, count

DISTANCES = (1024, 724, 512, 320)  # pixels of the longest side that the locator looks at, from near to far
CLOSE = 115.0  # cards longer than this, in the locator's pixels, may be clearer from farther away
PASSES = 2  # how often corners are moved
UNLIKELY = 0.1  # what the refiner must say at least for an outline to be looked at further
SAME = 0.62  # outlines that overlap more than this are one card
# Neighbours in a fan nearly coincide. Where corner indices tell them apart, outlines are told apart more finely; both
# numbers were chosen on synthetic fans.
FANNED_AGREE, FANNED_SAME = 0.25, 0.82
CARD = 0.5  # probability from which an outline is taken for a card


@dataclass(frozen=True)
class Located:
    """N outlines: `quads` (N, 4, 2) in pixels of the picture; from 0 to 1, each (N,): `score` that it is a card,
    `visible` share of it that is seen, `trust` in the votes for it.
    """

    quads: Array
    score: Array
    visible: Array
    trust: Array

    def __len__(self) -> int:
        return len(self.quads)

    def only(self, which: npt.NDArray[Any]) -> Located:
        return Located(self.quads[which], self.score[which], self.visible[which], self.trust[which])


@stage("locate")
def locate(pixels: Pixels, pyramid: Pyramid, *, fanned: bool = False) -> Located:
    """Find the cards of a BGR picture; `fanned`: outlines that nearly coincide may be neighbours in a fan."""
    found, votes = candidates(pixels, pyramid, fanned=fanned)
    score, _ = judge(found, votes, FANNED_AGREE if fanned else AGREE)
    cards = np.flatnonzero(score >= CARD)
    return Located(found.quads[cards], score[cards], found.visible[cards], found.trust[cards])


def candidates(pixels: Pixels, pyramid: Pyramid, *, fanned: bool = False) -> tuple[Located, Votes]:
    """Outlines that may be cards, refined, best first, and the votes they come from."""
    votes = _clearest(pixels)
    outlines, trust = count(votes, FANNED_AGREE if fanned else AGREE)
    found = Located(geometry.decode(outlines), trust, np.ones(len(trust)), trust)
    for _ in range(PASSES):
        found = _refined(found, pyramid)
        found = found.only(found.score > UNLIKELY)
    best = np.argsort(-(found.score * np.sqrt(found.trust) * (0.3 + found.visible)))
    return _without_doubles(found.only(best), FANNED_SAME if fanned else SAME), votes


def _clearest(pixels: Pixels) -> Votes:
    """The votes from the distance at which they are most to be trusted; cards that look small need no second look."""
    best: Votes | None = None
    for longest in DISTANCES:
        votes = cast(pixels, longest)
        if best is None or votes.mean_trust > best.mean_trust:
            best = votes
        if votes.typical_length * longest < CLOSE * max(pixels.shape):
            break
    assert best is not None
    return best


def _refined(found: Located, pyramid: Pyramid) -> Located:
    """Corners moved to where the refiner sees them; scores and visible shares are the refiner's."""
    if not len(found):
        return found
    cuts, warps = pyramid.crops(found.quads, REFINE_SIZE, REFINE_MARGIN)
    (said,) = models.refiner().run(cuts)
    moves = said[:, :8].reshape(-1, 4, 2).astype(np.float64) / 2 * REFINE_SIZE
    corners = places(REFINE_SIZE, REFINE_MARGIN) + moves
    quads = np.array([_back(quad, warp) for quad, warp in zip(corners, warps, strict=True)])
    return Located(quads, geometry.sigmoid(said[:, 8]), geometry.sigmoid(said[:, 9]), found.trust)


def _back(corners: Array, warp: Array) -> Array:
    """Corners (4, 2) of a crop in pixels of the picture that `warp` cut it from."""
    flat = np.column_stack([corners, np.ones(4)]) @ np.linalg.inv(warp).T
    back: Array = flat[:, :2] / flat[:, 2:]
    return back


def _without_doubles(found: Located, same: float) -> Located:
    """One outline a card: of several that nearly coincide the first stays."""
    keep: list[int] = []
    for index in range(len(found)):
        if all(overlap(found.quads[index], found.quads[other]) < same for other in keep):
            keep.append(index)
    return found.only(np.array(keep, dtype=np.intp))


def judge(found: Located, votes: Votes, agreement: float = AGREE) -> tuple[Array, Array]:
    """The probability (N,) that each outline is a card, and the evidence (N, 5) it rests on.

    Outlines come best first; what is seen inside a card is explained by it and no longer speaks for another. An
    outline between two cards, or half a card, has then nothing of its own; a card that lies under others has.
    """
    free = votes.here > 0.5
    codes = geometry.encode(found.quads)
    score, evidence = np.zeros(len(found)), np.zeros((len(found), 5))
    for index, quad in enumerate(found.quads):
        inside = geometry.contains(quad, votes.cells)
        own = np.flatnonzero(inside & free)
        agree = float((votes.agreeing(codes[index], own) < agreement).mean()) if len(own) else 0.0
        evidence[index] = (
            geometry.logit(found.score[index]),
            geometry.logit(found.trust[index]),
            found.visible[index],
            min(1.0, len(own) * votes.cell_area / max(float(geometry.area(quad)), 1.0)),
            agree,
        )
        score[index] = calibration().card(evidence[index])
        if score[index] >= CARD:
            free &= ~inside
    return score, evidence


def overlap(first: Array, second: Array) -> float:
    """Intersection over union of two convex quads (4, 2)."""
    gap = np.abs(first.mean(0) - second.mean(0)).max()
    if gap > max(np.ptp(first, axis=0).max(), np.ptp(second, axis=0).max()):
        return 0.0
    common, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    whole = float(geometry.area(first) + geometry.area(second)) - common
    return float(common / whole) if whole > 0 else 0.0
