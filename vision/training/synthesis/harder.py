"""Makes photographs hard to read: curled and worn cards, dim warm light, a hand's shadow, camera shake, coarse JPEG.

The raised part of a bent card lies above the table, and appears displaced away from the camera: by `rise` pixels for
each card height.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.synthesis.tables import SIDE, clouds, colour

Rng = np.random.Generator
TILT = (22.0, 56.0)  # tilt of the camera, in degrees off the vertical
FOCAL = (1.1, 3.0)  # focal length, in sizes of the picture: short, so that far cards are small
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True)
class Curl:
    """The bend of a deck's cards. `height`: of the middle, in card heights; if negative, of the ends. `way`: along the
    card, across it or from corner to corner (0, 1, 2). `shade`: how much darker the far side is.
    """

    height: float
    way: int
    shade: float

    @staticmethod
    def of(rng: Rng) -> Curl:
        return Curl(float(rng.normal(0, 0.035)), int(rng.integers(3)), float(rng.uniform(0, 0.35)))

    def heights(self, places: np.ndarray) -> np.ndarray:
        """Height above the table of each of the `places` (N, 2), which are shares of the card's width and height."""
        bow = 1 - self._from_middle(places) ** 2
        return np.asarray(self.height * bow if self.height > 0 else -self.height * (1 - bow))

    def light(self, places: np.ndarray) -> np.ndarray:
        """Factor by which the slope changes the light that each of the `places` (N, 2) reflects."""
        return np.asarray(1 + self.shade * np.sign(self.height) * self._from_middle(places))

    def _from_middle(self, places: np.ndarray) -> np.ndarray:
        across, along = places[:, 0], places[:, 1]
        return np.asarray(np.clip((2 * along - 1, 2 * across - 1, across + along - 1)[self.way], -1, 1))


def rise(plane: np.ndarray, size: int) -> np.ndarray:
    """Displacement in pixels (2,) of a point one card height above the table, near the middle of the picture.

    `plane` (3, 3) is the homography from `vision.training.synthesis.scenes.camera`: its last row is the depth.
    """
    depth = plane[2]
    slope = float(np.hypot(*depth[:2]))  # the sine of the tilt
    if slope < 1e-3:
        return np.zeros(2)
    middle = np.linalg.solve(plane, [size / 2, size / 2, 1.0])
    here, away = middle[:2] / middle[2], depth[:2] / slope * 0.01
    ends = np.column_stack([np.array([here, here + away]), np.ones(2)]) @ plane.T
    moved = ends[1, :2] / ends[1, 2] - ends[0, :2] / ends[0, 2]
    return np.asarray(moved / 0.01 * slope / max(np.sqrt(1 - min(slope, 0.95) ** 2), 0.3))


def corners(quad: np.ndarray, curl: Curl, rise: np.ndarray) -> np.ndarray:
    """Where the corners (4, 2) of a bent card that lies on `quad` appear."""
    return np.asarray(quad + curl.heights(_UNIT)[:, None] * rise)


