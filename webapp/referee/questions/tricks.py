"""The questions about games of tricks: `play`, may a card be played, `trick`, who takes it, and Scarto's `discard`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.asking.tricks import tricks_of
from scoring.cards import FOOL
from scoring.referee import DISCARD_NUMBERS, Trick
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.games import GAMES
from webapp.games.asking import Slot
from webapp.referee.models import Question
from webapp.referee.questions.kind import QuestionKind, card_asked_about, codes_in, deck_of, options_of, several
from webapp.words.cards import capital, the

LYING = ("trick_0", "trick_1")
"""Fields of the cards already in the trick. The second one matters only if the Fool was led."""
PLAYED = (
    Slot("trick_0", lazy_gettext("Led"), full=1, apart=("trick_1", "hand")),
    Slot("trick_1", lazy_gettext("Second card"), full=1, apart=("trick_0", "hand"), after_fool=True),
    Slot("hand", lazy_gettext("In hand"), apart=LYING),
    Slot("card", lazy_gettext("Played"), full=1, of="hand"),
)
PLACES = ("trick_0", "trick_1", "trick_2", "trick_3")
"""Fields of the cards of a trick, in the order played."""
LABELS = (
    lazy_gettext("First card"),
    lazy_gettext("Second card"),
    lazy_gettext("Third card"),
    lazy_gettext("Fourth card"),
)
TAPS = (
    lazy_gettext("Tap the card that was played first."),
    lazy_gettext("Tap the card that was played second."),
    lazy_gettext("Tap the card that was played third."),
    lazy_gettext("Tap the card that was played fourth."),
)
HAND_AND_AWAY = (
    Slot("hand", lazy_gettext("All 28 cards"), full=DISCARD_NUMBERS["hand"]),
    Slot("discard", lazy_gettext("Discarded"), full=DISCARD_NUMBERS["discard"], of="hand"),
)


def _lying(question: Question) -> dict[str, Any]:
    """The trick that the card is played to; the second card counts only after the Fool."""
    first, second = (codes_in(question, place) for place in LYING)
    return {"trick": [*first, *(second if first in ([], [FOOL.code]) else [])]}


def _may_be_played(question: Question) -> str:
    card = card_asked_about(question)
    return gettext("May %(card)s be played?", card=card) if card else gettext("May it be played?")


def _play_tap(question: Question) -> str | None:
    if not several(question, "hand"):
        if not several(question, "trick_0"):
            return gettext("Tap the card that was led.")
        return gettext("Now tap the cards in the hand.")
    if not several(question, "card"):
        return gettext("Now tap “Played” and the card that is played.")
    return None


def _played(question: Question) -> list[Slot]:
    """The second card is asked for only where the first can be the Fool."""
    return [slot for slot in PLAYED if not slot.after_fool or FOOL in deck_of(question).cards]


def _legal(answer: object) -> Iterator[tuple[str, str]]:
    yield "legal", gettext("It may be played")
    yield "not", gettext("It may not be played")


def _in_trick(question: Question) -> list[Slot]:
    """A tab for each card that a trick has under the house rules of the question; no card is two of them."""
    places = PLACES[: tricks_of(GAMES[question.game].rules, options_of(question)).size]
    return [
        Slot(place, label, full=1, apart=tuple(other for other in places if other != place))
        for place, label in zip(places, LABELS, strict=False)
    ]


def _trick(question: Question) -> dict[str, Any]:
    return {"trick": [code for slot in _in_trick(question) for code in codes_in(question, slot.name)]}


def _takers(answer: Trick) -> Iterator[tuple[str, str]]:
    for card in answer.cards:
        yield card.code, capital(gettext("%(card)s takes the trick", card=the(card)))


def _discard_tap(question: Question) -> str | None:
    hand, away = (DISCARD_NUMBERS[name] - several(question, name) for name in DISCARD_NUMBERS)
    if hand > 0:
        return ngettext("Tap %(num)d more card of the hand.", "Tap %(num)d more cards of the hand.", hand)
    if hand < 0:
        return gettext("The dealer has 28 cards: take some away.")
    if away > 0:
        return ngettext("Tap %(num)d more card of the discard.", "Tap %(num)d more cards of the discard.", away)
    return gettext("Three cards are discarded: take some away.") if away else None


PLAY = QuestionKind(
    ask="play",
    title=lazy_gettext("May this card be played?"),
    help=lazy_gettext("Following suit, trumping, and the Fool."),
    icon="hand",
    slots=_played,
    next_tap=_play_tap,
    document=_lying,
    headline=_may_be_played,
    choices=_legal,
    photographed=("hand",),
    strips=("trick_0", "hand", "card"),
)
TRICK = QuestionKind(
    ask="trick",
    title=lazy_gettext("Who takes the trick?"),
    help=lazy_gettext("Three cards: the highest, the trumps, and where the Fool goes."),
    icon="crown",
    slots=_in_trick,
    taps=dict(zip(PLACES, TAPS, strict=True)),
    document=_trick,
    choices=_takers,
)
DISCARD = QuestionKind(
    ask="discard",
    title=lazy_gettext("The dealer’s discard"),
    help=lazy_gettext("Which three of the 28 cards may be discarded, and which not."),
    icon="deck",
    slots=lambda question: HAND_AND_AWAY,
    next_tap=_discard_tap,
    headline=lambda question: gettext("May the dealer discard these three?"),
    photographed=("hand", "discard"),
)
