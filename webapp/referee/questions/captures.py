"""The questions `captures`, what may a card take, and `unannounced`, who takes a fifteen that nobody announced."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.cards import codes
from scoring.referee import Captures, Unannounced
from webapp import explain
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.kind import QuestionKind, card_asked_about, several
from webapp.words.cards import capital

STAYS = "stays"
MOST_CHOICES = 12
"""Most captures offered as decisions; no table of a real game has more."""
TABLE_AND_CARD = (
    Slot("table", lazy_gettext("On the table"), apart=("card",)),
    Slot("card", lazy_gettext("Played"), full=1, apart=("table",)),
)
"""First the table is tapped, then the card played."""


def _headline(question: Question) -> str:
    card = card_asked_about(question)
    return gettext("What may %(card)s take?", card=card) if card else gettext("What may a card take?")


def _next_tap(question: Question) -> str | None:
    if several(question, "card"):
        return None
    if several(question, "table"):
        return gettext("Now tap “Played” and the card that is played.")
    return gettext("Tap the cards on the table.")


def _choices(answer: Captures) -> Iterator[tuple[str, str]]:
    for capture in [*answer.captures, *(refused.cards for refused in answer.refused if len(refused.cards) > 1)][
        :MOST_CHOICES
    ]:
        yield " ".join(codes(capture)), gettext("It takes %(cards)s", cards=explain.cards_text(capture))
    yield STAYS, gettext("It takes nothing")


CAPTURES = QuestionKind(
    ask="captures",
    title=lazy_gettext("What may a card take?"),
    help=lazy_gettext("What it may take, and why not the rest."),
    icon="hand",
    slots=lambda question: TABLE_AND_CARD,
    flags=("last_card",),
    next_tap=_next_tap,
    headline=_headline,
    choices=_choices,
    photographed=("table",),
)


def _unannounced(question: Question) -> str:
    card = card_asked_about(question)
    if card is None:
        return gettext("A fifteen that nobody announced")
    return capital(gettext("%(card)s was played, and no fifteen announced", card=card))


def _takers(answer: Unannounced) -> Iterator[tuple[str, str]]:
    for capture in answer.fifteens[:MOST_CHOICES]:
        taken = explain.cards_text(capture)
        yield " ".join(codes(capture)), gettext("The next player takes %(cards)s", cards=taken)
    yield STAYS, gettext("The cards stay where they are")


UNANNOUNCED = replace(
    CAPTURES,
    ask="unannounced",
    title=lazy_gettext("A fifteen that nobody announced"),
    help=lazy_gettext("A card was played, and its fifteen not announced: who may take it now?"),
    icon="eye",
    flags=(),
    headline=_unannounced,
    choices=_takers,
)
