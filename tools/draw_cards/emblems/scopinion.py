"""The emblem of Scopinion."""

from tools.draw_cards.emblems.cloth import on_cloth
from tools.draw_cards.french_marks import suit_mark
from tools.draw_cards.palette import GOLD, GOLD_DARK, GOLD_LIGHT, PAPER
from tools.draw_cards.svg import circle, moved, path, polar

STEEL = "#c3cfdd"
STEEL_DARK = "#45566c"


def draw() -> str:
    """The door of the vault, with the hearts and spades that are counted in it."""
    bolts = "".join(circle(*polar(23, 45 * k), 2.2, GOLD, GOLD_DARK, 1) for k in range(8))
    door = (
        circle(0, 0, 27, STEEL, STEEL_DARK, 2.2)
        + bolts
        + circle(0, 0, 18.5, "#26384a", STEEL_DARK, 2)
        + path("M0 -18L0 18", None, GOLD_LIGHT, 1.5)
    )
    marks = "".join(
        circle(x, 0, 7.6, PAPER) + moved(suit_mark(suit), x, 0, 0.11) for x, suit in ((-8.8, "H"), (8.8, "S"))
    )
    return on_cloth("#3d4f2f", "#4d633c", door + marks)
