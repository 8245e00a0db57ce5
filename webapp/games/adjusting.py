"""Adjustments (points given or taken for other reasons than cards) in a draft: its `rows`, by id.

A draft has a row for each, which may be unfinished: `side` and `points` may be None, `reason` empty. `minus` is the
sign of the points. In the contract the points have their sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.adjust import ADJUST


@dataclass(frozen=True)
class Row:
    """One adjustment as far as it is entered; `points` without the sign."""

    side: str | None = None
    minus: bool = False
    points: int | None = None
    reason: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the row is complete."""
        return self.side is not None and bool(self.points) and bool(self.reason)

    def as_draft(self) -> dict[str, Any]:
        """The row as a draft keeps it."""
        return {"side": self.side, "minus": self.minus, "points": self.points, "reason": self.reason}


def rows_of(fields: Mapping[str, Any]) -> list[Row]:
    """The rows of a draft, including a draft that corrects a counted round and has them in the contract's format."""
    return [
        Row(
            row.get("side"),
            bool(row.get("minus", (row.get("points") or 0) < 0)),
            None if row.get("points") is None else abs(row["points"]),
            row.get("reason") or "",
        )
        for row in fields.get(ADJUST) or ()
    ]


def adjust_entry(rows: Mapping[str, Any]) -> dict[str, Any]:
    """The contract's `adjust` from the rows of a draft, empty if no row is complete.

    >>> adjust_entry({"r": {"side": "Anna", "minus": True, "points": 2, "reason": "misdeal"}})
    {'adjust': [{'side': 'Anna', 'points': -2, 'reason': 'misdeal'}]}
    """
    whole = [
        {"side": row.side, "points": -row.points if row.minus else row.points, "reason": row.reason}
        for row in rows_of({ADJUST: rows.values()})
        if row.is_whole and row.points is not None
    ]
    return {ADJUST: whole} if whole else {}
