"""The emblems of the games on the start page: 64 x 64, each on a cloth of its own, so that they stand on any ground."""

from collections.abc import Callable

from tools.draw_cards.french_marks import suit_mark
from tools.draw_cards.icons import CLOTH, RAYS
from tools.draw_cards.jesters import MOTLEY, cap_and_bells, ruff
from tools.draw_cards.marks import coin
from tools.draw_cards.palette import EDGE, GOLD, GOLD_DARK, GOLD_LIGHT, PAPER, RED, WOOD
from tools.draw_cards.people import face
from tools.draw_cards.pips import seven_coins
from tools.draw_cards.svg import circle, document, moved, path, polar, rect, star

SIZE = 64
MIDDLE = SIZE / 2
WOOD_DARK = "#6b4220"
STEEL = "#c3cfdd"
STEEL_DARK = "#45566c"


def _on_cloth(cloth: str, rays: str, drawing: str) -> str:
    """The SVG file: a tile of cloth with a sunburst woven in, the drawing around (0, 0)."""
    tile = rect(0, 0, SIZE, SIZE, 15, cloth) + moved(path(star(16, 31, 22), rays), MIDDLE, MIDDLE)
    return document(tile + moved(drawing, MIDDLE, MIDDLE), SIZE, SIZE)


def scopa() -> str:
    """The seven of coins."""
    return _on_cloth(CLOTH, RAYS, seven_coins(19, 0.17))


def escoba() -> str:
    """A broom, the game's name in Spanish, which sweeps up a coin."""
    broom = (
        path("M0 -34L0 6", None, WOOD_DARK, 6.5)
        + path("M0 -33L0 6", None, WOOD, 3.2)
        + path("M-7 4L7 4Q9 16 16 27Q0 33 -16 27Q-9 16 -7 4Z", GOLD, GOLD_DARK, 2.2)
        + path("M-4 12L-9 27M0 12L0 29M4 12L9 27", None, GOLD_DARK, 1.8)
        + rect(-8, 2, 16, 6, 2.5, RED, "#7d1a1c", 1.8)
    )
    return _on_cloth("#8a3324", "#a24231", moved(broom, 2, 1, 0.86, 36) + moved(coin(), 17, 17, 0.2))


def scarto() -> str:
    """The Fool of the tarot."""
    d = MOTLEY
    return _on_cloth(
        "#4a2a66",
        "#5d3980",
        moved(moved(ruff(d), 0, 33) + face(d.hair) + moved(cap_and_bells(d), 0, -16, 0.9), 0, 8, 0.42),
    )


def scala40() -> str:
    """Cards that go up like a flight of stairs."""
    steps = ((-17, 9, "D"), (0, 0, "S"), (17, -9, "H"))
    cards = "".join(
        moved(rect(-9.5, -15, 19, 30, 3.5, PAPER, EDGE, 1.2) + moved(suit_mark(suit), 0, 0, 0.14), x, y)
        for x, y, suit in steps
    )
    return _on_cloth("#1d4a63", "#2a607d", cards)


def scopinion() -> str:
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
    return _on_cloth("#3d4f2f", "#4d633c", door + marks)


EMBLEMS: dict[str, Callable[[], str]] = {
    "scopa": scopa,
    "escoba": escoba,
    "scarto": scarto,
    "scala40": scala40,
    "scopinion": scopinion,
}
"""By the name of the game."""


def emblem_files() -> dict[str, str]:
    """Path below `static/icons` to content."""
    return {f"games/{name}.svg": draw() for name, draw in EMBLEMS.items()}
