"""The emblem of Burraco."""

from tools.draw_cards.emblems.cloth import on_cloth
from tools.draw_cards.french_marks import suit_mark
from tools.draw_cards.palette import EDGE, PAPER
from tools.draw_cards.svg import moved, rect


def draw() -> str:
    """A column of cards that is closed by one laid across."""
    column = "".join(moved(rect(-10, -13, 20, 26, 3, PAPER, EDGE, 1.2), 0, -9 + 5 * row) for row in range(4))
    across = moved(rect(-17, -11, 34, 22, 3.5, PAPER, EDGE, 1.2) + moved(suit_mark("H"), 0, 0, 0.17), 0, 11)
    return on_cloth("#5b2a6e", "#733a8a", column + across)
