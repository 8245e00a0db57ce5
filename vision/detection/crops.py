"""Crops: the quadrilateral of a card in the photograph is warped to an upright rectangle with a margin around it."""

import cv2
import numpy as np

from vision.arrays import Array, Pixels
from vision.detection.geometry import length
from vision.io.pyramid import Pyramid

# Sizes (width, height) in pixels and margins that the networks were trained with; vision.training reads them here.
REFINE_SIZE, REFINE_MARGIN = (80, 112), 1.5
REFINE_CHANNELS = 5  # three of the picture, two of `with_claims`
NAME_SIZE, NAME_MARGIN = (112, 176), 1.14

INDEX_SIZE = (48, 64)
# Left, top, right, bottom as shares of the card: the part with a French or tarot index, and the smaller one with a
# Latin numeral.
Part = tuple[float, float, float, float]
INDEX_PART: Part = (-0.06, -0.05, 0.34, 0.33)
NUMERAL_PART: Part = (-0.05, -0.04, 0.27, 0.22)

SHARPEST = 260.0  # cards longer than this, in pixels, are cropped from a smaller copy: no network saw larger ones


def places(size: tuple[int, int], margin: float) -> Array:
    """The corners (4, 2) of a card in its crop of `size` (width, height): `margin` times as large as the card."""
    near = (1 - 1 / margin) / 2
    far = 1 - near
    spots: Array = np.array([[near, near], [far, near], [far, far], [near, far]]) * size
    return spots


def index_places(part: Part = INDEX_PART) -> Array:
    """The corners (4, 2) of a card in the crop of its index; three of them lie outside it."""
    left, top, right, bottom = part
    card = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    spots: Array = (card - (left, top)) / (right - left, bottom - top) * INDEX_SIZE
    return spots


def crop_index(pixels: Pixels, quad: Array, part: Part = INDEX_PART) -> Pixels:
    """The index at the top left of the card in `quad` (4, 2), as a picture of `INDEX_SIZE`."""
    warp = cv2.getPerspectiveTransform(quad.astype(np.float32), index_places(part).astype(np.float32))
    cut = cv2.warpPerspective(pixels, warp, INDEX_SIZE, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cut.astype(np.uint8, copy=False)


def crop(pixels: Pixels, quad: Array, size: tuple[int, int], margin: float) -> tuple[Pixels, Array]:
    """The card in `quad` (4, 2) as a picture of `size`, and the homography (3, 3) from photograph to crop."""
    warp = cv2.getPerspectiveTransform(quad.astype(np.float32), places(size, margin).astype(np.float32))
    cut = cv2.warpPerspective(pixels, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cut.astype(np.uint8, copy=False), np.asarray(warp, np.float64)


def with_claims(cut: Pixels, claims: Pixels, warp: Array) -> Pixels:
    """A crop (H, W, 3) with two more channels: where the detector sees this card, and where it sees other cards.

    `claims` (rows, columns, 2) is a map of vision.detection.hough_votes.Votes, `warp` (3, 3) the homography from it to
    the crop.
    """
    high, wide = cut.shape[:2]
    warped = cv2.warpPerspective(claims, warp, (wide, high), flags=cv2.INTER_LINEAR)
    together = np.empty((high, wide, REFINE_CHANNELS), np.uint8)
    cv2.mixChannels([cut, warped], [together], [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    return together


def half_turn(cut: Pixels) -> Pixels:
    """A crop turned by 180 degrees."""
    return np.asarray(cv2.rotate(cut, cv2.ROTATE_180), np.uint8)


def crop_cards(
    pyramid: Pyramid, quads: Array, size: tuple[int, int], margin: float
) -> tuple[list[Pixels], list[Array]]:
    """One crop and one homography, from full-size pixels, for each of `quads` (N, 4, 2)."""
    cuts, warps = [], []
    for quad, level in zip(quads, _levels(quads), strict=True):
        share = 0.5**level
        cut, warp = crop(pyramid.level(level), quad * share, size, margin)
        cuts.append(cut)
        warps.append(warp @ np.diag([share, share, 1.0]))
    return cuts, warps


def crop_indices(pyramid: Pyramid, quads: Array, part: Part = INDEX_PART) -> list[Pixels]:
    """The index at the top left of each of `quads` (N, 4, 2); a numeral from a sharper level because it is small."""
    levels = zip(quads, _levels(quads, np.floor if part is NUMERAL_PART else np.ceil), strict=True)
    return [crop_index(pyramid.level(level), quad * 0.5**level, part) for quad, level in levels]


def crop_both(pyramid: Pyramid, quads: Array, part: Part = INDEX_PART) -> list[Pixels]:
    """The index at the first end of every outline, then the index at the second end of every outline."""
    return crop_indices(pyramid, quads, part) + crop_indices(pyramid, np.roll(quads, 2, axis=1), part)


def _levels(quads: Array, to_whole: np.ufunc = np.ceil) -> list[int]:
    """The pyramid level for the crop of each of `quads` (N, 4, 2)."""
    halvings = to_whole(np.log2(np.maximum(length(quads), 1.0) / SHARPEST))
    return [int(each) for each in np.maximum(halvings, 0)]
