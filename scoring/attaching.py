"""Laying a card to a meld on the table: it extends the meld, or replaces a joker.

Source: scala40.de.txt and rules.md, section 4. The extended meld must be legal: a set has each suit once. A run grows
at either end, never from king over ace to two. The order of the cards on the table says what their jokers stand for
(`scoring.melds.readings`).

>>> def legal(meld, card):
...     return attach([FRENCH.parse(code) for code in meld.split()], FRENCH.parse(card)).legal
>>> legal("3D 4D 5D", "6D"), legal("QS KS AS", "2S"), legal("KS KD KC JOKER", "KH"), legal("JOKER 5H 6H", "8H")
(True, False, True, False)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from scoring.cards import FRENCH, JOKER, Card, codes
from scoring.melds import HIGH_ACE, JOKERS, LOW_ACE, Kind, Meld, rank_at, readings, row_of

TWO, KING = LOW_ACE + 1, HIGH_ACE - 1


class NoPlace(StrEnum):
    """Why a card cannot be laid to a meld."""

    NO_MELD = "no_meld"
    """The cards on the table are no meld."""
    JOKERS = "jokers"
    """The meld would have more jokers than the house rules allow, or than the packs have."""
    FULL = "full"
    """The meld is a set of four, or a run from ace to ace."""
    SUIT_TAKEN = "suit_taken"
    """The set already has this suit."""
    OTHER_RANK = "other_rank"
    """The set has another rank."""
    OTHER_SUIT = "other_suit"
    """The run has another suit."""
    CORNER = "corner"
    """A two after the ace above the king, or a king before the ace below the two."""
    NOT_NEXT = "not_next"
    """The card fits at neither end of the run."""


@dataclass(frozen=True)
class Reading:
    """One `card` tried against the cards of a `meld`, which are read as the meld `lies`.

    `longer` lists the extended rows, each in the order of a run; it is empty if the card fits nowhere. A joker may fit
    at both ends, the high end first. `swap`: the card may replace a joker that stands for it.
    """

    meld: tuple[Card, ...]
    card: Card
    lies: Meld
    longer: tuple[tuple[Card, ...], ...]
    swap: bool

    @property
    def legal(self) -> bool:
        """Whether the card may be laid to the meld."""
        return bool(self.longer) or self.swap

    @property
    def stands_for(self) -> dict[str, tuple[Card, ...]]:
        """Joker -> the cards it can stand for; a joker's key is its place in `meld`, from 0.

        The key of a joker being laid now is `card`.
        """
        places = [str(place) for place, card in enumerate(self.meld) if card == JOKER]
        told = dict(zip(places, self.lies.stands_for, strict=True))
        if self.card == JOKER and self.longer:
            told["card"] = self._new_joker()
        return told

    @property
    def told(self) -> dict[str, list[str]]:
        """`stands_for` by codes."""
        return {place: codes(cards) for place, cards in self.stands_for.items()}

    def _new_joker(self) -> tuple[Card, ...]:
        """The cards a joker being laid stands for: in a run the high end, or the low end if the high is taken."""
        at_high_end = self.lies.first + len(self.meld) <= HIGH_ACE
        return self.grown.stands_for[-1 if at_high_end else 0] if self.grown else ()

    @cached_property
    def grown(self) -> Meld | None:
        """The meld extended by the card."""
        grown = readings(self.longer[0]) if self.longer else ()
        return next((each for each in grown if each.kind is self.lies.kind), None)

    @property
    def swapped(self) -> tuple[Card, ...]:
        """The cards of the meld after `card` replaced the joker that stands for it."""
        row = list(row_of(self.meld, self.lies))
        in_a_set = self.lies.kind is Kind.SET
        places = (place for place, card in enumerate(row) if card == JOKER)
        row[next(each for each in places if in_a_set or rank_at(self.lies.first + each) == self.card.rank)] = self.card
        return tuple(row)


@dataclass(frozen=True)
class Attachment:
    """One `card` tried against the cards of a `meld`, in the order in which they lie on the table.

    `readings` are all melds that the cards can be, the likeliest first; empty if they are no meld. `refusal` says why
    the card does not fit; None if it does.
    """

    meld: tuple[Card, ...]
    card: Card
    readings: tuple[Reading, ...]
    refusal: NoPlace | None

    @property
    def own(self) -> Reading | None:
        """The reading that decides the answer: the first."""
        return self.readings[0] if self.readings else None

    @property
    def legal(self) -> bool:
        """Whether the card may be laid to the meld."""
        return self.refusal is None

    @property
    def swap(self) -> bool:
        """Whether the card may replace a joker."""
        return self.own is not None and self.own.swap

    @property
    def disputed(self) -> bool:
        """Whether another reading of the meld gives another answer."""
        return len({(each.legal, each.swap) for each in self.readings}) > 1

    @property
    def fitting(self) -> tuple[Card, ...]:
        """The cards that would extend the meld, where this card does not, in the order of the deck.

        Empty where the reason is too many jokers: then other cards are not the question.
        """
        if self.legal or self.own is None or self.refusal is NoPlace.JOKERS:
            return ()
        return tuple(card for card in FRENCH.cards if card != JOKER and any(_longer(self.meld, self.own.lies, card)))

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        stands_for = self.own.told if self.own else {}
        own = {"legal": self.legal, "stands_for": stands_for, "swap": self.swap}
        if len(self.readings) < 2:
            return own
        readings = [{"stands_for": each.told, "legal": each.legal, "swap": each.swap} for each in self.readings]
        return {**own, "readings": readings}


def attach(meld: Sequence[Card], card: Card, jokers_per_meld: int = 0) -> Attachment:
    """Try `card` against a meld as it lies; `jokers_per_meld` is the house rule, 0 for no limit."""
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
    """Yield the extended row for each end where the card fits."""
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
    """The first reason a player would give."""
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
    # The ace above the king is followed by no two; the ace below the two follows no king.
    low, high = lies.first == LOW_ACE, lies.first + len(meld) - 1 == HIGH_ACE
    return NoPlace.CORNER if (high and card.rank == TWO) or (low and card.rank == KING) else NoPlace.NOT_NEXT


FULL_SET = 4
"""Cards in a set of all four suits."""
