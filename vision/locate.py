"""Where the cards lie: votes of the locator, corners moved by the refiner, and only outlines that explain something.

An outline is judged by what the networks say of it and by what is seen inside it that no better card explains; the
probability that it is a card is a logistic of these, fitted on synthetic photographs (vision.training.calibrate).
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision import geometry, models
from vision.arrays import Array, Pixels
from vision.calibration import calibration
from vision.crops import REFINE_MARGIN, REFINE_SIZE, Pyramid, places, with_claims
from vision.stages import stage
from vision.votes import AGREE, FINER, Votes, cast, cluster

# The locator looks at a picture so large, in pixels of its longest side: first at a glance, then from the distance at
# which its cards are so long as it outlines them best, and at cards within the bounds not again.
GLANCE, LEAST, MOST = 448, 160, 1024
BEST, SHORT, LONG = 150.0, 115.0, 180.0
LOOKS = 3
PASSES = 3  # how often corners are moved
UNLIKELY = 0.1  # what the refiner must say at least for an outline to be looked at further
NEARLY = 0.9  # outlines that overlap more than this have become the same
SAME = 0.62  # outlines that overlap more than this are one card
# Neighbours in a fan nearly coincide. Where corner indices tell them apart, outlines are told apart more finely.
FANNED_SAME = 0.82
PLAUSIBLE = 0.12  # probability from which it is worth asking the namer about an outline
CARD = 0.5  # probability from which an outline is taken for a card, and what is seen inside it for explained


@dataclass(frozen=True)
class Located:
    """N outlines: `quads` (N, 4, 2) in pixels of the picture; from 0 to 1, each (N,): `score` that it is a card,
    `visible` share of it that is seen, `trust` in the votes for it, `fit` of the outline to the card. `evidence`
    (N, 6) is what `judge` found.
    """

    quads: Array
    score: Array
    visible: Array
    trust: Array
    fit: Array
    evidence: Array

    def __len__(self) -> int:
        return len(self.quads)

    def only(self, which: npt.NDArray[Any]) -> Located:
        return Located(*(getattr(self, field.name)[which] for field in fields(self)))

    @staticmethod
    def proposed(quads: Array, trust: Array) -> Located:
        """Outlines of which nothing but the votes is known."""
        ones = np.ones(len(quads))
        return Located(quads, trust, ones, trust, ones, np.zeros((len(quads), 6)))


@stage("locate")
def locate(pixels: Pixels, pyramid: Pyramid, *, fanned: bool = False, least: float = CARD) -> Located:
    """Find the cards in a BGR picture: outlines that are cards with a probability of `least` or more.

    `fanned`: outlines that nearly coincide may be neighbours in a fan.
    """
    judged = judge(*candidates(pixels, pyramid, fanned=fanned))
    return judged.only(np.flatnonzero(judged.score >= least))


def candidates(pixels: Pixels, pyramid: Pyramid, *, fanned: bool = False) -> tuple[Located, Votes]:
    """Outlines that may be cards, refined, best first, and the votes they come from."""
    votes = _clearest(pixels)
    joined = [cluster(votes, agreement) for agreement in ((AGREE, FINER) if fanned else (AGREE,))]
    found = Located.proposed(
        geometry.decode(np.concatenate([codes for codes, _ in joined])), np.concatenate([trust for _, trust in joined])
    )
    for _ in range(PASSES):
        found = _suppressed(refined(found, pyramid, votes), NEARLY)
    return _suppressed(found, FANNED_SAME if fanned else SAME), votes


def _clearest(pixels: Pixels) -> Votes:
    """The votes from the distance at which they are most to be trusted."""
    longest, best = GLANCE, None
    for _ in range(LOOKS):
        votes = cast(pixels, longest)
        if best is None or votes.mean_trust > best.mean_trust:
            best = votes
        seen = votes.typical_length * longest / max(pixels.shape)
        if SHORT <= seen <= LONG or longest == MOST:
            break
        # Where no card is seen they may be too small.
        longest = round(min(max(longest * BEST / seen, LEAST), MOST)) if np.isfinite(seen) else MOST
    assert best is not None
    return best


def refined(found: Located, pyramid: Pyramid, votes: Votes) -> Located:
    """Corners moved to where the refiner sees them, what is hardly a card left out; the rest as the refiner says.

    Where cards lie on each other the picture alone does not say which of them is meant: the votes do.

    `fit` is that of the outlines that were looked at, before they were moved.
    """
    if not len(found):
        return found
    cuts, warps = pyramid.crops(found.quads, REFINE_SIZE, REFINE_MARGIN)
    maps = votes.claims(geometry.encode(found.quads))
    (said,) = models.refiner().run(
        [with_claims(cut, claims, warp @ votes.from_cells) for cut, claims, warp in zip(cuts, maps, warps, strict=True)]
    )
    moves = said[:, :8].reshape(-1, 4, 2).astype(np.float64) / 2 * REFINE_SIZE
    corners = places(REFINE_SIZE, REFINE_MARGIN) + moves
    quads = np.array([_back(quad, warp) for quad, warp in zip(corners, warps, strict=True)])
    score, visible, fit = geometry.sigmoid(said[:, 8:11]).T
    likely = np.flatnonzero((score > UNLIKELY) & (geometry.area(quads) > 1))
    return Located(quads, score, visible, found.trust, fit, found.evidence).only(likely)


def _back(corners: Array, warp: Array) -> Array:
    """Corners (4, 2) of a crop in pixels of the picture that `warp` cut it from."""
    flat = np.column_stack([corners, np.ones(4)]) @ np.linalg.inv(warp).T
    back: Array = flat[:, :2] / flat[:, 2:]
    return back


def _suppressed(found: Located, same: float) -> Located:
    """One outline a card, best first: of several that nearly coincide the best stays."""
    best = np.argsort(-(found.score * found.fit * np.sqrt(found.trust) * (0.3 + found.visible)))
    quads = found.quads[best]
    centres, reach = quads.mean(axis=1), geometry.length(quads) / 2
    keep: list[int] = []
    for index in range(len(best)):
        near = [k for k in keep if np.abs(centres[k] - centres[index]).max() < reach[index]]
        if all(iou(quads[index], quads[other]) < same for other in near):
            keep.append(index)
    return found.only(best[np.array(keep, dtype=np.intp)])


def judge(found: Located, votes: Votes) -> Located:
    """The outlines with the probability that each is a card, and the evidence it rests on.

    Outlines come best first; what is seen inside a card is explained by it and no longer speaks for another. An
    outline between two cards, or half a card, has then nothing of its own; a card that lies under others has.
    """
    free = votes.here > 0.5
    codes = geometry.encode(found.quads) if len(found) else np.zeros((0, 8))
    score, evidence = np.zeros(len(found)), np.zeros((len(found), 6))
    for index, quad in enumerate(found.quads):
        inside = geometry.contains(quad, votes.cells)
        own = np.flatnonzero(inside & free)
        agree = float((votes.agreeing(codes[index], own) < AGREE).mean()) if len(own) else 0.0
        evidence[index] = (
            geometry.logit(found.score[index]),
            geometry.logit(found.trust[index]),
            found.visible[index],
            min(1.0, len(own) * votes.cell_area / max(float(geometry.area(quad)), 1.0)),
            agree,
            found.fit[index],
        )
        score[index] = calibration().card(evidence[index])
        if score[index] >= CARD:
            free &= ~inside
    return Located(found.quads, score, found.visible, found.trust, found.fit, evidence)


def iou(first: Array, second: Array) -> float:
    """Intersection over union of two convex quads (4, 2)."""
    gap = np.abs(first.mean(0) - second.mean(0)).max()
    if gap > max(np.ptp(first, axis=0).max(), np.ptp(second, axis=0).max()):
        return 0.0
    common, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    whole = float(geometry.area(first) + geometry.area(second)) - common
    return float(common / whole) if whole > 0 else 0.0
