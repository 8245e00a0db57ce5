"""The question `trick`: who takes a trick?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.options import read_options as options_of
from scoring.problems import Report
from scoring.referee import Trick
from scoring.referee.reading import tricks_of
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.base.storage.orm import Entry
from webapp.games import GAMES
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.discard import document_with_deck
from webapp.referee.questions.kind import Fields, QuestionKind, codes_in, deck_of, read_card
from webapp.words.cards import capital, the

PLACES = ("trick_0", "trick_1", "trick_2", "trick_3")
"""Fields of the cards of a trick, in the order played."""
LABELS = (
    lazy_gettext("First card"),
    lazy_gettext("Second card"),
    lazy_gettext("Third card"),
    lazy_gettext("Fourth card"),
)


def _read(fields: Fields, question: Question) -> Entry:
    deck = deck_of(question)
    return {place: read_card(fields, place, deck) for place in PLACES[: _size(question)]}


def _size(question: Question) -> int:
    """How many cards a trick has under the house rules of the question."""
    rules = GAMES[question.game].rules
    return tricks_of(rules, options_of(rules.options, question.entry.get("options"), Report())).size


def _slots(question: Question) -> list[Slot]:
    """A tab a card; no card is two of them."""
    places = PLACES[: _size(question)]
    return [
        Slot(place, label, full=1, apart=tuple(other for other in places if other != place))
        for place, label in zip(places, LABELS, strict=False)
    ]


def _document(question: Question) -> dict[str, Any]:
    trick = [code for place in PLACES[: _size(question)] for code in codes_in(question, place)]
    return {**document_with_deck(question), "trick": trick}


def _headline(question: Question) -> str:
    return gettext("Who takes the trick?")


def _next_tap(question: Question) -> str | None:
    asked = (
        gettext("Tap the card that was played first."),
        gettext("Tap the card that was played second."),
        gettext("Tap the card that was played third."),
        gettext("Tap the card that was played fourth."),
    )[: _size(question)]
    return next((what for place, what in zip(PLACES, asked, strict=False) if not codes_in(question, place)), None)


def _choices(answer: Trick) -> Iterator[tuple[str, str]]:
    for card in answer.cards:
        yield card.code, capital(gettext("%(card)s takes the trick", card=the(card)))


TRICK = QuestionKind(
    ask="trick",
    title=lazy_gettext("Who takes the trick?"),
    help=lazy_gettext("Three cards: the highest, the trumps, and where the Fool goes."),
    icon="crown",
    read=_read,
    headline=_headline,
    document=_document,
    choices=_choices,
    strips=dict(zip(PLACES, LABELS, strict=True)),
    slots=_slots,
    next_tap=_next_tap,
)
