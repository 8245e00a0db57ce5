"""What a score is made of: lines with their reasons, rounds, the state between rounds, outcomes and rulings.

A score is explained by its data: which rule, who, how many points, what was compared and why it came out so. The
sentences are made elsewhere. The points of a round are the sums of its lines, by construction.
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
    """Why a line says what it says."""

    MOST = "most"
    """Strictly more than every other side."""
    HOLDS = "holds"
    """The cards that count lie in the side's pile."""
    ENTERED = "entered"
    """The players entered it so: it was not counted from cards."""
    TIE = "tie"
    """Nobody: the leaders are level."""
    TOO_FEW = "too_few"
    """Nobody: the leader has fewer than the rule asks for."""
    INCOMPLETE = "incomplete"
    """Nobody: no side has all that the rule asks for."""
    NONE = "none"
    """Nobody did it."""
    CLOSED = "closed"
    """The side closed the round (Scala 40, where it holds nothing, and Chinchón)."""


@dataclass(frozen=True)
class Line:
    """One line of a round's score: `points` for `side`, or for nobody (`side` None, 0 points) and why.

    `counts` is what was compared, by side: numbers, or where ties are broken rank by rank a tuple of numbers as long
    as it took. `shown` is, by side, the cards that were counted; both are empty where nothing was counted.
    `note` is what the players wrote, where they gave a reason of their own.
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
        """What was compared, by side, and the reason: of nobody's line, or the players' own.

        A side that is called "reason" goes first.
        """
        detail: dict[str, object] = {} if self.side is not None else {"reason": str(self.reason)}
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
    """The line of a category that goes to the side with strictly more than every other, and `at_least` so many.

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
"""A rule that every game has: points for a reason that no card shows (`scoring.adjust`)."""

ALL_CARDS = "all_cards"
"""A check: every card of the deck lies in exactly one pile."""
EVEN_SUMS = "even_sums"
"""A check: every pile adds up to an even number, as captures by equal sums make it; `counts` are the sums."""
FIFTEENS = "fifteens"
"""A check: every pile is made of fifteens and the last table cards; their sum is `value` where they were entered."""
COPIES = "copies"
"""A check: no card is there more often than the packs have it."""
SUM_78 = "sum_78"
"""A check: the card points of all sides make 78 (Scarto); `counts` are they."""


@dataclass(frozen=True)
class Check:
    """One thing about a round that was verified and holds: its code, and what its sentence needs.

    `value` is the number found, a sum or how many cards; `counts` the numbers by side; `cards` those it is about.
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
    """The score of one round: its lines, and the warnings that do not stop it. `sides` in seat order.

    `checks` is what was verified and holds, so that silence is not taken for a check: one that could not be made is not
    there. `extra` is what a game adds to the round in the contract's JSON, by name, a number a side. `out` lists the
    sides that are out of the match after the round.
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
"""A ruling: the match is over and nothing separates the sides."""


@dataclass(frozen=True)
class Ruling:
    """Why a match is over, or why it is not though someone is at the target.

    `authority` is an id of rules.md section 7, or `house`. `totals` are those of the sides concerned. `reach` is
    `exceed` where the `target` had to be passed. `reached` says, where the last round was counted category by category,
    with which each of the sides got to the target (`BEFORE` for one that was there before the round). `counts` is what
    else was compared, by side. `out` lists the sides that are out of the match; None in a game where nobody goes out.
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
    """How a match stands after a round: over or not, who won, who is out, and the ruling if one was needed."""

    finished: bool = False
    winners: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    ruling: Ruling | None = None


@dataclass(frozen=True)
class MatchState:
    """A match between two rounds: every side's total in seat order, the rounds so far, and the last outcome.

    Rounds after the one that finished the match are in `rounds` but not in `totals`. `last_round`: what was played
    before is known by its totals only, and one round is still to come, the last.
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
        """The totals once `score` is added."""
        points = score.points
        return {side: total + points[side] for side, total in self.totals.items()}
