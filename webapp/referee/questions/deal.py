"""The questions `deal`, what do the first four cards on the table mean, and `declare`, what does a hand bring."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.deal import TABLE_CARDS
from scoring.referee import EQUAL_POINTS, FEW_POINTS, HAND_CARDS, Declare
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.kind import QuestionKind, options_of, several

FIRST_TABLE = (Slot("table", lazy_gettext("The first four cards"), full=TABLE_CARDS),)
THREE_CARDS = (Slot("hand", lazy_gettext("The hand"), full=HAND_CARDS),)


def _until(short: int, too_many: str) -> str | None:
    """The request for so many cards more; `too_many` below none."""
    if short < 0:
        return too_many
    return ngettext("Tap %(num)d more card.", "Tap %(num)d more cards.", short) if short else None


def _table_tap(question: Question) -> str | None:
    if not question.entry.get("table") and not getattr(options_of(question), "first_table", True):
        return gettext("With ten cards each, the table starts empty: there are no first four cards.")
    short = TABLE_CARDS - several(question, "table")
    return _until(short, gettext("The table starts with four cards: take some away."))


def _hand_tap(question: Question) -> str | None:
    return _until(HAND_CARDS - several(question, "hand"), gettext("A hand has three cards: take some away."))


def _choices(answer: Declare) -> Iterator[tuple[str, str]]:
    for points in (EQUAL_POINTS, FEW_POINTS):
        yield str(points), gettext("It brings %(points)s points", points=points)
    yield "nothing", gettext("It brings nothing")


DEAL = QuestionKind(
    ask="deal",
    title=lazy_gettext("The first cards on the table"),
    help=lazy_gettext("Deal again, or sweeps for the dealer?"),
    icon="deck",
    slots=lambda question: FIRST_TABLE,
    next_tap=_table_tap,
    headline=lambda question: gettext("What do the first four cards mean?"),
    photographed=("table",),
)
DECLARE = QuestionKind(
    ask="declare",
    title=lazy_gettext("May I declare this hand?"),
    help=lazy_gettext("Cirulla: three cards in the hand, before they are played."),
    icon="hand",
    slots=lambda question: THREE_CARDS,
    next_tap=_hand_tap,
    headline=lambda question: gettext("What does this hand bring?"),
    choices=_choices,
    photographed=("hand",),
)
