"""The question which three cards the dealer of Scarto may lay away."""

from __future__ import annotations

from webapp.base.i18n import gettext, lazy_gettext
from webapp.base.models import Entry, Question
from webapp.referee.questions.kind import Fields, QuestionKind, deck_of, read_cards, read_options


def _read(fields: Fields, question: Question) -> Entry:
    deck = deck_of(question)
    return {
        "hand": read_cards(fields, "hand", deck),
        "discard": read_cards(fields, "discard", deck),
        "options": read_options(fields, DISCARD.rules(question.game)),
    }


def _headline(question: Question) -> str:
    return gettext("May the dealer discard these three?")


DISCARD = QuestionKind(
    ask="discard",
    title=lazy_gettext("The dealer’s discard"),
    help=lazy_gettext("Which three of the 28 cards may be discarded, and which not."),
    icon="deck",
    read=_read,
    headline=_headline,
    places={"hand": lazy_gettext("All 28 cards"), "discard": lazy_gettext("The three discarded")},
    strips={"hand": lazy_gettext("In hand"), "discard": lazy_gettext("Discarded")},
)
