"""Parts of a trump's framed picture: sky, ground, wings, clouds; all centred on (0, 0)."""

from tools.draw_cards.palette import GOLD, INK, PAPER
from tools.draw_cards.svg import circle, moved, path, rect, star

HALF_WIDTH, HALF_HEIGHT = 92, 126

DAY = "#d9ebf5"
WARM = "#fbeccb"
ROSE = "#f9dfd6"
MEADOW = "#e3f0d8"
LILAC = "#ebe0f3"
NIGHT = "#23406b"
DUSK = "#6d4a7e"
GRASS = "#7fb26a"
SAND = "#e6c98c"
STONE = "#b9b3a8"
STONE_DARK = "#5d574f"
WATER = "#6fb3dc"
WATER_DARK = "#2b69b5"
FLAME = "#f28c28"


def ground(colour: str, top: float = 92, rise: float = 14) -> str:
    """A hill along the lower edge of the picture."""
    w, h = HALF_WIDTH, HALF_HEIGHT
    return path(
        f"M{-w} {top}Q0 {top - 2 * rise} {w} {top}L{w} {h - 10}Q{w} {h} {w - 10} {h}L{10 - w} {h}"
        f"Q{-w} {h} {-w} {h - 10}Z",
        colour,
    )


def picture(sky: str, content: str) -> str:
    """The whole picture on its card."""
    w, h = HALF_WIDTH, HALF_HEIGHT
    cut_off = rect(-w - 8, -h - 8, 2 * w + 16, 2 * h + 16, 18, None, PAPER, 16)  # masks what reaches over the edge
    back = rect(-w, -h, 2 * w, 2 * h, 10, sky)
    frame = rect(-w, -h, 2 * w, 2 * h, 10, None, INK, 3) + rect(4 - w, 4 - h, 2 * w - 8, 2 * h - 8, 7, None, GOLD, 2)
    return moved(back + content + cut_off + frame, 120, 200)


def wing(fill: str, edge: str) -> str:
    """A feathered wing that spreads to the right from (0, 0), 64 wide."""
    return path(
        "M0 0Q18 -40 64 -44Q66 -30 58 -22Q60 -8 48 -2Q48 10 34 12Q30 22 14 20Q2 20 0 0Z", fill, edge, 2.5
    ) + path("M14 -6Q30 -22 58 -22M12 4Q28 -6 48 -2M10 12Q22 8 34 12", None, edge, 2)


def stars(places: tuple[tuple[float, float, float], ...], colour: str = "#fbdc7c") -> str:
    """Eight-pointed stars at x, y, with this radius."""
    return "".join(path(star(8, size, size * 0.45, x, y), colour) for x, y, size in places)


def flower(x: float, y: float, colour: str) -> str:
    petals = "".join(circle(x + dx, y + dy, 4.5, colour) for dx, dy in ((-5, 0), (5, 0), (0, -5), (0, 5)))
    return path(f"M{x} {y}L{x} {y + 18}", None, "#1b5130", 2.5) + petals + circle(x, y, 3, "#fbdc7c")
