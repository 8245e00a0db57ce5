"""The emblem of Tressette."""

from tools.draw_cards.emblems.cloth import on_cloth
from tools.draw_cards.marks import cup
from tools.draw_cards.palette import EDGE, PAPER
from tools.draw_cards.svg import moved, rect


def draw() -> str:
    """A napoletana: ace, two and three of cups in a fan."""
    places = (((0, 0, 0.19),), ((0, -8, 0.13), (0, 8, 0.13)), ((0, -11, 0.1), (0, 0, 0.1), (0, 11, 0.1)))
    fan = ""
    for pips, turn, left, down in zip(places, (-18, 0, 18), (-13, 0, 13), (2, -2, 2), strict=True):
        card = rect(-11, -19, 22, 38, 3.5, PAPER, EDGE, 1.4) + "".join(moved(cup(), x, y, size) for x, y, size in pips)
        fan += moved(card, left, down, 1, turn)
    return on_cloth("#5b2a3f", "#743952", fan)
