"""The figures printed on cards: the court cards of a pattern may bear other numbers than the contract's codes.

All offered patterns were checked by scans. A Spanish knave bears 10, a Triestine one 11, a French jack a J. Court cards
of all other Italian patterns bear no number, so pages use their names.
"""

from collections.abc import Mapping

from flask import g

from scoring.cards import FRENCH, ITALIAN, JOKER, SPANISH, TRUMP, Card
from vision.decks.catalogue import PATTERNS
from webapp.base.storage.deck_files import family_of
from webapp.games import GAMES
from webapp.words.cards import figure_letter, figure_name

JOKER_SIGN, FOOL_SIGN = "★", "☆"

ITALIAN_FIGURES: Mapping[str, Mapping[int, str]] = {
    "spagnole": {8: "10", 9: "11", 10: "12"},
    "triestine": {8: "11", 9: "12", 10: "13"},
    "french": {1: "A", 8: "J", 9: "Q", 10: "K"},
}
"""Pattern or family -> rank -> figure printed on the forty Italian cards or their substitutes, if not the rank."""
TAROT_FIGURES = {11: "V", 12: "C", 13: "D", 14: "R"}
"""Tarot Nouveau and Tarocco Piemontese alike: Valet, Cavalier, Dame, Roi; Valletto, Cavallo, Donna, Re."""
LAST_PIP = 7
"""The highest Italian card without a figure."""


def printed_on(card: Card, pattern: str) -> str:
    """Return the number or letter in the corner of a card; a figure that bears none is named.

    `pattern` is the pattern on the table, or its family where nobody knows the pattern.

    >>> from scoring.cards import ITALIAN
    >>> [printed_on(card, "spagnole") for card in ITALIAN.cards[6:10]]
    ['7', '10', '11', '12']
    """
    if not card.suit:
        return JOKER_SIGN if card.code == JOKER.code else FOOL_SIGN
    if card.suit == TRUMP:
        return str(card.rank)
    if card.deck == FRENCH.name:
        return card.code[: -len(card.suit)]
    if card.deck == SPANISH.name:
        return str(card.rank)
    if card.deck != ITALIAN.name:
        return TAROT_FIGURES.get(card.rank, str(card.rank))
    borne = ITALIAN_FIGURES.get(pattern, {})
    return borne.get(card.rank) or (str(card.rank) if card.rank <= LAST_PIP else figure_name(card))


def printed(card: Card) -> str:
    """Return the number or letter in the corner of a card of the deck that the page is about."""
    return printed_on(card, pattern_on_table())


def printed_short(card: Card) -> str:
    """The same in at most two letters; a court card without a printed figure gets its initial."""
    borne = printed(card)
    is_named = card.deck == ITALIAN.name and card.rank > LAST_PIP and borne == figure_name(card)
    return figure_letter(card) if is_named else borne


def pattern_on_table() -> str:
    """The pattern of the match, or of the question, that the page is about; of an enrolled deck its family."""
    match = g.get("match")
    deck: str = GAMES[match.game].usual_deck(match.deck) if match else g.get("pattern", "")
    return deck if deck in PATTERNS else family_of(deck) or deck
