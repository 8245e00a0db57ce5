"""The question `close`: is a hand of Scala 40 closed? First the hand is tapped, then laid out card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from scoring.cards import JOKER
from scoring.referee import Close
from scoring.referee.close import WHOLE_HANDS
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.base.storage.orm import Entry
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.kind import (
    MOST_CARDS,
    Fields,
    QuestionKind,
    codes_in,
    document,
    layout_of,
    several,
)
from webapp.referee.questions.lying import Lying, lying, read_rows
from webapp.referee.questions.opening import MELD_SLOTS, MELDS

TABLES = ("table_0", "table_1")
"""Fields of melds on the table, and below them the fields of cards laid to these."""
LAID_TO = {"table_0": "to_0", "table_1": "to_1"}
MELD_THERE = lazy_gettext("The meld as it lies on the table")
DEALT, WHOLE = WHOLE_HANDS
HAND = (Slot("hand", lazy_gettext("The hand, after the draw"), full=WHOLE),)
LAID = (
    *(replace(slot, of="hand") for slot in MELD_SLOTS),
    Slot("discard", lazy_gettext("Discard"), full=1, of="hand"),
)
"""Where the cards of the hand can go."""


def _slots(question: Question) -> Sequence[Slot]:
    """The slots of the current step: the hand until the player says it is complete, then its use."""
    return LAID if question.entry.get("whole") else HAND


def _read(fields: Fields, question: Question) -> Entry:
    """Read the step shown by the form and keep the other; the buttons `lay` and `hand` change the step."""
    layout, before = layout_of(question), question.entry
    action = fields.get("action", "")
    names = ("hand",) if fields.get("step") == "hand" else (*MELDS, *TABLES, *LAID_TO.values(), "discard")
    told = {name: layout.ordered(fields.getlist(name)[:MOST_CARDS]) for name in names}
    if "step" not in fields:
        told["hand"] = layout.ordered(fields.getlist("hand")[:MOST_CARDS])
    told["discard"] = told.get("discard", before.get("discard") or [])[:1]
    whole = fields.get("step") != "hand"
    return {
        **{name: codes_in(question, name) for name in ("hand", *MELDS, *TABLES, *LAID_TO.values())},
        **told,
        **read_rows(fields, TABLES),
        "opened": "opened" in fields,
        "whole": action == "lay" or (whole and action != "hand"),
    }


def _lying(question: Question) -> list[Lying]:
    """The possible orders of the table's melds to which cards are laid."""
    return [lying(question, table, MELD_THERE) for table, laid in LAID_TO.items() if several(question, laid)]


def _as_it_lies(question: Question, table: str) -> list[str]:
    row = lying(question, table, MELD_THERE).known
    return row.sent.split() if row else codes_in(question, table)


def _document(question: Question) -> dict[str, Any]:
    """The contract's question: the melds with cards, and each card laid to a meld of the table."""
    entry = question.entry
    pairs = [
        [_as_it_lies(question, table), card] for table, laid in LAID_TO.items() for card in codes_in(question, laid)
    ]
    return {
        "ask": "close",
        "game": question.game,
        "options": document(question)["options"],
        "hand": codes_in(question, "hand"),
        "opened": bool(entry.get("opened")),
        "melds": [codes_in(question, meld) for meld in MELDS if codes_in(question, meld)],
        "attach": pairs,
        "discard": next(iter(codes_in(question, "discard")), None),
    }


def _extras(question: Question) -> dict[str, Any]:
    return {
        "tables": LAID_TO,
        "laying": bool(question.entry.get("whole")),
        "whole_hand": WHOLE,
        "lying": _lying(question),
        "lent": [JOKER] * len(TABLES),
    }


def _headline(question: Question) -> str:
    return gettext("Does it close?")


def _next_tap(question: Question) -> str | None:
    held, opened = several(question, "hand"), question.entry.get("opened")
    if not held:
        return gettext("Tap the cards of the hand.")
    if held > WHOLE:
        return gettext("A hand has 14 cards at most: take some away.")
    if not opened and held < DEALT:
        return ngettext(
            "Tap %(num)d more card of the hand, or say that you had opened before.",
            "Tap %(num)d more cards of the hand, or say that you had opened before.",
            WHOLE - held,
        )
    if not any(several(question, name) for name in (*MELDS, *LAID_TO.values(), "discard")):
        return gettext("Now the melds, one after the other, and the discard.")
    if any(meld.asked and meld.known is None for meld in _lying(question)):
        return gettext("Where does the joker lie? Tap the row as it lies on the table.")
    return None


def _choices(answer: Close) -> Iterator[tuple[str, str]]:
    yield "closes", gettext("It closes")
    if not answer.opened:
        yield "in_hand", gettext("It closes in hand")
    yield "not", gettext("It does not close")


CLOSE = QuestionKind(
    ask="close",
    title=lazy_gettext("Does it close?"),
    help=lazy_gettext("All cards laid, the last one discarded: closed, or closed in hand?"),
    icon="check",
    read=_read,
    headline=_headline,
    document=_document,
    choices=_choices,
    extras=_extras,
    places={"hand": lazy_gettext("The hand")},
    strips={"hand": lazy_gettext("The hand")},
    slots=_slots,
    next_tap=_next_tap,
)
