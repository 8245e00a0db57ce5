"""The questions about Chinchón: their forms, and the answers in words."""

from scoring.chinchon.asking import CloseError, Closing, LayingOff
from scoring.chinchon.melding import Melding
from scoring.chinchon.options import DEALT
from scoring.problems import Problem
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.games.asking import (
    CLOSES,
    DOES_NOT_CLOSE,
    MAY_BE_LAID,
    MAY_NOT_BE_LAID,
    QuestionKind,
    Rows,
    Slot,
    closing_question,
    laying_question,
)
from webapp.words.cards import cards_text, the

HAND = lazy_gettext("The hand")
TAP_HAND = lazy_gettext("Tap the cards of the hand.")


def _rows(found: Melding) -> Rows:
    for number, meld in enumerate(found.melds, start=1):
        yield gettext("Meld %(number)s", number=number), meld.cards
    if found.left:
        yield gettext("Left over"), found.left
    if found.discard:
        yield gettext("Discard"), (found.discard,)


def _what(found: Melding) -> str:
    """The result of a hand, as one sentence."""
    if found.wild:
        return gettext("A chinchón with a wild card.")
    if found.chinchon:
        return gettext("A chinchón: seven in a row of one suit.")
    if not found.left:
        return gettext("All melded.")
    return ngettext("Left over: %(num)d point.", "Left over: %(num)d points.", found.points)


def _melding_headline(found: Melding) -> str:
    if found.discard is None:
        return _what(found)
    return gettext("Discard %(card)s. %(what)s", card=the(found.discard), what=_what(found))


def _melding_reasons(found: Melding) -> list[str]:
    said = [gettext("All ways to meld the hand were tried: this leaves the fewest points.")]
    if found.left:
        said.append(gettext("Left over: %(cards)s.", cards=cards_text(found.left)))
    return said


def _close_headline(answer: Closing) -> str:
    if not answer.errors:
        return gettext("Yes, that closes. %(what)s", what=_what(answer.found))
    if len(answer.errors) > 1:
        return gettext("It does not close: too many cards and points are left.")
    match answer.errors[0].code:
        case CloseError.TOO_MANY_LEFT:
            return gettext("It does not close: too many cards are left.")
        case CloseError.TOO_MUCH_LEFT:
            return gettext("It does not close: too many points are left.")
        case _:
            return gettext("It does not close: some cards are not in the hand.")


def _close_reasons(answer: Closing) -> list[str | Problem]:
    left = [gettext("Left over: %(cards)s.", cards=cards_text(answer.found.left))] if answer.found.left else []
    return [*(answer.errors or left), gettext("Nobody closes before the second turn (juegoacartas).")]


def _attach_headline(answer: LayingOff) -> str:
    if answer.legal:
        return gettext("Yes, it may be laid there.")
    if answer.options.lay_off == "never":
        return gettext("No: here nobody lays cards to the closer’s melds.")
    if answer.forbidden:
        return gettext("No: nothing is laid to a hand that is all melded.")
    return gettext("No: with that card it is no meld.")


def _attach_reasons(answer: LayingOff) -> list[str]:
    said = [gettext("The others lay cards only to the melds of whoever closed.")]
    if answer.all_melded and answer.options.lay_off != "never":
        said.append(gettext("Rules differ here: some allow it, some do not where all is melded."))
    return said


CARDS = ("pack", "packs", "wild")
"""The house rules that decide which cards are in play."""
MELDING = QuestionKind(
    ask="melding",
    options=(*CARDS, "wild_value", "figures", "wild_chinchon"),
    title=lazy_gettext("What is left of a hand?"),
    help=lazy_gettext("The best melds of seven cards. Of eight, which to discard."),
    icon="hand",
    slots=(Slot("hand", HAND, full=DEALT + 1),),
    least={"hand": DEALT},
    taps={"hand": TAP_HAND},
    answer=Melding,
    headline=_melding_headline,
    reasons=_melding_reasons,
    shown=_rows,
    photographed=("hand",),
)
CLOSE = closing_question(
    options=(*CARDS, "wild_value", "figures", "loose", "close_at"),
    help=lazy_gettext("Eight cards, one of them discarded: what is left of the others?"),
    slots=(
        Slot("hand", HAND, full=DEALT + 1),
        Slot("discard", lazy_gettext("Discard"), full=1, of="hand"),
    ),
    taps={"hand": TAP_HAND, "discard": lazy_gettext("Now tap “Discard” and the card that is discarded.")},
    answer=Closing,
    headline=_close_headline,
    reasons=_close_reasons,
    shown=lambda answer: _rows(answer.found),
    choices={"closes": CLOSES, "not": DOES_NOT_CLOSE},
    photographed=("hand",),
)
ATTACH = laying_question(
    options=(*CARDS, "lay_off"),
    help=lazy_gettext("Laying a card to a meld of whoever closed."),
    answer=LayingOff,
    headline=_attach_headline,
    reasons=_attach_reasons,
    choices={"laid": MAY_BE_LAID, "not": MAY_NOT_BE_LAID},
    flags={"all_melded": lazy_gettext("Whoever closed has melded all seven cards")},
)
QUESTIONS = (MELDING, CLOSE, ATTACH)
