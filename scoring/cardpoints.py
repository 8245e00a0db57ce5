"""Rounds played for card points: entered as the piles, or as the points that the players counted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.cards import Card, Deck
from scoring.fields import VALUE, BySide, Fields
from scoring.lines import ALL_CARDS, Check
from scoring.piles import PILES, Piles, is_count, read_piles, report_unknown_sides, report_unreadable
from scoring.problems import Code, Problem, Report, Why

CARD_POINTS = "card_points"
"""The field for points counted by the players."""
FIELDS: Fields = {"piles": PILES, CARD_POINTS: BySide(VALUE)}
"""The fields of such a round; one of the two is entered."""
UNEVEN_TRICKS = "uneven_tricks"
"""A warning: the cards of a pile are not a whole number of tricks."""


def check_tricks(piles: Mapping[str, Sequence[object]], trick: int) -> tuple[Problem, ...]:
    """The warning that names the sides whose piles are no multiple of the cards in a `trick`."""
    uneven = tuple(side for side, pile in piles.items() if len(pile) % trick)
    return (Problem(UNEVEN_TRICKS, sides=uneven, value=trick),) if uneven else ()


@dataclass(frozen=True)
class PilesOrPoints:
    """A round as entered: the piles, or else the points of every side; unreadable parts are missing."""

    piles: Piles | None = None
    points: Mapping[str, int] = field(default_factory=dict)

    def counted(self, sides: Sequence[str], value: Callable[[Sequence[Card]], int]) -> dict[str, int]:
        """The points of every side: as entered, or the value of its pile."""
        return {side: self.points[side] if self.piles is None else value(self.piles[side]) for side in sides}

    def checks(self, code: str, counts: Mapping[str, int], out: Sequence[Card] = ()) -> tuple[Check, ...]:
        """The checks that hold: every card but those `out` lies in a pile, and `counts` add up, the check `code`."""
        dealt = sum(map(len, (self.piles or {}).values()))
        all_dealt = () if self.piles is None else (Check(ALL_CARDS, dealt, cards=tuple(out)),)
        return (*all_dealt, Check(code, sum(counts.values()), counts))


def read_piles_or_points(
    entry: Mapping[str, object], deck: Deck, sides: Sequence[str], report: Report, together: int | None, wrong: str
) -> PilesOrPoints:
    """Read the piles or the points. Piles with any error are left out, and so are sides without points.

    `wrong` is the error of points that do not make `together`; None: the sides are wrong, so nothing follows.
    """
    given_piles, given_points = entry.get("piles"), entry.get(CARD_POINTS)
    if given_piles is None and given_points is None:
        report.add(Code.BAD_ROUND, field="piles", allowed=", ".join(FIELDS), why=Why.NEITHER)
    if given_piles is not None and given_points is not None:
        report.add(Code.BAD_ROUND, field=CARD_POINTS, allowed=", ".join(FIELDS), why=Why.BOTH)
    piles: Piles | None = None
    if given_piles is not None:
        faults = len(report.problems)
        read = read_piles(given_piles, deck, sides, report)
        piles = read if len(report.problems) == faults else None
    points = {} if given_points is None else _read_points(given_points, sides, report)
    if together is not None and points and len(points) == len(sides) and sum(points.values()) != together:
        report.add(wrong, field=CARD_POINTS, sides=sides, value=sum(points.values()))
    return PilesOrPoints(piles, points)


def _read_points(given: object, sides: Sequence[str], report: Report) -> dict[str, int]:
    """Read the points; every side must have some."""
    counted: dict[str, int] = {}
    if not isinstance(given, Mapping):
        report_unreadable(given, report, CARD_POINTS)
        return counted
    report_unknown_sides(given, sides, report, CARD_POINTS)
    for side in sides:
        points = given.get(side)
        if points is None:
            report.add(Code.BAD_ROUND, field=CARD_POINTS, side=side, why=Why.MISSING)
        elif not is_count(points):
            report.add(Code.BAD_COUNT, field=CARD_POINTS, side=side, value=points)
        else:
            counted[side] = points
    return counted
