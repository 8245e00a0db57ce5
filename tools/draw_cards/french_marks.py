"""The French suit marks: spade, heart, diamond, club. Each is drawn around (0, 0), about 100 high."""

from dataclasses import dataclass, replace

from tools.draw_cards.palette import DRESSES, Dress
from tools.draw_cards.svg import moved, path

BLACK = "#2c2a35"
BLACK_LIGHT = "#757187"
RED = "#c8352d"
RED_DARK = "#8f1f1c"
RED_LIGHT = "#ee8f80"

_SHAPES = {
    "S": "M0 -52C10 -34 45 -12 45 13C45 28 34 36 23 36C15 36 9 33 5 27Q6 41 17 49L-17 49Q-6 41 -5 27"
    "C-9 33 -15 36 -23 36C-34 36 -45 28 -45 13C-45 -12 -10 -34 0 -52Z",
    "H": "M0 49C-12 31 -47 12 -47 -17C-47 -35 -34 -45 -22 -45C-11 -45 -4 -39 0 -29C4 -39 11 -45 22 -45"
    "C34 -45 47 -35 47 -17C47 12 12 31 0 49Z",
    "D": "M0 -54Q15 -23 40 0Q15 23 0 54Q-15 23 -40 0Q-15 -23 0 -54Z",
    "C": "M-24 -29a24 24 0 1 0 48 0a24 24 0 1 0 -48 0ZM-51 9a24 24 0 1 0 48 0a24 24 0 1 0 -48 0Z"
    "M3 9a24 24 0 1 0 48 0a24 24 0 1 0 -48 0ZM0 -22L-10 3L-5 14Q-5 38 -18 49L18 49Q5 38 5 14L10 3Z",
}
_SHINE = {
    "S": "M-31 16Q-32 0 -16 -16",
    "H": "M-34 -14Q-34 -31 -22 -32",
    "D": "M-24 -2Q-12 -14 -7 -24",
    "C": "M-41 11Q-41 1 -31 -1M-14 -27Q-14 -37 -4 -39",
}


def is_red(suit: str) -> bool:
    return suit in "HD"


def suit_mark(suit: str) -> str:
    """A pip: the flat shape with a highlight."""
    if is_red(suit):
        return path(_SHAPES[suit], RED, RED_DARK, 4) + path(_SHINE[suit], None, RED_LIGHT, 6)
    return path(_SHAPES[suit], BLACK, BLACK, 2) + path(_SHINE[suit], None, BLACK_LIGHT, 6)


def mini_mark(suit: str) -> str:
    """The mark below the corner index: the bare shape, about 38 high around (0, 0)."""
    return moved(path(_SHAPES[suit], RED if is_red(suit) else BLACK), 0, 0, 0.38)


@dataclass(frozen=True)
class House:
    """Dress and suit mark of the figures of one French suit."""

    suit: str
    dress: Dress

    @property
    def ornament(self) -> str:
        """The suit mark on their clothes, 22 high."""
        return moved(path(_SHAPES[self.suit], self.dress.main), 0, 0, 0.22)

    def mark(self, x: float, y: float, scale: float = 0.5) -> str:
        """The suit mark in their hand."""
        return moved(suit_mark(self.suit), x, y, scale)


HOUSES = {
    french: House(french, replace(DRESSES[italian], index="#b3261f" if is_red(french) else BLACK))
    for french, italian in {"S": "S", "H": "C", "D": "D", "C": "B"}.items()
}
"""French suit -> house, in the colours of the Italian suit it stands for."""
