"""Reads a round of Escoba: piles or awards, and the wrong captures (contract.md, `score`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from scoring import fishing
from scoring.escoba.options import AWARDED, Fault, Options
from scoring.fields import SIDE, Fields, ListOf, Parts
from scoring.fishing import MOST_SWEEPS, Award, read_round
from scoring.fishing import Round as FishingRound
from scoring.lines import MatchState
from scoring.piles import Piles, is_side, report_unreadable
from scoring.problems import Code, Report

WRONG_CAPTURES = "wrong_captures"
FIELDS: Fields = {
    **fishing.FIELDS,
    "awards": Parts(dict.fromkeys(map(str, AWARDED), SIDE)),
    WRONG_CAPTURES: ListOf(SIDE),
}
"""The fields of a round."""


@dataclass(frozen=True)
class Round(FishingRound):
    """One round as entered; `wrong_captures` names a side once for each of its wrong captures."""

    wrong_captures: tuple[str, ...] = ()


def read(entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round:
    """Read one round; report everything wrong with it.

    Fifteens allow at most fourteen captures, and so fourteen escobas. But wrong captures can be worth less, so only
    counts impossible by the number of cards are refused.
    """
    sides = state.sides
    taken = read_round(
        entry,
        sides,
        report,
        countable=AWARDED,
        played=options.awarded(len(sides)),
        read_award=partial(_read_award, options, sides, report),
        most_sweeps=MOST_SWEEPS,
        with_rest=True,
    )
    wrong = _read_wrong_captures(entry.get(WRONG_CAPTURES), taken.piles, sides, report)
    return Round(taken.sweeps, taken.piles, taken.awards, taken.rest, wrong)


def empty_piles(piles: Piles | None) -> tuple[str, ...]:
    """The sides that captured nothing; unknown for awards, so empty."""
    return tuple(side for side, pile in (piles or {}).items() if not pile)


def _read_award(options: Options, sides: tuple[str, ...], report: Report, name: str, winner: object) -> Award | None:
    """Read who won a category, and for how many points."""
    return Award(winner, options.worth(name)) if is_side(winner, sides, report, f"awards.{name}") else None


def _read_wrong_captures(given: object, piles: Piles | None, sides: tuple[str, ...], report: Report) -> tuple[str, ...]:
    """Read the wrong captures, a side named once for each; a side that captured nothing cannot be among them."""
    if given is None:
        return ()
    if not isinstance(given, list):
        report_unreadable(given, report, WRONG_CAPTURES)
        return ()
    offenders = tuple(side for side in given if is_side(side, sides, report, WRONG_CAPTURES))
    innocent = [side for side in empty_piles(piles) if side in offenders]
    if innocent:
        report.add(Code.BAD_ROUND, field=WRONG_CAPTURES, sides=innocent, why=Fault.NO_CARDS)
    return offenders
