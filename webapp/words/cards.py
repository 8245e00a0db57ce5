"""The names of cards in words: "seven of coins"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from scoring.cards import (
    DECKS,
    FOOL,
    FRENCH,
    ITALIAN,
    JOKER,
    TAROT,
    TAROT_PIEMONTESE,
    TRUMP,
    Card,
    FrenchSuit,
    Suit,
    UnknownCard,
)
from webapp.base.language.i18n import current_language, gettext, lazy_gettext, listed, quoted

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
"""So many cards are named one by one in a sentence; more are gathered by their suits."""
RUN_FROM = 4
"""So many cards in a row are named by the first and the last."""
CODE = re.compile(r"\b(?:JOKER|FOOL|T(?:1\d?|2[01]?|[3-9])|(?:10|[1-9]|[AJQKN])[SHDCB])\b")
"""A card as the contract writes it: no sentence shows that."""


def suit_name(suit: str, deck: str = ITALIAN.name) -> str:
    """The name of a suit of a deck; the trumps of a tarot are a suit too."""
    if suit == TRUMP:
        return gettext("trumps")
    return str(_FRENCH_SUITS[FrenchSuit(suit)] if deck in (FRENCH.name, TAROT.name) else _ITALIAN_SUITS[Suit(suit)])


def card_name(card: Card) -> str:
    """The name of a card in words."""
    return _card_name(card, current_language())


@cache
def _card_name(card: Card, language: str) -> str:
    """The same, kept for each language: a page asks for a whole deck, and more than once."""
    if card.code == JOKER.code:
        return gettext("joker")
    if card.code == FOOL.code:
        return gettext("the Fool")
    if card.suit == TRUMP:
        return gettext("trump %(number)s", number=card.rank)
    return gettext("%(rank)s of %(suit)s", rank=_RANKS[card.deck][card.rank], suit=suit_name(card.suit, card.deck))


def figure_name(card: Card) -> str:
    """The name of a card's rank: "knave"."""
    return str(_RANKS[card.deck][card.rank])


def rank_name(card: Card) -> str:
    """The name of a card without its suit, where that is understood: "seven"."""
    if card.code in (JOKER.code, FOOL.code) or card.suit == TRUMP:
        return card_name(card)
    return str(_RANKS[card.deck][card.rank])


def rank_text(card: Card) -> str:
    """Say what tells a card from the others of its suit, as short as it is understood: a number, a figure's name."""
    if card.code in (JOKER.code, FOOL.code):
        return card_name(card)
    figures = 7 if card.deck == ITALIAN.name else 10
    is_figure = card.suit != TRUMP and card.rank > figures
    return figure_name(card) if is_figure else card.code.strip(f"{TRUMP}{card.suit}")


def cards_text(cards: Iterable[Card | str]) -> str:
    """A list of cards as part of a sentence: by name, and where they are many by suit, "coins: ace, two; cups: king".

    A text that is no card of the deck is named too where another deck has it, else it is repeated in quotes.
    """
    given = [_known(card) for card in cards]
    named = [card for card in given if isinstance(card, Card)]
    if len(named) <= WORDS_UP_TO:
        return listed(card_name(card) if isinstance(card, Card) else quoted(card) for card in given)
    return "; ".join([*_by_suit(named), *(quoted(card) for card in given if not isinstance(card, Card))])


def in_words(text: str) -> str:
    """What somebody sent, to be repeated in a sentence: codes of cards in it become their names."""
    return CODE.sub(lambda code: cards_text([code[0]]), text)


def _known(card: Card | str) -> Card | str:
    """The card that a text means in any deck, Italian cards first; the text where it means none."""
    if isinstance(card, Card):
        return card
    for deck in DECKS.values():
        try:
            return deck.parse(card)
        except UnknownCard:
            continue
    return card


def _by_suit(cards: Iterable[Card]) -> list[str]:
    """The cards of every suit with their ranks; joker and Fool by themselves at the end."""
    suits: dict[tuple[str, str], list[Card]] = {}
    alone: Counter[str] = Counter()
    for card in cards:
        if card.suit:
            suits.setdefault((card.suit, card.deck), []).append(card)
        else:
            alone[card_name(card)] += 1
    by_suit = [
        gettext("%(suit)s: %(ranks)s", suit=suit_name(suit, deck), ranks=", ".join(_ranks(held)))
        if len(held) > 1
        else card_name(held[0])
        for (suit, deck), held in suits.items()
    ]
    return by_suit + [name if number == 1 else f"{number} × {name}" for name, number in alone.items()]


def _ranks(cards: Iterable[Card]) -> list[str]:
    """The ranks of cards of one suit from the lowest on; many in a row by the first and the last."""
    held = sorted(cards, key=lambda card: card.rank)
    runs: list[list[Card]] = []
    for card in held:
        if runs and card.rank == runs[-1][-1].rank + 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    names = []
    for run in runs:
        if len(run) >= RUN_FROM:
            names.append(f"{_rank_name(run[0])} – {_rank_name(run[-1])}")
        else:
            names += [_rank_name(card) for card in run]
    return names


def _rank_name(card: Card) -> str:
    return str(card.rank) if card.suit == TRUMP else figure_name(card)
