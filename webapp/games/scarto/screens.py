"""The two ways of entering a round of Scarto: three piles of seventy-eight cards, or the card points counted."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.scarto import ALL_POINTS, CARD_POINTS, PileCount, count_pile
from webapp.games.protocols import EntryView
from webapp.games.ways import PilesWay, PointsWay


class ScartoPiles(PilesWay):
    """The three piles; the Fool is in the pile of the player who held it."""

    fields = "scarto/piles.html"

    def piles_counted(self, screen: EntryView) -> Mapping[str, PileCount]:
        """Every entered pile, counted so far."""
        top_trump = screen.options.top_trump
        return {
            pile.side: count_pile(screen.cards(pile.side), top_trump) for pile in screen.piles if pile.source != "open"
        }

    def worth(self, screen: EntryView) -> Mapping[str, int]:
        """The card points of every entered pile so far."""
        return {side: count.points for side, count in self.piles_counted(screen).items()}


class ScartoPoints(PointsWay):
    """The card points of each player; together they make 78."""

    rule = CARD_POINTS
    together = ALL_POINTS
    check = "scarto/check.html"
