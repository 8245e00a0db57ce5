"""The question what the first four cards on the table mean."""

from __future__ import annotations

from webapp.base.i18n import gettext, lazy_gettext
from webapp.base.models import Entry, Question
from webapp.referee.questions.kind import Fields, QuestionKind, deck_of, read_cards, read_options


def _read(fields: Fields, question: Question) -> Entry:
    return {
        "table": read_cards(fields, "table", deck_of(question)),
        "options": read_options(fields, DEAL.rules(question.game)),
    }


def _headline(question: Question) -> str:
    return gettext("The first four cards on the table")


DEAL = QuestionKind(
    ask="deal",
    title=lazy_gettext("The first cards on the table"),
    help=lazy_gettext("Three kings, fifteen or thirty: what the first four cards mean."),
    icon="deck",
    read=_read,
    headline=_headline,
    places={"table": lazy_gettext("The first four cards")},
    strips={"table": lazy_gettext("On the table")},
)
