"""Melds: sets and runs, what their jokers stand for, and what they are worth in an opening.

A set: three or four of a rank in different suits. A run: three or more of a suit in order; the ace low before the two
or high after the king, never both ways round (K A 2), so up to 14 cards from ace to ace. In an opening the cards of a
meld come in any order, and a joker takes the legal place that is worth most. A meld on the table lies in an order, and
that says what its jokers are (rules.md, section 4).

>>> def read(text):
...     return judge([FRENCH.parse(code) for code in text.split()])
>>> read("QH KH AH"), read("JOKER KS KD").points
(Meld(kind=<Kind.RUN: 'run'>, points=31, stands_for=()), 30)
>>> read("KH AH 2H")
<Fault.NOT_A_MELD: 'not_a_meld'>
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.cards import FRENCH, JOKER, Card, FrenchSuit


class Kind(StrEnum):
    """What a meld is."""

    SET = "set"
    RUN = "run"


class Fault(StrEnum):
    """What can be wrong with a meld, or with an opening."""

    NOT_A_MELD = "not_a_meld"
    """Neither a set nor a run."""
    DUPLICATE_SUIT = "duplicate_suit"
    """Cards of a rank, two of them in one suit: the suits of a set differ."""
    TOO_MANY_JOKERS = "too_many_jokers"
    """More in one meld than the house rules allow."""
    JOKER_NOT_ALLOWED = "joker_not_allowed"
    """House rules without jokers in the opening."""
    BELOW_OPENING = "below_opening"
    """The valid melds are worth less than an opening asks for, or there are none."""


@dataclass(frozen=True)
class Meld:
    """A set or a run that was laid: what it is worth, and for each joker the cards of which it stands for one.

    `first` is the place of the lowest card of a run, from 1, and 0 in a set.
    """

    kind: Kind
    points: int
    stands_for: tuple[tuple[Card, ...], ...] = ()
    first: int = field(default=0, repr=False)


FEWEST = 3
LOW_ACE, HIGH_ACE = 1, 14
VALUES = {LOW_ACE: 1, **{place: place for place in range(2, 11)}, 11: 10, 12: 10, 13: 10, HIGH_ACE: 11}
"""What a card is worth by its place in a run: its number, a figure 10, the ace 1 before the two and 11 after the king.

