"""The registry of games. To add one: CONTRIBUTING.md."""

from collections.abc import Mapping

from scoring.cards import Deck
from webapp.games.adjusting import adjust_entry
from webapp.games.briscola import GAME as BRISCOLA
from webapp.games.burraco import GAME as BURRACO
from webapp.games.chinchon import GAME as CHINCHON
from webapp.games.escoba import GAME as ESCOBA
from webapp.games.game import Game
from webapp.games.layout import DraftView, Layout
from webapp.games.protocols import Entry, MatchView
from webapp.games.scala40 import GAME as SCALA40
from webapp.games.scarto import GAME as SCARTO
from webapp.games.scopa import GAME as SCOPA
from webapp.games.scopinion import GAME as SCOPINION
from webapp.games.tressette import GAME as TRESSETTE
from webapp.games.way import CardWay, Way

__all__ = ["GAMES", "CardWay", "Game", "Way", "deck_of", "game_of", "layout_of", "round_entry"]


GAMES: Mapping[str, Game] = {
    game.name: game for game in (SCOPA, ESCOBA, SCARTO, SCALA40, SCOPINION, BRISCOLA, BURRACO, TRESSETTE, CHINCHON)
}
"""Every game by its name in the contract, in the order in which games are offered."""


def game_of(match: MatchView) -> Game:
    """The declaration of the match's game."""
    return GAMES[match.game]


def layout_of(match: MatchView, fields: Entry | None = None) -> Layout:
    """The layout of a round's cards, for these `fields` of a draft."""
    return game_of(match).layout(match, fields or {})


def deck_of(match: MatchView, fields: Entry | None = None) -> Deck:
    """The deck of a round."""
    return game_of(match).deck(match, fields or {})


def round_entry(draft: DraftView, match: MatchView, method: str | None = None) -> Entry:
    """The contract's JSON of the round in `draft` by `method`, by default the last way it was entered."""
    entry = game_of(match).way(method or draft.method).round_entry(draft, match)
    return entry | adjust_entry(draft.rows)
