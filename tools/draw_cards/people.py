"""Parts shared by knave, horse and king: faces, arms, the cloth of their suit, the marks they hold."""

from tools.draw_cards.marks import baton, coin, cup, leaf, sword
from tools.draw_cards.palette import INK, RED, SKIN, Dress
from tools.draw_cards.svg import circle, ellipse, moved, path, rod, star

SKIN_DARK = "#b9804f"
BLUSH = "#eda886"


def hand(x: float, y: float, radius: float = 9) -> str:
    return circle(x, y, radius, SKIN, SKIN_DARK, 2.5)


def held(suit: str, x: float, y: float) -> str:
    """The suit mark in a raised hand at (x, y)."""
    mark = {
        "D": moved(coin(), 0, -46, 0.86),
        "C": moved(cup(), 2, -48, 0.8),
        "S": moved(sword(138), 0, -52, 1.15),
        "B": moved(baton(128), 0, -36, 1.12, 8),
    }[suit]
    return moved(mark, x, y) + hand(x, y, 10)


def arm(d: str, fill: str, edge: str, width: float, x: float, y: float, radius: float = 9) -> str:
    """A sleeve along a line, and the hand at (x, y)."""
    return rod(d, fill, edge, width) + hand(x, y, radius)


def face(hair: str, beard: str | None = None) -> str:
    """A head 54 wide around (0, 0), from the crown of the hair at -30 to the neck at 28; the beard reaches 55."""
    if beard:
        mouth = path("M-26 3Q-16 17 0 11Q16 17 26 3Q28 40 0 55Q-28 40 -26 3Z", beard) + path(
            "M-6 18Q0 21 6 18", None, RED, 3
        )
    else:
        mouth = path("M-7 16Q0 20 7 16", None, RED, 2.5)
    return (
        path("M-32 28Q-39 -31 0 -30Q39 -31 32 28Z", hair)
        + ellipse(0, 0, 25, 29, SKIN)
        + circle(-14, 8, 4.6, BLUSH)
        + circle(14, 8, 4.6, BLUSH)
        + circle(-10, -1, 3, INK)
        + circle(10, -1, 3, INK)
        + path("M0 0L-3 9L2 9", None, SKIN_DARK, 2)
        + mouth
    )


def fringe(hair: str) -> str:
    """Hair over the brow of a `face` without a hat."""
    return path("M-27 0Q-30 -31 0 -31Q30 -31 27 0Q20 -19 -2 -20Q-20 -19 -27 0Z", hair)


def _ornament(suit: str, dress: Dress) -> str:
    """One sun, lozenge, chevron or pair of leaves, about 22 wide around (0, 0)."""
    if suit == "D":
        return path(star(8, 11, 5), dress.main)
    if suit == "C":
        return path("M0 -13L9 0L0 13L-9 0Z", dress.main)
    if suit == "S":
        return path("M-10 -5L0 5L10 -5", None, dress.main, 6)
    blade = leaf(22, dress.main, dress.dark, 1.5)
    return moved(blade, 0, 9, 1, -38) + moved(blade, 0, 9, 1, 38)


def column(ornament: str, x: float, top: float, bottom: float, size: float = 1) -> str:
    """A column of ornaments, each about 22 wide, from `top` to `bottom`: as many as fit, at least two."""
    count = max(2, round((bottom - top) / (30 * size)))
    step = (bottom - top) / count
    return "".join(moved(ornament, x, top + step * (k + 0.5), size) for k in range(count))


def cloth(suit: str, dress: Dress, x: float, top: float, bottom: float, size: float = 1) -> str:
    """The pattern of the suit down the front of a garment, from `top` to `bottom`."""
    return column(_ornament(suit, dress), x, top, bottom, size)
