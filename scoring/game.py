"""The registry of the games there are.

A new game is one module here and its name in `_NAMES`; CONTRIBUTING.md says what else it takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from importlib import import_module

from scoring.fifteen import FifteenWarning
from scoring.fishing import IMPOSSIBLE_AWARDS, IMPOSSIBLE_SWEEPS
from scoring.lines import ADJUSTMENT
from scoring.piles import SINGLE_CARD_PILE
from scoring.problems import Code
from scoring.protocol import Game, SeveralDecks, lacking

__all__ = ["GAMES", "SHARED_CODES", "SHARED_RULES", "Game", "IncompleteGame", "SeveralDecks", "lacking", "registry"]

_NAMES = (
    "scopa",
    "escoba",
    "scarto",
    "scala40",
    "scopinion",
    "briscola",
)
"""The games in the order in which they are offered. The module `scoring.scopa` has the game as `SCOPA`, and so on."""

SHARED_CODES = frozenset(
    str(code) for code in (*Code, *FifteenWarning, IMPOSSIBLE_SWEEPS, IMPOSSIBLE_AWARDS, SINGLE_CARD_PILE)
)
"""The codes of errors and warnings that several games have and mean alike."""
SHARED_RULES = (ADJUSTMENT,)
"""The rule ids of lines that every game can have."""


class IncompleteGame(TypeError):
    """A game that does not declare all that it must, or declares what another has; the message says all of it."""


def registry(games: Iterable[Game]) -> dict[str, Game]:
    """The games by their names; raises `IncompleteGame` where one is not whole or two are in each other's way.

    Rule ids and codes choose sentences, so that no two games may have the same for different things.
    """
    listed = list(games)
    wrong = [sentence for game in listed for sentence in lacking(game)]
    if not wrong:
        named = Counter(game.name for game in listed)
        wrong += [f"Two games are called {name}." for name, number in named.items() if number > 1]
        wrong += _taken("rule id", {"every game": SHARED_RULES, **{game.name: game.rules for game in listed}})
        wrong += _taken("code", {"every game": SHARED_CODES, **{game.name: game.codes for game in listed}})
    if wrong:
        raise IncompleteGame(" ".join(wrong))
    return {game.name: game for game in listed}


def _taken(kind: str, declared: Mapping[str, Iterable[str]]) -> list[str]:
    """What is declared twice, a sentence each."""
    owners: dict[str, list[str]] = {}
    for owner, names in declared.items():
        for name in names:
            owners.setdefault(str(name), []).append(owner)
    return [f"The {kind} {name} is declared by {' and '.join(by)}." for name, by in owners.items() if len(by) > 1]


def _load(name: str) -> Game:
    """The game in the module of its name; raises `IncompleteGame` where there is none."""
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
"""Every game there is, by its name in the contract."""