def bent(
    card: np.ndarray, quad: np.ndarray, curl: Curl, rise: np.ndarray, box: tuple[int, int, int, int]
) -> np.ndarray:
    """The card (h, w, 4) as it appears in the `box` (left, top, right, bottom) of the picture, lying on `quad`."""
    left, top, right, bottom = box
    flat = cv2.getPerspectiveTransform(quad.astype(np.float32), _UNIT)
    x, y = np.meshgrid(np.arange(left, right, dtype=np.float32), np.arange(top, bottom, dtype=np.float32))
    seen = np.column_stack([x.ravel(), y.ravel()])
    places = cv2.perspectiveTransform(seen[None], flat)[0]
    for _ in range(3):  # iterate: the point that appears here, if it is raised by the height found last
        lower = seen - (curl.heights(places)[:, None] * rise).astype(np.float32)
        places = cv2.perspectiveTransform(lower[None], flat)[0]
    h, w = card.shape[:2]
    maps = [(places[:, i] * side - 0.5).reshape(x.shape).astype(np.float32) for i, side in enumerate((w, h))]
    patch = cv2.remap(card, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    lit = patch[..., :3] * curl.light(places).reshape(*x.shape, 1).astype(np.float32)
    patch[..., :3] = np.clip(lit, 0, 255).astype(np.uint8)
    return np.asarray(patch)


def worn(card: np.ndarray, rng: Rng, amount: float) -> np.ndarray:
    """A card (h, w, 4) after years of play: grey edges, creases, scratches, stains."""
    card = card.copy()
    h, w = card.shape[:2]
    face: np.ndarray = card[..., :3].astype(np.float32)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    edge = np.minimum(np.minimum(x, w - 1 - x), np.minimum(y, h - 1 - y)) / w
    rim = np.exp(-edge / rng.uniform(0.01, 0.05)) * amount * (0.5 + 0.5 * clouds(rng, max(h, w), 9)[:h, :w])
    face += (rng.uniform(90, 200) - face) * np.clip(rim, 0, 1)[..., None]
    for _ in range(rng.poisson(1.5 * amount)):  # creases: paper shows where the print is broken
        ends = rng.uniform(0, 1, (2, 2)) * (w, h)
        layer = np.zeros((h, w), np.uint8)
        cv2.line(layer, tuple(map(int, ends[0])), tuple(map(int, ends[1])), 255, int(rng.integers(1, 3)), cv2.LINE_AA)
        face += (rng.choice([70.0, 225.0]) - face) * (layer[..., None] / 255 * rng.uniform(0.3, 0.9))
    for _ in range(rng.poisson(1.0 * amount)):  # stains
        (cx, cy), radius = rng.uniform(0, 1, 2) * (w, h), rng.uniform(0.05, 0.3) * w
        stain = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * radius**2)) * rng.uniform(0.1, 0.5)
        face *= 1 - stain[..., None] * np.array([0.9, 0.6, 0.35], np.float32)
    card[..., :3] = np.clip(face, 0, 255).astype(np.uint8)
    return card


