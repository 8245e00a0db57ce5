"""`python -m tools.subset_font SOURCE`: cuts the heading font down to the letters and the one weight that headings use.

SOURCE is `fraunces-latin-wght-normal.woff2` of the package @fontsource-variable/fraunces, version `VERSION`: a variable
font of weights 100 to 900. Headings ask for 650 and 700, which look the same at 680. Other letters (Łukasz) fall back
to the next font of `--display`. Needs fontTools and Brotli, of the `dev` extra.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

VERSION = "5.3.0"
WEIGHT = 680
LETTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100)))) + "ŒœŸ"
SIGNS = "\N{NO-BREAK SPACE}¡¿«»·×°½ªº§–—‘’‚“”„…−€"
TARGET = Path(__file__).resolve().parents[1] / "static" / "base" / "fonts" / f"fraunces-headings-{VERSION}.woff2"


def main(source: str) -> None:
    """Write the font into `static` and say how large it is."""
    font = TTFont(source)
    instantiateVariableFont(font, {"wght": WEIGHT}, inplace=True)
    options = Options(
        flavor="woff2", layout_features=["kern", "liga", "lnum", "tnum"], hinting=False, desubroutinize=True
    )
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS + SIGNS)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes, {len(font.getBestCmap())} letters and signs")


if __name__ == "__main__":
    main(sys.argv[1])
