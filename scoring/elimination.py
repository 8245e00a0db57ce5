"""Matches from which sides drop out: who is at the limit, who stays in whatever the totals, and who comes back."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.lines import Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.problems import Report
from scoring.race import RaceRuling

LAST_STANDING = "last_standing"
"""A ruling: all the others are out."""


def is_out(total: int, limit: int, out_at: str) -> bool:
    """Whether a side with `total` penalty points is out: at the limit, or above it under `exceed`."""
    return total > limit if out_at == "exceed" else total >= limit


class LastIn:
    """A game to the option `limit`, which the last side in wins, for `scoring.protocol.Game`.

    `limits`: authority -> whether a side is out at the limit or past it. `back`: the rule of the line with which a side
    comes back. `reading`: reads a round for (game, entry, options, state, report).
    """

    limits: Mapping[str, str]
    back: str
    reading: Callable[..., Any]

    @property
    def authorities(self) -> tuple[str, ...]:
        """The authorities that the referee asks about the end of a match."""
        return tuple(self.limits)

    def count(self, played: Any, options: Any, state: MatchState) -> RoundScore:
        """A round without the lines of the sides that come back."""
        raise NotImplementedError

    def closer(self, score: RoundScore) -> str | None:
        """The side that a round cannot put out, since it closed; None where closing can cost points."""
        return None

    def read(self, entry: Mapping[str, object], options: Any, state: MatchState, report: Report) -> Any:
        """Read one round; report everything wrong with it."""
        return self.reading(self, entry, options, state, report).read()

    def score(self, played: Any, options: Any, state: MatchState) -> RoundScore:
        """The lines of a round, then those of the sides that come back."""
        counted = self.count(played, options, state)
        out = self.out_after(state, counted, options.limit, options.out_at)
        return replace(counted, lines=(*counted.lines, *back_in(self.back, played.rejoin, state, counted, out)))

    def out_after(self, before: MatchState, score: RoundScore, limit: int, out_at: str) -> tuple[str, ...]:
        """The sides that are out after `score`: those out before and not back, and those now at the limit.

        Only an adjustment brings a `closer` to the limit. It puts the closer out unless all others are out: someone
        always stays in (rules.md, section 4).
        """
        totals, closer = before.totals_with(score), self.closer(score)
        gone = set(before.outcome.out) - came_back([score], self.back)
        out = tuple(side for side, total in totals.items() if side in gone or is_out(total, limit, out_at))
        if len(out) == len(totals) and closer not in gone:
            return tuple(side for side in out if side != closer)
        return out

    def outcome(self, options: Any, before: MatchState, score: RoundScore) -> Outcome:
        """The outcome under the house rules, by the first authority that has the same limit."""
        authority = next(name for name, out_at in self.limits.items() if out_at == options.out_at)
        return self.ended(authority, options, before, score)

    def verdict(self, authority: str, options: Any, before: MatchState, score: RoundScore) -> Outcome:
        """The outcome by the rule of one authority, whatever the option `out_at`."""
        return self.ended(authority, options, before, score, verdict=True)

    def ended(
        self, authority: str, options: Any, before: MatchState, score: RoundScore, *, verdict: bool = False
    ) -> Outcome:
        """The last one in wins; with nobody left the rules are silent. A `verdict` rules that play goes on, too.

        Nobody is left where the points given say so, or where an authority had sent the closer out before.
        """
        totals, limit, out_at = before.totals_with(score), options.limit, self.limits[authority]
        out = self.out_after(before, score, limit, out_at)
        left = tuple(side for side in totals if side not in out)
        if len(left) > 1 and not verdict:
            return Outcome(out=out)
        code = RaceRuling.PLAY_ON if len(left) > 1 else LAST_STANDING if left else RaceRuling.SILENT
        winners = left if len(left) == 1 else ()
        return Outcome(bool(winners), winners, out, Ruling(code, authority, winners, totals, limit, out_at, out=out))


def back_in(
    rule: str, sides: Collection[str], before: MatchState, counted: RoundScore, out: Collection[str]
) -> list[Line]:
    """The lines that bring `sides` back to the highest total of those still in; none once the match is over.

    `out`: who is out once `counted` is added, the round without these lines.
    """
    totals = before.totals_with(counted)
    still_in = [side for side in totals if side not in out]
    if before.outcome.finished or not still_in:
        return []
    highest = max(totals[side] for side in still_in)
    return [
        Line(
            rule,
            side,
            highest - totals[side],
            Reason.ENTERED,
            {other: totals[other] for other in totals if other == side or other in still_in},
        )
        for side in sides
    ]


def came_back(rounds: Iterable[RoundScore], rule: str) -> set[str]:
    """The sides that have come back in one of `rounds`, with a line of `rule`."""
    return {line.side for score in rounds for line in score.lines if line.rule == rule and line.side is not None}
