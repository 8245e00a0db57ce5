"""Template functions for a match: seats and points, cards and their drawings, sentences."""

from collections.abc import Sequence
from typing import Any

from flask import Flask, g, url_for

from scoring.cards import DECKS, FOOL, ITALIAN, TRUMP, Card, Deck
from scoring.lines import Count
from webapp import explain
from webapp.base.assets import asset
from webapp.base.http.security import device_id
from webapp.base.http.template_functions import add_functions
from webapp.base.language.i18n import gettext, listed, ngettext, shown
from webapp.decks import menu
from webapp.decks.printed import printed, printed_short
from webapp.match.manage.changes import COLOURS
from webapp.match.models import Match
from webapp.match.new.people import is_nobody
from webapp.match.new.series import last_change, tonight
from webapp.match.scoreboard import Scoreboard
from webapp.words.cards import the
from webapp.words.decks import PATTERNS
from webapp.words.wording import people


def init_app(app: Flask) -> None:
    functions = (
        *(announcement, at_match, card_name, card_picture, colour_of, count_text, deck_on_table, deck_picture),
        *(is_nobody, last_change, people, printed, printed_short, seat, shown, signed),
        *(suits_of_full_deck, the_card, tonight),
    )
    add_functions(app, *functions)
    app.jinja_env.globals["explain"] = explain


def card_picture(card: Card | str, deck: str = ITALIAN.name) -> str:
    """The address of a card's drawing; `deck` is only needed for a code."""
    code, deck = (card.code, card.deck) if isinstance(card, Card) else (card, deck)
    return asset(f"cards/{deck}/{code}.svg")


def card_name(card: Card | str, deck: str = ITALIAN.name) -> str:
    """The name of a card in words; `deck` is only needed for a code."""
    return explain.card_name(card if isinstance(card, Card) else DECKS[deck].parse(card))


def colour_of(seat: int | str) -> int:
    """The colour and shape of the side at this seat of the page's match: the chosen one, else the seat's.

    A seat beyond the match, of somebody who played only a rematch, gets a colour that no side has chosen.
    """
    match = g.get("match")
    chosen = list(match.colours) if match else []
    return int([*chosen, *(colour for colour in range(COLOURS) if colour not in chosen)][int(seat)])


def at_match(view: str, **values: Any) -> str:
    """The address of a page that has one address for players and another for watchers."""
    return url_for(f"{'match' if g.plays else 'watch'}.{view}", **values)


def deck_picture(deck: str) -> str:
    """The address of a deck's drawing: a characteristic detail of a pattern, else one of its cards in our drawing."""
    if deck in PATTERNS:
        return asset(f"decks/{deck}.svg")
    return asset(f"cards/{OWN_DECKS[deck]}.svg") if deck in OWN_DECKS else ""


OWN_DECKS = {"settebello": "italian/7D", "french": "french/KH", "tarot": "tarot/T21", "piemontese": "piemontese/T21"}
"""Decks drawn for this app -> the card that represents them."""


def deck_on_table(match: Match) -> tuple[str, dict[str, str]]:
    """The label of the deck on the table, and the other decks that this phone may choose."""
    return menu.on_table(match, device_id())


def the_card(code: str, deck: str) -> str:
    return the(DECKS[deck].parse(code))


def seat(side: str, sides: Sequence[str] | None = None) -> int:
    """The index of a side in seat order, which decides its colour and mark."""
    return list(sides or g.match.sides).index(side)


def signed(points: int) -> str:
    """Points with a sign: "+3", "+0", and "-2" with U+2212."""
    return f"+{points}" if points >= 0 else shown(points)


def suits_of_full_deck(deck: Deck) -> list[tuple[str, list[Card]]]:
    """Pairs of suit and cards, including cards taken out of `deck`, so that the others keep their places on a grid.

    In deck order, jokers last; the Fool is among the trumps.
    """
    groups: dict[str, list[Card]] = {}
    for card in dict.fromkeys([*DECKS[deck.name].cards, *deck.cards]):
        groups.setdefault(TRUMP if card.code == FOOL.code else card.suit, []).append(card)
    return list(groups.items())


def count_text(count: Count | None) -> str:
    """The numbers compared: one number, or several that broke a tie one after another."""
    if count is None:
        return "–"
    return shown(count) if isinstance(count, int) else " · ".join(map(shown, count))


def announcement(board: Scoreboard) -> str:
    """The text that a screen reader reads when the board changes: the open round, the winners, all totals."""
    totals = ", ".join(f"{side} {shown(board.score.totals[side])}" for side in board.match.sides)
    if board.open_number:
        return f"{gettext('Round %(number)s is not counted yet', number=board.open_number)}. {totals}"
    if not board.score.winners:
        return totals
    won = board.score.winners
    return f"{ngettext('%(sides)s wins', '%(sides)s win', people(won), sides=listed(won))}. {totals}"
