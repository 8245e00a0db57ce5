"""The question `unannounced`: who takes a fifteen that nobody announced?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.cards import codes
from scoring.referee import Unannounced
from webapp import explain
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.base.storage.orm import Entry
from webapp.referee.models import Question
from webapp.referee.questions.captures import CAPTURES, MOST_CHOICES, STAYS
from webapp.referee.questions.kind import Fields, card_asked_about, deck_of, read_card, read_cards
from webapp.words.cards import capital


def _read(fields: Fields, question: Question) -> Entry:
    deck = deck_of(question)
    return {"table": read_cards(fields, "table", deck), "card": read_card(fields, "card", deck)}


def _headline(question: Question) -> str:
    card = card_asked_about(question)
    if card is None:
        return gettext("A fifteen that nobody announced")
    return capital(gettext("%(card)s was played, and no fifteen announced", card=card))


def _choices(answer: Unannounced) -> Iterator[tuple[str, str]]:
    for capture in answer.fifteens[:MOST_CHOICES]:
        taken = explain.cards_text(capture)
        yield " ".join(codes(capture)), gettext("The next player takes %(cards)s", cards=taken)
    yield STAYS, gettext("The cards stay where they are")


UNANNOUNCED = replace(
    CAPTURES,
    ask="unannounced",
    title=lazy_gettext("A fifteen that nobody announced"),
    help=lazy_gettext("A card was played, and its fifteen not announced: who may take it now?"),
    icon="eye",
    read=_read,
    headline=_headline,
    choices=_choices,
)
"""Asked like `captures`: first the table, then the card."""
