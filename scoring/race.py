"""The end of a race to a target: which sides are at the target, and which of several wins.

A side alone at the target wins; all authorities agree. For several sides each authority has its own rule (rules.md,
"End of the match" and section 7). Each rule is a function from a `Finish` to an `Outcome`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from scoring.lines import ADJUSTMENT, MatchState, Outcome, RoundScore, Ruling
from scoring.problems import Problem, no_rounds

HOUSE = "house"
"""The authority for what the players agreed on, or for our own reading of a text."""
BEFORE = "before"
"""In a count by category: the side was at the target before the round."""


class RaceRuling(StrEnum):
    """The rulings at the end of a race."""

    REACHED_TARGET = "reached_target"
    """Only one side is at the target."""
    MORE_POINTS = "more_points"
    """Several sides are at the target; one has more points than the others."""
    CATEGORY_ORDER = "category_order"
    """Equal totals: counted in the order of the categories, one side was at the target first."""
    COUNTING_ORDER = "counting_order"
    """Regardless of totals: counted in the order of the categories, one side was at the target first."""
    PLAY_ON = "play_on"
    """Several sides are at the target and nothing separates them: another round is played."""
    SILENT = "silent"
    """The authority's text does not decide."""


@dataclass(frozen=True)
class Finish:
    """A race after a round: totals before and after, the round's score, and the target.

    `reach` is `reach` if the target is enough, `exceed` if it must be passed. `order` lists the categories in counting
    order.
    """

    before: Mapping[str, int]
    totals: Mapping[str, int]
    score: RoundScore
    order: Sequence[str]
    target: int
    reach: str = "reach"

    def reaches(self, total: int) -> bool:
        """Whether a side with `total` points is at the target."""
        return total > self.target if self.reach == "exceed" else total >= self.target

    @property
    def at_target(self) -> tuple[str, ...]:
        """The sides at the target."""
        return tuple(side for side, total in self.totals.items() if self.reaches(total))

    @property
    def all_exactly(self) -> bool:
        """Whether all sides at the target have exactly the target."""
        return all(self.totals[side] == self.target for side in self.at_target)

    def leaders(self, among: Iterable[str]) -> tuple[str, ...]:
        """The sides of `among` with the most points."""
        sides = tuple(among)
        best = max(self.totals[side] for side in sides)
        return tuple(side for side in sides if self.totals[side] == best)

    def reached(self, among: Iterable[str]) -> dict[str, str]:
        """Side -> the category that brought it to the target, in a count of the round in `order`."""
        return {side: self._reached(side) for side in among}

    def _reached(self, side: str) -> str:
        """The first category after which `side` is at the target; all points of a category count together."""
        total = self.before[side]
        if self.reaches(total):
            return BEFORE
        for category in self.order:
            total += sum(line.points for line in self.score.lines if line.side == side and line.rule == category)
            if self.reaches(total):
                return category
        raise ValueError(f"{side} is not at the target")

    def first(self, among: Iterable[str]) -> tuple[str, ...]:
        """The sides of `among` that reach the target first in a count of the round."""
        reached = self.reached(among)
        place = {BEFORE: -1, **{category: place for place, category in enumerate(self.order)}}
        earliest = min(place[category] for category in reached.values())
        return tuple(side for side, category in reached.items() if place[category] == earliest)

    def rule(
        self, code: str, authority: str, winners: Iterable[str] = (), reached: Mapping[str, str] | None = None
    ) -> Outcome:
        """An outcome with its ruling; it is finished if there are winners."""
        won = tuple(winners)
        totals = {side: self.totals[side] for side in self.at_target}
        return Outcome(bool(won), won, (), Ruling(code, authority, won, totals, self.target, self.reach, reached or {}))

    def simple(self, authority: str) -> Outcome | None:
        """The outcome while at most one side is at the target; None for several."""
        if not self.at_target:
            return Outcome()
        if len(self.at_target) == 1:
            return self.rule(RaceRuling.REACHED_TARGET, authority, self.at_target)
        return None


def more_points(finish: Finish, authority: str) -> Outcome:
    """Several sides at the target: most points win; if equal, another round is played."""
    leaders = finish.leaders(finish.at_target)
    if len(leaders) == 1:
        return finish.rule(RaceRuling.MORE_POINTS, authority, leaders)
    return finish.rule(RaceRuling.PLAY_ON, authority)


