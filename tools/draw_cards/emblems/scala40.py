"""The emblem of Scala 40."""

from tools.draw_cards.emblems.cloth import on_cloth
from tools.draw_cards.french_marks import suit_mark
from tools.draw_cards.palette import EDGE, PAPER
from tools.draw_cards.svg import moved, rect


def draw() -> str:
    """Cards that go up like a flight of stairs."""
    steps = ((-17, 9, "D"), (0, 0, "S"), (17, -9, "H"))
    cards = "".join(
        moved(rect(-9.5, -15, 19, 30, 3.5, PAPER, EDGE, 1.2) + moved(suit_mark(suit), 0, 0, 0.14), x, y)
        for x, y, suit in steps
    )
    return on_cloth("#1d4a63", "#2a607d", cards)
