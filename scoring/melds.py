"""Melds: sets and runs, what their jokers stand for, and what they are worth in an opening.

A set is three or four cards of a rank in different suits. A run is three or more cards of a suit in order. The ace is
low before the two or high after the king, never both (K A 2). A run has up to 14 cards, from ace to ace. In an opening
the cards of a meld come in any order, and a joker takes the legal place worth most. A meld on the table lies in an
order, which says what its jokers stand for (rules.md, section 4).

>>> def read(text):
...     return judge([FRENCH.parse(code) for code in text.split()])
>>> read("QH KH AH"), read("JOKER KS KD").points
(Meld(kind=<Kind.RUN: 'run'>, points=31, stands_for=()), 30)
>>> read("KH AH 2H")
<Fault.NOT_A_MELD: 'not_a_meld'>
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.cards import FRENCH, JOKER, JOKERS_A_PACK, Card, FrenchSuit


class Kind(StrEnum):
    """The kind of a meld."""

    SET = "set"
    RUN = "run"


class Fault(StrEnum):
    """Errors of a meld or of an opening."""

    NOT_A_MELD = "not_a_meld"
    """Neither a set nor a run."""
    DUPLICATE_SUIT = "duplicate_suit"
    """Cards of one rank, two of them of the same suit; the suits of a set must differ."""
    TOO_MANY_JOKERS = "too_many_jokers"
    """A meld with more jokers than the house rules allow."""
    JOKER_NOT_ALLOWED = "joker_not_allowed"
    """A joker in the opening, which the house rules forbid."""
    BELOW_OPENING = "below_opening"
    """The valid melds are worth less than an opening needs, or there are none."""


@dataclass(frozen=True)
class Meld:
    """A valid set or run: its points, and for each joker the cards it can stand for.

    `first` is the place of a run's lowest card, from 1; 0 in a set.
    """

    kind: Kind
    points: int
    stands_for: tuple[tuple[Card, ...], ...] = ()
    first: int = field(default=0, repr=False)


FEWEST = 3
LOW_ACE, HIGH_ACE = 1, 14
VALUES = {LOW_ACE: 1, **{place: place for place in range(2, 11)}, 11: 10, 12: 10, 13: 10, HIGH_ACE: 11}
"""Place in a run -> points: the number, figures 10, the ace 1 before the two and 11 after the king.

In a set the ace counts 11.
"""


def judge(cards: Sequence[Card]) -> Meld | Fault:
    """The meld that `cards` make, with jokers at their most valuable places, or the reason why they make none."""
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
    """Three or four cards of a rank in different suits; jokers alone count as aces, the most valuable rank."""
    ranks, suits = {card.rank for card in naturals}, {card.suit for card in naturals}
    size = len(naturals) + jokers
    if not FEWEST <= size <= len(FrenchSuit) or len(ranks) > 1 or len(suits) < len(naturals):
        return None
    rank = ranks.pop() if ranks else LOW_ACE
    free = tuple(card for card in FRENCH.cards if card.rank == rank and card.suit not in suits)
    return Meld(Kind.SET, size * VALUES[HIGH_ACE if rank == LOW_ACE else rank], (free,) * jokers)


def _run(naturals: Sequence[Card], jokers: int) -> Meld | None:
    """The most valuable run that the cards can make, from the low ace to the high one."""
    return next(_runs(naturals, jokers), None)


def _runs(naturals: Sequence[Card], jokers: int) -> Iterator[Meld]:
    """Every run that the cards can make, the most valuable first."""
    suits = {card.suit for card in naturals}
    size = len(naturals) + jokers
    if not FEWEST <= size <= HIGH_ACE or len(suits) > 1:
        return
    ranks = Counter(card.rank for card in naturals)
    # A higher place is never worth less, so the first row that fits is the most valuable.
    for places in runs(ranks, size):
        yield Meld(Kind.RUN, _worth(places), _fillers(places, ranks, suits), places[0])


def runs(ranks: Counter[int], size: int, highest: int = HIGH_ACE) -> Iterator[range]:
    """The rows of `size` places up to the `highest` that have room for cards of these ranks, the highest first."""
    for first in range(highest - size + 1, 0, -1):
        places = range(first, first + size)
        if ranks <= Counter(rank_at(place) for place in places):
            yield places


def readings(cards: Sequence[Card]) -> tuple[Meld, ...]:
    """Every meld that cards on the table can be, given the order in which they lie; the likeliest first.

    Cards in rising or falling order are that run, and their order says what the jokers stand for. In any other order
    all possible melds are returned, the most valuable first. Jokers alone are the most valuable meld.

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
    """The cards of a meld in rising order, with jokers in the places they stand for; a set keeps its order."""
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
    """Every row in which unordered cards can lie on the table as a run, the lowest first.

    >>> rows([FRENCH.parse(code) for code in ["5H", "6H", "JOKER"]])
    ((Card(JOKER), Card(5H), Card(6H)), (Card(5H), Card(6H), Card(JOKER)))
    """
    naturals = [card for card in cards if card != JOKER]
    found = (row_of(cards, run) for run in _runs(naturals, len(cards) - len(naturals)) if naturals)
    return tuple(dict.fromkeys(found))[::-1]


def _in_order(cards: Sequence[Card]) -> Iterator[Meld]:
    """The runs that match the order of the cards: rising first, then falling."""
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
    """The rank at a place of a run; the ace is at both ends."""
    return LOW_ACE if place == HIGH_ACE else place


def _fillers(places: range, ranks: Counter[int], suits: set[str]) -> tuple[tuple[Card, ...], ...]:
    """For each joker of a run, the cards it can stand for; of any suit if there are only jokers.

    In a run from ace to ace with one ace, the joker is taken for the other ace.
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


PACKS = 2
"""How many packs are played with."""
JOKERS = PACKS * JOKERS_A_PACK


def surplus(copies: Mapping[Card, int], packs: int = PACKS) -> list[Card]:
    """The cards of which so many packs do not have so many."""
    return sorted(
        card for card, number in copies.items() if number > packs * (JOKERS_A_PACK if card.code == JOKER.code else 1)
    )
