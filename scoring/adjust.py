"""Points given or taken for a reason that no card shows: a misdeal, a renounce, an agreed penalty.

Every game can have adjustments (rules.md, the head; contract.md, `adjust`). Each is a line of its own in a round, and
part of its points. This module and `scoring.match` read and add them; games know nothing of them.

>>> report = Report()
>>> given = [{"side": "Anna", "points": -1, "reason": "renounce"}]
>>> [line.points for line in adjusting_lines(read_adjust(given, ("Anna", "Bruno"), report))]
[-1]
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.fields import SIDE, VALUE, Fields
from scoring.lines import ADJUSTMENT, Line, MatchState, Reason
from scoring.piles import is_side, read_parts, report_unreadable
from scoring.problems import Code, Report, Why

ADJUST = "adjust"
"""The field of a round that holds its adjustments."""
FIELDS: Fields = {"side": SIDE, "points": VALUE, "reason": VALUE}
"""The fields of one adjustment."""
LONGEST_REASON = 80


@dataclass(frozen=True)
class Adjustment:
    """Points for a side (negative: taken from it), and the players' own words why."""

    side: str
    points: int
    reason: str


def read_adjust(given: object, sides: Sequence[str], report: Report) -> tuple[Adjustment, ...]:
    """Read the adjustments of one round; each problem is reported with its place, such as `adjust.0.points`."""
    read = (_read_one(one, path, sides, report) for path, one in read_parts(given, FIELDS, report, ADJUST))
    return tuple(one for one in read if one)


def _read_one(given: Mapping[str, object], path: str, sides: Sequence[str], report: Report) -> Adjustment | None:
    side = given.get("side")
    named = side if is_side(side, sides, report, f"{path}.side") else None
    points = _read_points(given.get("points"), report, f"{path}.points")
    reason = _read_reason(given.get("reason"), report, f"{path}.reason")
    if named is None or points is None or reason is None:
        return None
    return Adjustment(named, points, reason)


def _read_points(given: object, report: Report, path: str) -> int | None:
    if given is None:
        report_unreadable(given, report, path)
    elif type(given) is not int:
        report.add(Code.BAD_COUNT, field=path, value=given, why=Why.WHOLE_NUMBER)
    elif given == 0:
        report.add(Code.BAD_ROUND, field=path, value=given, why=Why.NO_POINTS)
    else:
        return given
    return None


def _read_reason(given: object, report: Report, path: str) -> str | None:
    if given is not None and not isinstance(given, str):
        report_unreadable(given, report, path)
    elif given is None or not given.strip() or len(given) > LONGEST_REASON:
        report.add(Code.BAD_ROUND, field=path, value=given, allowed=f"1-{LONGEST_REASON}", why=Why.REASON)
    else:
        return given
    return None


def adjusting_lines(adjustments: Iterable[Adjustment]) -> tuple[Line, ...]:
    """One line for each adjustment, in the order entered."""
    return tuple(Line(ADJUSTMENT, each.side, each.points, Reason.ENTERED, note=each.reason) for each in adjustments)


def adjusted(state: MatchState, adjustments: Collection[Adjustment]) -> MatchState:
    """The state in which a round is read and scored: its totals include the round's adjustments.

    Lines of a round can depend on totals: a side that rejoins in Scala 40 is brought up to the highest.
    """
    if not adjustments:
        return state
    totals = dict(state.totals)
    for each in adjustments:
        totals[each.side] += each.points
    return replace(state, totals=totals)
