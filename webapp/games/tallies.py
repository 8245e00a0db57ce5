"""What sides are compared in over many rounds and matches: a game declares it once, statistics add it up."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.lines import Line, Reason
from webapp.base.language.i18n import LazyProxy


@dataclass(frozen=True)
class Tally:
    """How often a side got the lines of `rule`; with `adds` their points are added up: several sweeps are one line.

    With `reason` only lines that have it count, whatever their points. `name` is the rule's own, unless it is given.
    """

    rule: str
    adds: bool = False
    reason: Reason | None = None
    name: LazyProxy | None = None

    def of(self, line: Line) -> int:
        """What a line of `rule` adds for its side."""
        if self.reason is not None:
            return int(line.reason is self.reason)
        return line.points if self.adds else int(line.points > 0)
