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

    "The closer never goes out, so someone is always in" (rules.md, section 4): not by points that no card shows either.
    Who is back was brought level with a side that is in, and is in as long as that one is.
    """
    totals = before.totals_with(score)
    gone = set(before.outcome.out).difference(back)
    spared = {closer} - gone
    spared |= {side for side in back if closer in spared and closer in totals and totals[side] <= totals[closer]}
    return tuple(
        side for side, total in totals.items() if side in gone or (side not in spared and is_out(total, limit, out_at))
    )
