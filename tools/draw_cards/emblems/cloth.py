"""The tile of cloth below every emblem, so that it stands out on any background."""

from tools.draw_cards.svg import document, moved, path, rect, star

SIZE = 64
MIDDLE = SIZE / 2


def on_cloth(cloth: str, rays: str, drawing: str) -> str:
    """The SVG file: a tile of cloth with a sunburst woven in, the drawing around (0, 0)."""
    tile = rect(0, 0, SIZE, SIZE, 15, cloth) + moved(path(star(16, 31, 22), rays), MIDDLE, MIDDLE)
    return document(tile + moved(drawing, MIDDLE, MIDDLE), SIZE, SIZE)
