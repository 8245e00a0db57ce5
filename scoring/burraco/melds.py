"""Melds of Burraco: kind, best place of the wild card, and bonus.

A run is three or more consecutive cards of a suit, with the ace below the two or above the king. A set is three or more
cards of a rank, in any suits. One card may be wild: a joker, or a two outside its own place. The cards come in any
order; the reading with most points counts (games.md, section 7).

>>> def read(text):
...     return judge([FRENCH.parse(code) for code in text.split()], Options())
>>> read("4H 5H 6H 7H 8H 9H 10H JOKER").burraco, read("QD KD AD 2D").stands_for
(<Burraco.SEMI_CLEAN: 'semi-clean'>, (Card(JD),))
>>> read("2H 2S 2C")
<Fault.TOO_MANY_WILDS: 'burraco_too_many_wilds'>
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.burraco.options import WORTH, Burraco, Fault, Options
from scoring.cards import FRENCH, JOKER, Card
from scoring.melds import FEWEST, Kind, rank_at, runs

TWO, WHOLE_SUIT, WHOLE_RANK, SEVEN = 2, 13, 8, 7
INTERNATIONAL_RANKS = (1, 3)
"""The ranks of sets under the international rules."""


@dataclass(frozen=True)
class Meld:
    """A meld in its best reading.

    `cards` are in table order, with the wild card at the last of its possible places; `stands_for` has all of them.
    """

    kind: Kind
    cards: tuple[Card, ...]
    burraco: Burraco | None
    wild: Card | None = None
    stands_for: tuple[Card, ...] = ()

    @property
    def bonus(self) -> int:
        """The bonus of the burraco, 0 without one."""
        return WORTH[self.burraco].bonus if self.burraco else 0

    @property
    def rank(self) -> int | None:
        """The rank of a set."""
        return self.cards[0].rank if self.kind is Kind.SET else None


def points(cards: Iterable[Card]) -> int:
    """The value of cards: joker 30, two 20, ace 15, king to eight 10, seven to three 5."""
    return sum(_VALUES[card.rank] for card in cards)


_VALUES = {JOKER.rank: 30, 1: 15, TWO: 20, **dict.fromkeys(range(3, 8), 5), **dict.fromkeys(range(8, 14), 10)}


def is_wild(card: Card) -> bool:
    """Whether a card can be wild: a joker or a two."""
    return card.rank in (JOKER.rank, TWO)


def judge(cards: Sequence[Card], options: Options) -> Meld | Fault:
    """The best meld that `cards` make, or the reason why they make none."""
    wilds, naturals = [card for card in cards if is_wild(card)], [card for card in cards if not is_wild(card)]
    ranks, suits = {card.rank for card in naturals}, {card.suit for card in naturals}
    if len(cards) >= FEWEST and len(wilds) <= 1 and len(ranks) == 1 and len(naturals) > 1:
        if options.code == "international" and not ranks <= set(INTERNATIONAL_RANKS):
            return Fault.WRONG_RANK
        if len(naturals) <= WHOLE_RANK:
            return _set(naturals, wilds, options)
    if len(cards) >= FEWEST and len(suits) == 1 and (run := _run(naturals, wilds, options)):
        return run
    in_place = len(suits) == 1 and len(ranks) == len(naturals) and any(card.suit in suits for card in wilds)
    return Fault.TOO_MANY_WILDS if len(wilds) - in_place > 1 else Fault.NOT_A_MELD


def _set(naturals: Sequence[Card], wilds: Sequence[Card], options: Options) -> Meld:
    rank, size = naturals[0].rank, len(naturals) + len(wilds)
    burraco = None
    if len(naturals) == WHOLE_RANK and options.burracos == "all":
        burraco = Burraco.EIGHT_WILD if wilds else Burraco.EIGHT
    elif size >= SEVEN:
        burraco = _kind(len(naturals), bool(wilds), options)
    places = tuple(card for card in FRENCH.cards if card.rank == rank) if wilds else ()
    return Meld(Kind.SET, (*sorted(naturals), *wilds), burraco, next(iter(wilds), None), places)


def _kind(in_a_row: int, wild: bool, options: Options) -> Burraco:
    """The kind of a burraco with `in_a_row` cards without a gap."""
    if not wild:
        return Burraco.CLEAN
    return Burraco.SEMI_CLEAN if in_a_row >= SEVEN and Burraco.SEMI_CLEAN in options.kinds else Burraco.DIRTY


_Row = tuple[dict[int, Card], int | None]
"""One arrangement of the cards as a run: the card at each place, and the place of the wild one."""


def _run(naturals: Sequence[Card], wilds: Sequence[Card], options: Options) -> Meld | None:
    """The best run; of equal ones, one without a wild card, else with the wild card at its last place."""
    suit = naturals[0].suit
    by_worth: dict[tuple[int, bool, Burraco | None], list[_Row]] = {}
    for lying, wild in _rows(naturals, wilds, suit):
        burraco = _burraco(lying, wild, options)
        by_worth.setdefault((WORTH[burraco].bonus if burraco else 0, wild is None, burraco), []).append((lying, wild))
    if not by_worth:
        return None
    best = max(by_worth, key=lambda worth: worth[:2])
    lying, wild = max(by_worth[best], key=lambda row: row[1] or 0)
    stands = {rank_at(place) for _, place in by_worth[best] if place is not None}
    return Meld(
        Kind.RUN,
        tuple(lying[place] for place in sorted(lying)),
        best[2],
        lying[wild] if wild else None,
        tuple(card for card in FRENCH.cards if card.suit == suit and card.rank in stands),
    )


def _burraco(lying: Mapping[int, Card], wild: int | None, options: Options) -> Burraco | None:
    """The kind of a run of seven cards or more."""
    if len(lying) < SEVEN:
        return None
    if len(lying) >= WHOLE_SUIT and options.burracos == "all":
        return Burraco.ROYAL if wild is None else Burraco.ROYAL_WILD
    below = sum(place < (wild or 0) for place in lying)
    return _kind(max(below, len(lying) - below - 1), wild is not None, options)


def _rows(naturals: Sequence[Card], wilds: Sequence[Card], suit: str) -> Iterator[_Row]:
    """Every run of consecutive places that the cards can fill: a two in its own place or wild, the ace low or high."""
    for two in [None, *(card for card in wilds if card.suit == suit)]:
        plain, left = [*naturals, *([two] if two else [])], list(wilds)
        if two:
            left.remove(two)
        ranks = {card.rank: card for card in plain}
        if len(left) > 1 or len(ranks) < len(plain):
            continue
        for places in [*runs(Counter(ranks.keys()), len(plain) + len(left))][::-1]:
            at = {rank_at(place): place for place in places[::-1]}  # the ace is the low one, if both places are there
            lying = {at[rank]: card for rank, card in ranks.items()}
            wild = next((place for place in places if place not in lying), None)
            yield lying if wild is None else {**lying, wild: left[0]}, wild
