"""The question `attach`: may a card be laid to a meld of Scala 40?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.attaching import attach
from scoring.melds import FEWEST
from scoring.referee import Attach
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.base.storage.orm import Entry
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.kind import (
    MOST_CARDS,
    Fields,
    QuestionKind,
    card_asked_about,
    codes_in,
    deck_of,
    document,
    layout_of,
    read_card,
    several,
)
from webapp.referee.questions.lying import Lying, lying, read_rows

THE_MELD = lazy_gettext("The meld")
MELD_AND_CARD = (Slot("meld", THE_MELD), Slot("card", lazy_gettext("The card"), full=1))


def _read(fields: Fields, question: Question) -> Entry:
    return {
        "meld": layout_of(question).ordered(fields.getlist("meld")[:MOST_CARDS]),
        "card": read_card(fields, "card", deck_of(question)),
        **read_rows(fields, ["meld"]),
    }


def _lies(question: Question) -> Lying:
    return lying(question, "meld", THE_MELD)


def _document(question: Question) -> dict[str, Any]:
    """The contract's question, with the meld in the order in which it lies; in any order if that does not matter."""
    found, asked = _lies(question), document(question)
    row = found.known or next(iter(found.rows), None)
    return {**asked, "meld": row.sent.split()} if row else asked


def _order_matters(question: Question) -> bool:
    """Whether the answer depends on the places of the jokers."""
    card = deck_of(question).parse(codes_in(question, "card")[0])
    answers = [attach(row.cards, card) for row in _lies(question).rows]
    return len({(each.legal, each.swap) for each in answers}) > 1


def _headline(question: Question) -> str:
    card = card_asked_about(question)
    return gettext("May %(card)s be laid there?", card=card) if card else gettext("May it be laid there?")


def _next_tap(question: Question) -> str | None:
    if several(question, "meld") < FEWEST:
        return gettext("Tap the cards of the meld on the table.")
    if not several(question, "card"):
        return gettext("Now tap “The card” and the card to be laid there.")
    if _lies(question).known is None and _order_matters(question):
        return gettext("Where does the joker lie? Tap the row as it lies on the table.")
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
    document=_document,
    choices=_choices,
    extras=lambda question: {"lying": [_lies(question)]},
    places={"meld": THE_MELD},
    strips={"meld": THE_MELD, "card": lazy_gettext("The card")},
    slots=lambda question: MELD_AND_CARD,
    next_tap=_next_tap,
)
