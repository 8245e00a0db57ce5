"""Numbers for comparing sides over many rounds and matches: a game declares them, statistics add them up."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.lines import Line, Reason
from webapp.base.language.i18n import LazyProxy


@dataclass(frozen=True)
class Tally:
    """How often a side got lines of `rule`. `adds`: their points are added up, because several sweeps are one line.

    `reason`: only lines with it count, whatever their points. `name`: the rule's own by default.
    """

    rule: str
    adds: bool = False
    reason: Reason | None = None
    name: LazyProxy | None = None

    def of(self, line: Line) -> int:
        """The amount that a line of `rule` adds for its side."""
        if self.reason is not None:
            return int(line.reason is self.reason)
        return line.points if self.adds else int(line.points > 0)
