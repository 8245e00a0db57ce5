"""The emblem of Chinchón."""

from tools.draw_cards.emblems.cloth import on_cloth
from tools.draw_cards.marks import MARKS, coin
from tools.draw_cards.palette import EDGE, PAPER
from tools.draw_cards.svg import moved, rect


def draw() -> str:
    """Seven cards in a fan, the middle one of coins: the hand that wins the match."""
    blank = rect(-7.5, -24, 15, 25, 2.6, PAPER, EDGE, 1.1)
    fan = "".join(moved(blank + moved(coin(), 0, -17.5, 0.075), 0, 17, 1, turn) for turn in range(-54, 55, 18))
    return on_cloth("#6d2138", "#85304a", moved(fan, 0, 1, 1.12) + moved(MARKS["D"](), 0, 18, 0.17))
