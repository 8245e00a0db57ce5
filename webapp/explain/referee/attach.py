"""Whether a card may be laid to a meld of Scala 40, in sentences."""

from __future__ import annotations

from scoring.cards import JOKER
from scoring.melds import Kind
from scoring.referee import Attach, NoPlace
from webapp.base.language.i18n import gettext, lazy_gettext, listed
from webapp.explain.referee.opening import jokers_text, one_of
from webapp.words.cards import card_name

MOST_NAMED = 4
"""More cards that fit are not named: the list would not be read."""

REFUSALS = {
    NoPlace.NO_MELD: lazy_gettext("No: the cards on the table are not a meld."),
    NoPlace.JOKERS: lazy_gettext("No: that is too many jokers in one meld."),
    NoPlace.FULL: lazy_gettext("No: the meld is full."),
    NoPlace.SUIT_TAKEN: lazy_gettext("No: the set has this suit already."),
    NoPlace.OTHER_RANK: lazy_gettext("No: the set has cards of another rank."),
    NoPlace.OTHER_SUIT: lazy_gettext("No: the run is of another suit."),
    NoPlace.CORNER: lazy_gettext("No: a run does not go on past the ace."),
    NoPlace.NOT_NEXT: lazy_gettext("No: it does not fit at either end of the run."),
}


def attach_headline(answer: Attach) -> str:
    """Say whether the card may be laid there, and if not, why."""
    if answer.found.refusal:
        return str(REFUSALS[answer.found.refusal])
    if answer.found.swap:
        return gettext("Yes: it takes the joker’s place.")
    return gettext("Yes, it may be laid there.")


def attach_text(answer: Attach) -> str:
    """Say what the meld is with the card, what its jokers stand for, and who may do it."""
    return " ".join([attach_headline(answer), *attach_reasons(answer)])


def attach_reasons(answer: Attach) -> list[str]:
    """Say why, a sentence each."""
    found, said = answer.found, []
    if found.lies and found.lies.stands_for:
        said.append(gettext("The joker stands for: %(jokers)s.", jokers=jokers_text(found.lies)))
    if found.longer:
        if found.longer.kind is Kind.SET:
            said.append(gettext("A set has one card of each suit, four at most."))
        else:
            said.append(gettext("A run can grow at both ends."))
        if found.card == JOKER:
            said.append(
                gettext("The joker laid there now stands for: %(card)s.", card=one_of(found.stands_for["card"]))
            )
        elif found.longer.stands_for and not found.swap:
            said.append(gettext("The joker then stands for: %(jokers)s.", jokers=jokers_text(found.longer)))
    if found.swap:
        said.append(
            gettext(
                "The joker goes to the hand of whoever lays the card. Whether it may be laid again in the same turn "
                "is a house rule."
            )
        )
    if 0 < len(found.fitting) <= MOST_NAMED:
        said.append(gettext("This fits there: %(cards)s.", cards=listed(map(card_name, found.fitting))))
    return [*said, gettext("Only players who have opened may lay cards to melds or take a joker.")]
