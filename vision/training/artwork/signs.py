"""Suit signs for invented decks: cut out of low cards of real decks, or drawn in new styles.

A sign is a BGRA picture cropped to its edges, upright: cups with the opening up, swords and batons lengthwise.
"""

from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np

Rng = np.random.Generator
Sign = np.ndarray
Tint = tuple[float, float, float]

SIZE = 96  # pixels of a drawn sign's longer side
FINE = 2  # supersampling factor of drawings


def paper_distance(card: np.ndarray) -> np.ndarray:
    """Distance of each pixel of a BGR card from its paper, in Lab units."""
    lab = cv2.cvtColor(card, cv2.COLOR_BGR2LAB).astype(np.float32)
    flat = lab.reshape(-1, 3)
    bright = flat[flat[:, 0] >= np.percentile(flat[:, 0], 60)]
    return np.asarray(np.linalg.norm(lab - np.median(bright, 0), axis=2))


def _components(card: np.ndarray) -> list[tuple[np.ndarray, tuple[int, int, int, int]]]:
    """The printed objects of a card, each as a filled mask and its box, without frames and specks."""
    height, width = card.shape[:2]
    printed: np.ndarray = (paper_distance(card) > 30).astype(np.uint8)
    printed = cv2.morphologyEx(printed, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(printed)
    found = []
    for index in range(1, count):
        x, y, w, h = (int(v) for v in stats[index, :4])
        if w > 0.8 * width or h > 0.9 * height or w * h < 0.008 * width * height:
            continue
        mask = (labels[y : y + h, x : x + w] == index).astype(np.uint8)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        cv2.drawContours(mask, outlines, -1, 1, -1)
        found.append((mask, (x, y, w, h)))
    return found


def cut_signs(card: np.ndarray, rank: int, suit: str) -> list[Sign]:
    """The suit signs of a pip card (BGR) of `rank` 2 to 7; empty unless there are `rank` similar separate objects."""
    parts = _components(card)
    areas = np.array([float(mask.sum()) for mask, _ in parts])
    if len(parts) < rank:
        return []
    middle = np.sort(areas)[-rank:]
    like = [place for place in range(len(parts)) if 0.55 < areas[place] / np.median(middle) < 1.8]
    if len(like) != rank:
        return []
    signs = []
    for place in like:
        mask, (x, y, w, h) = parts[place]
        alpha = cv2.GaussianBlur(mask * 255, (3, 3), 0)
        sign = np.dstack([card[y : y + h, x : x + w], alpha])
        if suit in "SB":
            sign = _upright(sign, mask)
            if sign.shape[0] < 2 * sign.shape[1]:
                continue
        signs.append(sign)
    return signs


def _upright(sign: Sign, mask: np.ndarray) -> Sign:
    """A long object turned upright."""
    ys, xs = np.nonzero(mask)
    (_, (w, h), angle) = cv2.minAreaRect(np.column_stack([xs, ys]).astype(np.float32))
    if w > h:
        angle += 90
    side = int(np.hypot(*mask.shape)) + 4
    turn: np.ndarray = cv2.getRotationMatrix2D((mask.shape[1] / 2, mask.shape[0] / 2), angle, 1.0)
    turn[:, 2] += side / 2 - np.array([mask.shape[1], mask.shape[0]]) / 2
    turned = cv2.warpAffine(sign, turn, (side, side), flags=cv2.INTER_LINEAR)
    return trimmed(turned)


def trimmed(sign: Sign) -> Sign:
    """The sign cropped to its opaque part."""
    ys, xs = np.nonzero(sign[..., 3] > 40)
    if not len(ys):
        return sign
    return np.ascontiguousarray(sign[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


class Pen:
    """Colours and strokes of one deck's drawings."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        dark = rng.uniform(0, 70)
        self.line: Tint = (dark, dark * rng.uniform(0.5, 1), dark * rng.uniform(0.5, 1))
        if rng.random() < 0.1:
            self.line = _bright(rng)
        self.width = float(rng.choice([0.0, 1.0, 1.5, 2.0, 3.0]))
        usual: list[Tint] = [(40, 40, 210), (50, 190, 240), (170, 90, 30), (60, 120, 30), (70, 200, 250), (30, 30, 30)]
        self.tints = [usual[rng.integers(len(usual))] if rng.random() < 0.6 else _bright(rng) for _ in range(4)]
        self.hatch = float(rng.uniform(0, 0.6)) if rng.random() < 0.5 else 0.0

        self.natural = bool(rng.random() < 0.65)

    def tint(self, usual: tuple[Tint, ...] = ()) -> Tint:
        """One of the deck's colours; in natural decks usually one of `usual`."""
        if usual and self.natural and self.rng.random() < 0.85:
            shade = np.array(usual[self.rng.integers(len(usual))]) + self.rng.normal(0, 22, 3)
            b, g, r = np.clip(shade, 0, 255)
            return float(b), float(g), float(r)
        return self.tints[self.rng.integers(len(self.tints))]


# Usual colours (BGR) of objects.
_GREY: Tint = (120, 120, 110)
STEEL: tuple[Tint, ...] = ((190, 110, 30), (230, 190, 120), (225, 220, 210), (150, 80, 40), _GREY, (80, 110, 20))
HILT: tuple[Tint, ...] = ((60, 200, 240), (40, 40, 200), (40, 150, 210), (40, 40, 40))
WOOD: tuple[Tint, ...] = ((50, 120, 40), (40, 40, 200), (70, 110, 160), (60, 200, 235), (60, 140, 90), (30, 70, 110))
GOLD: tuple[Tint, ...] = ((60, 200, 245), (40, 170, 230), (40, 40, 210), (40, 40, 40), (235, 245, 250), (160, 90, 30))
CUPS: tuple[Tint, ...] = ((40, 40, 210), (60, 200, 240), (50, 120, 40), (170, 90, 30), (40, 40, 40))


def _bright(rng: Rng) -> Tint:
    hsv = np.array([[[rng.integers(0, 180), rng.integers(60, 256), rng.integers(70, 256)]]], np.uint8)
    b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return float(b), float(g), float(r)


class Sheet:
    """A transparent canvas of `width` x `height` units (1 unit = FINE pixels)."""

    def __init__(self, width: int, height: int, pen: Pen) -> None:
        self.pixels = np.zeros((height * FINE, width * FINE, 4), np.uint8)
        self.pen = pen

    def shape(self, points: np.ndarray, tint: Tint | None, line: bool = True) -> None:
        """Draw a filled polygon (N, 2) in units, with the pen's outline; `tint` None leaves it unfilled."""
        whole = (points * FINE * 16).astype(np.int32)
        if tint is not None:
            cv2.fillPoly(self.pixels, [whole], (*tint, 255), cv2.LINE_AA, 4)
        if line and self.pen.width:
            thick = max(1, round(self.pen.width * FINE * 0.7))
            cv2.polylines(self.pixels, [whole], True, (*self.pen.line, 255), thick, cv2.LINE_AA, 4)

    def disc(self, x: float, y: float, rx: float, ry: float, tint: Tint | None, line: bool = True) -> None:
        """Draw an ellipse around (x, y)."""
        angle = np.linspace(0, 2 * np.pi, 36, endpoint=False)
        self.shape(np.column_stack([x + rx * np.cos(angle), y + ry * np.sin(angle)]), tint, line)

    def stroke(self, points: np.ndarray, tint: Tint, thick: float) -> None:
        """Draw an open line through points (N, 2)."""
        whole = (points * FINE * 16).astype(np.int32)
        cv2.polylines(self.pixels, [whole], False, (*tint, 255), max(1, round(thick * FINE)), cv2.LINE_AA, 4)

    def sign(self) -> Sign:
        """The drawing, hatched if the pen engraves, scaled down and cropped to its edges."""
        pixels, pen = self.pixels, self.pen
        if pen.hatch:
            rows, columns = np.indices(pixels.shape[:2])
            step = pen.rng.uniform(5, 11)
            lines = ((rows + columns * pen.rng.uniform(-1, 1)) % step) < step * 0.4
            side = columns > pixels.shape[1] * pen.rng.uniform(0.4, 0.7)
            pixels[lines & side, :3] = pixels[lines & side, :3] * (1 - pen.hatch)
        small = (pixels.shape[1] // FINE, pixels.shape[0] // FINE)
        return trimmed(cv2.resize(pixels, small, interpolation=cv2.INTER_AREA))


def draw_coin(pen: Pen) -> Sign:
    """Draw a round sign of rings, rays, petals and dots."""
    rng, middle = pen.rng, SIZE / 2
    sheet = Sheet(SIZE, SIZE, pen)
    radius = middle - 4
    if rng.random() < 0.25:  # a sun, or a coin with a milled edge
        _star(sheet, middle, radius, int(rng.integers(12, 40)), rng.uniform(0.75, 0.95), pen.tint(GOLD))
        radius *= 0.85
    while radius > middle * 0.12:
        kind = rng.random()
        if kind < 0.55:
            sheet.disc(middle, middle, radius, radius, pen.tint(GOLD) if rng.random() < 0.85 else (250, 250, 250))
        elif kind < 0.8:
            _star(sheet, middle, radius, int(rng.integers(4, 17)), rng.uniform(0.3, 0.9), pen.tint(GOLD))
        else:
            n, tint = int(rng.integers(5, 22)), pen.tint(GOLD)
            for turn in np.arange(n) * 2 * np.pi / n:
                x, y = middle + radius * 0.86 * np.cos(turn), middle + radius * 0.86 * np.sin(turn)
                sheet.disc(x, y, radius * 0.11, radius * 0.11, tint)
        radius *= rng.uniform(0.55, 0.88)
    if rng.random() < 0.3:  # a face
        for x in (-0.13, 0.13):
            sheet.disc(middle + x * SIZE, middle - 0.06 * SIZE, 2, 2, pen.line, line=False)
        sheet.stroke(np.array([[-8, 9], [0, 12], [8, 9]]) + middle, pen.line, 1.5)
    return sheet.sign()


def _star(sheet: Sheet, middle: float, radius: float, rays: int, inner: float, tint: Tint) -> None:
    angle = np.arange(2 * rays) * np.pi / rays
    reach = np.where(np.arange(2 * rays) % 2, inner, 1.0) * radius
    sheet.shape(middle + np.column_stack([np.cos(angle), np.sin(angle)]) * reach[:, None], tint)


def draw_cup(pen: Pen) -> Sign:
    """Draw bowl, stem and foot with a random outline, sometimes with handles, a lid or bands."""
    rng, middle = pen.rng, SIZE / 2
    sheet = Sheet(SIZE, SIZE, pen)
    edged = bool(rng.random() < 0.35)  # straight pieces, as around Venice and Bergamo
    bowl, foot, stem = rng.uniform(18, 36), rng.uniform(14, 34), rng.uniform(3, 12)
    top = rng.uniform(6, 22)
    waist, low = rng.uniform(46, 66), rng.uniform(70, 84)
    if rng.random() < 0.4:  # handles
        reach, thick = rng.uniform(0.7, 1.3), rng.uniform(2, 5)
        for side in (-1, 1):
            x = middle + side * bowl
            bow = np.array([[0, top + 5], [side * 10 * reach, top + 4], [side * 11 * reach, top + 16], [0, top + 26]])
            sheet.stroke(np.add(bow, (x - side * 3, 0)), pen.tint(CUPS), thick)
    heights = np.array([top, (top + waist) / 2, waist, (waist + low) / 2, low, 92])
    widths = np.array([bowl, bowl * rng.uniform(0.75, 1.15), stem * rng.uniform(1, 2), stem, foot * 0.6, foot])
    y = np.linspace(top, 92, 6 if edged else 30)
    x = np.interp(y, heights, widths)
    if not edged:
        x = cv2.GaussianBlur(x.astype(np.float32)[None], (5, 1), 0)[0]
    cuts = np.sort(rng.uniform(top, 92, int(rng.integers(1, 5))))
    edges = np.concatenate([[top], cuts, [92]])
    for above, below in pairwise(edges):
        rows = np.concatenate([[above], y[(y > above) & (y < below)], [below]])
        half = np.interp(rows, y, x)
        outline = np.concatenate([np.column_stack([middle - half, rows]), np.column_stack([middle + half, rows])[::-1]])
        sheet.shape(outline, pen.tint(CUPS))
    flat = rng.uniform(1.5, 8)
    if edged:
        half = float(bowl)
        across, up = np.array([-1, -0.5, 0.5, 1, 0.5, -0.5]) * half, np.array([0, -1, -1, 0, 1, 1]) * flat
        sheet.shape(np.column_stack([middle + across, top + up]), pen.tint(CUPS))
    else:
        sheet.disc(middle, top, bowl, flat, pen.tint(CUPS))
    if rng.random() < 0.2:  # a lid
        sheet.shape(np.add([[-bowl, 0], [0, -top + 3], [bowl, 0]], (middle, top)), pen.tint(CUPS))
    return sheet.sign()


def draw_sword(pen: Pen) -> Sign:
    """Draw blade, guard, grip and pommel, with the point up."""
    rng = pen.rng
    width = int(rng.integers(22, 44))
    sheet, middle = Sheet(width, SIZE, pen), width / 2
    blade, guard = rng.uniform(2, 6.5) * (1.0 if rng.random() < 0.7 else 1.6), rng.uniform(60, 78)
    bend = rng.uniform(-6, 6) if rng.random() < 0.25 else 0.0
    y = np.linspace(2, guard, 14)
    curve = middle + bend * np.sin(np.linspace(0, np.pi, 14))
    taper = np.minimum(1, (y - 1) / rng.uniform(6, 70)) * blade
    tint = pen.tint(STEEL)
    left, right = np.column_stack([curve - taper, y]), np.column_stack([curve + taper, y])
    sheet.shape(np.concatenate([left, right[::-1]]), tint)
    if rng.random() < 0.5:
        half = np.column_stack([curve, y])
        sheet.shape(np.concatenate([half, right[::-1]]), pen.tint(STEEL), line=False)
    reach, thick = rng.uniform(0.55, 0.95) * middle, rng.uniform(2, 5)
    tint = pen.tint(HILT)
    if rng.random() < 0.3:
        for side in (-1, 1):
            sheet.disc(middle + side * reach * 0.7, guard, reach * 0.4, reach * 0.4, tint)
    bar = [[-reach, -thick], [reach, -thick], [reach, thick], [-reach, thick]]
    sheet.shape(np.add(bar, (middle, guard)), tint)
    grip = rng.uniform(2, 4.5)
    box = np.array([[-grip, guard], [grip, guard], [grip, 90], [-grip, 90]])
    sheet.shape(np.add(box, (middle, 0)), pen.tint(HILT))
    sheet.disc(middle, 90, grip * 1.4, grip * 1.3, pen.tint(HILT))
    return sheet.sign()


def draw_baton(pen: Pen) -> Sign:
    """Draw a club, a knotty branch or a turned staff."""
    rng = pen.rng
    width = int(rng.integers(16, 36))
    sheet, middle = Sheet(width, SIZE, pen), width / 2
    y, t = np.linspace(4, 92, 16), np.linspace(0, 1, 16)
    sway = rng.normal(0, 2.5) * np.sin(t * np.pi * rng.uniform(1, 2)) if rng.random() < 0.6 else np.zeros(16)
    kind = rng.integers(3)
    thick, thin = rng.uniform(0.45, 0.85) * middle, rng.uniform(0.15, 0.4) * middle
    if kind == 0:  # a club, thick and round at the top
        half = thin + (thick - thin) * (1 - t) ** rng.uniform(0.6, 1.6)
        half *= np.sqrt(1 - np.clip(1 - t / 0.14, 0, 0.98) ** 2) * np.sqrt(1 - np.clip(1 - (1 - t) / 0.06, 0, 0.9) ** 2)
    elif kind == 1:  # a branch of nearly even width, with knots
        half = np.linspace(thick, thick * rng.uniform(0.4, 1), 16) * (1 + rng.normal(0, 0.08, 16))
    else:
        half = np.full(16, thin + 1)
    centre = middle + sway
    outline = np.concatenate([np.column_stack([centre - half, y]), np.column_stack([centre + half, y])[::-1]])
    sheet.shape(outline, pen.tint(WOOD))
    if rng.random() < 0.5:
        light = np.column_stack([centre - half * 0.2, y])[2:-2]
        sheet.stroke(light, pen.tint(WOOD), rng.uniform(1.5, 4))
    if kind == 1:
        for _ in range(int(rng.integers(1, 6))):
            at, side = int(rng.integers(2, 14)), rng.choice([-1, 1])
            sheet.disc(centre[at] + side * half[at], y[at], rng.uniform(2, 4), rng.uniform(2, 5), pen.tint(WOOD))
        sheet.disc(middle, 5, half[0], half[0] * rng.uniform(0.3, 0.7), pen.tint(WOOD))
    elif kind == 2:
        for end in (8.0, 88.0):
            sheet.disc(middle, end, thin * rng.uniform(1.3, 2.4) + 1, rng.uniform(3, 7), pen.tint(WOOD))
        for ring in rng.uniform(14, 84, int(rng.integers(0, 4))):
            band = np.array([[-1, -2], [1, -2], [1, 2], [-1, 2]]) * (thin + 2, 1)
            sheet.shape(np.add(band, (middle, ring)), pen.tint(WOOD))
    return sheet.sign()


DRAW: dict[str, Callable[[Pen], Sign]] = {"D": draw_coin, "C": draw_cup, "S": draw_sword, "B": draw_baton}
