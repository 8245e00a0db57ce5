"""The registry of games.

A new game is one module here and its name in `_NAMES`; CONTRIBUTING.md lists the other steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from scoring.adjust import ADJUST
from scoring.adjust import FIELDS as ADJUSTMENT_FIELDS
from scoring.fields import Fields, ListOf, Parts
from scoring.fifteen import FifteenWarning
from scoring.fishing import IMPOSSIBLE_AWARDS, IMPOSSIBLE_SWEEPS
from scoring.lines import ADJUSTMENT, MatchState
from scoring.piles import SINGLE_CARD_PILE
from scoring.problems import Code, Report
from scoring.protocol import Game, SeveralDecks, lacking

__all__ = [
    "GAMES",
    "SHARED_CODES",
    "SHARED_FIELDS",
    "SHARED_RULES",
    "Game",
    "IncompleteGame",
    "SeveralDecks",
    "lacking",
    "registry",
    "round_shape",
]

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

SHARED_CODES = frozenset(
    str(code) for code in (*Code, *FifteenWarning, IMPOSSIBLE_SWEEPS, IMPOSSIBLE_AWARDS, SINGLE_CARD_PILE)
)
"""Codes of errors and warnings that several games share with the same meaning."""
SHARED_RULES = (ADJUSTMENT,)
"""Rule ids of lines that every game can have."""
SHARED_FIELDS: Fields = {ADJUST: ListOf(Parts(ADJUSTMENT_FIELDS))}
"""Fields that a round of every game can have."""


class IncompleteGame(TypeError):
    """A game lacks a declaration, or declares something another game has; the message lists everything."""


def registry(games: Iterable[Game]) -> dict[str, Game]:
    """Return the games by name; raises `IncompleteGame` if one is incomplete or two conflict.

    Rule ids and codes select sentences, so two games may not use the same one for different things.
    """
    listed = list(games)
    wrong = [sentence for game in listed for sentence in lacking(game)]
    if not wrong:
        named = Counter(game.name for game in listed)
        wrong += [f"Two games are called {name}." for name, number in named.items() if number > 1]
        wrong += _taken("rule id", {"every game": SHARED_RULES, **{game.name: game.rules for game in listed}})
        wrong += _taken("code", {"every game": SHARED_CODES, **{game.name: game.codes for game in listed}})
        wrong += [
            f"The game {game.name} reads the field `{field}` and does not declare it (`fields`)."
            for game in listed
            for field in _read_fields(game)
            if field not in game.fields
        ]
        wrong += [
            f"The game {game.name} declares the field `{field}`, which every game has (`fields`)."
            for game in listed
            for field in SHARED_FIELDS
            if field in game.fields
        ]
    if wrong:
        raise IncompleteGame(" ".join(wrong))
    return {game.name: game for game in listed}


def _taken(kind: str, declared: Mapping[str, Iterable[str]]) -> list[str]:
    """Report names that are declared twice, a sentence each."""
    owners: dict[str, list[str]] = {}
    for owner, names in declared.items():
        for name in names:
            owners.setdefault(str(name), []).append(owner)
    return [f"The {kind} {name} is declared by {' and '.join(by)}." for name, by in owners.items() if len(by) > 1]


class _Watched(dict[str, object]):
    """A round without entries that records the fields looked up in it, as `asked`."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[str, None] = {}

    def get(self, key: str, default: Any = None, /) -> Any:
        self.asked[key] = None
        return default

    def __contains__(self, key: object) -> bool:
        self.asked[str(key)] = None
        return False


def _read_fields(game: Game) -> Iterable[str]:
    """The fields that a game looks up in an empty round, for each number of sides."""
    entry = _Watched()
    for seats in game.seats:
        state = MatchState.start(tuple(str(seat) for seat in range(seats)))
        game.read(entry, game.options(), state, Report(0))
    return entry.asked


def round_shape(game: Game) -> Parts:
    """The shape of a game's round: its own fields and those that every game has."""
    return Parts({**game.fields, **SHARED_FIELDS})


def _load(name: str) -> Game:
    """Import the game from the module of its name; raises `IncompleteGame` if that is not possible."""
    try:
        module = import_module(f"scoring.{name}")
    except ModuleNotFoundError as missing:
        if missing.name != f"scoring.{name}":
            raise
        raise IncompleteGame(f"The game {name} has no module: scoring/{name}.py is missing.") from None
    game: Game | None = getattr(module, name.upper(), None)
    if game is None or getattr(game, "name", name) != name:
        raise IncompleteGame(f"The module scoring.{name} has no game {name.upper()} of that name.")
    return game


GAMES: Mapping[str, Game] = registry(map(_load, _NAMES))
"""Every game by its name in the contract."""
