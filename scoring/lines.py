"""Data types of a score: lines with their reasons, rounds, the state between rounds, outcomes and rulings.

A line explains itself by its data: the rule, the side, the points, the numbers compared and the reason. Sentences are
made elsewhere. The points of a round are always the sums of its lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

from scoring.cards import Card, codes
from scoring.problems import Problem

Count = int | tuple[int, ...]
OneKindOfCount = TypeVar("OneKindOfCount", int, tuple[int, ...])


class Reason(StrEnum):
    """The reason for the result of a line."""

    MOST = "most"
    """Strictly more than every other side."""
    HOLDS = "holds"
    """The side's pile holds the cards that count."""
    ENTERED = "entered"
    """The players entered the result: it was not counted from cards."""
    TIE = "tie"
    """Nobody gets it: the leaders are level."""
    TOO_FEW = "too_few"
    """Nobody gets it: the leader has fewer than the rule asks for."""
    INCOMPLETE = "incomplete"
    """Nobody gets it: no side has all that the rule asks for."""
    NONE = "none"
    """Nobody did it."""
    CLOSED = "closed"
    """The side closed the round (Scala 40, where it holds nothing, and Chinchón)."""
    ALL = "all"
    """The side has everything there is."""
    LOST = "lost"
    """Another rule takes away what the side has: a line of 0 points."""


@dataclass(frozen=True)
class Line:
    """One line of a round's score: `points` for `side`, and why. If nobody gets any, `side` is None and `points` 0.

    `counts` are the numbers compared, by side. Where ties are broken rank by rank they are tuples, as long as it took
    to decide. `shown` are the cards counted, by side. Both are empty if nothing was counted. `note` is a reason in the
    players' own words.
    """

    rule: str
    side: str | None
    points: int
    reason: Reason
    counts: Mapping[str, Count] = field(default_factory=dict)
    shown: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    note: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that earned the points."""
        return self.shown.get(self.side, ()) if self.side is not None else ()

    @property
    def detail(self) -> dict[str, object]:
        """The numbers compared, by side, and the reason: of a line nobody wins or that is lost, or the players' own.

        If a side is called "reason", its number replaces the reason.
        """
        told = self.side is None or self.reason is Reason.LOST
        detail: dict[str, object] = {"reason": str(self.reason)} if told else {}
        if self.note:
            detail["reason"] = self.note
        for side, count in self.counts.items():
            detail[side] = list(count) if isinstance(count, tuple) else count
        return detail

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {
            "rule": str(self.rule),
            "side": self.side,
            "points": self.points,
            "cards": codes(self.cards),
            "detail": self.detail,
        }


def most(
    rule: str,
    counts: Mapping[str, OneKindOfCount],
    shown: Mapping[str, tuple[Card, ...]] | None = None,
    *,
    points: int = 1,
    at_least: int = 0,
) -> Line:
    """The line of a category won by the side with strictly more than every other, and with `at_least` so many.

    >>> most("coins", {"Anna": 6, "Bruno": 4}).side
    'Anna'
    >>> most("coins", {"Anna": 5, "Bruno": 5}).reason
    <Reason.TIE: 'tie'>
    """
    best = max(counts.values())
    leaders = [side for side, count in counts.items() if count == best]
    if len(leaders) > 1:
        return Line(rule, None, 0, Reason.TIE, counts, shown or {})
    if isinstance(best, int) and best < at_least:
        return Line(rule, None, 0, Reason.TOO_FEW, counts, shown or {})
    return Line(rule, leaders[0], points, Reason.MOST, counts, shown or {})


ADJUSTMENT = "adjustment"
"""Rule id that every game has: points for a reason that no card shows (`scoring.adjust`)."""

ALL_CARDS = "all_cards"
"""A check: every card of the deck lies in exactly one pile."""
EVEN_SUMS = "even_sums"
"""A check: every pile has an even sum, as captures by equal sums produce; `counts` are the sums."""
FIFTEENS = "fifteens"
"""A check: every pile consists of fifteens and the last table cards; `value` is the sum of these if entered."""
COPIES = "copies"
"""A check: no card appears more often than the packs contain it."""
MELDS = "melds"
"""A check: everything laid is a meld; `value` is the number of melds."""
SUM_78 = "sum_78"
"""A check: the card points of all sides (`counts`) add up to 78 (Scarto)."""


@dataclass(frozen=True)
class Check:
    """A property of a round that was verified and holds: its code and the data for its sentence.

    `value` is a number found, a sum or a number of cards; `counts` are numbers by side; `cards` the cards concerned.
    """

    code: str
    value: int | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"code": str(self.code)}


@dataclass(frozen=True)
class RoundScore:
    """The score of one round: its lines, warnings and checks; `sides` in seat order.

    `checks` lists what was verified and holds; a check that could not be made is missing. `extra` are numbers by side
    that a game adds to the contract's JSON, by name. `out` lists the sides that are out of the match after the round.
    """

    sides: tuple[str, ...]
    lines: tuple[Line, ...]
    warnings: tuple[Problem, ...] = ()
    extra: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()
    out: tuple[str, ...] = ()

    @cached_property
    def points(self) -> Mapping[str, int]:
        """The points of every side: the sum of its lines."""
        return {side: sum(line.points for line in self.lines if line.side == side) for side in self.sides}

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without texts."""
        return {
            "points": dict(self.points),
            "lines": [line.as_dict() for line in self.lines],
            "warnings": [warning.as_dict() for warning in self.warnings],
            "checks": [check.as_dict() for check in self.checks],
            **{name: dict(numbers) for name, numbers in self.extra.items()},
        }


SHARED = "shared"
"""A ruling: the match is over and the sides share it, since nothing separates them."""


@dataclass(frozen=True)
class Ruling:
    """Why a match is over, or goes on although a side is at the target.

    `authority` is an id of rules.md section 7, or `house`. `totals` are those of the sides concerned. `reach` is
    `exceed` if the `target` had to be passed. `reached`: side -> the category that brought it to the target, if the
    last round was counted by category. `BEFORE`: it was there before the round. `counts` are other numbers compared, by
    side. `out` lists the sides that are out of the match; None in games where nobody drops out.
    """

    code: str
    authority: str
    winners: tuple[str, ...] = ()
    totals: Mapping[str, int] = field(default_factory=dict)
    target: int = 0
    reach: str = "reach"
    reached: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    out: tuple[str, ...] | None = None

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"code": str(self.code), "authority": self.authority}


@dataclass(frozen=True)
class Outcome:
    """The state of a match after a round: finished or not, winners, sides out, and the ruling if any."""

    finished: bool = False
    winners: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    ruling: Ruling | None = None


@dataclass(frozen=True)
class MatchState:
    """The state of a match between two rounds: totals by side in seat order, the rounds so far, and the last outcome.

    Rounds after the end of the match are in `rounds` but not in `totals`. `last_round`: only the totals of earlier
    rounds are known, and the one round still to come is the last.
    """

    totals: Mapping[str, int]
    rounds: tuple[RoundScore, ...] = ()
    outcome: Outcome = field(default_factory=Outcome)
    last_round: bool = False

    @classmethod
    def start(cls, sides: Iterable[str]) -> MatchState:
        """The state before the first round."""
        return cls(dict.fromkeys(sides, 0))

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in seat order."""
        return tuple(self.totals)

    def totals_with(self, score: RoundScore) -> dict[str, int]:
        """The totals after `score`."""
        points = score.points
        return {side: total + points[side] for side, total in self.totals.items()}
