"""Procedural tables, cloths and clutter: the background of the cards."""

import cv2
import numpy as np

Rng = np.random.Generator
SIDE = 640  # pixels of a table picture, square


def colour(rng: Rng, light: float | None = None) -> np.ndarray:
    """A BGR colour as floats 0-255, mostly muted."""
    hue, saturation = rng.uniform(0, 180), rng.beta(1.4, 1.8) * 255
    value = (rng.uniform(0.08, 1.0) if light is None else light) * 255
    pixel = np.array([[[hue, saturation, value]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def clouds(rng: Rng, side: int, coarse: int) -> np.ndarray:
    """Smooth random field of about zero mean and unit spread, side x side."""
    field = rng.standard_normal((coarse, coarse)).astype(np.float32)
    return cv2.resize(field, (side, side), interpolation=cv2.INTER_CUBIC)


def plain(rng: Rng) -> np.ndarray:
    base = np.empty((SIDE, SIDE, 3), np.float32)
    base[:] = colour(rng, (None, rng.uniform(0.8, 1.0))[rng.integers(2)] if rng.random() < 0.5 else None)
    return base + clouds(rng, SIDE, int(rng.integers(3, 40)))[..., None] * rng.uniform(0, 14)


def checks(rng: Rng) -> np.ndarray:
    first, second = colour(rng), colour(rng)
    if rng.random() < 0.7:
        second[:] = rng.uniform(190, 255)
    n = int(rng.integers(5, 32))
    cell = np.add.outer(np.arange(SIDE) * n // SIDE, np.arange(SIDE) * n // SIDE) % 2
    if rng.random() < 0.4:  # gingham: the mixed squares are half tones
        rows = (np.arange(SIDE) * n // SIDE) % 2
        cell = (rows[:, None] + rows[None, :]) / 2
    return np.asarray(first * cell[..., None] + second * (1 - cell[..., None]))


def _stripes(rng: Rng) -> np.ndarray:
    base = np.empty((SIDE, SIDE, 3), np.float32)
    base[:] = colour(rng)
    for _ in range(int(rng.integers(2, 9))):
        period, phase, share = rng.uniform(12, 150), rng.uniform(0, 150), rng.uniform(0.1, 0.6)
        on = ((np.arange(SIDE) + phase) % period < period * share).astype(np.float32) * rng.uniform(0.3, 0.9)
        on = on[:, None] if rng.random() < 0.5 else on[None, :]
        base = base * (1 - on[..., None]) + colour(rng) * on[..., None]
    return base


def _wood(rng: Rng) -> np.ndarray:
    grain = cv2.resize(
        rng.standard_normal((SIDE // 2, 6)).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC
    )
    rings = np.sin(clouds(rng, SIDE, 4) * rng.uniform(2, 9) + np.linspace(0, rng.uniform(4, 60), SIDE)[:, None])
    hue = np.array([rng.uniform(30, 120), rng.uniform(60, 170), rng.uniform(90, 230)], np.float32)
    base = hue + (grain * rng.uniform(3, 14) + rings * rng.uniform(0, 14))[..., None]
    if rng.random() < 0.5:
        planks = int(rng.integers(2, 12))
        tone = rng.uniform(0.8, 1.1, planks + 1)[(np.arange(SIDE) * planks) // SIDE]
        base *= tone[:, None, None].astype(np.float32)
        base[(np.arange(SIDE) % (SIDE // planks)) < 2] *= 0.6
    return base


def pattern(rng: Rng) -> np.ndarray:
    """Flowers, lace, terrazzo: a small motif strewn or repeated."""
    base = np.empty((SIDE, SIDE, 3), np.float32)
    base[:] = colour(rng)
    tints = [colour(rng).tolist() for _ in range(4)]
    n, size = int(rng.integers(20, 200)), rng.uniform(3, 26)
    for _ in range(n):
        x, y = rng.integers(0, SIDE, 2)
        axes = (max(1, int(rng.gamma(3, size / 3))), max(1, int(rng.gamma(3, size / 3))))
        thick = -1 if rng.random() < 0.7 else int(rng.integers(1, 4))
        cv2.ellipse(
            base, (int(x), int(y)), axes, rng.uniform(0, 180), 0, 360, tints[rng.integers(4)], thick, cv2.LINE_AA
        )
    if rng.random() < 0.4:
        tile = base[: SIDE // 4, : SIDE // 4]
        base = np.tile(tile, (4, 4, 1))
    return base


def keys(rng: Rng) -> np.ndarray:
    """A keyboard, tiles or a screen: rows of small rectangles that are no cards."""
    base = np.empty((SIDE, SIDE, 3), np.uint8)
    base[:] = colour(rng, rng.uniform(0.05, 0.5)).astype(np.uint8)
    h, w = rng.uniform(14, 70), rng.uniform(14, 90)
    tint = colour(rng)
    for y in np.arange(0, SIDE, h * 1.15):
        for x in np.arange(rng.uniform(-w, 0), SIDE, w * 1.15):
            shade = np.clip(tint * rng.uniform(0.8, 1.1), 0, 255)
            cv2.rectangle(base, (int(x), int(y)), (int(x + w), int(y + h)), shade.tolist(), -1)
            if rng.random() < 0.7:
                cv2.putText(
                    base,
                    chr(int(rng.integers(48, 91))),
                    (int(x + w * 0.2), int(y + h * 0.7)),
                    0,
                    h / 45,
                    (255 - shade).tolist(),
                    1,
                    cv2.LINE_AA,
                )
    return base.astype(np.float32)


def text(rng: Rng) -> np.ndarray:
    """Paper with lines of print: menu, newspaper, score sheet."""
    base = np.full((SIDE, SIDE, 3), rng.uniform(150, 255), np.uint8)
    y = 10.0
    while y < SIDE:
        size = rng.uniform(0.3, 1.4)
        word = "".join(chr(int(c)) for c in rng.integers(65, 123, int(rng.integers(5, 60))))
        cv2.putText(base, word, (int(rng.integers(0, 60)), int(y)), 0, size, colour(rng, 0.3).tolist(), 1, cv2.LINE_AA)
        y += size * rng.uniform(26, 60)
    return base.astype(np.float32)


KINDS = ((plain, 0.26), (checks, 0.24), (_stripes, 0.1), (_wood, 0.2), (pattern, 0.12), (keys, 0.05), (text, 0.03))


def table(rng: Rng) -> np.ndarray:
    """One table picture, SIDE x SIDE BGR uint8."""
    makers, weights = zip(*KINDS, strict=True)
    picture = makers[rng.choice(len(makers), p=weights)](rng)
    if rng.random() < 0.6:
        picture = picture + rng.standard_normal((SIDE, SIDE, 1)).astype(np.float32) * rng.uniform(0, 9)
    if rng.random() < 0.3:  # folds of a cloth
        picture = picture * (1 + clouds(rng, SIDE, int(rng.integers(3, 9)))[..., None] * rng.uniform(0, 0.12))
    return np.asarray(np.clip(picture, 0, 255).astype(np.uint8))
