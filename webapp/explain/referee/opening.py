"""Texts of the question `opening`: is this an opening of Scala 40, and with how many points?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.cards import Card
from scoring.melds import Fault, Kind, Meld
from scoring.problems import Problem
from scoring.referee.melds import MeldVerdict, Opening
from webapp.base.language.i18n import LazyProxy, any_of, gettext, lazy_gettext, lazy_pgettext, listed, ngettext
from webapp.explain.problems import problem_text
from webapp.words.cards import capital, card_name, cards_text

RUN = lazy_gettext("run")
SETS = {3: lazy_pgettext("three cards", "set"), 4: lazy_pgettext("four cards", "set")}
"""Italian and Spanish have a word for each size: tris and poker, trío and póquer."""


def kind_name(meld: Meld, cards: int) -> LazyProxy:
    """The name of a meld with so many cards."""
    return RUN if meld.kind is Kind.RUN else SETS[min(cards, max(SETS))]


def opening_headline(answer: Opening) -> str:
    """Whether it opens, with how many points, or the first error."""
    if answer.valid:
        return ngettext("It opens, with %(num)d point.", "It opens, with %(num)d points.", answer.points)
    wrong = wrong_melds(answer.melds)
    if wrong:
        return gettext("It does not open: %(why)s.", why=wrong)
    if answer.surplus:
        return gettext("It does not open: two packs have fewer of these cards.")
    if not answer.melds:
        return gettext("It does not open without a meld.")
    return gettext("It does not open: %(points)s points, but %(needed)s are needed.",
                   points=answer.points, needed=answer.options.opening)  # fmt: skip


_FAULTS: Mapping[str, LazyProxy] = {
    Fault.NOT_A_MELD: lazy_gettext("meld %(meld)s is neither set nor run"),
    Fault.DUPLICATE_SUIT: lazy_gettext("meld %(meld)s has a suit twice"),
    Fault.TOO_MANY_JOKERS: lazy_gettext("meld %(meld)s has too many jokers"),
    Fault.JOKER_NOT_ALLOWED: lazy_gettext("meld %(meld)s may not have a joker"),
}
"""Errors of a meld, as the end of a headline."""


def wrong_melds(melds: Sequence[MeldVerdict]) -> str:
    """The wrong melds in a few words, with the error if there is only one; empty if none is wrong."""
    wrong = {number: verdict.errors for number, verdict in enumerate(melds, start=1) if verdict.errors}
    if not wrong:
        return ""
    (meld, errors), *others = wrong.items()
    if not others and len(errors) == 1 and errors[0].code in _FAULTS:
        return str(_FAULTS[errors[0].code]) % {"meld": meld}
    return ngettext("meld %(melds)s is wrong", "melds %(melds)s are wrong", len(wrong), melds=listed(wrong))


def opening_text(answer: Opening) -> str:
    """Whether the melds open, what each is, and what every joker stands for."""
    if answer.valid:
        first = ngettext("A valid opening: %(num)d point.", "A valid opening: %(num)d points.", answer.points)
    else:
        first = ngettext("Not a valid opening: %(num)d point.", "Not a valid opening: %(num)d points.", answer.points)
    whole = [error for error in answer.errors if not any(error in verdict.errors for verdict in answer.melds)]
    return " ".join([first, *map(meld_text, answer.melds), *faults(whole)])


def meld_text(verdict: MeldVerdict) -> str:
    """The kind and points of one meld, or all its errors."""
    if verdict.errors or not verdict.meld:
        return " ".join(faults(verdict.errors))
    cards = cards_text(verdict.cards)
    values = {
        "cards": capital(cards),
        "kind": kind_name(verdict.meld, len(verdict.cards)),
        "points": verdict.points,
        "jokers": jokers_text(verdict.meld),
    }
    if verdict.meld.stands_for:
        return gettext("%(cards)s: a %(kind)s, %(points)s points; joker for %(jokers)s.", **values)
    return gettext("%(cards)s: a %(kind)s, %(points)s points.", **values)


def jokers_text(meld: Meld) -> str:
    """The cards that the jokers of a meld stand for; if several are possible, all of them."""
    if meld.kind is Kind.SET and len(meld.stands_for) > 1:
        return one_of(meld.stands_for[0], len(meld.stands_for))
    return "; ".join(one_of(cards) for cards in meld.stands_for)


def one_of(cards: Iterable[Card], number: int = 1) -> str:
    """A card, or the cards of which it can be any; `number` jokers stand for as many of them."""
    names = [card_name(card) for card in cards]
    if len(names) == number:
        return ", ".join(names)
    if number == 1:
        return any_of(names)
    return gettext("%(number)s of these: %(cards)s", number=number, cards=", ".join(names))


def faults(errors: Iterable[Problem]) -> list[str]:
    """The errors, a sentence or two each."""
    return [problem_text(error) for error in errors]
