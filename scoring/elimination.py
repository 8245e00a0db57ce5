"""Matches from which sides drop out: who is at the limit, who stays in whatever the totals, and who comes back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from scoring.lines import Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.race import RaceRuling

LAST_STANDING = "last_standing"
"""A ruling: all the others are out."""


def is_out(total: int, limit: int, out_at: str) -> bool:
    """Whether a side with `total` penalty points is out: at the limit, or above it under `exceed`."""
    return total > limit if out_at == "exceed" else total >= limit


def out_after(
    before: MatchState, score: RoundScore, limit: int, out_at: str, *, closer: str | None, back: Collection[str]
) -> tuple[str, ...]:
    """The sides that are out after `score`: those out before and not `back`, and those now at the limit.

    Closing costs nothing, so only an adjustment brings a `closer` to the limit. It puts the closer out unless all
    others are out: someone always stays in (rules.md, section 4).
    """
    totals = before.totals_with(score)
    gone = set(before.outcome.out).difference(back)
    out = tuple(side for side, total in totals.items() if side in gone or is_out(total, limit, out_at))
    if len(out) == len(totals) and closer not in gone:
        return tuple(side for side in out if side != closer)
    return out


def last_in(
    authority: str, totals: Mapping[str, int], out: tuple[str, ...], limit: int, out_at: str, *, verdict: bool = False
) -> Outcome:
    """The last one in wins; with nobody left the rules are silent. A `verdict` rules that play goes on, too."""
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
