"""Adjustments (points for other reasons than cards) in a draft: its `rows`, by id.

A row may be incomplete: `side` and `points` may be None, `reason` empty. `minus` is the sign of the points; in the
contract the points are signed.
"""

from collections.abc import Mapping
from typing import Any

from scoring.adjust import ADJUST


def adjust_rows(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The rows of a draft made from a counted round; their ids are their positions.

    >>> adjust_rows({"adjust": [{"side": "Anna", "points": -2, "reason": "misdeal"}]})
    {'0': {'side': 'Anna', 'minus': True, 'points': 2, 'reason': 'misdeal'}}
    """
    return {
        str(place): {
            "side": given["side"],
            "minus": given["points"] < 0,
            "points": abs(given["points"]),
            "reason": given["reason"],
        }
        for place, given in enumerate(entry.get(ADJUST) or ())
    }


def adjust_entry(rows: Mapping[str, Any]) -> dict[str, Any]:
    """The contract's `adjust` from the rows of a draft, empty if no row is complete.

    >>> adjust_entry({"r": {"side": "Anna", "minus": True, "points": 2, "reason": "misdeal"}})
    {'adjust': [{'side': 'Anna', 'points': -2, 'reason': 'misdeal'}]}
    """
    whole = [
        {"side": row["side"], "points": -row["points"] if row["minus"] else row["points"], "reason": row["reason"]}
        for row in rows.values()
        if row["side"] and row["points"] and row["reason"]
    ]
    return {ADJUST: whole} if whole else {}
