"""Penalty games in which the last side in wins: common parts of their boards and rounds."""

from collections.abc import Collection, Sequence

from scoring.elimination import came_back
from webapp.base.language.i18n import gettext
from webapp.games.game import Afterwards, Game
from webapp.games.last_in.ways import LeftWay
from webapp.games.protocols import BoardView, Entry

DANGER_FROM = 0.8
"""Share of the limit from which a side is shown in danger: an ordinary hand can put it out."""


class LastInGame(Game):
    """A game to a limit of penalties; the options `limit` and `out_at` decide who is out."""

    prominent = ("limit",)
    plus_is_bad = True
    holds_hands = True
    progress = "last_in/limit.html"
    below_total = "last_in/left.html"
    receipt_by = "side"

    def without(self, entry: Entry, out: Collection[str]) -> Entry:
        """Sides that are out hold no cards; a closer among them raises a question."""
        left: Entry = {}
        for field in ("hands", "penalties"):
            if field in entry:
                left[field] = {side: held for side, held in entry[field].items() if side not in out}
        return entry | left

    @property
    def line_template(self) -> str:
        """The template of a row of the receipt, the same for all these games."""
        return "last_in/line.html"

    def leaders(self, board: BoardView) -> tuple[str, ...]:
        """The sides with the lowest total of those still in, once a round is counted."""
        totals = {side: total for side, total in board.score.totals.items() if side not in board.score.out}
        if not board.score.rounds or not totals:
            return ()
        return tuple(side for side, total in totals.items() if total == min(totals.values()))

    def afterwards(self, board: BoardView) -> Sequence[Afterwards]:
        """Sides that the last round put out may come back, where that is played."""
        score, totals = board.score, board.score.totals
        if not score.rounds or score.finished or board.parsed.options.rejoin == "none":
            return ()
        last, rule = score.rounds[-1], next(way.back for way in self.ways if isinstance(way, LeftWay))
        played = {line.side for line in last.lines} - came_back(score.rounds, rule)
        fallen = [side for side in score.out if side in played]
        back = [line.side for line in last.lines if line.rule == rule]
        highest = max(total for side, total in totals.items() if side not in score.out)
        return [
            Afterwards(
                gettext("Back in: %(side)s, with %(total)s", side=side, total=highest), {"rejoin": [*back, side]}
            )
            for side in fallen
        ]

    def danger(self, board: BoardView) -> int:
        """The total from which a side is shown in danger."""
        limit: int = board.parsed.options.limit
        return round(limit * DANGER_FROM)

    def short_of(self, board: BoardView, side: str) -> int:
        """The number of points that put the side out."""
        options = board.parsed.options
        least: int = options.limit + (options.out_at == "exceed")
        return max(0, least - board.score.totals[side])
