"""Tressette: the application's declaration of the game."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.cards import ITALIAN
from scoring.tressette import ACCUSI_OUT_OF_RANGE, Rule, thirds
from webapp.base.language.i18n import gettext, ngettext
from webapp.games.counting import CardSum, Count, Tally, card_count
from webapp.games.game import Finish, Game
from webapp.games.protocols import EntryView
from webapp.games.tressette import words
from webapp.games.tressette.questions import QUESTIONS
from webapp.games.tressette.screens import TressettePiles, TressettePoints

THIRDS = CardSum({card.code: thirds([card]) for card in ITALIAN.cards if thirds([card])})
"""The sum of a pile, in thirds of a point."""


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
    finish = Finish(("target", "end"))
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
