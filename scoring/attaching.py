"""Laying a card to a meld on the table: as one card more, or in the place of a joker.

Source: scala40.de.txt and rules.md, section 4: a card that makes the meld a longer legal one; a set has each suit once,
a run grows at either end and never round the corner. The order of the cards on the table is not known, so a joker may
lie wherever the meld allows it.

>>> def legal(meld, card):
...     return attach([FRENCH.parse(code) for code in meld.split()], FRENCH.parse(card)).legal
>>> legal("3D 4D 5D", "6D"), legal("QS KS AS", "2S"), legal("KS KD KC JOKER", "KH")
(True, False, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.cards import FRENCH, JOKER, Card
from scoring.melds import HIGH_ACE, JOKERS, LOW_ACE, Kind, Meld, judge

ACE, TWO, KING = LOW_ACE, LOW_ACE + 1, HIGH_ACE - 1


class NoPlace(StrEnum):
    """Why a card cannot be laid to a meld."""

    NO_MELD = "no_meld"
    """What lies there is no meld."""
    JOKERS = "jokers"
    """The meld would have more jokers than the house rules allow, or than there are."""
    FULL = "full"
    """A set of four, a run from ace to ace."""
    SUIT_TAKEN = "suit_taken"
    """The set has this suit."""
    OTHER_RANK = "other_rank"
    """The set is of another rank."""
    OTHER_SUIT = "other_suit"
    """The run is of another suit."""
    CORNER = "corner"
    """A two after the ace above the king, or a king before the ace below the two."""
    NOT_NEXT = "not_next"
    """The card comes at neither end of the run."""


@dataclass(frozen=True)
class Attachment:
    """A `card` held against the cards of a `meld` that lies on the table.

    `lies` is what lies there, `longer` what it is with the card, None where that is no meld. `swap`: the card may take
    the place of a joker that stands for it. `refusal` says why there is no place; None where there is one.
    """

    meld: tuple[Card, ...]
    card: Card
    lies: Meld | None
    longer: Meld | None
    swap: bool
    refusal: NoPlace | None

    @property
    def legal(self) -> bool:
        """Whether the card may be laid there."""
        return self.refusal is None

    @property
    def stands_for(self) -> dict[str, tuple[Card, ...]]:
        """What each joker stands for: its place in `meld`, counted from 0 -> the cards of which it is one.

        `card` is the key of a joker that is laid there now.
        """
        places = [str(place) for place, card in enumerate(self.meld) if card == JOKER]
        told = dict(zip(places, self.lies.stands_for, strict=True)) if self.lies else {}
        if self.card == JOKER and self.longer:
            told["card"] = self._new_joker(self.longer)
        return told

    def _new_joker(self, longer: Meld) -> tuple[Card, ...]:
        """What the joker that is laid there stands for: of the jokers' cards, one that none stood for before."""
        before = Counter(self.lies.stands_for if self.lies else ())
        return next(iter((Counter(longer.stands_for) - before).elements()))

    @property
    def fitting(self) -> tuple[Card, ...]:
        """The cards that the meld takes as one more where it does not take this one, in the order of the deck.

        None where there are too many jokers: which cards fit is not what was in doubt.
        """
        if self.legal or self.lies is None or self.refusal is NoPlace.JOKERS:
            return ()
        return tuple(card for card in FRENCH.cards if card != JOKER and _meld((*self.meld, card)))


def attach(meld: Sequence[Card], card: Card, jokers_per_meld: int = 0) -> Attachment:
    """Hold `card` against the cards of a meld in any order; `jokers_per_meld` is the house rule, 0 without one."""
    cards = tuple(meld)
    lies = _meld(cards)
    longer = _meld((*cards, card)) if lies and _jokers_fit((*cards, card), jokers_per_meld) else None
    swap = lies is not None and card != JOKER and any(card in each for each in lies.stands_for)
    swap = swap and cards.count(JOKER) - 1 <= _most_jokers(jokers_per_meld)
    refusal = None if longer or swap else _refusal(cards, card, lies, jokers_per_meld)
    return Attachment(cards, card, lies, longer, swap, refusal)


def swapped(meld: Sequence[Card], card: Card) -> tuple[Card, ...]:
    """The cards of a meld after `card` took the place of a joker."""
    cards = list(meld)
    cards[cards.index(JOKER)] = card
    return tuple(cards)


def _meld(cards: Sequence[Card]) -> Meld | None:
    judged = judge(cards)
    return judged if isinstance(judged, Meld) else None


def _most_jokers(jokers_per_meld: int) -> int:
    return min(jokers_per_meld or JOKERS, JOKERS)


def _jokers_fit(cards: Sequence[Card], jokers_per_meld: int) -> bool:
    return cards.count(JOKER) <= _most_jokers(jokers_per_meld)


def _refusal(meld: Sequence[Card], card: Card, lies: Meld | None, jokers_per_meld: int) -> NoPlace:
    """Name the first reason that a player would name."""
    if lies is None:
        return NoPlace.NO_MELD
    if len(meld) == (4 if lies.kind is Kind.SET else HIGH_ACE):
        return NoPlace.FULL
    if not _jokers_fit((*meld, card), jokers_per_meld):
        return NoPlace.JOKERS
    naturals = [each for each in meld if each != JOKER]
    ranks, suits = {each.rank for each in naturals}, {each.suit for each in naturals}
    if lies.kind is Kind.SET:
        return NoPlace.SUIT_TAKEN if card.rank in ranks else NoPlace.OTHER_RANK
    if card.suit not in suits:
        return NoPlace.OTHER_SUIT
    ranks |= {each.rank for fillers in lies.stands_for for each in fillers}
    # The ace of a run without the two lies above its king, that of a run without a king below its two.
    return NoPlace.CORNER if ACE in ranks and card.rank in {TWO, KING} - ranks else NoPlace.NOT_NEXT
