"""The names of cards in words: "seven of coins"."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from scoring.cards import (
    DECKS,
    FOOL,
    FRENCH,
    ITALIAN,
    JOKER,
    SPANISH,
    TAROT,
    TAROT_PIEMONTESE,
    TRUMP,
    Card,
    FrenchSuit,
    Suit,
    UnknownCard,
)
from webapp.base.language.i18n import (
    LazyProxy,
    current_language,
    gettext,
    lazy_gettext,
    lazy_pgettext,
    listed,
    pgettext,
    quoted,
)


class _Rank(NamedTuple):
    """A rank: its name, and the pattern that adds the article of its gender."""

    name: LazyProxy
    the: LazyProxy


_ACE = _Rank(lazy_gettext("ace"), lazy_pgettext("ace", "the %(card)s"))
_KING = _Rank(lazy_gettext("king"), lazy_pgettext("king", "the %(card)s"))
_QUEEN = _Rank(lazy_gettext("queen"), lazy_pgettext("queen", "the %(card)s"))
_PIPS = {
    1: _ACE,
    2: _Rank(lazy_gettext("two"), lazy_pgettext("two", "the %(card)s")),
    3: _Rank(lazy_gettext("three"), lazy_pgettext("three", "the %(card)s")),
    4: _Rank(lazy_gettext("four"), lazy_pgettext("four", "the %(card)s")),
    5: _Rank(lazy_gettext("five"), lazy_pgettext("five", "the %(card)s")),
    6: _Rank(lazy_gettext("six"), lazy_pgettext("six", "the %(card)s")),
    7: _Rank(lazy_gettext("seven"), lazy_pgettext("seven", "the %(card)s")),
    8: _Rank(lazy_gettext("eight"), lazy_pgettext("eight", "the %(card)s")),
    9: _Rank(lazy_gettext("nine"), lazy_pgettext("nine", "the %(card)s")),
    10: _Rank(lazy_gettext("ten"), lazy_pgettext("ten", "the %(card)s")),
}
_JACK = _Rank(lazy_gettext("jack"), lazy_pgettext("jack", "the %(card)s"))
_ITALIAN_RANKS = {
    **{number: _PIPS[number] for number in range(1, 8)},
    8: _Rank(lazy_gettext("knave"), lazy_pgettext("knave", "the %(card)s")),
    9: _Rank(lazy_gettext("horse"), lazy_pgettext("horse", "the %(card)s")),
    10: _KING,
}
_SPANISH_RANKS = {**_PIPS, 10: _ITALIAN_RANKS[8], 11: _ITALIAN_RANKS[9], 12: _KING}
_FRENCH_RANKS = {**_PIPS, 11: _JACK, 12: _QUEEN, 13: _KING}
_KNIGHT = _Rank(lazy_gettext("knight"), lazy_pgettext("knight", "the %(card)s"))
_TAROT_RANKS = {**_PIPS, 11: _JACK, 12: _KNIGHT, 13: _QUEEN, 14: _KING}
_RANKS = {
    ITALIAN.name: _ITALIAN_RANKS,
    SPANISH.name: _SPANISH_RANKS,
    FRENCH.name: _FRENCH_RANKS,
    TAROT.name: _TAROT_RANKS,
    TAROT_PIEMONTESE.name: _TAROT_RANKS,
}


class _SuitWords(NamedTuple):
    """A suit: its name, and the pattern for a card of it. German has "Kelche", but "Kelch-Sieben"."""

    name: LazyProxy
    card: LazyProxy


_ITALIAN_SUITS = {
    Suit.COINS: _SuitWords(lazy_gettext("coins"), lazy_gettext("%(rank)s of coins")),
    Suit.CUPS: _SuitWords(lazy_gettext("cups"), lazy_gettext("%(rank)s of cups")),
    Suit.SWORDS: _SuitWords(lazy_gettext("swords"), lazy_gettext("%(rank)s of swords")),
    Suit.BATONS: _SuitWords(lazy_gettext("batons"), lazy_gettext("%(rank)s of batons")),
}
_FRENCH_SUITS = {
    FrenchSuit.SPADES: _SuitWords(lazy_gettext("spades"), lazy_gettext("%(rank)s of spades")),
    FrenchSuit.HEARTS: _SuitWords(lazy_gettext("hearts"), lazy_gettext("%(rank)s of hearts")),
    FrenchSuit.DIAMONDS: _SuitWords(lazy_gettext("diamonds"), lazy_gettext("%(rank)s of diamonds")),
    FrenchSuit.CLUBS: _SuitWords(lazy_gettext("clubs"), lazy_gettext("%(rank)s of clubs")),
}
_THE_JOKER = lazy_pgettext("joker", "the %(card)s")
WORDS_UP_TO = 4
"""Most cards named one by one in a sentence; more are grouped by suit."""
RUN_FROM = 4
"""Fewest consecutive cards that are named by the first and the last."""
CODE = re.compile(r"\b(?:JOKER|FOOL|T(?:1\d?|2[01]?|[3-9])|(?:1[0-2]|[1-9]|[AJQKN])[SHDCB])\b")
"""A card code of the contract, which no sentence may show."""


def suit_name(suit: str, deck: str = ITALIAN.name) -> str:
    """The name of a suit; the trumps of a tarot count as a suit."""
    if suit == TRUMP:
        return gettext("trumps")
    return str(_suit(suit, deck).name)


def _suit(suit: str, deck: str) -> _SuitWords:
    return _FRENCH_SUITS[FrenchSuit(suit)] if deck in (FRENCH.name, TAROT.name) else _ITALIAN_SUITS[Suit(suit)]


def card_name(card: Card) -> str:
    return _card_name(card, current_language())


@cache
def _card_name(card: Card, language: str) -> str:
    """The name of a card, cached for each language: pages ask for a whole deck several times."""
    if card.code == JOKER.code:
        return gettext("joker")
    if card.code == FOOL.code:
        return gettext("the Fool")
    if card.suit == TRUMP:
        return gettext("trump %(number)s", number=card.rank)
    return _suit(card.suit, card.deck).card % {"rank": figure_name(card)}


def the(card: Card) -> str:
    """The name of a card with its article: "the seven of coins", "il sette di denari", "die Münzen-Sieben"."""
    name = card_name(card)
    if card.code == FOOL.code:
        return name  # "the Fool" contains its article
    if card.suit == TRUMP:
        return pgettext("with its article", "trump %(number)s", number=card.rank)
    return (_THE_JOKER if card.code == JOKER.code else _RANKS[card.deck][card.rank].the) % {"card": name}


def capital(sentence: str) -> str:
    """A sentence starting with the name of a card, with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def figure_name(card: Card) -> str:
    """The name of a card's rank: "knave"."""
    return str(_RANKS[card.deck][card.rank].name)


