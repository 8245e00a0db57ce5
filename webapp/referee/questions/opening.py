"""The question `opening`: do these melds open a game of Scala 40? Judged while they are tapped in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.cards import codes
from scoring.melds import FEWEST
from scoring.problems import InvalidQuestion
from scoring.referee import Opening, answer
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.base.storage.orm import Entry
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.kind import MOST_CARDS, Fields, QuestionKind, document, layout_of, several

MELDS = tuple(f"meld_{number}" for number in range(4))
"""Field names; thirteen cards make at most four melds."""


def _read(fields: Fields, question: Question) -> Entry:
    layout = layout_of(question)
    return {meld: layout.ordered(fields.getlist(meld)[:MOST_CARDS]) for meld in MELDS}


def _document(question: Question) -> dict[str, Any]:
    """The contract's question: the melds that have cards."""
    melds = [question.entry[meld] for meld in MELDS if question.entry.get(meld)]
    return {"ask": "opening", "game": question.game, "options": document(question)["options"], "melds": melds}


def _extras(question: Question) -> dict[str, Any]:
    """The verdicts on the melds so far."""
    try:
        so_far = answer(_document(question))
    except InvalidQuestion:
        so_far = None
    laid = [meld for meld in MELDS if question.entry.get(meld)]
    verdicts = dict(zip(laid, so_far.melds, strict=True)) if isinstance(so_far, Opening) else {}
    return {"so_far": so_far, "verdicts": verdicts, "melds": MELDS}


def _headline(question: Question) -> str:
    laid = [meld for meld in MELDS if question.entry.get(meld)]
    if not laid:
        return gettext("Does it open?")
    return ngettext("Does this meld open?", "Do these %(num)d melds open?", len(laid))


def _choices(answered: Opening) -> Iterator[tuple[str, str]]:
    laid = " + ".join(" ".join(codes(verdict.cards)) for verdict in answered.melds)
    yield f"opens {laid}"[:100], gettext("It opens")
    yield "not", gettext("It does not open: the cards go back to the hand")


def _next_tap(question: Question) -> str | None:
    """The hint about a meld with too few cards, or that there is no meld."""
    short = [number for number, meld in enumerate(MELDS, start=1) if 0 < several(question, meld) < FEWEST]
    if short:
        return gettext("Meld %(number)s: a meld has at least three cards.", number=short[0])
    if not any(several(question, meld) for meld in MELDS):
        return gettext("Tap the cards of the first meld.")
    return None


MELD_SLOTS = tuple(
    Slot(meld, lazy_gettext("Meld %(number)s", number=number), short=str(number))
    for number, meld in enumerate(MELDS, start=1)
)

OPENING = QuestionKind(
    ask="opening",
    title=lazy_gettext("Does it open?"),
    help=lazy_gettext("Sets and runs, what the jokers stand for, and the points."),
    icon="deck",
    read=_read,
    headline=_headline,
    document=_document,
    choices=_choices,
    extras=_extras,
    slots=lambda question: MELD_SLOTS,
    next_tap=_next_tap,
    places={meld: lazy_gettext("Meld %(number)s", number=number) for number, meld in enumerate(MELDS, start=1)},
)
