"""Arrangements of suit signs: apart, as in Spain and southern Italy, or in interlaced bundles, as in the north.

Places are (x, y, turn) in the card's printed field, 0 to 1 from its top left; turns are degrees clockwise.
"""

import cv2
import numpy as np

from vision.training.artwork.signs import Pen, Sign, Tint

Rng = np.random.Generator
Places = list[tuple[float, float, float]]

_PAIRS: Places = [(0.27, 0.17, 0), (0.73, 0.17, 0), (0.27, 0.83, 0), (0.73, 0.83, 0)]
_MIDDLE: Places = [(0.27, 0.5, 0), (0.73, 0.5, 0)]
_COLUMN: Places = [(0.5, 0.18, 0), (0.5, 0.5, 0), (0.5, 0.82, 0)]
_ROWS: Places = [(x, y, 0) for y in (0.22, 0.78) for x in (0.2, 0.5, 0.8)]

# Coins and cups: rank -> possible arrangements.
ROUND: dict[int, list[Places]] = {
    2: [
        [(0.5, 0.26, 0), (0.5, 0.74, 0)],
        [(0.32, 0.27, 0), (0.68, 0.73, 0)],
        [(0.5, 0.26, 0), (0.5, 0.74, 180)],
        [(0.3, 0.5, 0), (0.7, 0.5, 0)],
    ],
    3: [
        _COLUMN,
        [(0.3, 0.2, 0), (0.7, 0.5, 0), (0.3, 0.8, 0)],
        [(0.7, 0.2, 0), (0.3, 0.5, 0), (0.7, 0.8, 0)],
        [(0.5, 0.25, 0), (0.28, 0.74, 0), (0.72, 0.74, 0)],
        [(0.28, 0.26, 0), (0.72, 0.26, 0), (0.5, 0.74, 0)],
    ],
    4: [
        _PAIRS,
        [(0.28, 0.27, 0), (0.72, 0.27, 0), (0.28, 0.73, 0), (0.72, 0.73, 0)],
        [(0.28, 0.2, 0), (0.72, 0.2, 0), (0.28, 0.8, 180), (0.72, 0.8, 180)],
        [(0.5, 0.15, 0), (0.25, 0.5, 0), (0.75, 0.5, 0), (0.5, 0.85, 0)],
    ],
    5: [
        [*_PAIRS, (0.5, 0.5, 0)],
        [(0.27, 0.2, 0), (0.73, 0.2, 0), (0.5, 0.5, 0), (0.27, 0.8, 180), (0.73, 0.8, 180)],
        [(0.5, 0.15, 0), (0.27, 0.42, 0), (0.73, 0.42, 0), (0.27, 0.8, 0), (0.73, 0.8, 0)],
    ],
    6: [
        [*_PAIRS, *_MIDDLE],
        _ROWS,
        [(0.5, 0.14, 0), (0.25, 0.32, 0), (0.75, 0.32, 0), (0.25, 0.68, 0), (0.75, 0.68, 0), (0.5, 0.86, 0)],
    ],
    7: [
        [*_PAIRS, *_MIDDLE, (0.5, 0.335, 0)],
        [*_PAIRS, *_MIDDLE, (0.5, 0.665, 0)],
        [*_PAIRS, *_MIDDLE, (0.5, 0.5, 0)],
        [*_PAIRS[:2], *_MIDDLE, (0.2, 0.83, 0), (0.5, 0.83, 0), (0.8, 0.83, 0)],
        [*_ROWS, (0.5, 0.5, 0)],
        [(0.5, 0.12, 0), *[(x, y, 0) for y in (0.36, 0.61, 0.86) for x in (0.28, 0.72)]],
        [*_PAIRS, *[(x, 0.5, 0) for x in (0.18, 0.5, 0.82)]],
    ],
}

