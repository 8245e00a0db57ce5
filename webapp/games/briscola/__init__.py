"""Briscola: the application's declaration of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.briscola import POINTS, deck_without, points
from scoring.cards import ITALIAN, Deck
from scoring.lines import RoundScore
from webapp.base.language.i18n import lazy_gettext
from webapp.games.briscola import words
from webapp.games.briscola.screens import BriscolaPiles, BriscolaPoints, removed_two
from webapp.games.counting import CardSum, Count, Tally, card_count, points_count
from webapp.games.game import Finish, Game
from webapp.games.protocols import EntryView, MatchView

WORTH = CardSum({card.code: points([card]) for card in ITALIAN.cards if points([card])})
"""The value of a pile."""


class Briscola(Game):
    """Piles of 120 points, or the points that the players counted; the side with more of them wins the round."""

    name = "briscola"
    words = words
    ways = (BriscolaPiles(), BriscolaPoints())
    sensible: Mapping[str, tuple[int, int]] = {"target": (1, 21)}
    team_sizes: Mapping[int, int] = {2: 2}
    first_deck = "napoletane"
    finish = Finish(("target",), lazy_gettext("Rounds won before"))
    tallies = (Tally(POINTS, name=lazy_gettext("Rounds won")),)

    def headline_numbers(self, score: RoundScore) -> Mapping[str, int]:
        """The card points: the round itself is only one point or none."""
        (line,) = (line for line in score.lines if line.rule == POINTS)
        return {side: count for side, count in line.counts.items() if isinstance(count, int)}

    def deck(self, match: MatchView, fields: Mapping[str, Any]) -> Deck:
        """The forty cards; with three sides, without the removed two."""
        return deck_without(removed_two(match, fields))

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """The number of cards in a pile, and their value."""
        cards = screen.cards(side)
        return [card_count(cards), points_count(WORTH, cards)]


GAME = Briscola()
