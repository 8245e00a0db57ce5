"""The question whether a card may be laid to a meld of Scala 40."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.melds import FEWEST
from scoring.referee import Attach
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.base.storage.orm import Entry
from webapp.referee.models import Question
from webapp.referee.questions.kind import (
    MOST_CARDS,
    Fields,
    QuestionKind,
    Slot,
    card_asked_about,
    deck_of,
    layout_of,
    read_card,
    read_options,
    several,
)

MELD_AND_CARD = (Slot("meld", lazy_gettext("The meld")), Slot("card", lazy_gettext("The card"), full=1))


def _read(fields: Fields, question: Question) -> Entry:
    return {
        "meld": layout_of(question).ordered(fields.getlist("meld")[:MOST_CARDS]),
        "card": read_card(fields, "card", deck_of(question)),
        "options": read_options(fields, ATTACH.rules(question.game)),
    }


def _headline(question: Question) -> str:
    card = card_asked_about(question)
    return gettext("May it be laid there: %(card)s?", card=card) if card else gettext("May it be laid there?")


def _next_tap(question: Question) -> str | None:
    if several(question, "meld") < FEWEST:
        return gettext("Tap the cards of the meld on the table.")
    if not several(question, "card"):
        return gettext("Now tap “The card” and the card to be laid there.")
    return None


def _choices(answer: Attach) -> Iterator[tuple[str, str]]:
    yield "laid", gettext("It may be laid there")
    if answer.found.swap:
        yield "swap", gettext("It takes the joker’s place")
    yield "not", gettext("It may not be laid there")


ATTACH = QuestionKind(
    ask="attach",
    title=lazy_gettext("May I lay this card there?"),
    help=lazy_gettext("Laying a card to a meld on the table, or taking its joker."),
    icon="hand",
    read=_read,
    headline=_headline,
    choices=_choices,
    places={"meld": lazy_gettext("The meld")},
    strips={"meld": lazy_gettext("The meld"), "card": lazy_gettext("The card")},
    slots=lambda question: MELD_AND_CARD,
    next_tap=_next_tap,
)
