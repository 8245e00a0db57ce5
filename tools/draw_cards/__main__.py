"""`python -m tools.draw_cards [--check | --png]`: write the files, or say whether they are what the source draws."""

import argparse
import io
import sys
from pathlib import Path

from tools.draw_cards.cards import deck_files
from tools.draw_cards.emblems import emblem_files
from tools.draw_cards.icons import PNG_SIZES, icon_files

STATIC = Path(__file__).resolve().parents[2] / "static"
PNG_COLOURS = 64
ICONS = Path("base") / "icons"
"""Where the icons lie below `static`."""


def drawn_files() -> dict[Path, str]:
    """Every SVG of the decks, of the icons and of the games' emblems, by path."""
    cards = {Path("cards") / name: content for name, content in deck_files().items()}
    icons = {ICONS / name: content for name, content in icon_files().items()}
    emblems = {Path(name): content for name, content in emblem_files().items()}
    return {STATIC / name: content for name, content in (cards | icons | emblems).items()}


def stale_files() -> list[Path]:
    """The files that are missing or differ from what the source draws."""
    return [path for path, content in drawn_files().items() if not path.exists() or path.read_text("utf-8") != content]


def write_pngs() -> None:
    """The icons as PNG, for systems that want pixels; needs resvg_py and Pillow, of the `dev` extra."""
    import resvg_py
    from PIL import Image

    for name, (source, width) in PNG_SIZES.items():
        png = resvg_py.svg_to_bytes(svg_string=icon_files()[source], width=width, height=width)
        drawn = Image.open(io.BytesIO(bytes(png))).convert("RGBA")
        # A drawing of few colours: a palette has all that an eye sees of them, in a quarter of the bytes.
        few = drawn.quantize(PNG_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(STATIC / ICONS / name, optimize=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.draw_cards", description="Draws the Settebello decks and icons."
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if a file is not what the source draws"
    )
    parser.add_argument("--png", action="store_true", help="write the icons as PNG too (needs resvg_py)")
    options = parser.parse_args(arguments)
    stale = stale_files()
    if options.check:
        for path in stale:
            print(f"not what the source draws: {path}")
        return 1 if stale else 0
    for path, content in drawn_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    if options.png:
        write_pngs()
    print(f"{len(stale)} files changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
