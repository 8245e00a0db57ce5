"""The fifteen check: what the arithmetic of a game of fifteens proves about its piles.

Every capture of Escoba and of Scopa a quindici adds up to 15, and the deck to 220 = 14 x 15 + 10. So the cards left on
the table at the end are 10, 25, 40, 55, or rarely 70 and more; a pile is a multiple of 15, and the pile of the side
that took those last cards leaves 10 (rules.md, section 2). The check proves errors, never their absence: two wrong
captures in one pile can cancel.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from scoring.cards import Card

FIFTEEN = 15
REMAINDER = 10
"""What the deck leaves: 220 modulo 15."""
UNUSUAL_FROM = 70
"""A rest this high is possible, in about one deal of a thousand."""


class FifteenWarning(StrEnum):
    """What the check can say."""

    REST_IMPOSSIBLE = "rest_impossible"
    """The last table cards are not 10 modulo 15: some capture was wrong, or the rest is noted wrongly."""
    REST_UNUSUAL = "rest_unusual"
    """70 or more are left: possible, and worth a second look."""
    PILE_NOT_FIFTEEN = "pile_not_fifteen"
    """A pile holds a wrong capture, or a card of another pile; where none is proven to, `value` names the possible."""


def pip_sum(cards: Iterable[Card]) -> int:
    """What the cards add up to: their numbers, knave 8, horse 9, king 10."""
    return sum(card.rank for card in cards)
