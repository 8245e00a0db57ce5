"""Synthetic photographs: cards laid on a table, seen by a camera, with the truth about every card.

Cards lie in a plane (units: card heights), which one homography maps to the picture, as a real camera does. Light,
glare, blur and noise come after. All of it is numpy and OpenCV work: a 384-pixel scene takes about 25 ms.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.training.synthesis import harder
from vision.training.synthesis.layouts import LAYOUTS, PILES, layout
from vision.training.synthesis.scans import Scan
from vision.training.synthesis.tables import SIDE, clouds, colour, table

Rng = np.random.Generator


@dataclass(frozen=True)
class Scene:
    """A picture (H, W, 3) BGR; for each card its scan, quad (N, 4, 2) clockwise from top left, and visible share.

    `owner` (H, W) int16: index of the card seen at a pixel, -1 for none.
    """

    picture: np.ndarray
    scans: tuple[Scan, ...]
    quads: np.ndarray
    owner: np.ndarray
    visible: np.ndarray


def camera(rng: Rng, size: int, length: float, tilt: float | None = None, focal: float | None = None) -> np.ndarray:
    """Homography from the table plane (card heights) to the picture; a card at the origin is about `length` px long.

    `tilt` (degrees) and `focal` length (picture sizes) are random if not given.
    """
    if tilt is None:
        tilt = min(abs(rng.normal(0, 22)) if rng.random() < 0.85 else rng.uniform(0, 50), 52)
    tilt = np.deg2rad(tilt)
    spin, roll = rng.uniform(0, 2 * np.pi, 2)
    cs, ss, cr, sr, ct, st = np.cos(spin), np.sin(spin), np.cos(roll), np.sin(roll), np.cos(tilt), np.sin(tilt)
    rz1 = np.array([[cs, -ss, 0], [ss, cs, 0], [0, 0, 1]])
    rx = np.array([[1, 0, 0], [0, ct, -st], [0, st, ct]])
    rz2 = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
    turn = rz2 @ rx @ rz1
    focal = size * (focal or rng.uniform(1.6, 5.0))  # a crop of a larger photograph: a long lens
    distance = focal / length
    outer = np.column_stack([turn[:, 0], turn[:, 1], [0, 0, distance]])
    inner = np.array([[focal, 0, size / 2], [0, focal, size / 2], [0, 0, 1]])
    return np.asarray(inner @ outer)


class SceneMaker:
    """Makes scenes from decks; `weights` are their relative frequencies."""

    def __init__(
        self,
        decks: dict[str, dict[str, Scan]],
        rng: Rng,
        weights: dict[str, float],
        tables: int = 120,
        hard: float = 0.0,
        covered: float = 0.0,
    ) -> None:
        """`hard`: share of scenes that are hard (`vision.training.synthesis.harder`). `covered`: share of scenes where
        a cloth, a book or a box lies over part of a card.
        """
        self.decks = {name: list(cards.values()) for name, cards in decks.items()}
        self.names = list(self.decks)
        share = np.array([weights.get(n, 1.0) for n in self.names])
        self.share = share / share.sum()
        self.rng, self.hard, self.covered = rng, hard, covered
        self.tables = [table(rng) for _ in range(tables)]

    def make(
        self,
        size: int,
        shortest: float,
        longest: float,
        *,
        pile: bool = False,
        often: dict[str, float] | None = None,
    ) -> Scene:
        """A square scene of `size` px whose cards are `shortest` to `longest` px long.

        `pile`: one whole pile, heaped or fanned, hardly cut by the edges, as most photographs show. `often`: the
        frequency of each layout, if not the default (`vision.training.synthesis.layouts`).
        """
        rng = self.rng
        length = float(np.exp(rng.uniform(np.log(shortest), np.log(longest))))
        hard = bool(self.hard) and bool(rng.random() < self.hard)
        plane = camera(rng, size, length, *self._oblique()) if hard else self.camera(size, length)
        picture = self._background(plane, size, length)
        deck = self.decks[self.names[rng.choice(len(self.names), p=self.share)]]
        reach = min(size / length * 0.72, 4.5)
        if pile:
            reach = max(0.5, min(size / length * 0.4, 3.0) - 0.4)
        poses = layout(rng, reach, deck[0].aspect, often or (PILES if pile else LAYOUTS))
        quads, scans = self._deal(poses, deck, plane, size, length)
        owner = np.full((size, size), -1, np.int16)
        if rng.random() < 0.35:
            self._clutter(picture, owner, int(rng.integers(1, 5)), length)
        look = DeckLook(rng, harder.rise(plane, size) / length if hard else None)
        self._lay(picture, owner, scans, quads, length, look)
        if rng.random() < 0.22:
            self._clutter(picture, owner, int(rng.integers(1, 4)), length)
        if rng.random() < 0.15:
            self._hand(picture, owner, quads, length)
        if len(quads) and self.covered and rng.random() < self.covered:
            harder.cover(rng, picture, owner, quads[rng.integers(len(quads))], length, self.tables)
        inside = np.array([quad_area(q) for q in quads]) if len(quads) else np.zeros(0)
        seen = np.bincount(owner[owner >= 0].ravel(), minlength=len(scans)).astype(np.float64)
        visible = seen / np.maximum(inside, 1.0)
        picture = (harder.photographed if hard else photographed)(rng, picture)
        return Scene(picture, tuple(scans), quads, owner, np.minimum(visible, 1.0))

    def _oblique(self) -> tuple[float, float]:
        return float(self.rng.uniform(*harder.TILT)), float(self.rng.uniform(*harder.FOCAL))

    def camera(self, size: int, length: float) -> np.ndarray:
        """The camera of a scene: see `camera`."""
        return camera(self.rng, size, length)

    def _background(self, plane: np.ndarray, size: int, length: float) -> np.ndarray:
        rng = self.rng
        source = self.tables[rng.integers(len(self.tables))]
        if rng.random() < 0.02:
            self.tables[rng.integers(len(self.tables))] = table(rng)
        span = rng.uniform(2.0, 9.0)  # card heights that one tile of the table picture covers
        turn = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(turn) * span / SIDE, np.sin(turn) * span / SIDE
        tile = np.array([[c, -s, rng.uniform(-2, 2)], [s, c, rng.uniform(-2, 2)], [0, 0, 1]])
        small = source if span * length / SIDE > 0.6 else cv2.blur(source, (3, 3))
        picture = cv2.warpPerspective(
            small, plane @ tile, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        if rng.random() < 0.12:  # the table ends, with something else behind it
            other = self.tables[rng.integers(len(self.tables))]
            other = cv2.resize(other[: int(rng.integers(60, SIDE)), : int(rng.integers(60, SIDE))], (size, size))
            a, b = rng.uniform(0, size, 2), rng.normal(0, 1, 2)
            side = ((np.arange(size)[None, :] - a[0]) * b[0] + (np.arange(size)[:, None] - a[1]) * b[1]) > 0
            picture[side] = other[side]
        return picture

    def _deal(
        self, poses: np.ndarray, deck: list[Scan], plane: np.ndarray, size: int, length: float
    ) -> tuple[np.ndarray, list[Scan]]:
        rng = self.rng
        order = rng.permutation(len(deck))
        quads, scans = [], []
        for i, (x, y, a) in enumerate(poses):
            scan = deck[order[i % len(deck)]]
            half = np.array(
                [[-scan.aspect / 2, -0.5], [scan.aspect / 2, -0.5], [scan.aspect / 2, 0.5], [-scan.aspect / 2, 0.5]]
            )
            c, s = np.cos(a), np.sin(a)
            corners = half @ np.array([[c, s], [-s, c]]) + (x, y)
            mapped = np.column_stack([corners, np.ones(4)]) @ plane.T
            quad = mapped[:, :2] / mapped[:, 2:]
            quad += rng.normal(0, 0.004 * length, (4, 2))  # bent and lifted cards
            if (
                quad[:, 0].max() < 4
                or quad[:, 1].max() < 4
                or quad[:, 0].min() > size - 4
                or quad[:, 1].min() > size - 4
            ):
                continue
            quads.append(quad)
            scans.append(scan)
        return np.array(quads, np.float32).reshape(-1, 4, 2), scans

    def _lay(
        self,
        picture: np.ndarray,
        owner: np.ndarray,
        scans: list[Scan],
        quads: np.ndarray,
        length: float,
        look: DeckLook,
    ) -> None:
        rng = self.rng
        shadow = rng.normal(0, 1, 2)
        shadow = shadow / (np.linalg.norm(shadow) + 1e-6) * length * abs(rng.normal(0, 0.022))
        dark = rng.uniform(0.0, 0.6)
        softness = int(max(1, length * rng.uniform(0.01, 0.06))) * 2 + 1
        for index, (scan, quad) in enumerate(zip(scans, quads, strict=True)):
            if dark > 0.08:
                cast_shadow(picture, quad + shadow * rng.uniform(0.6, 1.6), dark, softness)
            size = max(float(np.linalg.norm(quad[0] - quad[3])), float(np.linalg.norm(quad[1] - quad[2])))
            level = int(np.clip(np.floor(np.log2(400 / max(size, 1.0))), 0, 3))
            card = harder.worn(scan.levels[level], rng, look.worn) if look.worn else scan.levels[level]
            quads[index] = paste_card(picture, owner, card, quad, index, look, rng)

    def _clutter(self, picture: np.ndarray, owner: np.ndarray, n: int, length: float) -> None:
        """Glasses, keys, chips, paper: shapes over anything that lies there."""
        rng, size = self.rng, picture.shape[0]
        for _ in range(n):
            centre = tuple(int(v) for v in rng.uniform(0, size, 2))
            big = length * rng.uniform(0.1, 0.9)
            tint = colour(rng).tolist()
            layer = np.zeros((size, size), np.uint8)
            kind = rng.integers(4)
            if kind == 0:
                cv2.ellipse(
                    layer,
                    centre,
                    (int(big / 2) + 1, int(big / 2 * rng.uniform(0.5, 1)) + 1),
                    rng.uniform(0, 180),
                    0,
                    360,
                    255,
                    -1,
                    cv2.LINE_AA,
                )
            elif kind == 1:  # white or printed rectangles that are no cards
                box = cv2.boxPoints((centre, (big * rng.uniform(0.4, 1.6), big), rng.uniform(0, 180)))
                cv2.fillPoly(layer, [box.astype(np.int32)], 255, cv2.LINE_AA)
                if rng.random() < 0.4:
                    tint = [float(rng.uniform(200, 255))] * 3
            elif kind == 2:
                cv2.ellipse(
                    layer,
                    centre,
                    (int(big / 2) + 2, int(big / 2) + 2),
                    0,
                    0,
                    360,
                    255,
                    max(1, int(big * 0.07)),
                    cv2.LINE_AA,
                )
            else:
                points = np.array(centre) + rng.normal(0, big / 2, (5, 2))
                cv2.polylines(layer, [points.astype(np.int32)], False, 255, max(1, int(big * 0.06)), cv2.LINE_AA)
            strength = (
                layer[..., None].astype(np.float32) / 255 * (1.0 if rng.random() < 0.7 else rng.uniform(0.3, 0.8))
            )
            filling = np.array(tint, np.float32)
            if rng.random() < 0.3:
                filling = cv2.resize(self.tables[rng.integers(len(self.tables))], (size, size)).astype(np.float32)
            picture[:] = (picture * (1 - strength) + filling * strength).astype(np.uint8)
            if strength.max() > 0.75:
                owner[layer > 127] = -1

    def _hand(self, picture: np.ndarray, owner: np.ndarray, quads: np.ndarray, length: float) -> None:
        """Skin-coloured fingers that reach over the edge of a card."""
        if not len(quads):
            return
        rng, size = self.rng, picture.shape[0]
        quad = quads[rng.integers(len(quads))]
        skin = np.array([rng.uniform(60, 170), rng.uniform(90, 190), rng.uniform(130, 240)], np.float32)
        skin *= rng.uniform(0.5, 1.05)
        edge = rng.integers(4)
        outward = (quad[edge] + quad[(edge + 1) % 4]) / 2 - quad.mean(0)
        for _ in range(int(rng.integers(1, 4))):
            t = rng.uniform(0.1, 0.9)
            tip = quad[edge] * t + quad[(edge + 1) % 4] * (1 - t) - outward * rng.uniform(0.0, 0.6)
            root = tip + outward * rng.uniform(1.0, 3.0) + rng.normal(0, length * 0.15, 2)
            layer = np.zeros((size, size), np.uint8)
            thick = max(2, int(length * rng.uniform(0.12, 0.24)))
            cv2.line(layer, tuple(int(v) for v in tip), tuple(int(v) for v in root), 255, thick, cv2.LINE_AA)
            shading = cv2.blur(layer, (thick | 1, thick | 1)).astype(np.float32)[..., None] / 255
            cover = layer[..., None].astype(np.float32) / 255
            picture[:] = (picture * (1 - cover) + np.clip(skin * (0.55 + 0.5 * shading), 0, 255) * cover).astype(
                np.uint8
            )
            owner[layer > 127] = -1


class DeckLook:
    """Print and wear of one copy of a deck: tint, contrast and border are the same for all its cards.

    `rise`: for curled and worn cards only, that of `vision.training.synthesis.harder` for cards one pixel long.
    """

    def __init__(self, rng: Rng, rise: np.ndarray | None = None) -> None:
        fade = rng.uniform(0, 0.18)
        paper = np.array([rng.uniform(205, 255), rng.uniform(225, 255), rng.uniform(235, 255)], np.float32)
        if rng.random() < 0.4:
            paper[:] = 255
        self.gain = (paper / 255 * (1 - fade)).astype(np.float32)
        self.lift = float(fade * rng.uniform(0, 120))
        self.saturation = float(np.clip(rng.normal(1.0, 0.18), 0.4, 1.5))
        self.light_spread = float(rng.uniform(0, 0.1))
        self.glare = float(rng.uniform(0.3, 0.95)) if rng.random() < 0.3 else 0.0
        self.edge = bool(rng.random() < 0.3)
        self.rise = rise
        self.curl = harder.Curl.of(rng) if rise is not None else None
        self.worn = float(rng.uniform(0, 1)) if rise is not None and rng.random() < 0.6 else 0.0


def paste_card(
    picture: np.ndarray, owner: np.ndarray, card: np.ndarray, quad: np.ndarray, index: int, look: DeckLook, rng: Rng
) -> np.ndarray:
    """Lay a card on `quad` (4, 2); returns where its corners (4, 2) appear, which differs from `quad` if it is bent."""
    size, flat = picture.shape[0], quad
    if look.rise is not None and look.curl:
        rise = look.rise * float(np.linalg.norm(quad[0] - quad[3]))
        # Each card is bent a little more or less than the others.
        curl = replace(look.curl, height=look.curl.height * float(rng.uniform(0.4, 1.5)))
        quad = harder.corners(flat, curl, rise)
        reach = np.vstack([flat, quad, flat + abs(curl.height) * rise])
    else:
        reach = quad
    x0, y0 = (int(v) for v in np.maximum(np.floor(reach.min(0)) - 1, 0))
    x1, y1 = (int(v) for v in np.minimum(np.ceil(reach.max(0)) + 2, size))
    if x1 <= x0 or y1 <= y0:
        return quad
    if look.rise is not None and look.curl:
        patch = harder.bent(card, flat, curl, rise, (x0, y0, x1, y1))
    else:
        h, w = card.shape[:2]
        source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        warp = cv2.getPerspectiveTransform(source, (quad - (x0, y0)).astype(np.float32))
        patch = cv2.warpPerspective(card, warp, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    face: np.ndarray = patch[..., :3].astype(np.float32)
    if look.saturation != 1.0:
        grey = face.mean(2, keepdims=True)
        face = grey + (face - grey) * look.saturation
    face = face * (look.gain * (1 + rng.normal(0, look.light_spread))) + look.lift
    if look.glare and rng.random() < 0.35:
        # A glossy card turned to the lamp: one part of it, or all of it, turns white.
        yy, xx = np.mgrid[0 : y1 - y0, 0 : x1 - x0].astype(np.float32)
        away = rng.normal(0, 1, 2)
        away = away / (np.linalg.norm(away) + 1e-6)
        along = (xx - (x1 - x0) * rng.uniform(0, 1)) * away[0] + (yy - (y1 - y0) * rng.uniform(0, 1)) * away[1]
        veil = look.glare / (1 + np.exp(np.clip(along / (0.12 * (x1 - x0 + y1 - y0)), -20, 20)))
        face = face + (255 - face) * veil[..., None]
    alpha = patch[..., 3:].astype(np.float32) / 255
    if look.edge:
        rim = cv2.erode(patch[..., 3], np.ones((3, 3), np.uint8)).astype(np.float32)[..., None] / 255
        face = face * (0.72 + 0.28 * rim)
    region = picture[y0:y1, x0:x1]
    region[:] = np.clip(region * (1 - alpha) + face * alpha, 0, 255).astype(np.uint8)
    owner[y0:y1, x0:x1][patch[..., 3] > 127] = index
    return quad


def cast_shadow(picture: np.ndarray, quad: np.ndarray, dark: float, softness: int) -> None:
    size = picture.shape[0]
    x0, y0 = np.clip(np.floor(quad.min(0)).astype(int) - softness, 0, size)
    x1, y1 = np.clip(np.ceil(quad.max(0)).astype(int) + softness + 1, 0, size)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    layer: np.ndarray = np.zeros((int(y1 - y0), int(x1 - x0)), np.uint8)
    cv2.fillConvexPoly(layer, (quad - (x0, y0)).astype(np.int32), 255)
    layer = cv2.blur(layer, (softness, softness))
    region = picture[y0:y1, x0:x1]
    region[:] = (region * (1 - layer[..., None].astype(np.float32) * (dark / 255))).astype(np.uint8)


def quad_area(quad: np.ndarray) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def photographed(rng: Rng, picture: np.ndarray) -> np.ndarray:
    """Light, exposure, lens and sensor: everything between the table and the file."""
    size = picture.shape[0]
    out: np.ndarray = picture.astype(np.float32)
    if rng.random() < 0.7:
        light = 1 + clouds(rng, size, int(rng.integers(2, 4))) * rng.uniform(0, 0.22)
        out *= np.clip(light, 0.25, 2)[..., None]
    if rng.random() < 0.7:
        out *= np.array([rng.uniform(0.6, 1.15), rng.uniform(0.85, 1.05), rng.uniform(0.85, 1.15)], np.float32)
    out *= np.exp(rng.normal(0.05, 0.25)) if rng.random() < 0.85 else rng.uniform(0.25, 0.6)
    if rng.random() < 0.12:
        centre, radius = rng.uniform(0, size, 2), size * rng.uniform(0.08, 0.5)
        yy, xx = np.mgrid[0:size, 0:size].astype(np.float32)
        spot = np.exp(-(((xx - centre[0]) ** 2 + (yy - centre[1]) ** 2) / (2 * radius**2)))
        out += spot[..., None] * rng.uniform(40, 200)
    if rng.random() < 0.5:
        out = 255 * (np.clip(out, 0, 255) / 255) ** np.exp(rng.normal(0, 0.22))
    if rng.random() < 0.55:
        out = cv2.GaussianBlur(out, (0, 0), abs(rng.normal(0, 0.9)) + 0.15)
    if rng.random() < 0.08:
        n = int(rng.integers(3, 8))
        kernel = np.zeros((n, n), np.float32)
        cv2.line(kernel, (0, int(rng.integers(n))), (n - 1, int(rng.integers(n))), 1.0)
        out = cv2.filter2D(out, -1, kernel / max(kernel.sum(), 1))
    if rng.random() < 0.6:
        out += rng.standard_normal(out.shape, dtype=np.float32) * abs(rng.normal(0, 5))
    out8 = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        _, packed = cv2.imencode(".jpg", out8, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        out8 = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(out8)
