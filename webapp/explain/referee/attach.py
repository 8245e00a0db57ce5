"""Texts of the question `attach`: may a card be laid to a meld of Scala 40?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.attaching import Reading
from scoring.cards import JOKER
from scoring.melds import Kind
from scoring.referee import Attach, NoPlace
from webapp.base.language.i18n import any_of, gettext, lazy_gettext, ngettext
from webapp.explain.referee.opening import jokers_text, one_of
from webapp.words.cards import card_name

MOST_NAMED = 4
"""Most fitting cards that are named; a longer list would not be read."""

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
    """Whether the card may be laid to the meld, and if not, why."""
    if answer.found.disputed:
        return gettext("That depends on where the joker lies.")
    if answer.found.refusal:
        return str(REFUSALS[answer.found.refusal])
    if answer.found.swap:
        return gettext("Yes: it takes the joker’s place.")
    return gettext("Yes, it may be laid there.")


def attach_reasons(answer: Attach) -> list[str]:
    """The reasons, a sentence each; by reading, if readings of the meld disagree."""
    found = answer.found
    if found.disputed:
        said = [_by_reading(reading) for reading in found.readings]
    else:
        said = list(_why(found.own)) if found.own else []
    if any(reading.swap for reading in found.readings):
        said += _who_gets_the_joker(found.readings)
    if 0 < len(found.fitting) <= MOST_NAMED and not found.disputed:
        said.append(gettext("This fits there: %(cards)s.", cards=any_of(map(card_name, found.fitting))))
    return [*said, gettext("Only players who have opened may lay cards to melds or take a joker.")]


def _by_reading(reading: Reading) -> str:
    """The permitted moves of the card, in one reading of the jokers."""
    jokers = jokers_text(reading.lies)
    if reading.swap and reading.longer:
        return gettext("Joker for %(jokers)s: the card takes its place, or is laid there.", jokers=jokers)
    if reading.swap:
        return gettext("Joker for %(jokers)s: the card takes its place.", jokers=jokers)
    if reading.longer:
        return gettext("Joker for %(jokers)s: the card may be laid there.", jokers=jokers)
    return gettext("Joker for %(jokers)s: the card does not fit.", jokers=jokers)


def _why(own: Reading) -> Iterator[str]:
    if own.lies.stands_for:
        yield ngettext("The joker stands for: %(jokers)s.", "The jokers stand for: %(jokers)s.",
                       len(own.lies.stands_for), jokers=jokers_text(own.lies))  # fmt: skip
    if own.grown is None:
        return
    if own.grown.kind is Kind.SET:
        yield gettext("A set has one card of each suit, four at most.")
    else:
        yield gettext("A run can grow at both ends.")
    if own.card == JOKER:
        yield gettext("The joker laid there now stands for: %(card)s.", card=one_of(own.stands_for["card"]))
    elif own.grown.kind is Kind.SET and own.grown.stands_for and not own.swap:
        yield ngettext("The joker then stands for: %(jokers)s.", "The jokers then stand for: %(jokers)s.",
                       len(own.grown.stands_for), jokers=jokers_text(own.grown))  # fmt: skip


def _who_gets_the_joker(readings: Sequence[Reading]) -> Iterator[str]:
    """Where the joker goes, and which parts are house rules."""
    yield gettext(
        "The joker goes to the hand of whoever lays the card. Whether it may be laid again in the same turn is a house "
        "rule."
    )
    if any(each.swap and each.lies.kind is Kind.SET and len(each.lies.stands_for[0]) > 1 for each in readings):
        yield gettext("Two cards are missing from the set. Some take the joker only for both of them: a house rule.")
