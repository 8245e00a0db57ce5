"""The emblem of Scopa."""

from tools.draw_cards.emblems.cloth import on_cloth
from tools.draw_cards.icons import CLOTH, RAYS
from tools.draw_cards.pips import seven_coins


def draw() -> str:
    """The seven of coins."""
    return on_cloth(CLOTH, RAYS, seven_coins(19, 0.17))
