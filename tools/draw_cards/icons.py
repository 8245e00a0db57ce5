"""The application's sign: seven coins on the green cloth of a card table."""

from tools.draw_cards.pips import seven_coins
from tools.draw_cards.svg import document, moved, path, rect, star

SIZE = 512
CLOTH = "#14532d"
RAYS = "#1c6a3b"


def draw_icon(*, rounded: bool = True) -> str:
    """The sign as an SVG file; not rounded for `maskable` icons, whose corners the system cuts."""
    ground = rect(0, 0, SIZE, SIZE, 112 if rounded else 0, CLOTH)
    reach, coin = (156, 1.36) if rounded else (126, 1.1)
    rays = path(star(24, reach * 1.6, reach * 1.2), RAYS)
    return document(ground + moved(rays + seven_coins(reach, coin), SIZE / 2, SIZE / 2), SIZE, SIZE)


def icon_files() -> dict[str, str]:
    """Map file name to SVG content."""
    return {"icon.svg": draw_icon(), "icon-maskable.svg": draw_icon(rounded=False)}


PNG_SIZES = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "maskable-512.png": ("icon-maskable.svg", 512),
    "apple-touch-icon.png": ("icon-maskable.svg", 180),
}
"""PNG file name -> its SVG source and its width in pixels."""
