"""The questions about Scarto: those of tricks, and `discard`, the cards that the dealer lays away."""

from scoring.cards import Card
from scoring.problems import Problem
from scoring.scarto import DISCARD_NUMBERS, Discard
from webapp.base.language.i18n import gettext, lazy_gettext, listed, ngettext
from webapp.games.asking import QuestionKind, QuestionView, Slot
from webapp.games.tricks import PLAY, TRICK, which_pack
from webapp.words.cards import card_name, rank_name
from webapp.words.inshort import in_short


def _headline(answer: Discard) -> str:
    """Whether the three cards may go, and which may not."""
    if answer.legal:
        return gettext("These three may be discarded.")
    wrong = list(dict.fromkeys(card for error in answer.errors for card in error.cards if isinstance(card, Card)))
    return in_short(
        gettext("Not allowed: %(cards)s.", cards=listed(map(card_name, wrong))),
        gettext("Not allowed: %(cards)s.", cards=listed(map(rank_name, wrong))),
    )


def _reasons(answer: Discard) -> list[str | Problem]:
    """Whether the discard is legal, and everything that forbids it."""
    if answer.legal:
        allowed = gettext("This discard is allowed. The three cards go to the dealer’s pile and count there.")
    else:
        allowed = gettext("This discard is not allowed.")
    return [allowed, *answer.errors, *([which_pack()] if answer.assumed else [])]


def _next_tap(question: QuestionView) -> str | None:
    hand, away = (number - question.number(name) for name, number in DISCARD_NUMBERS.items())
    if hand > 0:
        return ngettext("Tap %(num)d more card of the hand.", "Tap %(num)d more cards of the hand.", hand)
    if hand < 0:
        return gettext("The dealer has 28 cards: take some away.")
    if away > 0:
        return ngettext("Tap %(num)d more card of the discard.", "Tap %(num)d more cards of the discard.", away)
    return gettext("Three cards are discarded: take some away.") if away else None


DISCARD = QuestionKind(
    ask="discard",
    options=("top_trump",),
    title=lazy_gettext("The dealer’s discard"),
    help=lazy_gettext("Which three of the 28 cards may be discarded, and which not."),
    icon="deck",
    slots=(
        Slot("hand", lazy_gettext("All 28 cards"), full=DISCARD_NUMBERS["hand"]),
        Slot("discard", lazy_gettext("Discarded"), full=DISCARD_NUMBERS["discard"], of="hand"),
    ),
    next_tap=_next_tap,
    sentence=lambda question: gettext("May the dealer discard these three?"),
    photographed=("hand", "discard"),
    template="scarto/discard.html",
    answer=Discard,
    headline=_headline,
    reasons=_reasons,
    whole=True,
)
QUESTIONS = (PLAY, TRICK, DISCARD)
