"""Tressette: the application's declaration of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from scoring.cardpoints import CARD_POINTS
from scoring.cards import ITALIAN
from scoring.tressette import ACCUSI_OUT_OF_RANGE, ACCUSI_POINTS, Rule, thirds
from webapp.base.language.i18n import gettext, ngettext
from webapp.games.counting import CardSum, Count, Tally, card_count
from webapp.games.finish import FinishForm, number_in, numbers, side_at
from webapp.games.game import Game
from webapp.games.protocols import Entry, EntryView
from webapp.games.tressette import words
from webapp.games.tressette.questions import QUESTIONS
from webapp.games.tressette.screens import TressettePiles, TressettePoints

THIRDS = CardSum({card.code: thirds([card]) for card in ITALIAN.cards if thirds([card])})
"""The sum of a pile, in thirds of a point."""


class TressetteFinishForm(FinishForm):
    """A finish of Tressette: totals before, and the card points and declarations of the last round."""

    def worth(self, rule: str) -> range:
        """Several of a kind are entered together."""
        return range(3, 13)

    def last_round(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Entry:
        """The last round as entered."""
        points = dict.fromkeys(sides, 0)
        for rule, seat in entry["awards"].items():
            if (side := side_at(seat, sides)) is not None:
                points[side] += number_in(entry["worth"].get(rule, "")) or 0
        return {CARD_POINTS: numbers(entry["now"], sides), ACCUSI_POINTS: points}


class Tressette(Game):
    """Piles with the last trick, or the points that the players counted; and declarations (accusi)."""

    name = "tressette"
    words = words
    ways = (TressettePiles(), TressettePoints())
    prominent = ("target", "players", "accusi")
    sensible: Mapping[str, tuple[int, int]] = {"target": (1, 101)}
    team_sizes: Mapping[int, int] = {2: 2}
    first_deck = "napoletane"
    asked_about = (ACCUSI_OUT_OF_RANGE,)
    questions = QUESTIONS
    finish = TressetteFinishForm(options=("target", "end"), rare=(Rule.NAPOLETANA, Rule.BUONGIOCO))
    tallies = (Tally(Rule.NAPOLETANA), Tally(Rule.BUONGIOCO), Tally(Rule.LAST_TRICK))

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """The cards of a pile and their value."""
        cards = screen.cards(side)
        worth = THIRDS.of(cards)
        return [
            card_count(cards),
            Count("thirds", gettext("thirds"), THIRDS, worth, ngettext("third", "thirds", worth)),
        ]


GAME = Tressette()