_FIGURE_LETTERS = {
    8: lazy_pgettext("knave, in one letter", "J"),
    9: lazy_pgettext("horse, in one letter", "H"),
    10: lazy_pgettext("king, in one letter", "K"),
}


def figure_letter(card: Card) -> str:
    """An Italian figure as one letter, where there is no room for its name: "J"."""
    return str(_FIGURE_LETTERS[card.rank])


def rank_name(card: Card) -> str:
    """The name of a card without its suit, where that is understood: "seven"."""
    if card.code in (JOKER.code, FOOL.code) or card.suit == TRUMP:
        return card_name(card)
    return str(_RANKS[card.deck][card.rank].name)


def rank_text(card: Card) -> str:
    """The shortest text that distinguishes a card within its suit: a number, or a figure's name."""
    if card.code in (JOKER.code, FOOL.code):
        return card_name(card)
    figures = {ITALIAN.name: 7, SPANISH.name: 9}.get(card.deck, 10)
    is_figure = card.suit != TRUMP and card.rank > figures
    return figure_name(card) if is_figure else card.code.strip(f"{TRUMP}{card.suit}")


def cards_text(cards: Iterable[Card | str]) -> str:
    """A list of cards in words: by name, or if many by suit, "coins: ace, two; cups: king".

    Texts that are cards of another deck are named too; other texts are repeated in quotes.
    """
    given = [_known(card) for card in cards]
    named = [card for card in given if isinstance(card, Card)]
    if len(named) <= WORDS_UP_TO:
        return listed(card_name(card) if isinstance(card, Card) else quoted(card) for card in given)
    return "; ".join([*_by_suit(named), *(quoted(card) for card in given if not isinstance(card, Card))])


def in_words(text: str) -> str:
    """Submitted text for use in a sentence: card codes in it are replaced by names."""
    return CODE.sub(lambda code: cards_text([code[0]]), text)


def _known(card: Card | str) -> Card | str:
    """The card that a text means in any deck, Italian first; the text itself if it is no card."""
    if isinstance(card, Card):
        return card
    for deck in DECKS.values():
        try:
            return deck.parse(card)
        except UnknownCard:
            continue
    return card


def _by_suit(cards: Iterable[Card]) -> list[str]:
    """The cards grouped by suit with their ranks; joker and Fool come last."""
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
    """The ranks of cards of one suit, lowest first; long runs by their first and last card."""
    held = sorted(cards, key=lambda card: card.rank)
    if [card.rank for card in held] == [1, *range(1, len(held))]:
        held.append(held.pop(0))  # from ace to ace
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
