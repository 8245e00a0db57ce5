"""The question `play`: may a card be played to a trick?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.cards import FOOL
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.base.storage.orm import Entry
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.discard import document_with_deck
from webapp.referee.questions.kind import (
    Fields,
    QuestionKind,
    card_asked_about,
    codes_in,
    deck_of,
    read_card,
    read_cards,
    several,
)

LYING = ("trick_0", "trick_1")
"""Fields of the cards already in the trick. The second one matters only if the Fool was led."""
SLOTS = (
    Slot("trick_0", lazy_gettext("Led"), full=1, apart=("trick_1", "hand")),
    Slot("trick_1", lazy_gettext("Second card"), full=1, apart=("trick_0", "hand"), after_fool=True),
    Slot("hand", lazy_gettext("In hand"), apart=LYING),
    Slot("card", lazy_gettext("Played"), full=1, of="hand"),
)


def _read(fields: Fields, question: Question) -> Entry:
    deck = deck_of(question)
    lying = {place: read_card(fields, place, deck) for place in LYING}
    return {**lying, "hand": read_cards(fields, "hand", deck), "card": read_card(fields, "card", deck)}


def _document(question: Question) -> dict[str, Any]:
    """The contract's question; the second card counts only after the Fool, and the hand includes the card played."""
    first, second = (codes_in(question, place) for place in LYING)
    trick = [*first, *(second if first in ([], [FOOL.code]) else [])]
    return {**document_with_deck(question), "trick": trick}


def _headline(question: Question) -> str:
    card = card_asked_about(question)
    return gettext("May %(card)s be played?", card=card) if card else gettext("May it be played?")


def _next_tap(question: Question) -> str | None:
    if not several(question, "hand"):
        if not several(question, "trick_0"):
            return gettext("Tap the card that was led.")
        return gettext("Now tap the cards in the hand.")
    if not several(question, "card"):
        return gettext("Now tap “Played” and the card that is played.")
    return None


def _slots(question: Question) -> list[Slot]:
    """The second card is asked for only where the first can be the Fool."""
    return [slot for slot in SLOTS if not slot.after_fool or FOOL in deck_of(question).cards]


def _choices(answer: object) -> Iterator[tuple[str, str]]:
    yield "legal", gettext("It may be played")
    yield "not", gettext("It may not be played")


PLAY = QuestionKind(
    ask="play",
    title=lazy_gettext("May this card be played?"),
    help=lazy_gettext("Following suit, trumping, and the Fool."),
    icon="hand",
    read=_read,
    headline=_headline,
    document=_document,
    choices=_choices,
    places={"hand": lazy_gettext("In hand")},
    strips={"trick_0": lazy_gettext("Led"), "hand": lazy_gettext("In hand"), "card": lazy_gettext("Played")},
    slots=_slots,
    next_tap=_next_tap,
)
