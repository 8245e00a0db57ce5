"""The emblem of Scarto."""

from tools.draw_cards.emblems.cloth import on_cloth
from tools.draw_cards.jesters import MOTLEY, cap_and_bells, ruff
from tools.draw_cards.people import face
from tools.draw_cards.svg import moved


def draw() -> str:
    """The Fool of the tarot."""
    d = MOTLEY
    return on_cloth(
        "#4a2a66",
        "#5d3980",
        moved(moved(ruff(d), 0, 33) + face(d.hair) + moved(cap_and_bells(d), 0, -16, 0.9), 0, 8, 0.42),
    )
