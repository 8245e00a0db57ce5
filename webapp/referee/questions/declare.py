"""The question `declare`: what does a hand of Cirulla bring before it is played?"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.referee import Declare
from scoring.referee.declare import CARDS, EQUAL_POINTS, FEW_POINTS
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.base.storage.orm import Entry
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.kind import Fields, QuestionKind, deck_of, read_cards, several

THREE_CARDS = (Slot("hand", lazy_gettext("The hand"), full=CARDS),)


def _read(fields: Fields, question: Question) -> Entry:
    return {"hand": read_cards(fields, "hand", deck_of(question))}


def _headline(question: Question) -> str:
    return gettext("What does this hand bring?")


def _next_tap(question: Question) -> str | None:
    short = CARDS - several(question, "hand")
    if short < 0:
        return gettext("A hand has three cards: take some away.")
    return ngettext("Tap %(num)d more card.", "Tap %(num)d more cards.", short) if short else None


def _choices(answer: Declare) -> Iterator[tuple[str, str]]:
    for points in (EQUAL_POINTS, FEW_POINTS):
        yield str(points), gettext("It brings %(points)s points", points=points)
    yield "nothing", gettext("It brings nothing")


DECLARE = QuestionKind(
    ask="declare",
    title=lazy_gettext("May I declare this hand?"),
    help=lazy_gettext("Cirulla: three cards in the hand, before they are played."),
    icon="hand",
    read=_read,
    headline=_headline,
    choices=_choices,
    places={"hand": lazy_gettext("The hand")},
    strips={"hand": lazy_gettext("The hand")},
    slots=lambda question: THREE_CARDS,
    next_tap=_next_tap,
)
