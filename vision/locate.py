"""Where the cards lie: every visible piece of a card votes for the whole card it belongs to.

The locator speaks for each 8 x 8 cell of the picture: is a card seen here, how sure am I of its outline, and the
outline itself. A card whose middle is covered is still found by the pieces that are seen. Votes that agree are one
card; the refiner then moves each card's corners to where they really are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision import geometry, models
from vision.crops import REFINE_MARGIN, REFINE_SIZE, Pyramid, places
from vision.geometry import Array
from vision.image import Pixels

LONGEST = 1024  # pixels of the longest side that the locator looks at
STRIDE = 8
UNIT = 32.0  # pixels per unit of the network's geometry outputs
CELL_THRESHOLD = 0.35
AGREE = 0.22  # votes closer than this, in card lengths, are for one card
SAME = 0.62  # outlines that overlap more than this are one card
CARD_THRESHOLD = 0.35
FINE = 4  # pixels, at the locator's scale, of the grid on which outlines explain what is seen
OWN = 0.07  # share of its outline that a card must show where no better card lies


@dataclass(frozen=True)
class Located:
    """Cards found: `quads` (N, 4, 2) in pixels of the picture; (N,) each, from 0 to 1: `score` that it is a card,
    `visible` share of it that is seen, `trust` of the locator's votes for it.
    """

    quads: Array
    score: Array
    visible: Array
    trust: Array

    def __len__(self) -> int:
        return len(self.quads)

    def only(self, which: npt.NDArray[Any]) -> Located:
        return Located(self.quads[which], self.score[which], self.visible[which], self.trust[which])


def locate(pixels: Pixels, pyramid: Pyramid) -> Located:
    """Find the cards of a BGR picture."""
    found, seen = _rough(pixels, LONGEST)
    if not len(found) or np.median(geometry.length(found.quads)) > 0.18 * max(pixels.shape):
        found = _joined(found, _rough(pixels, LONGEST // 2)[0])  # very close cards are clearer from farther away
    for _ in range(2):
        found = _refined(found, pyramid)
    found = _without_doubles(found.only(found.score > CARD_THRESHOLD))
    return _explaining(found, seen, LONGEST / max(pixels.shape))


def _rough(pixels: Pixels, longest: int) -> tuple[Located, Array]:
    """The locator's cards before refinement, and how sure it is that a card is seen, one value a cell."""
    share = longest / max(pixels.shape[:2])
    width, height = round(pixels.shape[1] * share), round(pixels.shape[0] * share)
    small = cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA if share < 1 else cv2.INTER_LINEAR)
    padded = cv2.copyMakeBorder(small, 0, -height % 32, 0, -width % 32, cv2.BORDER_REPLICATE)
    (answer,) = models.locator().run([np.asarray(padded, np.uint8)])
    here = _sigmoid(answer[0, 0])
    rows, columns = np.nonzero(here > CELL_THRESHOLD)
    said = answer[0][:, rows, columns].T.astype(np.float64)
    codes = said[:, 3:11] * UNIT
    codes[:, 0] += columns * STRIDE + STRIDE / 2
    codes[:, 1] += rows * STRIDE + STRIDE / 2
    return _counted(codes, here[rows, columns] * _sigmoid(said[:, 1]), share), here


def _counted(codes: Array, trust: Array, share: float) -> Located:
    """Join the votes `codes` (V, 8) that agree, the most trusted first."""
    long = np.hypot(codes[:, 2], codes[:, 3]) * 2 + 1e-6
    left = np.arange(len(codes))
    joined, scores = [], []
    while len(left):
        best = left[np.argmax(trust[left])]
        if trust[best] < 0.1:
            break
        apart = np.abs(codes[left] - codes[best]) / long[best]
        agree = apart[:, :6].sum(1) < AGREE * 2
        voters = left[agree]
        weight = trust[voters] ** 2
        joined.append((codes[voters] * weight[:, None]).sum(0) / weight.sum())
        # One cell alone is hardly a card; the share saturates with a handful of voters.
        scores.append(trust[best] * min(1.0, (agree.sum() + 1) / 4))
        left = left[~agree]
    if not joined:
        return Located(np.zeros((0, 4, 2)), np.zeros(0), np.zeros(0), np.zeros(0))
    quads = geometry.decode(np.array(joined)) / share
    trust_of = np.array(scores)
    return Located(quads, trust_of, np.ones(len(quads)), trust_of)