In a set the ace counts 11.
"""


def judge(cards: Sequence[Card]) -> Meld | Fault:
    """The meld that `cards` make, jokers taken for what is worth most, or why they make none."""
    naturals = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(naturals)
    made = [meld for meld in (_set(naturals, jokers), _run(naturals, jokers)) if meld]
    if made:
        return max(made, key=lambda meld: meld.points)
    of_a_rank = len({card.rank for card in naturals}) == 1
    if len(cards) >= FEWEST and of_a_rank and len({card.suit for card in naturals}) < len(naturals):
        return Fault.DUPLICATE_SUIT
    return Fault.NOT_A_MELD


def _set(naturals: Sequence[Card], jokers: int) -> Meld | None:
    """Three or four of a rank in different suits; jokers alone are aces, the rank worth most."""
    ranks, suits = {card.rank for card in naturals}, {card.suit for card in naturals}
    size = len(naturals) + jokers
    if not FEWEST <= size <= len(FrenchSuit) or len(ranks) > 1 or len(suits) < len(naturals):
        return None
    rank = ranks.pop() if ranks else LOW_ACE
    free = tuple(card for card in FRENCH.cards if card.rank == rank and card.suit not in suits)
    return Meld(Kind.SET, size * VALUES[HIGH_ACE if rank == LOW_ACE else rank], (free,) * jokers)


def _run(naturals: Sequence[Card], jokers: int) -> Meld | None:
    """Consecutive cards of a suit between the low ace and the high one; the dearest of the places they can take."""
    return next(_runs(naturals, jokers), None)


def _runs(naturals: Sequence[Card], jokers: int) -> Iterator[Meld]:
    """Every run that the cards can be, the dearest first."""
    suits = {card.suit for card in naturals}
    size = len(naturals) + jokers
    if not FEWEST <= size <= HIGH_ACE or len(suits) > 1:
        return
    ranks = Counter(card.rank for card in naturals)
    for first in range(HIGH_ACE - size + 1, 0, -1):
        places = range(first, first + size)
        # A place higher is never worth less, so the first row that fits is the dearest.
        room = Counter(rank_at(place) for place in places)
        if all(number <= room[rank] for rank, number in ranks.items()):
            yield Meld(Kind.RUN, _worth(places), _fillers(places, ranks, suits), first)


def readings(cards: Sequence[Card]) -> tuple[Meld, ...]:
    """Every meld that cards on the table can be, in the order in which they lie; the likeliest first.

    Cards in the order of a run, rising or falling, are that run, and their order says what the jokers are. In no such
    order they are whatever they can be, the dearest first. Jokers alone are the dearest meld.

    >>> def jokers(text):
    ...     return [meld.stands_for for meld in readings([FRENCH.parse(code) for code in text.split()])]
    >>> jokers("JOKER 5H 6H"), jokers("5H JOKER 6H")
    ([((Card(4H),),)], [((Card(7H),),), ((Card(4H),),)])
    """
    naturals = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(naturals)
    if not naturals:
        dearest = judge(cards)
        return (dearest,) if isinstance(dearest, Meld) else ()
    as_set = _set(naturals, jokers)
    sets = (as_set,) if as_set else ()
    if in_order := tuple(_in_order(cards)):
        return (*in_order, *sets)
    return tuple(sorted((*sets, *_runs(naturals, jokers)), key=lambda meld: -meld.points))


def row_of(cards: Sequence[Card], lies: Meld) -> tuple[Card, ...]:
    """The cards of a meld in rising order, jokers in the places that they stand for; those of a set as they are."""
    if lies.kind is Kind.SET:
        return tuple(cards)
    naturals = [card for card in cards if card != JOKER]
    row = []
    for place in range(lies.first, lies.first + len(cards)):
        there = next((card for card in naturals if card.rank == rank_at(place)), JOKER)
        if there != JOKER:
            naturals.remove(there)
        row.append(there)
    return tuple(row)


def rows(cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Every row in which cards in no order can lie on the table as a run, the lowest first.

    >>> rows([FRENCH.parse(code) for code in ["5H", "6H", "JOKER"]])
    ((Card(JOKER), Card(5H), Card(6H)), (Card(5H), Card(6H), Card(JOKER)))
    """
    naturals = [card for card in cards if card != JOKER]
    found = (row_of(cards, run) for run in _runs(naturals, len(cards) - len(naturals)) if naturals)
    return tuple(dict.fromkeys(found))[::-1]


def _in_order(cards: Sequence[Card]) -> Iterator[Meld]:
    """The runs in whose order the cards lie: the rising one, then the falling one."""
    suits = {card.suit for card in cards if card != JOKER}
    size = len(cards)
    if not FEWEST <= size <= HIGH_ACE or len(suits) > 1:
        return
    for falling in (False, True):
        for first in range(1, HIGH_ACE - size + 2):
            places = range(first, first + size)
            lying = places[::-1] if falling else places
            if all(card == JOKER or card.rank == rank_at(place) for place, card in zip(lying, cards, strict=True)):
                fillers = (place for place, card in zip(lying, cards, strict=True) if card == JOKER)
                suit = next(iter(suits))
                stands_for = tuple((_PLACED[rank_at(place), suit],) for place in fillers)
                yield Meld(Kind.RUN, _worth(places), stands_for, first)


def _worth(places: range) -> int:
    return sum(VALUES[place] for place in places)


def rank_at(place: int) -> int:
    """The rank that lies at a place of a run: the ace lies at both ends."""
    return LOW_ACE if place == HIGH_ACE else place


def _fillers(places: range, ranks: Counter[int], suits: set[str]) -> tuple[tuple[Card, ...], ...]:
    """For each joker of a run, the card at its place, of any suit where jokers lie alone.

    One ace in a run from ace to ace is as good at either end, so the joker is taken for the other.
    """
    left = Counter(ranks)
    fillers = []
    for place in places:
        rank = rank_at(place)
        if left[rank]:
            left[rank] -= 1
        else:
            fillers.append(tuple(card for card in FRENCH.cards if card.rank == rank and card.suit in (suits or _ALL)))
    return tuple(fillers)


_ALL = frozenset(str(suit) for suit in FrenchSuit)
_PLACED = {(card.rank, card.suit): card for card in FRENCH.cards if card != JOKER}


PACKS, JOKERS = 2, 4
"""How many packs are played with, and how many jokers they have together."""


def surplus(copies: Mapping[Card, int]) -> list[Card]:
    """The cards of which two packs do not have so many."""
    return sorted(card for card, number in copies.items() if number > (JOKERS if card == JOKER else PACKS))