def counting_order(finish: Finish, authority: str) -> Outcome:
    """Several sides at the target: the round is counted in order and the first wins, even with fewer points.

    If several are first together, most points decide; if equal, another round is played.
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
    """Several sides at the target: most points win; equal totals are counted in order; if still tied, they play on."""
    leaders = finish.leaders(finish.at_target)
    if len(leaders) == 1:
        return finish.rule(RaceRuling.MORE_POINTS, authority, leaders)
    reached = finish.reached(leaders)
    first = finish.first(leaders)
    if len(first) == 1:
        return finish.rule(RaceRuling.CATEGORY_ORDER, authority, first, reached)
    return finish.rule(RaceRuling.PLAY_ON, authority, (), reached)


def category_order(finish: Finish, authority: str) -> Outcome:
    """The rule of `points_then_order`, by an authority whose text covers only a part of it.

    The authority is named only for that part: several sides exactly at the target, one of them first. The rest is our
    own reading, by the authority `house`.
    """
    outcome = points_then_order(finish, authority)
    ruling = outcome.ruling
    if ruling and not (ruling.code == RaceRuling.CATEGORY_ORDER and finish.all_exactly):
        return replace(outcome, ruling=replace(ruling, authority=HOUSE))
    return outcome


def only_exactly(finish: Finish, authority: str) -> Outcome:
    """Several sides at the target: counted in order if all have exactly the target; otherwise the text is silent."""
    outcome = category_order(finish, authority)
    if outcome.finished and outcome.ruling and outcome.ruling.authority == authority:
        return outcome
    return silent(finish, authority)


def silent(finish: Finish, authority: str) -> Outcome:
    """Several sides at the target: the text says nothing."""
    return finish.rule(RaceRuling.SILENT, authority)


def more_points_or_silent(finish: Finish, authority: str) -> Outcome:
    """Several sides at the target: most points win; if equal, the text says nothing."""
    outcome = more_points(finish, authority)
    return outcome if outcome.finished else silent(finish, authority)


Decides = Callable[[Finish, str], Outcome]
"""A rule for several sides at the target, by an authority."""
Authorities = Mapping[str, Decides]
Ends = Mapping[str, tuple[Decides, str]]


def or_house(said: Decides, agreed: Decides) -> Decides:
    """The rule of a text that does not always decide; where it is silent, the house has one."""

    def decide(finish: Finish, authority: str) -> Outcome:
        outcome = said(finish, authority)
        return outcome if outcome.finished else agreed(finish, HOUSE)

    return decide


class Race:
    """A game to the option `target`: how a match ends, for `scoring.protocol.Game`.

    `by_authority`: the rule of each authority; the first also rules on a side alone. `ends`: value of the option `end`
    -> the rule that decides in a match, and its authority; without the option the first authority's, then most points.
    `asks_first`: authorities under which the first side to claim the target wins, so that totals decide nothing.
    """

    rules: tuple[str, ...]
    by_authority: Authorities
    ends: Ends = MappingProxyType({})
    asks_first: tuple[str, ...] = ()

    @property
    def authorities(self) -> tuple[str, ...]:
        """The authorities that the referee asks about the end of a match."""
        return tuple(self.by_authority)

    def finish(self, options: Any, before: MatchState, score: RoundScore) -> Finish:
        """The race after a round.

        Adjustments are counted last, like the penalties for wrong captures in the only order that lists any (playjoy).
        """
        order, reach = getattr(options, "categories", self.rules), getattr(options, "reach", "reach")
        if any(line.rule == ADJUSTMENT for line in score.lines):
            order = (*order, ADJUSTMENT)
        return Finish(before.totals, before.totals_with(score), score, order, options.target, reach)

    def at_once(self, finish: Finish, options: Any, authority: str) -> Outcome | None:
        """The end of the match by something that wins whatever the totals; `HOUSE` asks for the match's own options."""
        return None

    def outcome(self, options: Any, before: MatchState, score: RoundScore) -> Outcome:
        """Decide by the option `end` between several sides at the target; that it must be passed is a house rule."""
        finish = self.finish(options, before, score)
        first = self.authorities[0]
        usual = or_house(self.by_authority[first], more_points), first
        several, authority = self.ends.get(getattr(options, "end", ""), usual)
        alone = first if finish.reach == "reach" else HOUSE
        return self.at_once(finish, options, HOUSE) or finish.simple(alone) or several(finish, authority)

    def verdict(self, authority: str, options: Any, before: MatchState, score: RoundScore) -> Outcome:
        """Decide by the rule of one authority, whatever the option `end`."""
        finish = self.finish(options, before, score)
        decided = None if authority in self.asks_first and finish.at_target else finish.simple(authority)
        return self.at_once(finish, options, authority) or decided or self.by_authority[authority](finish, authority)

    def doubt(self, options: Any, totals: Mapping[str, int]) -> Problem | None:
        """No round takes points."""
        return no_rounds(side for side, total in totals.items() if total < 0)
