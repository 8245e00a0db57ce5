"""The pip cards of the French suits, ace to ten, in the places that every French pack has them."""

from collections.abc import Sequence

from tools.draw_cards.french_marks import suit_mark
from tools.draw_cards.marks import smiling_coin
from tools.draw_cards.pips import laurel
from tools.draw_cards.svg import moved

Spot = tuple[float, float]

LEFT, MIDDLE, RIGHT = 84, 120, 156


def _both(*heights: float, out: float = 0) -> list[Spot]:
    """Pairs of marks, one pair a height, each mark moved `out` from the middle."""
    return [(x, y) for y in heights for x in (LEFT - out, RIGHT + out)]


def _middle(*heights: float) -> list[Spot]:
    return [(MIDDLE, y) for y in heights]


_PLACES: dict[int, tuple[float, Sequence[Spot]]] = {
    2: (0.86, _middle(100, 300)),
    3: (0.74, _middle(86, 200, 314)),
    4: (0.64, _both(98, 302)),
    5: (0.62, _both(90, 310) + _middle(200)),
    6: (0.6, _both(86, 200, 314)),
    7: (0.56, _both(80, 200, 320) + _middle(140)),
    8: (0.56, _both(80, 200, 320) + _middle(140, 260)),
    9: (0.52, _both(72, 155, 245, 328, out=2) + _middle(200)),
    10: (0.52, _both(72, 157, 243, 328, out=2) + _middle(114, 286)),
}
"""Rank -> size and places of its marks; those below the middle are upside down."""


def french_pips(suit: str, rank: int) -> str:
    """The marks of a card of rank 1 (ace) to 10."""
    if rank == 1:
        return _ace(suit)
    scale, spots = _PLACES[rank]
    mark = suit_mark(suit)
    return "".join(moved(mark, x, y, scale, 180 if y > 200 else 0) for x, y in spots)


def _ace(suit: str) -> str:
    """One large mark in a wreath, with the small sun of the settebello in its middle."""
    heart = {"S": 2, "H": -6, "D": 0, "C": -2}[suit]
    return (
        moved(laurel(), 120, 204, 1.24)
        + moved(suit_mark(suit), 120, 200, 1.45)
        + moved(smiling_coin(), 120, 200 + heart * 1.45, 0.5)
    )
