"""What a card may take from the table: the referee's combinatorics.

>>> from scoring.cards import ITALIAN
>>> table = [ITALIAN.parse(code) for code in ["1D", "3C", "4B", "6S", "10C"]]
>>> sums(ITALIAN.parse("7S"), table, "source")
((Card(1D), Card(6S)), (Card(3C), Card(4B)))
>>> sums(ITALIAN.parse("10S"), table, "source")
((Card(10C),),)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.cards import Card
from scoring.fifteen import FIFTEEN

Capture = tuple[Card, ...]


def sums(card: Card, table: Sequence[Card], choice: str) -> tuple[Capture, ...]:
    """Return the sets of table cards that add up to `card`, as far as the option `captures` allows them.

    `source`: a single card of equal value first, else any set. `fewest`: the sets of the fewest cards. `free`: any.
    """
    sets = _sets(table, card.rank)
    if choice == "source":
        return tuple(taken for taken in sets if len(taken) == 1) or sets
    if choice == "fewest":
        return tuple(taken for taken in sets if len(taken) == len(sets[0]))
    return sets


def fifteens(card: Card, table: Sequence[Card]) -> tuple[Capture, ...]:
    """Return the sets of table cards, one or several, that make fifteen with `card` (quindici, Escoba)."""
    return _sets(table, FIFTEEN - card.rank)


def with_an_ace(table: Sequence[Card]) -> tuple[Capture, ...]:
    """Return what an ace takes in Scopa d'assi: one of the aces on the table, his choice, else everything.

    On an empty table it stays.
    """
    aces = tuple((card,) for card in table if card.rank == 1)
    return aces or ((tuple(table),) if table else ())


def _sets(table: Sequence[Card], total: int) -> tuple[Capture, ...]:
    """Return every set of cards that adds up to `total`, the smaller first, each in the order of the table."""
    return tuple(sorted(_subsets(tuple(table), total), key=len))


def _subsets(table: tuple[Card, ...], total: int) -> Iterator[Capture]:
    for place, card in enumerate(table):
        if card.rank == total:
            yield (card,)
        elif card.rank < total:
            for others in _subsets(table[place + 1 :], total - card.rank):
                yield (card, *others)
