"""Laying a card to a meld on the table: as one card more, or in the place of a joker.

Source: scala40.de.txt and rules.md, section 4: a card that makes the meld a longer legal one; a set has each suit once,
a run grows at either end and never round the corner. The order of the cards on the table says what their jokers are
(`scoring.melds.readings`).

>>> def legal(meld, card):
...     return attach([FRENCH.parse(code) for code in meld.split()], FRENCH.parse(card)).legal
>>> legal("3D 4D 5D", "6D"), legal("QS KS AS", "2S"), legal("KS KD KC JOKER", "KH"), legal("JOKER 5H 6H", "8H")
(True, False, True, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from scoring.cards import FRENCH, JOKER, Card
from scoring.melds import HIGH_ACE, JOKERS, LOW_ACE, Kind, Meld, rank_at, readings, row_of

TWO, KING = LOW_ACE + 1, HIGH_ACE - 1


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
class Reading:
    """A `card` held against the cards of a `meld`, read as what `lies` there.

    `longer` lists the cards as they lie with one more, in the order of the run; empty where it has no place. A joker
    may have two, the high end first. `swap`: the card may take the place of a joker that stands for it.
    """

    meld: tuple[Card, ...]
    card: Card
    lies: Meld
    longer: tuple[tuple[Card, ...], ...]
    swap: bool

    @property
    def legal(self) -> bool:
        """Whether the card may be laid there."""
        return bool(self.longer) or self.swap

    @property
    def stands_for(self) -> dict[str, tuple[Card, ...]]:
        """What each joker stands for: its place in `meld`, counted from 0 -> the cards of which it is one.

        `card` is the key of a joker that is laid there now.
        """
        places = [str(place) for place, card in enumerate(self.meld) if card == JOKER]
        told = dict(zip(places, self.lies.stands_for, strict=True))
        if self.card == JOKER and self.longer:
            told["card"] = self._new_joker()
        return told

    def _new_joker(self) -> tuple[Card, ...]:
        """The card that a joker laid there stands for: at the high end of a run, or where that is taken at the low."""
        at_high_end = self.lies.first + len(self.meld) <= HIGH_ACE
        return self.grown.stands_for[-1 if at_high_end else 0] if self.grown else ()

    @cached_property
    def grown(self) -> Meld | None:
        """The meld with one card more."""
        grown = readings(self.longer[0]) if self.longer else ()
        return next((each for each in grown if each.kind is self.lies.kind), None)

    @property
    def swapped(self) -> tuple[Card, ...]:
        """The cards of the meld after `card` took the place of the joker that stands for it."""
        row = list(row_of(self.meld, self.lies))
        in_a_set = self.lies.kind is Kind.SET
        places = (place for place, card in enumerate(row) if card == JOKER)
        row[next(each for each in places if in_a_set or rank_at(self.lies.first + each) == self.card.rank)] = self.card
        return tuple(row)


@dataclass(frozen=True)
class Attachment:
    """A `card` held against the cards of a `meld` in the order in which they lie on the table.

    `readings` are all that the meld can be, the answer's own first, none where it is no meld. `refusal` says why there
    is no place; None where there is one.
    """

    meld: tuple[Card, ...]
    card: Card
    readings: tuple[Reading, ...]
    refusal: NoPlace | None

    @property
    def own(self) -> Reading | None:
        """The reading that the answer goes by."""
        return self.readings[0] if self.readings else None

    @property
    def legal(self) -> bool:
        """Whether the card may be laid there."""
        return self.refusal is None

    @property
    def swap(self) -> bool:
        """Whether the card may take the place of a joker."""
        return self.own is not None and self.own.swap

    @property
    def stands_for(self) -> dict[str, tuple[Card, ...]]:
        """The card that each joker stands for (`Reading.stands_for`)."""
        return self.own.stands_for if self.own else {}

    @property
    def disputed(self) -> bool:
        """Whether another reading of the cards gives another answer."""
        return len({(each.legal, each.swap) for each in self.readings}) > 1

    @property
    def fitting(self) -> tuple[Card, ...]:
        """The cards that the meld takes as one more where it does not take this one, in the order of the deck.

        None where there are too many jokers: which cards fit is not what was in doubt.
        """
        if self.legal or self.own is None or self.refusal is NoPlace.JOKERS:
            return ()
        return tuple(card for card in FRENCH.cards if card != JOKER and any(_longer(self.meld, self.own.lies, card)))


def attach(meld: Sequence[Card], card: Card, jokers_per_meld: int = 0) -> Attachment:
    """Hold `card` against a meld as it lies; `jokers_per_meld` is the house rule, 0 without one."""
    cards = tuple(meld)
    room = _jokers_fit((*cards, card), jokers_per_meld)
    may_swap = card != JOKER and cards.count(JOKER) - 1 <= _most_jokers(jokers_per_meld)
    found = tuple(
        Reading(
            cards,
            card,
            lies,
            tuple(_longer(cards, lies, card)) if room else (),
            may_swap and any(card in each for each in lies.stands_for),
        )
        for lies in readings(cards)
    )
    legal = bool(found) and found[0].legal
    return Attachment(cards, card, found, None if legal else _refusal(cards, card, found, room))


def _longer(meld: Sequence[Card], lies: Meld, card: Card) -> Iterator[tuple[Card, ...]]:
    """The cards with one more, for each place that it has."""
    row = row_of(meld, lies)
    naturals = [each for each in meld if each != JOKER]
    if lies.kind is Kind.SET:
        rank = naturals[0].rank if naturals else LOW_ACE
        other_suit = card == JOKER or (card.rank == rank and card.suit not in {each.suit for each in naturals})
        if len(row) < FULL_SET and other_suit:
            yield (*row, card)
        return
    last = lies.first + len(row) - 1
    if card != JOKER and card.suit not in {each.suit for each in naturals}:
        return
    if last < HIGH_ACE and card.rank in (JOKER.rank, rank_at(last + 1)):
        yield (*row, card)
    if lies.first > LOW_ACE and card.rank in (JOKER.rank, rank_at(lies.first - 1)):
        yield (card, *row)


def _most_jokers(jokers_per_meld: int) -> int:
    return min(jokers_per_meld or JOKERS, JOKERS)


def _jokers_fit(cards: Sequence[Card], jokers_per_meld: int) -> bool:
    return cards.count(JOKER) <= _most_jokers(jokers_per_meld)


def _refusal(meld: Sequence[Card], card: Card, found: Sequence[Reading], room: bool) -> NoPlace:
    """Name the first reason that a player would name."""
    if not found:
        return NoPlace.NO_MELD
    lies = found[0].lies
    if len(meld) == (FULL_SET if lies.kind is Kind.SET else HIGH_ACE):
        return NoPlace.FULL
    if not room:
        return NoPlace.JOKERS
    naturals = [each for each in meld if each != JOKER]
    if lies.kind is Kind.SET:
        return NoPlace.SUIT_TAKEN if card.rank in {each.rank for each in naturals} else NoPlace.OTHER_RANK
    if card.suit not in {each.suit for each in naturals}:
        return NoPlace.OTHER_SUIT
    # The ace above the king is followed by no two, that below the two comes after no king.
    low, high = lies.first == LOW_ACE, lies.first + len(meld) - 1 == HIGH_ACE
    return NoPlace.CORNER if (high and card.rank == TWO) or (low and card.rank == KING) else NoPlace.NOT_NEXT


FULL_SET = 4
"""The cards of a set of every suit."""