# Swords and batons that lie apart: rank -> possible arrangements.
LONG: dict[int, list[Places]] = {
    2: [
        [(0.32, 0.5, 0), (0.68, 0.5, 180)],
        [(0.32, 0.5, 0), (0.68, 0.5, 0)],
        [(0.5, 0.5, 28), (0.5, 0.5, -28)],
    ],
    3: [
        [(0.22, 0.5, 0), (0.5, 0.5, 180), (0.78, 0.5, 0)],
        [(0.22, 0.5, 0), (0.5, 0.5, 0), (0.78, 0.5, 0)],
        [(0.5, 0.5, 30), (0.5, 0.5, -30), (0.5, 0.5, 0)],
    ],
    4: [
        [(0.26, 0.25, 150), (0.74, 0.25, 210), (0.26, 0.75, 30), (0.74, 0.75, -30)],
        [(0.28, 0.26, 0), (0.72, 0.26, 0), (0.28, 0.74, 0), (0.72, 0.74, 0)],
        [(0.28, 0.26, 180), (0.72, 0.26, 180), (0.28, 0.74, 0), (0.72, 0.74, 0)],
    ],
    5: [
        [(0.26, 0.22, 180), (0.74, 0.22, 180), (0.26, 0.78, 0), (0.74, 0.78, 0), (0.5, 0.5, 90)],
        [(0.24, 0.24, 12), (0.76, 0.24, -12), (0.24, 0.76, 168), (0.76, 0.76, 192), (0.5, 0.5, 270)],
        [(0.24, 0.26, 0), (0.76, 0.26, 0), (0.24, 0.74, 0), (0.76, 0.74, 0), (0.5, 0.5, 0)],
    ],
    6: [
        [(x, y, turn) for y, turn in ((0.26, 180), (0.74, 0)) for x in (0.2, 0.5, 0.8)],
        [(x, y, turn) for y, turn in ((0.26, 0), (0.74, 180)) for x in (0.2, 0.5, 0.8)],
        [(0.2, 0.26, 180), (0.5, 0.26, 0), (0.8, 0.26, 180), (0.2, 0.74, 0), (0.5, 0.74, 180), (0.8, 0.74, 0)],
    ],
    7: [
        [(x, y, turn) for y, turn in ((0.22, 180.0), (0.78, 0.0)) for x in (0.2, 0.5, 0.8)] + [(0.5, 0.5, 90.0)],
        [(x, y, turn) for y, turn in ((0.22, 0.0), (0.78, 180.0)) for x in (0.2, 0.5, 0.8)] + [(0.5, 0.5, 270.0)],
        [*[(x, y, (x == 0.5) * 180 + (y > 0.5) * 180) for y in (0.22, 0.78) for x in (0.2, 0.5, 0.8)], (0.5, 0.5, 90)],
    ],
}


