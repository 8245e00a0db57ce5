"""Warnings about a counted round in one line; what exactly cannot be, and why, is `problem_text`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.fifteen import FifteenWarning
from scoring.piles import SINGLE_CARD_PILE
from scoring.problems import Code, Problem
from webapp.base.i18n import gettext, listed
from webapp.explain.problems import problem_text


def warning_text(warning: Problem) -> str:
    """Say in one line what is odd about a round: the page that shows it says which round."""
    short = _SHORT.get(warning.code)
    if short is None:
        first, stop, _ = problem_text(_placeless(warning)).partition(". ")
        return first + stop.strip()
    return short(warning)


def warning_details(warning: Problem) -> str:
    """The same with everything that is known about it; empty where one line says it all."""
    whole = problem_text(_placeless(warning))
    return whole if whole != warning_text(warning) else ""


def _placeless(warning: Problem) -> Problem:
    """The warning without its round."""
    return Problem(**{**vars(warning), "round": None})


def _odd_pile(warning: Problem) -> str:
    return gettext("Odd pile: %(sides)s. A card lies wrong, or was taken wrongly.", sides=listed(warning.sides))


def _single_card(warning: Problem) -> str:
    return gettext("A pile of one card: %(sides)s. Is one missing?", sides=listed(warning.sides))


def _not_fifteen(warning: Problem) -> str:
    if warning.sides:
        return gettext("Not made of fifteens: the pile of %(sides)s.", sides=listed(warning.sides))
    return gettext("Some pile is not made of fifteens.")


def _rest_impossible(warning: Problem) -> str:
    return gettext("The last cards make %(sum)s: a capture was wrong.", sum=warning.value)


def _rest_unusual(warning: Problem) -> str:
    return gettext("The last cards make %(sum)s: possible, but very rare.", sum=warning.value)


def _after_finish(warning: Problem) -> str:
    return gettext("The match was over before: this round does not count.")


_SHORT: Mapping[str, Callable[[Problem], str]] = {
    "odd_pile": _odd_pile,
    SINGLE_CARD_PILE: _single_card,
    FifteenWarning.PILE_NOT_FIFTEEN: _not_fifteen,
    FifteenWarning.REST_IMPOSSIBLE: _rest_impossible,
    FifteenWarning.REST_UNUSUAL: _rest_unusual,
    Code.AFTER_FINISH: _after_finish,
}
"""By the code of the warning; of any other the first sentence is said."""
