"""Texts of the question `close`: is a hand of Scala 40 closed?"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.asking import NOT_IN_HAND
from scoring.cards import JOKER, Card
from scoring.problems import Code, Problem
from scoring.referee import Close, CloseError
from webapp.base.language.i18n import gettext, listed, ngettext
from webapp.explain.problems import problem_text
from webapp.explain.referee.opening import jokers_text, wrong_melds
from webapp.words.cards import card_name
from webapp.words.inshort import in_short


def close_headline(answer: Close) -> str:
    """Whether it closes, or the first error."""
    if answer.in_hand:
        return gettext("Yes, closed in hand.")
    if answer.legal:
        return gettext("Yes, that closes.")
    wrong = wrong_melds(answer.melds)
    if wrong:
        return gettext("It does not close: %(why)s.", why=wrong)
    return _first_fault(answer.errors[0])


def _first_fault(error: Problem) -> str:
    cards = listed(card_name(card) for card in error.cards if isinstance(card, Card))
    match error.code:
        case CloseError.NO_DISCARD:
            return gettext("It does not close: the last card must be discarded.")
        case CloseError.CARDS_LEFT:
            return in_short(
                gettext("It does not close. Left over: %(cards)s.", cards=cards),
                ngettext(
                    "It does not close: %(num)d card is left over.",
                    "It does not close: %(num)d cards are left over.",
                    len(error.cards),
                ),
            )
        case CloseError.NOT_ATTACHABLE:
            return gettext("It does not close. No place for: %(cards)s.", cards=cards)
        case _ if error.code == NOT_IN_HAND:
            return in_short(
                gettext("It does not close. Not in the hand: %(cards)s.", cards=cards),
                gettext("It does not close: some cards are not in the hand."),
            )
        case Code.TOO_MANY_COPIES:
            return gettext("It does not close: two packs have fewer of these cards.")
        case _:
            return gettext("It does not close without a meld of your own.")


def close_reasons(answer: Close) -> list[str]:
    """The reasons, a sentence or two each."""
    said = [problem_text(error) for error in answer.errors]
    if answer.legal:
        said.append(gettext("All cards but one are laid, and that one is discarded."))
    if answer.in_hand:
        said.append(gettext("Opening and closing in the same turn is closing in hand, whatever the melds are worth."))
        said += _not_asked_in_hand(answer)
        if answer.options.in_hand == "double":
            said.append(gettext("The others’ hands count double."))
        else:
            said.append(gettext("Points off for the closer: %(points)s.", points=answer.options.bonus))
    if answer.swaps:
        said.append(
            gettext("A joker was taken from the table. Whether it may be laid again in the same turn is a house rule.")
        )
    several = (each.own for each in answer.attached if len(each.readings) > 1)
    for reading in (own for own in several if own and own.lies.stands_for):  # else only its ace is low or high
        said.append(
            ngettext(
                "On the table, the joker is taken for: %(jokers)s.",
                "On the table, the jokers are taken for: %(jokers)s.",
                len(reading.lies.stands_for),
                jokers=jokers_text(reading.lies),
            )
        )
    return list(dict.fromkeys(said))


def _not_asked_in_hand(answer: Close) -> Iterator[str]:
    """Requirements of an opening that closing in hand does not have, and whose rule that is."""
    if answer.points < answer.options.opening:
        yield gettext("Closing in hand needs no %(points)s points to open, by the rules of the casino of Sanremo.",
                      points=answer.options.opening)  # fmt: skip
    if not answer.options.joker_in_opening and any(JOKER in verdict.cards for verdict in answer.melds):
        yield gettext("Jokers may be laid then, though not in an opening.")
