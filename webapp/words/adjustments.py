"""Points given or taken for a reason that no card shows, in words: every game can have them."""

from __future__ import annotations

from scoring.lines import Line
from webapp.base.language.i18n import gettext, lazy_gettext

NAME = lazy_gettext("Plus or minus points")
"""As a heading."""
IN_A_COUNT = lazy_gettext("plus or minus points")
WITH = lazy_gettext("with plus points")
"""Inside a sentence that counts the categories in order."""


def adjustment_text(line: Line) -> str:
    """Say whose points they are, how many, and the players' own reason."""
    points = f"+{line.points}" if line.points > 0 else f"−{-line.points}"
    return gettext("%(side)s: %(points)s, as agreed (%(reason)s).", side=line.side, points=points, reason=line.note)


def adjustment_help() -> str:
    """Say what they are for."""
    return gettext("Points for a reason that no card shows: a misdeal, a revoke, an agreed penalty.")
