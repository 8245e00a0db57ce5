"""The registry of games.

A new game is one module here and its name in `_NAMES`; CONTRIBUTING.md lists the other steps.
"""

from collections.abc import Mapping
from importlib import import_module

from scoring.adjust import ADJUST
from scoring.adjust import FIELDS as ADJUSTMENT_FIELDS
from scoring.fields import Fields, ListOf, Parts
from scoring.protocol import Game

_NAMES = (
    "scopa",
    "escoba",
    "scarto",
    "scala40",
    "scopinion",
    "briscola",
    "burraco",
    "tressette",
    "chinchon",
)
"""Names of the games in the order offered; module `scoring.scopa` defines the game `SCOPA`, and so on."""


def _whole(game: Game) -> Game:
    """Return the game; raises `TypeError` if it lacks a part of `Game`, such as the fields of its rounds."""
    parts = [part for part in vars(Game) if not part.startswith("_")]
    lacking = [part for part in parts if not hasattr(game, part) or (part == "fields" and not game.fields)]
    if lacking:
        name = getattr(game, "name", type(game).__name__)
        raise TypeError(f"The game {name} does not declare {', '.join(lacking)}.")
    return game


GAMES: Mapping[str, Game] = {name: _whole(getattr(import_module(f"scoring.{name}"), name.upper())) for name in _NAMES}
"""Every game by its name in the contract."""

SHARED_FIELDS: Fields = {ADJUST: ListOf(Parts(ADJUSTMENT_FIELDS))}
"""Fields that a round of every game can have."""


def round_shape(game: Game) -> Parts:
    """The shape of a game's round: its own fields and those that every game has."""
    return Parts({**game.fields, **SHARED_FIELDS})
