"""The names of cards in words: "seven of coins"."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.cards import Card, Suit
from webapp.i18n import gettext, lazy_gettext, listed

_ITALIAN_RANKS = {
    1: lazy_gettext("ace"),
    2: lazy_gettext("two"),
    3: lazy_gettext("three"),
    4: lazy_gettext("four"),
    5: lazy_gettext("five"),
    6: lazy_gettext("six"),
    7: lazy_gettext("seven"),
    8: lazy_gettext("knave"),
    9: lazy_gettext("horse"),
    10: lazy_gettext("king"),
}
_ITALIAN_SUITS = {
    Suit.COINS: lazy_gettext("coins"),
    Suit.CUPS: lazy_gettext("cups"),
    Suit.SWORDS: lazy_gettext("swords"),
    Suit.BATONS: lazy_gettext("batons"),
}
WORDS_UP_TO = 4
"""So many cards are named in words in one sentence; more are easier to read as codes."""


def suit_name(suit: str) -> str:
    """Return the name of an Italian suit."""
    return str(_ITALIAN_SUITS[Suit(suit)])


def card_name(card: Card) -> str:
    """Return the name of a card in words; a card of another deck than the Italian has its code."""
    if card.deck != "italian":
        return card.code
    return gettext("%(rank)s of %(suit)s", rank=_ITALIAN_RANKS[card.rank], suit=suit_name(card.suit))


def cards_text(cards: Iterable[Card | str]) -> str:
    """Return a list of cards as part of a sentence; what is no card is repeated as it was given."""
    given = list(cards)
    if len(given) > WORDS_UP_TO:
        return " ".join(str(card) for card in given)
    return listed(card_name(card) if isinstance(card, Card) else f"“{card}”" for card in given)
