"""The names of cards in words: "seven of coins"."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.cards import FOOL, FRENCH, ITALIAN, JOKER, TAROT, TAROT_PIEMONTESE, TRUMP, Card, FrenchSuit, Suit
from webapp.base.i18n import gettext, lazy_gettext, listed, quoted

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
_FRENCH_RANKS = {
    1: lazy_gettext("ace"),
    **{number: _ITALIAN_RANKS[number] for number in range(2, 8)},
    8: lazy_gettext("eight"),
    9: lazy_gettext("nine"),
    10: lazy_gettext("ten"),
    11: lazy_gettext("jack"),
    12: lazy_gettext("queen"),
    13: _ITALIAN_RANKS[10],
}
_TAROT_RANKS = {
    **{number: _FRENCH_RANKS[number] for number in range(1, 12)},
    12: lazy_gettext("knight"),
    13: _FRENCH_RANKS[12],
    14: _ITALIAN_RANKS[10],
}
_FRENCH_SUITS = {
    FrenchSuit.SPADES: lazy_gettext("spades"),
    FrenchSuit.HEARTS: lazy_gettext("hearts"),
    FrenchSuit.DIAMONDS: lazy_gettext("diamonds"),
    FrenchSuit.CLUBS: lazy_gettext("clubs"),
}
_RANKS = {
    ITALIAN.name: _ITALIAN_RANKS,
    FRENCH.name: _FRENCH_RANKS,
    TAROT.name: _TAROT_RANKS,
    TAROT_PIEMONTESE.name: _TAROT_RANKS,
}
WORDS_UP_TO = 4
"""So many cards are named in words in one sentence; more are easier to read as codes."""


def suit_name(suit: str, deck: str = ITALIAN.name) -> str:
    """The name of a suit of a deck; the trumps of a tarot are a suit too."""
    if suit == TRUMP:
        return gettext("trumps")
    return str(_FRENCH_SUITS[FrenchSuit(suit)] if deck in (FRENCH.name, TAROT.name) else _ITALIAN_SUITS[Suit(suit)])


def card_name(card: Card) -> str:
    """The name of a card in words."""
    if card.code == JOKER.code:
        return gettext("joker")
    if card.code == FOOL.code:
        return gettext("the Fool")
    if card.suit == TRUMP:
        return gettext("trump %(number)s", number=card.rank)
    return gettext("%(rank)s of %(suit)s", rank=_RANKS[card.deck][card.rank], suit=suit_name(card.suit, card.deck))


def rank_text(card: Card) -> str:
    """Say what tells a card from the others of its suit, as short as it is understood: a number, a figure's name."""
    if card.code in (JOKER.code, FOOL.code):
        return card_name(card)
    figures = 7 if card.deck == ITALIAN.name else 10
    is_figure = card.suit != TRUMP and card.rank > figures
    return str(_RANKS[card.deck][card.rank]) if is_figure else card.code.strip(f"{TRUMP}{card.suit}")


def cards_text(cards: Iterable[Card | str]) -> str:
    """A list of cards as part of a sentence; what is no card is repeated as it was given."""
    given = list(cards)
    if len(given) > WORDS_UP_TO:
        return " ".join(str(card) for card in given)
    return listed(card_name(card) if isinstance(card, Card) else quoted(card) for card in given)
