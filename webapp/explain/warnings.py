"""The first line of a warning about a round, of twelve words at most; the reasons fold out below it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scoring.escoba import MOST_ESCOBAS, TOO_MANY_ESCOBAS
from scoring.fifteen import FifteenWarning
from scoring.fishing import IMPOSSIBLE_AWARDS
from scoring.piles import SINGLE_CARD_PILE
from scoring.problems import Code, Problem
from scoring.scala40 import PENALTY_OUT_OF_RANGE
from scoring.scopa import ODD_PILE
from webapp.base.i18n import gettext, listed, ngettext
from webapp.explain.problems import impossible_award_line, problem_text


def warning_text(problem: Problem) -> str:
    """What is odd about the round, in one line; the page that shows it says which round."""
    line = _LINES.get(problem.code)
    return line(problem) if line else problem_text(replace(problem, round=None))


def warning_details(problem: Problem) -> str:
    """The same with everything that is known about it; empty where one line says it all."""
    whole = problem_text(replace(problem, round=None))
    return whole if whole != warning_text(problem) else ""


def _after_finish(problem: Problem) -> str:
    return gettext("The match was over before: this round does not count.")


def _odd_pile(problem: Problem) -> str:
    return ngettext(
        "The pile of %(sides)s makes an odd sum. That cannot be.",
        "The piles of %(sides)s make odd sums. That cannot be.",
        len(problem.sides),
        sides=listed(problem.sides),
    )


def _pile_not_fifteen(problem: Problem) -> str:
    if not problem.sides:
        return gettext("Not all piles are made of fifteens. That cannot be.")
    return ngettext(
        "The pile of %(sides)s is not made of fifteens.",
        "The piles of %(sides)s are not made of fifteens.",
        len(problem.sides),
        sides=listed(problem.sides),
    )


def _single_card_pile(problem: Problem) -> str:
    return ngettext(
        "The pile of %(sides)s has one card. That cannot be.",
        "The piles of %(sides)s have one card each. That cannot be.",
        len(problem.sides),
        sides=listed(problem.sides),
    )


def _rest_impossible(problem: Problem) -> str:
    return gettext("The last cards on the table make %(sum)s. That cannot be.", sum=problem.value)


def _rest_unusual(problem: Problem) -> str:
    return gettext("The last cards on the table make %(sum)s. That is rare.", sum=problem.value)


def _penalty_out_of_range(problem: Problem) -> str:
    return gettext("%(penalty)s for %(side)s: no hand makes that.", penalty=problem.value, side=problem.side)


def _too_many_escobas(problem: Problem) -> str:
    return gettext("%(count)s escobas: more than %(most)s cannot be.", count=problem.value, most=MOST_ESCOBAS)


_LINES: dict[str, Callable[[Problem], str]] = {
    ODD_PILE: _odd_pile,
    FifteenWarning.PILE_NOT_FIFTEEN: _pile_not_fifteen,
    FifteenWarning.REST_IMPOSSIBLE: _rest_impossible,
    FifteenWarning.REST_UNUSUAL: _rest_unusual,
    IMPOSSIBLE_AWARDS: impossible_award_line,
    TOO_MANY_ESCOBAS: _too_many_escobas,
    PENALTY_OUT_OF_RANGE: _penalty_out_of_range,
    SINGLE_CARD_PILE: _single_card_pile,
    Code.AFTER_FINISH: _after_finish,
}
