"""Text in pictures: the font of the pages, with names reduced to its letters and to the space available.

Names can contain emoji, other scripts and direction marks that the font lacks. Accented letters become plain ones,
Greek and Cyrillic is transliterated, the rest is left out. The text sent with the picture has the name as written.
"""

from __future__ import annotations

import contextlib
import unicodedata
from functools import cache
from pathlib import Path

from flask import current_app
from PIL import ImageFont

from webapp.tables.drawing.spelling import in_latin

FONTS = "base/fonts"
"""Folder of the heading font and its licence (SIL Open Font License)."""
HEAVY, MEDIUM = 700, 520
NO_LETTER = "\U0010fffd"  # no font has this character: its glyph is the one of all missing letters
LIKE = str.maketrans("łŁđĐıøØ", "lLdDioO")
SMALLEST = 0.45
"""Smallest size relative to the requested one; below it a text is cut."""


@cache
def font(size: int, weight: int = HEAVY) -> ImageFont.FreeTypeFont:
    """The font of the pages at a size in pixels."""
    file = next(iter(sorted((Path(str(current_app.static_folder)) / FONTS).glob("fraunces-*.woff2"))))
    found = ImageFont.truetype(file, size)
    with contextlib.suppress(OSError):  # a font with only one weight keeps that
        found.set_variation_by_axes([weight])
    return found


@cache
def _has(letter: str) -> bool:
    if letter == " ":
        return True
    drawn, missing = font(40).getmask(letter), font(40).getmask(NO_LETTER)
    return (drawn.size, bytes(drawn)) != (missing.size, bytes(missing))


def drawable(text: str, otherwise: str = "") -> str:
    """`text` in letters of the font, or `otherwise` if nothing is left.

    Missing accents and emoji are dropped; Greek and Cyrillic letters are transliterated.
    """
    drawn = []
    for letter in in_latin(text):
        plain = unicodedata.normalize("NFKD", letter)[:1]
        kept = next((each for each in (letter, plain, plain.translate(LIKE)) if each.isprintable() and _has(each)), "")
        drawn.append(kept)
    found = " ".join("".join(drawn).split())
    return found if any(letter.isalnum() for letter in found) else otherwise


def fitted(text: str, width: float, size: int, weight: int = HEAVY) -> tuple[str, ImageFont.FreeTypeFont]:
    """`text` and its font, at most `width` pixels wide: reduced in size first, then cut."""
    for points in range(size, int(size * SMALLEST), -2):
        if font(points, weight).getlength(text) <= width:
            return text, font(points, weight)
    smallest = font(int(size * SMALLEST) + 1, weight)
    while len(text) > 1 and smallest.getlength(text + "…") > width:
        text = text[:-1].rstrip()
    return text + "…", smallest
