"""`python -m tools.draw_cards [--png]`: draw decks, patterns, icons and emblems; with `--png` the icons as PNG, too."""

import io
import sys
from pathlib import Path

from tools.draw_cards.cards import deck_files
from tools.draw_cards.emblems import emblem_files
from tools.draw_cards.icons import PNG_SIZES, icon_files
from tools.draw_cards.patterns import pattern_files

STATIC = Path(__file__).resolve().parents[2] / "static"
PNG_COLOURS = 64
ICONS = Path("base") / "icons"
"""Where the icons lie below `static`."""


def drawn_files() -> dict[Path, str]:
    """Every SVG of the decks, of the patterns, of the icons and of the games' emblems, by path below `static`."""
    cards = {Path("cards") / name: content for name, content in deck_files().items()}
    icons = {ICONS / name: content for name, content in icon_files().items()}
    patterns = {Path("decks") / name: content for name, content in pattern_files().items()}
    return cards | icons | patterns | {Path(name): content for name, content in emblem_files().items()}


def write_pngs() -> None:
    """Write the icons as PNG too; needs resvg_py and Pillow, of the `dev` extra."""
    import resvg_py
    from PIL import Image

    for name, (source, width) in PNG_SIZES.items():
        png = resvg_py.svg_to_bytes(svg_string=icon_files()[source], width=width, height=width)
        drawn = Image.open(io.BytesIO(bytes(png))).convert("RGBA")
        # The drawings have few colours: a palette looks the same in a quarter of the bytes.
        few = drawn.quantize(PNG_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(STATIC / ICONS / name, optimize=True)


def main() -> None:
    """Write the files."""
    for path, content in drawn_files().items():
        (STATIC / path).parent.mkdir(parents=True, exist_ok=True)
        (STATIC / path).write_text(content, "utf-8")
    if "--png" in sys.argv:
        write_pngs()


if __name__ == "__main__":
    main()
