"""Scopinion: the application's declaration of the game."""

from __future__ import annotations

from scoring.scopinion import IMPOSSIBLE_COUNTS, Rule
from webapp.games.counting import Tally
from webapp.games.game import Game
from webapp.games.scopinion import words
from webapp.games.scopinion.screens import Counters


class Scopinion(Game):
    """The match is one round: every side's count in the vault, the display and the deck."""

    name = "scopinion"
    words = words
    ways = (Counters(),)
    prominent = ("expert",)
    asked_about = (IMPOSSIBLE_COUNTS,)
    first_deck = "scopinion"
    has_dealer = False
    progress = "scopinion/board.html"
    below_total = "scopinion/below.html"
    receipt_by = "side"
    tallies = tuple(Tally(rule, each=1) for rule in (Rule.VAULT, Rule.DISPLAY, Rule.STACK_BONUS))


GAME = Scopinion()
