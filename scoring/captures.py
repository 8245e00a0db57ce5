"""What a card may take from the table: the sets that add up, and the protocol of a game's own rule.

>>> from scoring.cards import ITALIAN
>>> table = [ITALIAN.parse(code) for code in ["1D", "3C", "4B", "6S", "10C"]]
>>> sums(ITALIAN.parse("7S"), table, "source")
((Card(1D), Card(6S)), (Card(3C), Card(4B)))
>>> sums(ITALIAN.parse("10S"), table, "source")
((Card(10C),),)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from scoring.cards import Card
from scoring.fifteen import FIFTEEN

Capture = tuple[Card, ...]


class Refusal(StrEnum):
    """Why cards are not to be taken."""

    EQUAL_CARD_FIRST = "equal_card_first"
    """They add up, but a single card of the same value lies there and comes first."""
    FEWER_CARDS = "fewer_cards"
    """They add up, but fewer cards do too, and the fewest have to be taken."""
    ACE_FIRST = "ace_first"
    """An ace takes everything only when no ace lies there: else it takes one of those."""
    TOO_HIGH = "too_high"
    """The card alone is more than can be taken."""
    NO_SUM = "no_sum"
    """No cards of the table make the number together with it."""


@dataclass(frozen=True)
class Taking:
    """What one card may take from one table.

    `captures` are the sets allowed, `sweeps` says of each whether it counts as a sweep. `needs` is what cards have to
    add up to, one sum or either of two; `possible` is every set that does; `refusal` is why one that is possible is not
    allowed. A capture of no cards is a card that takes itself.
    """

    captures: tuple[Capture, ...]
    sweeps: tuple[bool, ...]
    needs: tuple[int, ...]
    possible: tuple[Capture, ...]
    refusal: Refusal


class CaptureRule(Protocol):
    """How a card takes in one game under the house rules of one match."""

    @property
    def fifteens(self) -> bool:
        """Whether a card takes what makes fifteen with it."""

    @property
    def compulsory(self) -> bool:
        """Whether a card that can take must take."""

    def take(self, card: Card, table: tuple[Card, ...], last_card: bool) -> Taking:
        """What `card` may take from `table`; `last_card`: it is the last of the round."""


def sums(card: Card, table: Sequence[Card], choice: str) -> tuple[Capture, ...]:
    """The sets of table cards that add up to `card`, as far as the option `captures` allows them.

    `source`: a single card of equal value first, else any set. `fewest`: the sets of the fewest cards. `free`: any.
    """
    sets = _sets(table, card.rank)
    if choice == "source":
        return tuple(taken for taken in sets if len(taken) == 1) or sets
    if choice == "fewest":
        return tuple(taken for taken in sets if len(taken) == len(sets[0]))
    return sets


def fifteens(card: Card, table: Sequence[Card]) -> tuple[Capture, ...]:
    """The sets of table cards, one or several, that make fifteen with `card`."""
    return _sets(table, FIFTEEN - card.rank)


def _sets(table: Sequence[Card], total: int) -> tuple[Capture, ...]:
    """Every set of cards that adds up to `total`, the smaller first, each in the order of the table."""
    return tuple(sorted(_subsets(tuple(table), total), key=len))


def _subsets(table: tuple[Card, ...], total: int) -> Iterator[Capture]:
    for place, card in enumerate(table):
        if card.rank == total:
            yield (card,)
        elif card.rank < total:
            for others in _subsets(table[place + 1 :], total - card.rank):
                yield (card, *others)
