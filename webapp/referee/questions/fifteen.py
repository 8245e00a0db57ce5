"""The page of the fifteen check: the last cards on the table, each pile if wanted, and one verdict."""

from __future__ import annotations

from typing import Any

from flask import g

from scoring.detective import Verdict
from scoring.fifteen import FIFTEEN as FIFTEEN_PIPS
from scoring.fifteen import pip_sum
from scoring.problems import InvalidQuestion
from scoring.referee import answer
from webapp.base.i18n import gettext, lazy_gettext
from webapp.base.models import Entry, Match, Question
from webapp.referee.questions.page import Fields, QuestionPage, deck_of, read_cards

LETTERS = ("A", "B", "C", "D")
"""What piles are called where no match says whose they are."""
PILES = tuple(f"pile_{number}" for number in range(len(LETTERS)))


def _begin(game: str, match: Match | None) -> Entry:
    return {"sides": list(match.sides) if match else list(LETTERS)}


def _sides(question: Question) -> dict[str, str]:
    """Return field -> side of the piles there are."""
    return dict(zip(PILES, question.entry.get("sides", LETTERS), strict=False))


def _read(fields: Fields, question: Question) -> Entry:
    deck = deck_of(question)
    last = fields.get("last", "")
    entry: Entry = {name: read_cards(fields, name, deck) for name in ("rest", *_sides(question))}
    return {**entry, "sides": list(_sides(question).values()), "last": last if last in _sides(question) else ""}


def _document(question: Question, match: Match | None) -> dict[str, Any]:
    """Return the contract's question; without a card a place is one that was not entered."""
    entry, sides = question.entry, _sides(question)
    return {
        "ask": "fifteen",
        "rest": entry.get("rest") or None,
        "piles": {side: entry.get(name) or None for name, side in sides.items()},
        "last_capture": sides.get(entry.get("last", "")),
    }


def _extras(question: Question) -> dict[str, Any]:
    """Return the verdict on what is entered so far, the piles' fields, and what each pile makes."""
    try:
        so_far = answer(_document(question, g.get("match")))
    except InvalidQuestion:
        so_far = None
    deck = deck_of(question)
    sums = {
        name: pip_sum(deck.parse(code) for code in question.entry.get(name, ()))
        for name in ("rest", *PILES)
        if question.entry.get(name)
    }
    verdict = so_far if isinstance(so_far, Verdict) else None
    return {"so_far": verdict, "sides": _sides(question), "sums": sums, "fifteen": FIFTEEN_PIPS}


def _headline(question: Question) -> str:
    rest = question.entry.get("rest")
    if not rest:
        return gettext("Was every capture a fifteen?")
    return gettext("%(sum)s left on the table", sum=pip_sum(deck_of(question).parse(code) for code in rest))


FIFTEEN = QuestionPage(
    ask="fifteen",
    title=lazy_gettext("The fifteen check"),
    help=lazy_gettext("The last cards on the table prove whether somebody captured wrongly; the piles say who."),
    icon="eye",
    read=_read,
    headline=_headline,
    document=_document,
    begin=_begin,
    extras=_extras,
    places={
        "rest": lazy_gettext("The last cards on the table"),
        "pile_0": lazy_gettext("First pile"),
        "pile_1": lazy_gettext("Second pile"),
        "pile_2": lazy_gettext("Third pile"),
        "pile_3": lazy_gettext("Fourth pile"),
    },
    strips={"rest": lazy_gettext("The last cards on the table")},
)
