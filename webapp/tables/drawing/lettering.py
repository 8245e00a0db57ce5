"""Letters in a picture: the font that the pages have, and names cut to what it can draw and to the room there is.

Names are anybody's: emoji, letters of other scripts and marks from right to left are not in the font. What it lacks is
drawn by its plain letter, Greek and Cyrillic in Latin letters, and the rest is left out; the text that is sent with the
picture has the name as it was written.
"""

from __future__ import annotations

import contextlib
import unicodedata
from functools import cache
from pathlib import Path

from flask import current_app
from PIL import ImageDraw, ImageFont

from webapp.tables.drawing.spelling import in_latin

FONTS = "base/fonts"
"""The font of the headings lies there, and its licence beside it (SIL Open Font License)."""
HEAVY, MEDIUM = 700, 520
NO_LETTER = "\U0010fffd"  # no font has this one: what is drawn for it is drawn for every letter that is missing
LIKE = str.maketrans("łŁđĐıøØ", "lLdDioO")
SMALLEST = 0.45
"""Of the size that was asked for; smaller than that a text is cut instead."""


@cache
def font(size: int, weight: int = HEAVY) -> ImageFont.FreeTypeFont:
    """The font of the pages in pixels."""
    file = next(iter(sorted((Path(str(current_app.static_folder)) / FONTS).glob("fraunces-*.woff2"))))
    found = ImageFont.truetype(file, size)
    with contextlib.suppress(OSError):  # a font of one weight is drawn in that
        found.set_variation_by_axes([weight])
    return found


@cache
def _has(letter: str) -> bool:
    if letter == " ":
        return True
    drawn, missing = font(40).getmask(letter), font(40).getmask(NO_LETTER)
    return (drawn.size, bytes(drawn)) != (missing.size, bytes(missing))


def drawable(text: str, otherwise: str = "") -> str:
    """`text` in letters that the font has, `otherwise` where nothing is left of it.

    An accent that it lacks is left away, an emoji altogether; Greek and Cyrillic letters are spelled in Latin ones.
    """
    drawn = []
    for letter in in_latin(text):
        plain = unicodedata.normalize("NFKD", letter)[:1]
        kept = next((each for each in (letter, plain, plain.translate(LIKE)) if each.isprintable() and _has(each)), "")
        drawn.append(kept)
    found = " ".join("".join(drawn).split())
    return found if any(letter.isalnum() for letter in found) else otherwise


def fitted(text: str, width: float, size: int, weight: int = HEAVY) -> tuple[str, ImageFont.FreeTypeFont]:
    """`text` and the font in which it is no wider than `width` pixels: smaller first, then cut."""
    for points in range(size, int(size * SMALLEST), -2):
        if font(points, weight).getlength(text) <= width:
            return text, font(points, weight)
    smallest = font(int(size * SMALLEST) + 1, weight)
    while len(text) > 1 and smallest.getlength(text + "…") > width:
        text = text[:-1].rstrip()
    return text + "…", smallest


def write(
    draw: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    *,
    width: float,
    size: int,
    colour: str,
    anchor: str = "ls",
    weight: int = HEAVY,
) -> None:
    """Write a line of text that is no wider than `width`; `anchor` as in Pillow: left, middle or right on its line."""
    words, letters = fitted(text, width, size, weight)
    draw.text(place, words, font=letters, fill=colour, anchor=anchor)
