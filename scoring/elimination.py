"""Matches from which sides drop out: who is at the limit, and who stays in whatever the totals."""

from __future__ import annotations

from collections.abc import Collection

from scoring.lines import MatchState, RoundScore


def is_out(total: int, limit: int, out_at: str) -> bool:
    """Whether a side with `total` penalty points is out: at the limit, or past it under `exceed`."""
    return total > limit if out_at == "exceed" else total >= limit


def out_after(
    before: MatchState, score: RoundScore, limit: int, out_at: str, *, closer: str | None, back: Collection[str]
) -> tuple[str, ...]:
    """Who is out once `score` is added: who was and is not `back`, and who is at the limit now.

    Only an adjustment brings a `closer` to the limit, for closing costs nothing. It puts the closer out while another
    side is in: someone is always in (rules.md, section 4).
    """
    totals = before.totals_with(score)
    gone = set(before.outcome.out).difference(back)
    out = tuple(side for side, total in totals.items() if side in gone or is_out(total, limit, out_at))
    if len(out) == len(totals) and closer not in gone:
        return tuple(side for side in out if side != closer)
    return out
