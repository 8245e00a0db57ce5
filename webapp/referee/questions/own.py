"""Questions whose form and texts are declared by a game: cards on one grid, and flags."""

from __future__ import annotations

from typing import Any

from webapp.base.storage.orm import Entry
from webapp.games.asking import OwnQuestion
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


def own_kind(ask: str, own: OwnQuestion) -> QuestionKind:
    """Make the kind of a question from a game's declaration."""
    labels = {slot.name: slot.label for slot in own.slots}

    def read(fields: Fields, question: Question) -> Entry:
        layout = layout_of(question)
        held = {name: layout.ordered(fields.getlist(name)[:MOST_CARDS]) for name in labels}
        flags = {flag: flag in fields for flag in own.flags}
        return {**held, **flags}

    def asked(question: Question) -> dict[str, Any]:
        told = {
            slot.name: next(iter(codes_in(question, slot.name)), None) if slot.one else codes_in(question, slot.name)
            for slot in own.slots
        }
        asked = {name: value for name, value in document(question).items() if name not in labels}
        return {**asked, **own.document(told)}

    return QuestionKind(
        ask=ask,
        title=own.title,
        help=own.help,
        icon=own.icon,
        read=read,
        headline=lambda question: str(own.title),
        document=asked,
        choices=lambda answer: [(choice, str(words)) for choice, words in own.choices.items()],
        extras=lambda question: {"own": own},
        places={name: labels[name] for name in own.photographed},
        strips=labels,
        slots=lambda question: own.slots,
        next_tap=lambda question: own.missing({name: several(question, name) for name in labels}),
        template="referee/own.html",
    )
