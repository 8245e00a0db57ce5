"""The question `fifteen`: the last cards on the table, optionally the piles, and one verdict."""

from __future__ import annotations

from typing import Any

from scoring.cards import codes
from scoring.fields import SIDE, ListOf
from scoring.fifteen import pip_sum
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.base.storage.orm import Entry
from webapp.games.asking import Slot
from webapp.match.models import Match
from webapp.match.scoreboard import Scoreboard
from webapp.referee.models import Question
from webapp.referee.questions.kind import Fields, QuestionKind, deck_of, several

LETTERS = ("A", "B", "C", "D")
"""Names of the piles in a question without a match."""
PILES = tuple(f"pile_{number}" for number in range(len(LETTERS)))


def _begin(game: str, match: Match | None) -> Entry:
    return {"sides": list(match.sides) if match else list(LETTERS)}


def _of_round(match: Match, number: int) -> Entry:
    """The fields for a counted round: its piles and last cards, and who captured last if known."""
    played = Scoreboard(match).parsed.rounds[number - 1].played
    piles = dict(zip(PILES, match.sides, strict=False))
    entry: Entry = {name: codes((played.piles or {}).get(side, ())) for name, side in piles.items()}
    last = [name for name, side in piles.items() if played.rest and side == played.rest.side]
    rest = codes(played.rest.cards) if played.rest else []
    return {**entry, "sides": list(match.sides), "rest": rest, "last": "".join(last), "over": True}


def _sides(question: Question) -> dict[str, str]:
    """Field -> side, for the piles of this question."""
    return dict(zip(PILES, question.entry.get("sides", LETTERS), strict=False))


def _read(fields: Fields, question: Question) -> Entry:
    sides, last = _sides(question), fields.get("last", "")
    return {"sides": list(sides.values()), "last": last if last in sides else ""}


def _document(question: Question) -> dict[str, Any]:
    """The fields of the question; one without cards counts as not entered."""
    entry, sides = question.entry, _sides(question)
    return {
        "rest": entry.get("rest") or None,
        "piles": {side: entry.get(name) or None for name, side in sides.items()},
        "last_capture": sides.get(entry.get("last", "")),
        "over": entry.get("over") or None,
    }


def _extras(question: Question) -> dict[str, Any]:
    """The fields of the piles, and the sum of each field."""
    deck = deck_of(question)
    sums = {
        name: pip_sum(deck.parse(code) for code in question.entry.get(name, ()))
        for name in ("rest", *PILES)
        if question.entry.get(name)
    }
    return {"sides": _sides(question), "sums": sums}


def _headline(question: Question) -> str:
    rest = question.entry.get("rest")
    if not rest:
        return gettext("Was every capture a fifteen?")
    return gettext("%(sum)s left on the table", sum=pip_sum(deck_of(question).parse(code) for code in rest))


def _slots(question: Question) -> tuple[Slot, ...]:
    """The last cards, then the piles; a card can be in one pile only."""
    sides = _sides(question)
    piles = (Slot(name, side, apart=tuple(other for other in sides if other != name)) for name, side in sides.items())
    return (Slot("rest", lazy_gettext("Last cards")), *piles)


def _next_tap(question: Question) -> str | None:
    if any(several(question, name) for name in ("rest", *PILES)):
        return None
    return gettext("Tap the last cards on the table, or those of a pile.")


FIFTEEN = QuestionKind(
    ask="fifteen",
    title=lazy_gettext("The fifteen check"),
    help=lazy_gettext("The last cards on the table show whether somebody captured wrongly. The piles show who."),
    icon="eye",
    slots=_slots,
    flags=("over",),
    next_tap=_next_tap,
    read=_read,
    document=_document,
    headline=_headline,
    begin=_begin,
    of_round=_of_round,
    naming=lambda question: {"sides": ListOf(SIDE)},
    extras=_extras,
    photographed=("rest", *PILES),
    films=True,
    strips=(),
    labels={"rest": lazy_gettext("The last cards on the table")},
)
