"""Matches in which sides drop out: decides who is out of the match."""

from __future__ import annotations

from collections.abc import Collection

from scoring.lines import MatchState, RoundScore


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
