"""The question `discard`: which three cards may the dealer of Scarto lay away?"""

from __future__ import annotations

from typing import Any

from scoring.referee.discard import NUMBERS
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.base.storage.orm import Entry
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.kind import Fields, QuestionKind, deck_of, document, read_cards, several


def _read(fields: Fields, question: Question) -> Entry:
    deck = deck_of(question)
    return {name: read_cards(fields, name, deck) for name in NUMBERS}


def _headline(question: Question) -> str:
    return gettext("May the dealer discard these three?")


HAND_AND_AWAY = (
    Slot("hand", lazy_gettext("All 28 cards"), full=NUMBERS["hand"]),
    Slot("discard", lazy_gettext("Discarded"), full=NUMBERS["discard"], of="hand"),
)


def _next_tap(question: Question) -> str | None:
    hand, away = (NUMBERS[name] - several(question, name) for name in NUMBERS)
    if hand > 0:
        return ngettext("Tap %(num)d more card of the hand.", "Tap %(num)d more cards of the hand.", hand)
    if hand < 0:
        return gettext("The dealer has 28 cards: take some away.")
    if away > 0:
        return ngettext("Tap %(num)d more card of the discard.", "Tap %(num)d more cards of the discard.", away)
    return gettext("Three cards are discarded: take some away.") if away else None


def document_with_deck(question: Question) -> dict[str, Any]:
    """The contract's question, with the name of its deck."""
    return {**document(question), "deck": deck_of(question).name}


DISCARD = QuestionKind(
    ask="discard",
    title=lazy_gettext("The dealer’s discard"),
    help=lazy_gettext("Which three of the 28 cards may be discarded, and which not."),
    icon="deck",
    read=_read,
    headline=_headline,
    document=document_with_deck,
    slots=lambda question: HAND_AND_AWAY,
    next_tap=_next_tap,
    places={"hand": lazy_gettext("All 28 cards"), "discard": lazy_gettext("The three discarded")},
    strips={"hand": lazy_gettext("In hand"), "discard": lazy_gettext("Discarded")},
)