def paste(card: np.ndarray, sign: Sign, x: float, y: float, height: float, turn: float, most: float = 1e9) -> None:
    """Paste `sign` on a BGR card, centred at pixel (x, y), `height` px high and at most `most` wide."""
    scale = min(height / sign.shape[0], most / sign.shape[1])
    if scale < 0.7:
        sign = cv2.resize(sign, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        scale = 1.0
    side = int(np.hypot(*sign.shape[:2]) * scale) + 3
    warp: np.ndarray = cv2.getRotationMatrix2D((sign.shape[1] / 2, sign.shape[0] / 2), -turn, scale)
    warp[:, 2] += side / 2 - np.array([sign.shape[1] / 2, sign.shape[0] / 2])
    patch = cv2.warpAffine(sign, warp, (side, side), flags=cv2.INTER_LINEAR)
    left, top = round(x - side / 2), round(y - side / 2)
    x0, y0, x1, y1 = max(0, left), max(0, top), min(card.shape[1], left + side), min(card.shape[0], top + side)
    if x1 <= x0 or y1 <= y0:
        return
    patch = patch[y0 - top : y1 - top, x0 - left : x1 - left]
    alpha = patch[..., 3:].astype(np.float32) / 255
    card[y0:y1, x0:x1] = (card[y0:y1, x0:x1] * (1 - alpha) + patch[..., :3] * alpha).astype(np.uint8)


def room(places: Places, long: bool) -> float:
    """Largest height of a sign, as a share of the field's height, at which neighbours hardly touch."""
    if long:
        return {2: 0.92, 3: 0.92}.get(len(places), 0.46 if len(places) < 7 else 0.42)
    nearest = 1.0
    for index, (x, y, _) in enumerate(places):
        for other_x, other_y, _ in places[index + 1 :]:
            nearest = min(nearest, max(abs(x - other_x) * 0.72, abs(y - other_y)))
    return min(nearest, 0.48)


class Bands:
    """Draws a deck's swords as bent bands and its batons as crossed staves."""

    def __init__(self, pen: Pen) -> None:
        rng = pen.rng
        self.pen = pen
        self.tints = [pen.tint() for _ in range(4)]
        self.thick = rng.uniform(0.018, 0.042)
        self.gap = rng.uniform(0.003, 0.02)
        self.reach, self.bend = rng.uniform(0.2, 0.36), rng.uniform(1.2, 1.65)
        self.ends = [(0, -1), (0, -1), (0,), (-1,)][rng.integers(4)]
        self.cuts = np.sort(rng.uniform(0.08, 0.45, 2))
        self.slant = rng.uniform(0.2, 0.36)
        self.knot = int(rng.integers(0, 3))
        self.hilt = rng.uniform(0.03, 0.09)
        self.alternate = bool(rng.random() < 0.6)

    def swords(self, card: np.ndarray, field: tuple[float, float, float, float], rank: int, middle: Sign) -> None:
        """Draw `rank` swords: bows to both sides, an odd one straight between; `field` is left, top, width, height."""
        t = np.linspace(-1, 1, 25)
        for side in (-1, 1):
            for place in range(rank // 2):
                out = self.reach - (place if rank < 6 else place * 0.85) * (self.thick + self.gap) * 1.6
                x = 0.5 + side * (out * np.cos(t * np.pi / 2 * self.bend) + 0.02)
                self._band(card, field, np.column_stack([x, 0.5 + 0.44 * t]), place)
        if self.knot:
            for y in (0.14, 0.86):
                self._lozenge(card, field, y, 0.05 + 0.012 * rank)
        if rank % 2:
            paste(card, middle, field[0] + field[2] / 2, field[1] + field[3] / 2, field[3] * 0.85, 0, field[2] * 0.42)

    def batons(self, card: np.ndarray, field: tuple[float, float, float, float], rank: int, middle: Sign) -> None:
        """Draw `rank` batons: half of them in each diagonal, an odd one upright."""
        t = np.linspace(-1, 1, 9)
        pairs = rank // 2
        for side in (-1, 1):
            for place in range(pairs):
                shift = (place - (pairs - 1) / 2) * (self.thick + self.gap) * 2.1
                x = 0.5 + side * (self.slant * t + shift)
                y = 0.5 + 0.43 * t - (shift * 0.25)
                self._band(card, field, np.column_stack([x, y]), place)
        if rank % 2:
            x = np.full(9, 0.5)
            self._band(card, field, np.column_stack([x, 0.5 + 0.45 * t]), 5)
        if self.knot:
            self._lozenge(card, field, 0.5, 0.03 + 0.02 * rank)

    def _band(self, card: np.ndarray, field: tuple[float, float, float, float], line: np.ndarray, place: int) -> None:
        left, top, width, height = field
        points = line * (width, height) + (left, top)
        thick = max(2.0, self.thick * height)
        shift = place if self.alternate else 0
        stroke(card, points, self.pen.line, thick + max(1.6, self.pen.width))  # keeps neighbours apart
        stroke(card, points, self.tints[shift % 2], thick)
        n = len(points)
        first, second = (int(cut * n) for cut in self.cuts)
        stroke(card, points[second : n - second], self.tints[2 + shift % 2], thick)
        if self.pen.hatch:
            stroke(card, points[first : n - first], self.pen.line, max(1.0, thick * 0.2))
        for end in points[list(self.ends)]:
            radius = max(1, round(self.hilt * width))
            cv2.circle(card, tuple(int(v * 16) for v in end), radius * 16, self.tints[1], -1, cv2.LINE_AA, 4)
            if self.pen.width:
                cv2.circle(card, tuple(int(v * 16) for v in end), radius * 16, self.pen.line, 1, cv2.LINE_AA, 4)

    def _lozenge(self, card: np.ndarray, field: tuple[float, float, float, float], y: float, size: float) -> None:
        left, top, width, height = field
        shape = np.array([[0, -1.3], [1, 0], [0, 1.3], [-1, 0]]) if self.knot == 1 else _wide()
        points = (shape * size * height * 0.7 + (left + width / 2, top + y * height)) * 16
        cv2.fillPoly(card, [points.astype(np.int32)], self.tints[3], cv2.LINE_AA, 4)
        cv2.polylines(card, [points.astype(np.int32)], True, self.pen.line, 1, cv2.LINE_AA, 4)


def _wide() -> np.ndarray:
    """A ribbon."""
    return np.array([[-1.6, -0.3], [1.6, -0.3], [1.3, 0], [1.6, 0.3], [-1.6, 0.3], [-1.3, 0]])


def stroke(card: np.ndarray, points: np.ndarray, tint: Tint, thick: float) -> None:
    cv2.polylines(card, [(points * 16).astype(np.int32)], False, tint, max(1, round(thick)), cv2.LINE_AA, 4)