def photographed(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Evening light and an unsteady hand: each difficulty in most pictures, all of them in a few."""
    size = picture.shape[0]
    out: np.ndarray = picture.astype(np.float32)
    if rng.random() < 0.35:
        out *= shadow(rng, size)[..., None]
    if rng.random() < 0.6:  # a lamp at one side, or a candle
        (cx, cy), reach = rng.uniform(-0.2, 1.2, 2) * size, rng.uniform(0.5, 1.4) * size
        y, x = np.mgrid[0:size, 0:size].astype(np.float32)
        out *= (0.35 + 0.75 * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * reach**2)))[..., None]
    if rng.random() < 0.6:
        out *= np.array([rng.uniform(0.4, 0.95), rng.uniform(0.7, 1.0), rng.uniform(0.95, 1.1)], np.float32)
    if rng.random() < 0.6:
        out = cv2.GaussianBlur(out, (0, 0), abs(rng.normal(0, 1.0)) + 0.2)
    if rng.random() < 0.4:
        out = shaken(rng, out)
    dark = rng.uniform(0.1, 0.5) if rng.random() < 0.7 else rng.uniform(0.5, 1.0)
    out *= dark
    # Few photons, and a sensor that amplifies them.
    grain = rng.uniform(0.05, 0.5)
    out += rng.standard_normal(out.shape, dtype=np.float32) * np.sqrt(np.maximum(out, 0) * grain + rng.uniform(0, 12))
    out *= min(rng.uniform(0.8, 1.3) / dark, rng.uniform(1, 4))
    out8 = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:  # the phone's noise reduction, which also blurs print
        out8 = cv2.medianBlur(out8, 3)
    if rng.random() < 0.7:
        _, packed = cv2.imencode(".jpg", out8, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(14, 60))])
        out8 = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(out8)


def shadow(rng: Rng, size: int) -> np.ndarray:
    """The share (size, size) of the light that passes a hand or head between lamp and table."""
    layer = np.zeros((size, size), np.float32)
    middle = rng.uniform(0, size, 2)
    for _ in range(int(rng.integers(1, 6))):
        tip = middle + rng.normal(0, 0.35, 2) * size
        thick = max(2, int(size * rng.uniform(0.04, 0.3)))
        cv2.line(layer, tuple(map(int, middle)), tuple(map(int, tip)), 1.0, thick)
    soft = int(size * rng.uniform(0.005, 0.08)) * 2 + 1
    return np.asarray(1 - cv2.blur(layer, (soft, soft)) * rng.uniform(0.25, 0.7))


def shaken(rng: Rng, picture: np.ndarray, most: int = 9) -> np.ndarray:
    """The picture blurred by camera motion of 3 to `most` pixels."""
    n = int(rng.integers(3, most + 1))
    kernel, middle = np.zeros((n, n), np.float32), (n - 1) / 2
    way = rng.uniform(0, np.pi)
    end = np.array([np.cos(way), np.sin(way)]) * middle
    near, far = np.round(middle - end).astype(int), np.round(middle + end).astype(int)
    cv2.line(kernel, tuple(map(int, near)), tuple(map(int, far)), 1.0)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()))


def cover(
    rng: Rng, picture: np.ndarray, owner: np.ndarray, quad: np.ndarray, length: float, tables: list[np.ndarray]
) -> None:
    """Lay a cloth, a book or a box over a part of the card at `quad` (4, 2), and over whatever else is there.

    `length`: of a card, in pixels. `tables`: pictures of cloth. Changes `picture` and `owner`
    (`vision.training.synthesis.scenes.Scene`).
    """
    shape, size = _border(rng, quad, length), picture.shape[0]
    layer = np.zeros((size, size), np.uint8)
    cv2.fillPoly(layer, [shape.astype(np.int32)], 255, cv2.LINE_AA)
    softness = int(max(1, length * rng.uniform(0.02, 0.1))) * 2 + 1
    shade = cv2.blur(layer, (softness, softness))[..., None].astype(np.float32) / 255 * rng.uniform(0, 0.8)
    solid = layer[..., None].astype(np.float32) / 255
    picture[:] = (picture * (1 - shade) * (1 - solid) + _cloth(rng, size, tables) * solid).astype(np.uint8)
    owner[layer > 127] = -1


def _border(rng: Rng, quad: np.ndarray, length: float) -> np.ndarray:
    """The outline (N, 2) of the object over a card; its edge across the card is straight or wavy."""
    inward = rng.normal(0, 1, 2)
    inward /= np.linalg.norm(inward) + 1e-6
    middle = quad.mean(0) + inward * length * rng.uniform(-0.3, 0.35)
    wide, deep = length * rng.uniform(0.5, 2.2), length * rng.uniform(1.0, 4.0)
    waves = cv2.GaussianBlur(rng.normal(0, 1, (1, 25)), (7, 1), 0)[0] * length * rng.choice([0, 0, 0.03, 0.1])
    across = np.linspace(-wide, wide, len(waves))[:, None] * (-inward[1], inward[0])
    edge = middle + across + waves[:, None] * inward
    return np.vstack([edge, edge[-1] + inward * deep, edge[0] + inward * deep])


def _cloth(rng: Rng, size: int, tables: list[np.ndarray]) -> np.ndarray:
    """A texture (size, size, 3): one colour, or part of a table picture."""
    if rng.random() < 0.3:
        return np.full((size, size, 3), colour(rng), np.float32)
    half = SIDE // 2
    x, y = rng.integers(0, half, 2)
    part = tables[rng.integers(len(tables))][y : y + half, x : x + half]
    return cv2.resize(part, (size, size)).astype(np.float32)
