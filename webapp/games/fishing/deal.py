"""The question `deal`, the meaning of the first four cards on the table; each game has its own answer."""

from __future__ import annotations

from typing import Any

from scoring.asking.deal import TABLE_CARDS
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.asking import QuestionKind, QuestionView, Slot, more_cards


def first_table_tap(question: QuestionView) -> str | None:
    """The request for so many cards more."""
    short = TABLE_CARDS - question.number("table")
    return more_cards(short, gettext("The table starts with four cards: take some away."))


def first_table_question(**declared: Any) -> QuestionKind:
    """The question with the game's help, answer and words."""
    form: dict[str, Any] = {
        "slots": (Slot("table", lazy_gettext("The first four cards"), full=TABLE_CARDS),),
        "next_tap": first_table_tap,
        "sentence": lambda question: gettext("What do the first four cards mean?"),
        "photographed": ("table",),
        "template": "referee/deal.html",
        "whole": True,
    }
    return QuestionKind(
        ask="deal", title=lazy_gettext("The first cards on the table"), icon="deck", **{**form, **declared}
    )
