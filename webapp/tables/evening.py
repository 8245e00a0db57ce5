"""Evenings: matches begun on the same day, which lasts until the small hours."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from webapp.tables.played import Played

ENDS = timedelta(hours=6)
"""A day ends this long after midnight UTC, early in the morning in Europe; phones do not send their time zone."""


def evening_of(when: datetime) -> date:
    """The day on which the evening of this time (UTC) began.

    >>> evening_of(datetime(2026, 11, 23, 1, 30))
    datetime.date(2026, 11, 22)
    """
    return (when - ENDS).date()


def evenings(matches: Iterable[Played]) -> dict[date, list[Played]]:
    """Day -> the matches of that evening in order, latest evening first."""
    found: dict[date, list[Played]] = {}
    for match in sorted(matches, key=lambda each: each.created, reverse=True):
        found.setdefault(evening_of(match.created), []).insert(0, match)
    return found
