"""How a race to a target ends: who is at the target, and who wins when several sides are.

A side alone at the target wins: all authorities agree. For several each has its own rule (rules.md, "End of
the match" and section 7); each is one function here, from a `Finish` to an `Outcome`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.lines import ADJUSTMENT, MatchState, Outcome, RoundScore, Ruling

HOUSE = "house"
"""The authority of what the players agreed on, or what we read into a text."""
BEFORE = "before"
"""In a count: already at the target before the round."""


class RaceRuling(StrEnum):
    """What can be ruled at the end of a race."""

    REACHED_TARGET = "reached_target"
    """One side alone is at the target."""
    MORE_POINTS = "more_points"
    """Several are at the target, one has more points than the others."""
    CATEGORY_ORDER = "category_order"
    """Equal totals: counted in the order of the categories, one was at the target first."""
    COUNTING_ORDER = "counting_order"
    """Whatever the totals: counted in the order of the categories, one was at the target first."""
    PLAY_ON = "play_on"
    """Several are at the target and nothing separates them: another round."""
    SILENT = "silent"
    """The authority's text does not decide."""


@dataclass(frozen=True)
class Finish:
    """A race after a round: the totals before and after it, its score, and when a side is at the target.

    `reach` is `reach` when the target is enough, `exceed` when it must be passed. `order` names the categories in the
    order in which a round is counted.
    """

    before: Mapping[str, int]
    totals: Mapping[str, int]
    score: RoundScore
    order: Sequence[str]
    target: int
    reach: str = "reach"

    @classmethod
    def after(cls, before: MatchState, score: RoundScore, order: Sequence[str], target: int, reach: str) -> Finish:
        """Add `score` to the state `before` it.

        Adjustments are counted last, as the penalties for wrong captures are in the one order that names any (playjoy).
        """
        counted = (*order, ADJUSTMENT) if any(line.rule == ADJUSTMENT for line in score.lines) else order
        return cls(before.totals, before.totals_with(score), score, counted, target, reach)

    def reaches(self, total: int) -> bool:
        """Whether a side with `total` points is at the target."""
        return total > self.target if self.reach == "exceed" else total >= self.target

    @property
    def at_target(self) -> tuple[str, ...]:
        """The sides at the target."""
        return tuple(side for side, total in self.totals.items() if self.reaches(total))

    @property
    def all_exactly(self) -> bool:
        """Whether all sides at the target have exactly so many points."""
        return all(self.totals[side] == self.target for side in self.at_target)

    def leaders(self, among: Iterable[str]) -> tuple[str, ...]:
        """Those of the sides `among` that have the most points."""
        sides = tuple(among)
        best = max(self.totals[side] for side in sides)
        return tuple(side for side in sides if self.totals[side] == best)

    def reached(self, among: Iterable[str]) -> dict[str, str]:
        """With which category each side got to the target, in a count of the round in `order`."""
        return {side: self._reached(side) for side in among}

    def _reached(self, side: str) -> str:
        """The first category after which `side` is at the target; all points of a category count at once."""
        total = self.before[side]
        if self.reaches(total):
            return BEFORE
        for category in self.order:
            total += sum(line.points for line in self.score.lines if line.side == side and line.rule == category)
            if self.reaches(total):
                return category
        raise ValueError(f"{side} is not at the target")

    def first(self, among: Iterable[str]) -> tuple[str, ...]:
        """Those of the sides `among` that get to the target first in a count of the round."""
        reached = self.reached(among)
        place = {BEFORE: -1, **{category: place for place, category in enumerate(self.order)}}
        earliest = min(place[category] for category in reached.values())
        return tuple(side for side, category in reached.items() if place[category] == earliest)

    def rule(
        self, code: str, authority: str, winners: Iterable[str] = (), reached: Mapping[str, str] | None = None
    ) -> Outcome:
        """An outcome with its ruling: finished when there are winners."""
        won = tuple(winners)
        totals = {side: self.totals[side] for side in self.at_target}
        return Outcome(bool(won), won, (), Ruling(code, authority, won, totals, self.target, self.reach, reached or {}))

    def simple(self, authority: str) -> Outcome | None:
        """The outcome while at most one side is at the target; None when several are."""
        if not self.at_target:
            return Outcome()
        if len(self.at_target) == 1:
            return self.rule(RaceRuling.REACHED_TARGET, authority, self.at_target)
        return None


def more_points(finish: Finish, authority: str) -> Outcome:
    """Several at the target: more points win; equal, another round."""
    leaders = finish.leaders(finish.at_target)
    if len(leaders) == 1:
        return finish.rule(RaceRuling.MORE_POINTS, authority, leaders)
    return finish.rule(RaceRuling.PLAY_ON, authority)


def counting_order(finish: Finish, authority: str) -> Outcome:
    """Several at the target: the round is counted in order and the first wins, even with fewer points.

    First together: more points decide between those, and where these are equal another round does.
    """
    reached = finish.reached(finish.at_target)
    first = finish.first(finish.at_target)
    if len(first) == 1:
        return finish.rule(RaceRuling.COUNTING_ORDER, authority, first, reached)
    leaders = finish.leaders(first)
    if len(leaders) == 1:
        return finish.rule(RaceRuling.MORE_POINTS, authority, leaders, reached)
    return finish.rule(RaceRuling.PLAY_ON, authority, (), reached)


def points_then_order(finish: Finish, authority: str) -> Outcome:
    """Several at the target: more points win; equal totals are counted in order; not separated, they play on."""
    leaders = finish.leaders(finish.at_target)
    if len(leaders) == 1:
        return finish.rule(RaceRuling.MORE_POINTS, authority, leaders)
    reached = finish.reached(leaders)
    first = finish.first(leaders)
    if len(first) == 1:
        return finish.rule(RaceRuling.CATEGORY_ORDER, authority, first, reached)
    return finish.rule(RaceRuling.PLAY_ON, authority, (), reached)


def category_order(finish: Finish, authority: str) -> Outcome:
    """As `points_then_order`, by an authority whose text says only a part of it.

    It is named only where its text says so: for several with exactly the target, one of them first. All else is our
    reading of it, by the authority of the house.
    """
    outcome = points_then_order(finish, authority)
    ruling = outcome.ruling
    if ruling and not (ruling.code == RaceRuling.CATEGORY_ORDER and finish.all_exactly):
        return replace(outcome, ruling=replace(ruling, authority=HOUSE))
    return outcome


def only_exactly(finish: Finish, authority: str) -> Outcome:
    """Several at the target: counted in order if all have exactly so many points; else the text is silent."""
    outcome = category_order(finish, authority)
    if outcome.finished and outcome.ruling and outcome.ruling.authority == authority:
        return outcome
    return silent(finish, authority)


def silent(finish: Finish, authority: str) -> Outcome:
    """Several at the target: the text says nothing."""
    return finish.rule(RaceRuling.SILENT, authority)
