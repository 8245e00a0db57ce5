"""The look of an invented deck: its paper, palette, print, frame and lettering."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.training.artwork.signs import Pen, Tint
from vision.training.synthesis.tables import clouds

Rng = np.random.Generator
FONTS = Path("/usr/share/fonts")
NO_LETTERS = ("Emoji", "Symbol", "Math", "CJK", "Icon", "D050000L", "Fallback", "Droid", "Initials")
# Numerals that a deck may print: one to seven, knave, horse, king.
NUMERALS = (
    ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12"),
    ("1", "2", "3", "4", "5", "6", "7", "10", "11", "12"),
    ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    ("1", "2", "3", "4", "5", "6", "7", "11", "12", "13"),
    ("A", "2", "3", "4", "5", "6", "7", "F", "C", "R"),
    ("1", "2", "3", "4", "5", "6", "7", "", "", ""),
    ("I", "II", "III", "IIII", "V", "VI", "VII", "", "", ""),
    ("I", "II", "III", "IV", "V", "VI", "VII", "XI", "XII", "XIII"),
)
RANKS = {
    "it": ("ASSO", "DUE", "TRE", "QUATTRO", "CINQUE", "SEI", "SETTE", "FANTE", "CAVALLO", "RE"),
    "es": ("AS", "DOS", "TRES", "CUATRO", "CINCO", "SEIS", "SIETE", "SOTA", "CABALLO", "REY"),
}
SUITS = {
    "it": {"D": "DENARI", "C": "COPPE", "S": "SPADE", "B": "BASTONI"},
    "es": {"D": "OROS", "C": "COPAS", "S": "ESPADAS", "B": "BASTOS"},
}
PINTAS = {"D": 0, "C": 1, "S": 2, "B": 3}  # number of gaps in the frame of a Spanish card


@cache
def fonts() -> tuple[str, ...]:
    """The scalable typefaces of this machine."""
    names = (str(path) for end in ("ttf", "otf") for path in FONTS.glob(f"**/*.{end}"))
    return tuple(sorted(n for n in names if not any(w in n for w in NO_LETTERS)))


def text(words: str, font: str, height: int) -> np.ndarray:
    """Coverage (height, width) 0-255 of `words` printed in `font`."""
    face = ImageFont.truetype(font, height) if font else ImageFont.load_default(height)
    left, top, right, bottom = face.getbbox(words)
    picture = Image.new("L", (int(right - left) + 2, int(bottom - top) + 2))
    ImageDraw.Draw(picture).text((1 - left, 1 - top), words, font=face, fill=255)
    return np.asarray(picture)


class Lettering:
    """The lettering of a deck: what is written on its cards, where and how."""

    def __init__(self, rng: Rng, pen: Pen) -> None:
        self.rng = rng
        self.numerals = NUMERALS[rng.integers(len(NUMERALS))] if rng.random() < 0.65 else None
        known = fonts()
        self.font = known[rng.integers(len(known))] if known else ""
        self.height = int(rng.integers(12, 28))
        self.tint: Tint = pen.line if rng.random() < 0.6 else pen.tint()
        self.by_suit = [pen.tint() for _ in range(4)] if rng.random() < 0.3 else None
        self.corner = rng.uniform(0.03, 0.1), rng.uniform(0.02, 0.07)
        self.four = bool(rng.random() < 0.25)
        self.places = "middle" if rng.random() < 0.12 else "corner"
        language = str(rng.choice(["it", "es"]))
        self.caption = language if rng.random() < 0.14 else ""
        self.caption_place = str(rng.choice(["middle", "ends"]))
        self.boxed = bool(rng.random() < 0.6)

    def write(self, card: np.ndarray, rank: int, suit: str) -> None:
        """Print the lettering on a BGR card."""
        height, width = card.shape[:2]
        tint = self.by_suit["DCSB".index(suit)] if self.by_suit else self.tint
        if self.numerals and self.numerals[rank - 1]:
            mark = text(self.numerals[rank - 1], self.font, self.height)
            h, w = mark.shape
            x, y = self.corner[0] * width, self.corner[1] * height
            if self.places == "middle":
                x, y = x * 0.7, height / 2 - h / 2
            stamp(card, mark, x, y, tint)
            stamp(card, mark[::-1, ::-1], width - x - w, height - y - h, tint)
            if self.four:
                stamp(card, mark, width - x - w, y, tint)
                stamp(card, mark[::-1, ::-1], x, height - y - h, tint)
        if self.caption:
            words = f"{RANKS[self.caption][rank - 1]} {SUITS[self.caption][suit]}"
            if rank < 8 and self.rng.random() < 0.3:
                words = words.split()[0]
            mark = text(words, self.font, 14)
            if mark.shape[1] > width * 0.9:
                mark = cv2.resize(mark, (int(width * 0.9), mark.shape[0]), interpolation=cv2.INTER_AREA)
            h, w = mark.shape
            for y in [height / 2 - h / 2] if self.caption_place == "middle" else [h * 0.2, height - h * 1.2]:
                if self.boxed:
                    box = (
                        slice(max(0, int(y) - 2), int(y) + h + 2),
                        slice(int((width - w) / 2) - 3, int((width + w) / 2) + 3),
                    )
                    card[box] = 255
                stamp(card, mark, (width - w) / 2, y, tint)


def stamp(card: np.ndarray, mark: np.ndarray, x: float, y: float, tint: Tint) -> None:
    left, top = max(0, round(x)), max(0, round(y))
    part = card[top : top + mark.shape[0], left : left + mark.shape[1]]
    alpha = mark[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - alpha) + np.array(tint, np.float32) * alpha).astype(np.uint8)


class Frame:
    """The line around the printed field: none, one, two, or with the gaps (pintas) that mark Spanish suits."""

    def __init__(self, rng: Rng, pen: Pen) -> None:
        self.kind = str(
            rng.choice(["none", "line", "double", "pintas", "thick", "corners"], p=[0.3, 0.3, 0.1, 0.2, 0.05, 0.05])
        )
        self.margin = rng.uniform(0.02, 0.09)
        self.tint: Tint = pen.line if rng.random() < 0.7 else pen.tint()
        self.gap = rng.uniform(0.05, 0.1)

    def draw(self, card: np.ndarray, suit: str) -> None:
        """Draw the frame on a BGR card."""
        if self.kind == "none":
            return
        height, width = card.shape[:2]
        edge = round(self.margin * width)
        thick = 4 if self.kind == "thick" else 1 + (self.margin > 0.05)
        cv2.rectangle(card, (edge, edge), (width - edge, height - edge), self.tint, thick, cv2.LINE_AA)
        if self.kind == "double":
            inner = edge + 4
            cv2.rectangle(card, (inner, inner), (width - inner, height - inner), self.tint, 1, cv2.LINE_AA)
        elif self.kind == "pintas":
            for place in range(PINTAS[suit]):
                x = width * (place + 1) / (PINTAS[suit] + 1)
                half = self.gap * width / 2
                for y in (edge, height - edge):
                    card[max(0, y - 2) : y + 3, int(x - half) : int(x + half)] = 255
        elif self.kind == "corners":
            for x in (edge, width - edge):
                for y in (edge, height - edge):
                    cv2.circle(card, (x, y), round(width * 0.12), self.tint, 2, cv2.LINE_AA)


class Style:
    """Colours and print of one copy of a deck, the same for all its cards."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        wild = rng.random() < 0.3
        self.turn = float(rng.uniform(-90, 90)) if wild else float(rng.normal(0, 6))
        self.order = rng.permutation(3) if wild and rng.random() < 0.4 else np.arange(3)
        self.saturation = float(
            rng.uniform(0.0, 0.4) if rng.random() < 0.12 else np.clip(rng.normal(1, 0.25), 0.3, 1.8)
        )
        self.gamma = np.exp(rng.normal(0, 0.3, 3)) if wild else np.exp(rng.normal(0, 0.1, 3))
        self.levels = int(rng.integers(3, 7)) if rng.random() < 0.12 else 0
        self.engraved = float(rng.uniform(0.5, 1)) if rng.random() < 0.1 else 0.0
        self.flat = bool(rng.random() < 0.12)
        self.bold = int(rng.choice([-1, 0, 1], p=[0.12, 0.7, 0.18]))
        self.shift = rng.normal(0, 1.0, (3, 2)) if rng.random() < 0.2 else np.zeros((3, 2))
        self.warp = float(rng.uniform(0.3, 3)) if rng.random() < 0.5 else 0.0
        self.mirror = bool(rng.random() < 0.35)
        self.scale = np.exp(rng.normal(-0.03, 0.07, 2))
        paper = np.array([rng.uniform(185, 255), rng.uniform(215, 255), rng.uniform(228, 255)], np.float32)
        self.paper = np.array([255, 255, 255], np.float32) if rng.random() < 0.4 else paper
        if rng.random() < 0.06:  # coloured paper
            self.paper = rng.uniform(110, 255, 3).astype(np.float32)

    def shape(self, card: np.ndarray) -> np.ndarray:
        """The drawing mirrored, stretched and bent."""
        height, width = card.shape[:2]
        if self.mirror:
            card = card[:, ::-1]
        grid_y, grid_x = np.mgrid[0:height, 0:width].astype(np.float32)
        x = (grid_x - width / 2) / np.float32(self.scale[0]) + width / 2
        y = (grid_y - height / 2) / np.float32(self.scale[1]) + height / 2
        if self.warp:
            coarse = int(self.rng.integers(3, 7))
            fields = [clouds(self.rng, height, coarse)[:, :width] * np.float32(self.warp) for _ in range(2)]
            x, y = x + fields[0], y + fields[1]
        white = (255.0, 255.0, 255.0)
        return cv2.remap(
            np.ascontiguousarray(card), x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=white
        )

    def colour(self, card: np.ndarray) -> np.ndarray:
        """The drawing printed in this deck's colours on its paper."""
        if self.bold:
            kernel = np.ones((2, 2), np.uint8)
            card = cv2.erode(card, kernel) if self.bold > 0 else cv2.dilate(card, kernel)
        if self.flat:
            card = cv2.bilateralFilter(card, 5, 60, 5)
        hsv = cv2.cvtColor(card, cv2.COLOR_BGR2HSV).astype(np.float32)
        hsv[..., 0] = (hsv[..., 0] + self.turn) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * self.saturation, 0, 255)
        out = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[..., self.order].astype(np.float32) / 255
        out = out ** np.float32(self.gamma)
        if self.levels:
            out = np.round(out * self.levels) / self.levels
        if self.engraved:
            grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY)
            lines = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 7, 6) / 255.0
            out = out * (1 - self.engraved) + lines[..., None].astype(np.float32) * self.engraved
        if self.shift.any():
            for channel, (x, y) in enumerate(self.shift):
                move = np.array([[1, 0, x], [0, 1, y]], np.float32)
                out[..., channel] = cv2.warpAffine(
                    out[..., channel], move, out.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
                )
        return np.clip(out * self.paper, 0, 255).astype(np.uint8)
