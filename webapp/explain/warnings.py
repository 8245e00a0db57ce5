"""The first lines of warnings about a round; the reasons can be unfolded."""

from __future__ import annotations

from dataclasses import replace

from scoring.fifteen import FifteenWarning
from scoring.fishing import IMPOSSIBLE_AWARDS
from scoring.piles import SINGLE_CARD_PILE
from scoring.problems import Code, Problem
from webapp.base.language.i18n import any_of, gettext, lazy_gettext
from webapp.explain.problems import impossible_award_line, possible_piles, problem_text
from webapp.games import GAMES
from webapp.words.inshort import in_short
from webapp.words.wording import OfProblem, by_sides, own, problem_said


def warning_text(problem: Problem) -> str:
    """A warning in one line; its page shows the number of the round."""
    lines = {code: line for game in GAMES.values() for code, line in own(game.words, "WARNINGS").items()}
    line = lines.get(problem.code) or _LINES.get(problem.code)
    return problem_said(line, problem) if line else problem_text(replace(problem, round=None))


def warning_details(problem: Problem) -> str:
    """The full text of a warning; empty if the one line says everything."""
    whole = problem_text(replace(problem, round=None))
    return whole if whole != warning_text(problem) else ""


_NOT_FIFTEEN = by_sides(
    "The pile of %(sides)s is not made of fifteens.", "The piles of %(sides)s are not made of fifteens."
)


def _pile_not_fifteen(problem: Problem) -> str:
    if problem.sides:
        return problem_said(_NOT_FIFTEEN, problem)
    if possible := possible_piles(problem):
        return in_short(
            gettext("A capture was wrong: in the pile of %(sides)s?", sides=any_of(possible)),
            gettext("A capture was wrong, in one of %(number)s piles.", number=len(possible)),
        )
    return gettext("Not all piles are made of fifteens. That cannot be.")


_LINES: dict[str, OfProblem] = {
    FifteenWarning.PILE_NOT_FIFTEEN: _pile_not_fifteen,
    FifteenWarning.REST_IMPOSSIBLE: lazy_gettext("The last cards on the table make %(sum)s. That cannot be."),
    FifteenWarning.REST_UNUSUAL: lazy_gettext("The last cards on the table make %(sum)s. That is rare."),
    IMPOSSIBLE_AWARDS: impossible_award_line,
    SINGLE_CARD_PILE: by_sides(
        "Only one card in the pile of %(sides)s. That cannot be.",
        "Only one card in each of the piles of %(sides)s. That cannot be.",
    ),
    Code.PENALTY_OUT_OF_RANGE: lazy_gettext("%(penalty)s for %(side)s: no hand makes that."),
    Code.AFTER_FINISH: lazy_gettext("The match was over before: this round does not count."),
}
