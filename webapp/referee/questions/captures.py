"""The question `captures`: what may a card take?"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.cards import codes
from scoring.referee import Captures
from webapp import explain
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.base.storage.orm import Entry
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.kind import (
    Fields,
    QuestionKind,
    card_asked_about,
    deck_of,
    read_card,
    read_cards,
    several,
)

STAYS = "stays"
MOST_CHOICES = 12
"""Most captures offered as decisions; no table of a real game has more."""


def _read(fields: Fields, question: Question) -> Entry:
    deck = deck_of(question)
    return {
        "table": read_cards(fields, "table", deck),
        "card": read_card(fields, "card", deck),
        "last_card": "last_card" in fields,
    }


def _headline(question: Question) -> str:
    card = card_asked_about(question)
    return gettext("What may %(card)s take?", card=card) if card else gettext("What may a card take?")


def _choices(answer: Captures) -> Iterator[tuple[str, str]]:
    for capture in [*answer.captures, *(refused.cards for refused in answer.refused if len(refused.cards) > 1)][
        :MOST_CHOICES
    ]:
        yield " ".join(codes(capture)), gettext("It takes %(cards)s", cards=explain.cards_text(capture))
    yield STAYS, gettext("It takes nothing")


TABLE_AND_CARD = (
    Slot("table", lazy_gettext("On the table"), apart=("card",)),
    Slot("card", lazy_gettext("Played"), full=1, apart=("table",)),
)
"""First the table is tapped, then the card played."""


def next_tap(question: Question) -> str | None:
    """The hint what to tap next, until a card is played."""
    if several(question, "card"):
        return None
    if several(question, "table"):
        return gettext("Now tap “Played” and the card that is played.")
    return gettext("Tap the cards on the table.")


CAPTURES = QuestionKind(
    ask="captures",
    title=lazy_gettext("What may a card take?"),
    help=lazy_gettext("What it may take, and why not the rest."),
    icon="hand",
    read=_read,
    headline=_headline,
    choices=_choices,
    places={"table": lazy_gettext("On the table")},
    strips={"table": lazy_gettext("On the table"), "card": lazy_gettext("Played")},
    slots=lambda question: TABLE_AND_CARD,
    next_tap=next_tap,
)
