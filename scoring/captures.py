"""Captures: finds the table cards that add up to a card, and defines the protocol of a game's capture rule.

>>> from scoring.cards import ITALIAN
>>> table = [ITALIAN.parse(code) for code in ["1D", "3C", "4B", "6S", "10C"]]
>>> sums(ITALIAN.parse("7S"), table, "source")
((Card(1D), Card(6S)), (Card(3C), Card(4B)))
>>> sums(ITALIAN.parse("10S"), table, "source")
((Card(10C),),)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from scoring.cards import Card
from scoring.fifteen import FIFTEEN

Capture = tuple[Card, ...]


class Refusal(StrEnum):
    """Why cards may not be taken."""

    EQUAL_CARD_FIRST = "equal_card_first"
    """They add up, but a single card of equal value lies there and must be taken first."""
    FEWER_CARDS = "fewer_cards"
    """They add up, but a smaller set does too, and the smallest must be taken."""
    ACE_FIRST = "ace_first"
    """An ace takes the whole table only if no ace lies there; otherwise it takes one of those."""
    TOO_HIGH = "too_high"
    """The card alone exceeds the sum needed."""
    NO_SUM = "no_sum"
    """The card is part of no set with the sum needed."""


@dataclass(frozen=True)
class Taking:
    """The permitted captures of one card from one table.

    `captures` are the allowed sets; `sweeps` says of each whether it is a sweep. `needs` is the sum that the cards must
    have, or two alternatives. `possible` are all sets with such a sum; `refusal` says why some are not allowed. An
    empty capture is a card that takes only itself.
    """

    captures: tuple[Capture, ...]
    sweeps: tuple[bool, ...]
    needs: tuple[int, ...]
    possible: tuple[Capture, ...]
    refusal: Refusal


class CaptureRule(Protocol):
    """How a card captures in one game under the house rules of one match."""

    @property
    def fifteens(self) -> bool:
        """Whether a card takes sets that make fifteen together with it."""

    @property
    def compulsory(self) -> bool:
        """Whether a card that can capture must do it."""

    def take(self, card: Card, table: tuple[Card, ...], last_card: bool) -> Taking:
        """The permitted captures of `card` from `table`; `last_card`: it is the last card of the round."""


def sums(card: Card, table: Sequence[Card], choice: str) -> tuple[Capture, ...]:
    """The sets of table cards that add up to `card` and that the option `captures` allows.

    `source`: single cards of equal value if there are any, otherwise any set. `fewest`: the smallest sets. `free`: any
    set.
    """
    sets = _sets(table, card.rank)
    if choice == "source":
        return tuple(taken for taken in sets if len(taken) == 1) or sets
    if choice == "fewest":
        return tuple(taken for taken in sets if len(taken) == len(sets[0]))
    return sets


def fifteens(card: Card, table: Sequence[Card]) -> tuple[Capture, ...]:
    """The sets of one or more table cards that make fifteen together with `card`."""
    return _sets(table, FIFTEEN - card.rank)


def _sets(table: Sequence[Card], total: int) -> tuple[Capture, ...]:
    """All sets of cards that add up to `total`, small sets first, each in the order of the table."""
    return tuple(sorted(_subsets(tuple(table), total), key=len))


def _subsets(table: tuple[Card, ...], total: int) -> Iterator[Capture]:
    for place, card in enumerate(table):
        if card.rank == total:
            yield (card,)
        elif card.rank < total:
            for others in _subsets(table[place + 1 :], total - card.rank):
                yield (card, *others)
