"""Shared by the fishing games: reading piles, awards and sweeps, and the lines that all of them have.

A fishing game is one in which cards are captured from the table.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.cards import ITALIAN, Card
from scoring.fields import CARD, SIDE, VALUE, BySide, Fields, ListOf, Parts
from scoring.lines import Line, Reason
from scoring.piles import (
    PILES,
    Piles,
    Rest,
    read_counts,
    read_piles,
    read_rest,
    report_unknown_fields,
    report_unreadable,
)
from scoring.problems import Code, Report, Why

IMPOSSIBLE_SWEEPS = "impossible_sweeps"
"""An error: more sweeps than the cards of the side or of the round allow."""
IMPOSSIBLE_AWARDS = "impossible_awards"
"""A warning: no cards could give these awards; `Problem.why` says which, and the score stands (rules.md)."""
MOST_SWEEPS = 18
"""Most sweeps of a round with four cards on its first table; the last card makes none."""
FIELDS: Fields = {"piles": PILES, "sweeps": BySide(VALUE), "rest": Parts({"side": SIDE, "cards": ListOf(CARD)})}
"""The fields of a round in every fishing game, beside its `awards`."""


class Fault(StrEnum):
    """The reasons for doubtful awards that these games share."""

    NOBODYS = "nobodys"
    """Nobody won a card that somebody must have; `field` names it."""
    WITHOUT_SETTEBELLO = "without_settebello"
    """Cards that include the seven of coins, which another side was given."""


@dataclass(frozen=True)
class Award:
    """A category as the players entered it: the winner, and the points."""

    side: str
    points: int = 1


@dataclass(frozen=True)
class Round:
    """One round as entered: the sweeps of every side, and either the piles or the awards."""

    sweeps: Mapping[str, int]
    piles: Piles | None = None
    awards: Mapping[str, Award] = field(default_factory=dict)
    rest: Rest | None = None


ReadAward = Callable[[str, object], Award | None]
"""Reads the award of one category that is played, and reports its errors."""


def read_round(
    entry: Mapping[str, object],
    sides: tuple[str, ...],
    report: Report,
    *,
    countable: Collection[str],
    played: Collection[str],
    read_award: ReadAward,
    most_sweeps: int,
    with_rest: bool,
) -> Round:
    """Read as much of the round as is readable, and report everything wrong with it.

    `countable` are the categories under any house rules, `played` those of the match.
    """
    sweeps = read_counts(entry.get("sweeps"), sides, report, "sweeps")
    given_piles, given_awards = entry.get("piles"), entry.get("awards")
    piles: Piles | None = None
    awards: Mapping[str, Award] = {}
    if given_piles is None and given_awards is None:
        report.add(Code.BAD_ROUND, field="piles", why=Why.NEITHER)
    if given_piles is not None and given_awards is not None:
        report.add(Code.BAD_ROUND, field="awards", why=Why.BOTH)
    if given_piles is not None:
        piles = read_piles(given_piles, ITALIAN, sides, report)
        check_sweeps(sweeps, piles, most_sweeps, report)
    if given_awards is not None:
        awards = _read_awards(given_awards, countable, played, read_award, report)
    rest = read_rest(entry.get("rest"), ITALIAN, piles or {}, sides, report) if with_rest else None
    return Round(sweeps, piles, awards, rest)


def _read_awards(
    given: object, countable: Collection[str], played: Collection[str], read_award: ReadAward, report: Report
) -> dict[str, Award]:
    """Read the winner of each category in `played`; null or missing means nobody."""
    awards: dict[str, Award] = {}
    if not isinstance(given, Mapping):
        report_unreadable(given, report, "awards")
        return awards
    report_unknown_fields(given, countable, report, "awards.")
    for name, winner in given.items():
        if name not in countable or winner is None:
            continue
        if name not in played:
            report.add(Code.BAD_ROUND, field=f"awards.{name}", value=winner, why=Why.NOT_PLAYED)
        elif award := read_award(name, winner):
            awards[name] = award
    return awards


def check_sweeps(sweeps: Mapping[str, int], piles: Piles, together_at_most: int, report: Report) -> None:
    """Report too many sweeps: each takes at least two cards, and a round has at most `together_at_most`."""
    for side, count in sweeps.items():
        if side in piles and count > len(piles[side]) // 2:
            report.add(IMPOSSIBLE_SWEEPS, field="sweeps", side=side, value=count)
    together = sum(sweeps.values())
    if together > together_at_most:
        swept = [side for side, count in sweeps.items() if count]
        report.add(IMPOSSIBLE_SWEEPS, field="sweeps", sides=swept, value=together)


def point_for_holder(rule: str, card: Card, piles: Piles) -> Line:
    """The point for the side whose pile holds `card`."""
    holder = next(side for side, pile in piles.items() if card in pile)
    return Line(rule, holder, 1, Reason.HOLDS, {}, {holder: (card,)})


def entered(rule: str, award: Award | None) -> Line:
    """The line of a category the players counted themselves."""
    return Line(rule, award.side if award else None, award.points if award else 0, Reason.ENTERED)


def sweep_lines(rule: str, sweeps: Mapping[str, int]) -> tuple[Line, ...]:
    """One point a sweep, one line for each side with sweeps."""
    made = tuple(Line(rule, side, count, Reason.ENTERED, {side: count}) for side, count in sweeps.items() if count)
    return made or (Line(rule, None, 0, Reason.NONE),)
