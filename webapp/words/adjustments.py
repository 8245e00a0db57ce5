"""Texts for adjustments: points given or taken for a reason that no card shows, in every game."""

from __future__ import annotations

from scoring.lines import Line
from webapp.base.language.i18n import gettext, lazy_gettext

NAME = lazy_gettext("plus or minus points")
WITH = lazy_gettext("with plus points")
"""The names inside a sentence."""


def adjustment_text(line: Line) -> str:
    """The side, its points and the players' own reason."""
    points = f"+{line.points}" if line.points > 0 else f"−{-line.points}"
    return gettext("%(side)s: %(points)s, as agreed (%(reason)s).", side=line.side, points=points, reason=line.note)


def adjustment_help() -> str:
    """The explanation of adjustments."""
    return gettext("Points for a reason that no card shows: a misdeal, a revoke, an agreed penalty.")
