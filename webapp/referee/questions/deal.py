"""The question `deal`: what do the first four cards on the table mean?"""

from __future__ import annotations

from scoring.deal import TABLE_CARDS
from scoring.options import read_options as options_of
from scoring.problems import Report
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.base.storage.orm import Entry
from webapp.games import GAMES
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.kind import Fields, QuestionKind, deck_of, read_cards, several


def _read(fields: Fields, question: Question) -> Entry:
    return {"table": read_cards(fields, "table", deck_of(question))}


def _headline(question: Question) -> str:
    return gettext("What do the first four cards mean?")


FIRST_TABLE = (Slot("table", lazy_gettext("The first four cards"), full=TABLE_CARDS),)


def _starts_empty(question: Question) -> bool:
    """Whether the table starts empty under the house rules of the question."""
    options = options_of(GAMES[question.game].rules.options, question.entry.get("options", {}), Report())
    return not getattr(options, "first_table", True)


def _next_tap(question: Question) -> str | None:
    if not question.entry.get("table") and _starts_empty(question):
        return gettext("With ten cards each, the table starts empty: there are no first four cards.")
    short = TABLE_CARDS - several(question, "table")
    if short < 0:
        return gettext("The table starts with four cards: take some away.")
    return ngettext("Tap %(num)d more card.", "Tap %(num)d more cards.", short) if short else None


DEAL = QuestionKind(
    ask="deal",
    title=lazy_gettext("The first cards on the table"),
    help=lazy_gettext("Deal again, or sweeps for the dealer?"),
    icon="deck",
    read=_read,
    headline=_headline,
    places={"table": lazy_gettext("The first four cards")},
    strips={"table": lazy_gettext("On the table")},
    slots=lambda question: FIRST_TABLE,
    next_tap=_next_tap,
)
