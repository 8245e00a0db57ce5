"""Possible melds of a hand of Chinchón: all of them, the best, and whether it is a chinchón.

A set is of one rank, a run of one suit, three cards at least. The ace lies only below the two, and in a pack of forty
the seven is next to the sota. A meld may have one wild card beside two others. The ace of coins in its own place is not
wild (games.md, 9).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.cards import Card, codes
from scoring.chinchon.options import DEALT, SPANISH_JOKER, Options
from scoring.melds import FEWEST, runs


@dataclass(frozen=True)
class Meld:
    """Cards that make a set or a run, in the order of the meld; `wild` stands for another card."""

    cards: tuple[Card, ...]
    run: bool
    wild: Card | None = None

    @property
    def chinchon(self) -> bool:
        """Whether it is seven in a row of one suit."""
        return self.run and len(self.cards) == DEALT


def judge(cards: Sequence[Card], options: Options) -> Meld | None:
    """The meld that the cards make, without a wild card if possible; None if they make none."""
    if len(cards) < FEWEST:
        return None
    wilds = [None] if SPANISH_JOKER not in cards else []
    for wild in (*wilds, *(card for card in dict.fromkeys(cards) if options.is_wild(card))):
        others = sorted(cards)
        if wild:
            others.remove(wild)
        if SPANISH_JOKER in others or len(others) < FEWEST - 1:
            continue
        if len({card.rank for card in others}) == 1:
            return Meld((*others, *((wild,) if wild else ())), run=False, wild=wild)
        row = _row(others, wild, len(options.deck.of_suit(others[0].suit)))
        if row:
            return Meld(row, run=True, wild=wild)
    return None


def _row(others: Sequence[Card], wild: Card | None, highest: int) -> tuple[Card, ...]:
    """The cards of one suit in a row, the wild card in a gap or at the higher end; empty if they make no row."""
    if len({card.suit for card in others}) > 1:
        return ()
    by_rank = {card.rank: card for card in others}
    places = next(runs(Counter(card.rank for card in others), len(others) + (wild is not None), highest), range(0))
    return tuple(card for place in places if (card := by_rank.get(place, wild)))


@dataclass(frozen=True)
class Melding:
    """A way to meld a hand, with the remaining cards; `discard`: the card thrown from a hand of eight."""

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    points: int
    discard: Card | None = None

    @property
    def chinchon(self) -> bool:
        """Whether the hand is seven in a row of one suit."""
        return any(meld.chinchon for meld in self.melds)

    @property
    def wild(self) -> bool:
        """Whether it is a chinchón with a wild card."""
        return self.chinchon and self.melds[0].wild is not None

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        discard = {"discard": self.discard.code} if self.discard else {}
        return {"melds": [codes(meld.cards) for meld in self.melds], **self.left_over(), **discard}

    def left_over(self) -> dict[str, object]:
        """The remaining cards in the contract's JSON."""
        return {"left": codes(self.left), "points": self.points, "chinchon": self.chinchon, "wild": self.wild}


def meldings(hand: Iterable[Card], options: Options) -> Iterator[Melding]:
    """Every way to meld a hand, including none."""
    cards = tuple(sorted(hand))
    whole = (1 << len(cards)) - 1
    melds: dict[int, list[tuple[int, Meld]]] = {}
    for group in range(1, whole + 1):
        meld = judge([card for place, card in enumerate(cards) if group >> place & 1], options)
        if meld:
            melds.setdefault(group & -group, []).append((group, meld))

    def ways(free: int) -> Iterator[tuple[tuple[Meld, ...], tuple[Card, ...]]]:
        """The melds and remaining cards of the free cards; the first of these is in a meld or remains."""
        if not free:
            yield (), ()
            return
        first = free & -free
        for laid, left in ways(free ^ first):
            yield laid, (cards[first.bit_length() - 1], *left)
        for group, meld in melds.get(first, ()):
            if group & free == group:
                for laid, left in ways(free ^ group):
                    yield (meld, *laid), left

    for laid, left in ways(whole):
        yield Melding(laid, left, sum(map(options.value, left)))


def best(hand: Sequence[Card], options: Options) -> Melding:
    """The fewest points, then the fewest cards left; a chinchón before other melds. Of eight cards one is thrown."""
    return min(_ways(hand, options), key=lambda way: order(way, options))


def _ways(hand: Sequence[Card], options: Options) -> Iterator[Melding]:
    """Every way to meld a hand; of eight cards, with every card thrown."""
    if len(hand) <= DEALT:
        yield from meldings(hand, options)
        return
    for card in dict.fromkeys(sorted(hand)):
        kept = list(hand)
        kept.remove(card)
        yield from (replace(way, discard=card) for way in meldings(kept, options))


def order(way: Melding, options: Options) -> tuple[object, ...]:
    """Sort key of the ways to meld a hand, the best first.

    A chinchón comes first, also one with a wild card if it counts as such. Among equally good discards, the dearest is
    thrown.
    """
    rank = 2 if not way.chinchon else 1 + (options.wild_chinchon == "plain") if way.wild else 0
    thrown = -options.value(way.discard) if way.discard else 0
    return rank, way.points, thrown, len(way.left), way.discard, not way.chinchon, way.wild, len(way.melds)
