"""The fifteen check: the arithmetic of fifteens, and its warnings about the piles of a round.

Every capture of Escoba and of Scopa a quindici adds up to 15, and the deck to 220 = 14 x 15 + 10. Therefore the last
table cards add up to 10, 25, 40, 55, or rarely 70 and more. A pile is a multiple of 15; the pile with the last table
cards leaves 10 (rules.md, section 2). The check proves errors, never their absence: two wrong captures in one pile can
cancel out.
"""

from collections.abc import Iterable
from enum import StrEnum

from scoring.cards import Card

FIFTEEN = 15
REMAINDER = 10
"""Remainder of the deck: 220 modulo 15."""
UNUSUAL_FROM = 70
"""Sum from which the last table cards are unusual: about one deal in a thousand."""


class FifteenWarning(StrEnum):
    """The warnings of the check."""

    REST_IMPOSSIBLE = "rest_impossible"
    """The last table cards are not 10 modulo 15: a capture was wrong, or they were noted wrongly."""
    REST_UNUSUAL = "rest_unusual"
    """The last table cards make 70 or more: possible, but worth a second look."""
    PILE_NOT_FIFTEEN = "pile_not_fifteen"
    """A pile holds a wrong capture, or a card of another pile; if none is proven, `value` lists the suspects."""


def pip_sum(cards: Iterable[Card]) -> int:
    """Sum of the cards' values: their numbers, knave 8, horse 9, king 10."""
    return sum(card.rank for card in cards)