def _refined(found: Located, pyramid: Pyramid) -> Located:
    """Corners moved to where the refiner sees them; scores and visible shares are the refiner's."""
    if not len(found):
        return found
    cuts, warps = pyramid.crops(found.quads, REFINE_SIZE, REFINE_MARGIN)
    (said,) = models.refiner().run(cuts)
    moves = said[:, :8].reshape(-1, 4, 2).astype(np.float64) / 2 * REFINE_SIZE
    corners = places(REFINE_SIZE, REFINE_MARGIN) + moves
    quads = np.array([_back(quad, warp) for quad, warp in zip(corners, warps, strict=True)])
    # What the locator's votes said still counts: a place where few agree is rarely a card.
    return Located(quads, np.sqrt(found.trust) * _sigmoid(said[:, 8]), _sigmoid(said[:, 9]), found.trust)


def _back(corners: Array, warp: Array) -> Array:
    """Corners (4, 2) of a crop in pixels of the picture that `warp` cut it from."""
    flat = np.column_stack([corners, np.ones(4)]) @ np.linalg.inv(warp).T
    back: Array = flat[:, :2] / flat[:, 2:]
    return back


def _without_doubles(found: Located) -> Located:
    """One outline a card: of two that nearly coincide the one more visible and more sure stays."""
    order = np.argsort(-(found.score * (0.5 + found.visible)))
    keep: list[int] = []
    for index in order:
        if all(overlap(found.quads[index], found.quads[other]) < SAME for other in keep):
            keep.append(int(index))
    return found.only(np.array(keep, dtype=np.intp))


def _explaining(found: Located, seen: Array, share: float) -> Located:
    """Drop outlines that explain nothing: all that is seen inside them belongs to better cards.

    `seen` is the locator's certainty for each cell, `share` the locator's pixels per pixel. An outline between two
    cards, or half a card, has nothing of its own once the true cards have taken theirs; a card under others has.
    """
    free = cv2.resize(
        (seen > 0.5).astype(np.uint8), None, fx=STRIDE // FINE, fy=STRIDE // FINE, interpolation=cv2.INTER_NEAREST
    )
    keep: list[int] = []
    for index in np.argsort(-found.score * (0.3 + found.visible)):
        inside = np.zeros(free.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round(found.quads[index] * share / FINE).astype(np.int32), 1)
        own = np.count_nonzero(free[inside > 0])
        if own >= max(4.0, OWN * np.count_nonzero(inside)):
            keep.append(int(index))
            free[inside > 0] = 0
    return found.only(np.array(keep, dtype=np.intp))


def overlap(first: Array, second: Array) -> float:
    """Intersection over union of two convex quads (4, 2)."""
    gap = np.abs(first.mean(0) - second.mean(0)).max()
    if gap > max(np.ptp(first, axis=0).max(), np.ptp(second, axis=0).max()):
        return 0.0
    common, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    whole = float(geometry.area(first) + geometry.area(second)) - common
    return float(common / whole) if whole > 0 else 0.0


def _joined(first: Located, second: Located) -> Located:
    return Located(
        np.concatenate([first.quads, second.quads]),
        np.concatenate([first.score, second.score]),
        np.concatenate([first.visible, second.visible]),
        np.concatenate([first.trust, second.trust]),
    )


def _sigmoid(x: Array) -> Array:
    clipped: Array = 1 / (1 + np.exp(-np.clip(x.astype(np.float64), -40, 40)))
    return clipped
