"""The emblem of Escoba."""

from tools.draw_cards.emblems.cloth import on_cloth
from tools.draw_cards.marks import coin
from tools.draw_cards.palette import GOLD, GOLD_DARK, RED, WOOD
from tools.draw_cards.svg import moved, path, rect

WOOD_DARK = "#6b4220"


def draw() -> str:
    """A broom, the game's name in Spanish, which sweeps up a coin."""
    broom = (
        path("M0 -34L0 6", None, WOOD_DARK, 6.5)
        + path("M0 -33L0 6", None, WOOD, 3.2)
        + path("M-7 4L7 4Q9 16 16 27Q0 33 -16 27Q-9 16 -7 4Z", GOLD, GOLD_DARK, 2.2)
        + path("M-4 12L-9 27M0 12L0 29M4 12L9 27", None, GOLD_DARK, 1.8)
        + rect(-8, 2, 16, 6, 2.5, RED, "#7d1a1c", 1.8)
    )
    return on_cloth("#8a3324", "#a24231", moved(broom, 2, 1, 0.86, 36) + moved(coin(), 17, 17, 0.2))
