"""Quadrilaterals ("quads") of cards, and the encoding in which the detector predicts them.

Quads are (N, 4, 2) arrays in pixels: top left corner first, clockwise. A card turned by 180 degrees covers the same
place, so the detector predicts an encoding that is the same for both: centre (2), long and short half-axis as vectors
of *doubled angle* (2 + 2), and the perspective term (2). It keeps all eight degrees of freedom and is continuous.
"""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Pixels

PIXELS = 64.0  # size of a quad from which OpenCV intersects it accurately
DRAWN = 200  # pixels of a quad's longer side in the raster that measures coverage
EQUAL = 1e-5  # greatest distance between corners of equal quads, as a share of their size


def _double(vectors: Array) -> Array:
    """(N, 2) vectors with the same length and twice the angle."""
    x, y = vectors[:, 0], vectors[:, 1]
    length = np.hypot(x, y) + 1e-9
    return np.stack([(x * x - y * y) / length, 2 * x * y / length], 1)


def _halve(vectors: Array) -> Array:
    """The inverse of `_double`, up to sign."""
    angle = np.arctan2(vectors[:, 1], vectors[:, 0]) / 2
    length = np.hypot(vectors[:, 0], vectors[:, 1])
    return np.stack([length * np.cos(angle), length * np.sin(angle)], 1)


def encode(quads: Array) -> Array:
    """Encode quads (N, 4, 2) as (N, 8): centre, doubled long axis, doubled short axis, perspective."""
    tl, tr, br, bl = quads[:, 0], quads[:, 1], quads[:, 2], quads[:, 3]
    long, short = (tl + tr - br - bl) / 4, (tr + br - tl - bl) / 4
    return np.concatenate([quads.mean(1), _double(long), _double(short), (tl - tr + br - bl) / 4], 1)


def decode(codes: Array) -> Array:
    """Decode (N, 8) to quads (N, 4, 2); which end is the top is arbitrary, because the encoding does not say."""
    centre, long, short, skew = codes[:, 0:2], _halve(codes[:, 2:4]), _halve(codes[:, 4:6]), codes[:, 6:8]
    # Clockwise on screen (y down): the short axis points to the right of the long one.
    cross = long[:, 0] * short[:, 1] - long[:, 1] * short[:, 0]
    short = short * np.where(cross < 0, -1.0, 1.0)[:, None]
    return np.stack(
        [
            centre + long - short + skew,
            centre + long + short - skew,
            centre - long + short + skew,
            centre - long - short - skew,
        ],
        1,
    )


def area(quads: Array) -> Array:
    """Areas (N,) of quads (N, 4, 2), in square pixels."""
    one, other = quads[..., 2, :] - quads[..., 0, :], quads[..., 3, :] - quads[..., 1, :]  # the diagonals
    result: Array = np.abs(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]) / 2
    return result


def length(quads: Array) -> Array:
    """Mean length (N,) of the two long sides of quads (N, 4, 2)."""
    left = np.linalg.norm(quads[:, 0] - quads[:, 3], axis=1)
    right = np.linalg.norm(quads[:, 1] - quads[:, 2], axis=1)
    result: Array = (left + right) / 2
    return result


def axis(quads: Array) -> Array:
    """The unit vector (2,) along which most of the quads (N, 4, 2) are long, pointing down the picture."""
    along = _halve(np.median(encode(quads)[:, 2:4], axis=0)[None])[0]
    unit: Array = along / max(float(np.hypot(*along)), 1e-9)
    return unit if unit[1] >= 0 else -unit


def contains(quad: Array, points: Array) -> npt.NDArray[np.bool_]:
    """Which of `points` (P, 2) lie inside a convex quad (4, 2), whichever way round it goes."""
    edges = np.roll(quad, -1, 0) - quad
    away = points[:, None] - quad[None]
    side = edges[None, :, 0] * away[..., 1] - edges[None, :, 1] * away[..., 0]
    return np.asarray((side >= 0).all(1) | (side <= 0).all(1))


def iou(first: Array, second: Array) -> float:
    """IoU, the intersection over union, of two convex quads (4, 2)."""
    return float(overlaps(first, second[None])[0])


def overlaps(quad: Array, others: Array) -> Array:
    """The IoU (N,) of a convex quad (4, 2) with each of N others (N, 4, 2), in whatever unit."""
    shares = np.zeros(len(others))
    low, high = others.min(axis=1), others.max(axis=1)
    meet = np.flatnonzero(((low < quad.max(axis=0)) & (high > quad.min(axis=0))).all(axis=1))
    if len(meet):
        own, areas = float(area(quad)), area(others[meet])
        # OpenCV merges corners that nearly coincide: equal quads in shares of a picture had an IoU of 0.3.
        size = float(np.ptp(quad, axis=0).max())
        unit = max(1.0, PIXELS / size) if size > 0 else 1.0
        equal = np.abs(others[meet] - quad).max(axis=(1, 2)) < EQUAL * size
        mine, theirs = (quad * unit).astype(np.float32), (others[meet] * unit).astype(np.float32)
        for place, other, extent, same in zip(meet, theirs, areas, equal, strict=True):
            common = own if same else cv2.intersectConvexConvex(mine, other)[0] / unit**2
            whole = own + float(extent) - common
            shares[place] = common / whole if whole > 0 else 0.0
    return shares


def covered(quad: Array, by: Sequence[Array] | Array) -> float:
    """The share of a quad (4, 2) that lies inside others."""
    low, unit = quad.min(axis=0), DRAWN / max(float(np.ptp(quad, axis=0).max()), 1e-9)
    whole, inside = np.zeros((2, DRAWN + 1, DRAWN + 1), np.uint8)
    cv2.fillConvexPoly(whole, ((quad - low) * unit).round().astype(np.int32), 1)
    for other in by:
        cv2.fillConvexPoly(inside, ((other - low) * unit).round().astype(np.int32), 1)
    return float((whole & inside).sum() / whole.sum())


def outside(quad: Array, pixels: Pixels) -> float:
    """The share of a quad's area beyond the edges of a picture."""
    height, width = pixels.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    common, _ = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    return 1 - common / max(float(area(quad)), 1.0)


def in_reading_order(quads: Array, down: Array) -> npt.NDArray[np.intp]:
    """The places of quads (N, 4, 2) by rows along the unit vector `down`, then across.

    A card joins a row whose nearest card is less than half a card higher or lower: rows survive a view at an angle.
    """
    if not len(quads):
        return np.zeros(0, np.intp)
    half = float(np.median(length(quads))) / 2
    height, across = np.array([down, (down[1], -down[0])]) @ quads.mean(axis=1).T
    rows: list[list[int]] = []
    for place in np.argsort(height).tolist():
        for row in rows:
            nearest = min(row, key=lambda other: abs(float(across[other] - across[place])))
            if abs(height[nearest] - height[place]) < half:
                row.append(place)
                break
        else:
            rows.append([place])
    rows.sort(key=lambda row: float(height[row].mean()))
    return np.array([place for row in rows for place in sorted(row, key=lambda place: float(across[place]))])
