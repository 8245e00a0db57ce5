"""The emblem of Briscola."""

from tools.draw_cards.emblems.cloth import on_cloth
from tools.draw_cards.marks import baton, coin
from tools.draw_cards.palette import EDGE, GOLD, PAPER, RED
from tools.draw_cards.svg import moved, path, rect


def draw() -> str:
    """The trump, a card of batons that lies across, half under the talon."""
    trump = rect(-12, -20, 24, 40, 4, PAPER, EDGE, 1.4) + moved(baton(), 0, 0, 0.27)
    back = rect(-12, -20, 24, 40, 4, PAPER, EDGE, 1.4) + rect(-9, -17, 18, 34, 2.5, RED, "#7d1a1c", 1.2)
    back += path("M-9 -9L9 9M-9 9L9 -9M-9 0L0 -9L9 0L0 9Z", None, GOLD, 1) + moved(coin(), 0, 0, 0.11)
    talon = moved(back, 2.4, 2) + moved(back, 0, 0)
    return on_cloth("#2b3a67", "#384a7f", moved(moved(trump, 7, 4, 1, 90) + moved(talon, -11, -1), 0, 1, 1.04))
