"""The cards of every game: suits, ranks, decks, and the codes they are written with.

A code is the rank, then the suit. Either case is read, upper case is written.

- `ITALIAN` (40): `1`-`7`, `8` knave, `9` horse, `10` king; `D` coins, `C` cups, `S` swords, `B` batons.
- `SPANISH` (48 and the joker): the printed numbers, `1`-`9`, `10` knave, `11` horse, `12` king; the same suits.
- `FRENCH` (52 and the joker): `A` `2`-`10` `J` `Q` `K`; `S` spades, `H` hearts, `D` diamonds, `C` clubs; `JOKER`.
- `TAROT` (78): `1`-`10` `J` `N` (knight) `Q` `K` in the French suits; trumps `T1`-`T21`; `FOOL`.
- `TAROT_PIEMONTESE` (78): the same in the Italian suits of the Tarocco Piemontese.

>>> ITALIAN.parse("7d"), ITALIAN.parse("10B")
(Card(7D), Card(10B))
>>> " ".join(codes(ITALIAN.of_suit(Suit.COINS)))
'1D 2D 3D 4D 5D 6D 7D 8D 9D 10D'
>>> ITALIAN.parse("JOKER")
Traceback (most recent call last):
scoring.cards.UnknownCard: JOKER
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from operator import attrgetter


def in_deck_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards of one deck in its order: the result of `sorted`, several times as fast."""
    return tuple(sorted(cards, key=_PLACE))


_PLACE = attrgetter("place")


class UnknownCard(ValueError):
    """No card of the deck has this code; `code` is the value given, which may be of any type."""

    def __init__(self, code: object) -> None:
        super().__init__(str(code))
        self.code = code


class Suit(StrEnum):
    """The Italian and Spanish suits, in the order in which piles are shown."""

    COINS = "D"
    CUPS = "C"
    SWORDS = "S"
    BATONS = "B"


class FrenchSuit(StrEnum):
    """The French suits. Diamonds and coins share a letter, and so do clubs and cups; the deck tells them apart."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


TRUMP = "T"
NO_SUIT = ""


@dataclass(frozen=True, order=True, slots=True, repr=False)
class Card:
    """One card of one deck; cards sort in the order of their deck and are equal only within it.

    `rank` is a number in every deck; an ace is 1. Italian: knave 8, horse 9, king 10. Spanish: knave 10, horse 11, king
    12. French: knave 11, queen 12, king 13. Tarot: J 11, N 12, Q 13, K 14, a trump its number. Joker and Fool: 0, with
    an empty `suit`.
    """

    deck: str
    place: int
    code: str = field(compare=False)
    rank: int = field(compare=False)
    suit: str = field(compare=False)

    def __hash__(self) -> int:
        # Cards are hashed by the thousand: within a deck the place identifies a card.
        return self.place

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card({self.code})"


@dataclass(frozen=True)
class Deck:
    """Cards of one family, each once, suit by suit in rank order; `name` is also the `deck` of its cards."""

    name: str
    cards: tuple[Card, ...]

    @cached_property
    def _by_code(self) -> dict[str, Card]:
        return {card.code: card for card in self.cards}

    def parse(self, code: object) -> Card:
        """Read the card written `code`, in either case; anything else raises `UnknownCard`."""
        # str.upper() maps some foreign letters to ASCII ("ſ" to "S"); those are no card codes.
        if isinstance(code, str) and code.isascii():
            card = self._by_code.get(code.upper())
            if card is not None:
                return card
        raise UnknownCard(code)

    def of_suit(self, suit: str) -> tuple[Card, ...]:
        """The cards of one suit in rank order."""
        return tuple(card for card in self.cards if card.suit == suit)

    def without(self, cards: Iterable[Card]) -> Deck:
        """This deck with some cards taken out; their codes become unknown. Raises `UnknownCard` for a card not in the
        deck.

        >>> smaller = ITALIAN.without([ITALIAN.parse("2C")])
        >>> len(smaller.cards), smaller.parse("3C")
        (39, Card(3C))
        >>> smaller.parse("2C")
        Traceback (most recent call last):
        scoring.cards.UnknownCard: 2C
        """
        taken = set(cards)
        for stranger in taken.difference(self.cards):
            raise UnknownCard(stranger.code)
        return Deck(self.name, tuple(card for card in self.cards if card not in taken))


def _deck(name: str, suits: Iterable[str], ranks: Sequence[str], others: Sequence[tuple[str, int, str]] = ()) -> Deck:
    """Build a deck of `ranks` in each of `suits`, then the `others` as (code, rank, suit)."""
    suited = [(f"{written}{suit}", rank, suit) for suit in suits for rank, written in enumerate(ranks, start=1)]
    everything = enumerate([*suited, *others])
    return Deck(name, tuple(Card(name, place, code, rank, str(suit)) for place, (code, rank, suit) in everything))


_PIPS = [str(number) for number in range(2, 11)]
_TAROT_RANKS = ["1", *_PIPS, "J", "N", "Q", "K"]
_TRUMPS_AND_FOOL = [*((f"T{number}", number, TRUMP) for number in range(1, 22)), ("FOOL", 0, NO_SUIT)]

ITALIAN = _deck("italian", Suit, ["1", *_PIPS])
SPANISH = _deck("spanish", Suit, ["1", *_PIPS, "11", "12"], [("JOKER", 0, NO_SUIT)])
FRENCH = _deck("french", FrenchSuit, ["A", *_PIPS, "J", "Q", "K"], [("JOKER", 0, NO_SUIT)])
TAROT = _deck("tarot", FrenchSuit, _TAROT_RANKS, _TRUMPS_AND_FOOL)
TAROT_PIEMONTESE = _deck(
    "piemontese", [Suit.SWORDS, Suit.BATONS, Suit.CUPS, Suit.COINS], _TAROT_RANKS, _TRUMPS_AND_FOOL
)

DECKS = {deck.name: deck for deck in (ITALIAN, FRENCH, TAROT, TAROT_PIEMONTESE, SPANISH)}
"""Deck name, which its cards carry -> deck."""

SETTEBELLO = ITALIAN.parse("7D")
JOKER = FRENCH.parse("JOKER")
FOOL = TAROT.parse("FOOL")
JOKERS_A_PACK = 2


def codes(cards: Iterable[Card]) -> list[str]:
    """The codes of `cards`, in the order given.

    >>> codes([SETTEBELLO, JOKER])
    ['7D', 'JOKER']
    """
    return [card.code for card in cards]


_STANDS_FOR = {
    FrenchSuit.DIAMONDS: Suit.COINS,
    FrenchSuit.HEARTS: Suit.CUPS,
    FrenchSuit.SPADES: Suit.SWORDS,
    FrenchSuit.CLUBS: Suit.BATONS,
}


def as_italian(card: Card) -> Card | None:
    """The Italian card that a French card stands for, or None: Italian games can be played with a French pack.

    Diamonds are coins, hearts cups, spades swords, clubs batons; J Q K are 8 9 10. The French 8, 9, 10 and the joker
    are not used (contract, `recognise --as italian`).

    >>> as_italian(FRENCH.parse("QH")), as_italian(FRENCH.parse("8H"))
    (Card(9C), None)
    """
    if card.deck != FRENCH.name or card == JOKER or 8 <= card.rank <= 10:
        return None
    rank = card.rank if card.rank <= 7 else card.rank - 3
    return ITALIAN.parse(f"{rank}{_STANDS_FOR[FrenchSuit(card.suit)]}")
