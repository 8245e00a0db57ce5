"""Reads a round of Scopa: its awards, and the entries beside piles and sweeps (contract.md, `score`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from scoring import fishing
from scoring.fields import SIDE, VALUE, BySide, Fields, ListOf, Parts
from scoring.fishing import Award, read_round
from scoring.fishing import Round as FishingRound
from scoring.lines import MatchState
from scoring.piles import is_count, is_side, report_unknown_fields, report_unknown_sides, report_unreadable
from scoring.problems import Code, Problem, Report, Why
from scoring.scopa.count import ALL_COINS, GREAT_POINTS, NAPOLA_FROM, SMALL_AT_MOST, SMALL_FROM
from scoring.scopa.options import AWARDED, SINGLY, Fault, Options, Rule

SITS_OUT, DECLARED = "sits_out", "declared"
CAPPOTTO = "cappotto"
"""An award beside the categories: the side with all ten coins. Also the ruling that they win the match."""
HANDS_DEALT = 12
"""Hands of three cards in a round, of all sides together."""
HANDS_DECLARED = (3, 10)
"""Points of a declared hand: for three cards that add up to at most nine, and for three of a kind."""
WITH_POINTS: Mapping[str, range] = {
    Rule.NAPOLA: range(NAPOLA_FROM, ALL_COINS + 1),
    Rule.GREAT: range(GREAT_POINTS, GREAT_POINTS + 1),
    Rule.SMALL: range(SMALL_FROM, SMALL_AT_MOST + 1),
}
"""Awards that are entered with points -> the points allowed."""
FIELDS: Fields = {
    **fishing.FIELDS,
    "awards": Parts(
        {
            **{str(rule): Parts({"side": SIDE, "points": VALUE}) if rule in WITH_POINTS else SIDE for rule in AWARDED},
            CAPPOTTO: SIDE,
        }
    ),
    SITS_OUT: SIDE,
    DECLARED: BySide(ListOf(VALUE)),
}
"""The fields of a round."""


@dataclass(frozen=True)
class Round(FishingRound):
    """One round as entered: also the hands each side declared, and who sat out.

    A side that sits out appears nowhere else.
    """

    declared: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    sits_out: str | None = None


def read(entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round:
    """Read one round; report everything wrong with it.

    `rest` is read only if cards take fifteens and nothing else. Otherwise it has no effect, so that a match can change
    its variant.
    """
    sides = state.sides
    absent = _read_sits_out(entry.get(SITS_OUT), sides, report)
    playing = tuple(side for side in sides if side != absent)
    present = entry if absent is None else _without_nothing(entry, absent)
    about_sides = len(report.problems)
    played = read_round(
        present,
        playing,
        report,
        countable=(*AWARDED, CAPPOTTO),
        played=(*options.awarded, *([CAPPOTTO] if options.all_coins_win else [])),
        read_award=partial(_read_award, playing, report),
        most_sweeps=options.most_sweeps,
        with_rest=options.takes == "fifteen",
    )
    declared = _read_declared(present.get(DECLARED), playing, options, report)
    report.problems[about_sides:] = [_of_the_absent(each, absent) for each in report.problems[about_sides:]]
    return Round(played.sweeps, played.piles, played.awards, played.rest, declared, absent)


def _read_sits_out(given: object, sides: tuple[str, ...], report: Report) -> str | None:
    """Read which of four sides sits out; after an error all are taken to play."""
    if given is None:
        return None
    named = given if is_side(given, sides, report, SITS_OUT) else None
    if len(sides) != SINGLY:
        report.add(Code.BAD_ROUND, field=SITS_OUT, value=given, allowed=str(SINGLY), why=Fault.NOBODY_SITS_OUT)
        return None
    return named


def _without_nothing(entry: Mapping[str, object], absent: str) -> Mapping[str, object]:
    """The round without empty entries for the side that sits out: no pile, no sweeps, no declared hands."""
    present = dict(entry)
    for name in ("piles", "sweeps", DECLARED):
        given = entry.get(name)
        if isinstance(given, Mapping) and _says_nothing(name, given.get(absent)):
            present[name] = {side: said for side, said in given.items() if side != absent}
    return present


def _says_nothing(name: str, said: object) -> bool:
    """Whether a field is empty for a side; an empty pile is not: it says that the side played."""
    no_sweeps = name == "sweeps" and is_count(said) and said == 0
    return said is None or no_sweeps or (name == DECLARED and said == [])


def _of_the_absent(problem: Problem, absent: str | None) -> Problem:
    """The problem; an unknown side that sits out gets the reason `SITS_OUT` instead."""
    if absent is None or problem.code != Code.UNKNOWN_SIDE or problem.side != absent:
        return problem
    return replace(problem, code=Code.BAD_ROUND, why=Fault.SITS_OUT)


def _read_declared(
    given: object, sides: tuple[str, ...], options: Options, report: Report
) -> dict[str, tuple[int, ...]]:
    """Read the declared hands, 3 or 10 each, in the order given."""
    if given is None or given == {}:
        return {}
    if not options.cirulla:
        report.add(Code.BAD_ROUND, field=DECLARED, value=given, why=Why.NOT_PLAYED)
        return {}
    if not isinstance(given, Mapping):
        report_unreadable(given, report, DECLARED)
        return {}
    report_unknown_sides(given, sides, report, DECLARED)
    declared: dict[str, tuple[int, ...]] = {}
    for side, hands in given.items():
        if isinstance(hands, list):
            declared[side] = tuple(hand for hand in hands if _is_declared(hand, side, report))
            if sides and len(hands) > (most := hands_dealt(len(sides))):
                why = Fault.HANDS_DEALT
                report.add(Code.BAD_COUNT, field=DECLARED, side=side, value=len(hands), allowed=str(most), why=why)
        elif hands is not None:
            report_unreadable(hands, report, DECLARED, side)
    return {side: declared[side] for side in sides if declared.get(side)}


def hands_dealt(sides: int) -> int:
    """Hands of three that each of so many playing sides is dealt in a round."""
    return HANDS_DEALT // sides


def _is_declared(hand: object, side: str, report: Report) -> bool:
    """Whether a hand can have this value; if not, report it."""
    if not is_count(hand):
        report.add(Code.BAD_COUNT, field=DECLARED, side=side, value=hand)
    elif hand not in HANDS_DECLARED:
        allowed = ", ".join(map(str, HANDS_DECLARED))
        report.add(Code.BAD_ROUND, field=DECLARED, side=side, value=hand, allowed=allowed, why=Why.OUT_OF_RANGE)
    return hand in HANDS_DECLARED


def _read_award(sides: tuple[str, ...], report: Report, name: str, winner: object) -> Award | None:
    """Read who won a category; some are entered with points."""
    if points := WITH_POINTS.get(name):
        return _with_points(f"awards.{name}", winner, points, sides, report)
    return Award(winner) if is_side(winner, sides, report, f"awards.{name}") else None


def _with_points(path: str, given: object, allowed: range, sides: tuple[str, ...], report: Report) -> Award | None:
    """Read an award that is entered with its points."""
    if not isinstance(given, Mapping):
        report_unreadable(given, report, path)
        return None
    report_unknown_fields(given, ("side", "points"), report, f"{path}.")
    side, points = given.get("side"), given.get("points")
    if points is None:
        report_unreadable(points, report, f"{path}.points")
    elif not is_count(points):
        report.add(Code.BAD_COUNT, field=f"{path}.points", value=points)
    elif points not in allowed:
        listed = "-".join(map(str, dict.fromkeys((allowed[0], allowed[-1]))))
        code = Code.BAD_ROUND if path.endswith(Rule.NAPOLA) else Code.BAD_COUNT  # the codes of the contract
        report.add(code, field=f"{path}.points", value=points, allowed=listed, why=Why.OUT_OF_RANGE)
    return Award(side, points) if is_side(side, sides, report, f"{path}.side") and is_count(points) else None
