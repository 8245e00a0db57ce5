"""The names of sides in what was entered, given new ones: a side's name is a key all through the JSON of a round.

A game declares which fields of its rounds name sides. What a draft and a question keep besides, the folders that own
them declare; `webapp.app` puts their functions into `Renaming`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.fields import SIDE, Shape, replaced
from webapp.entry.models import Draft
from webapp.referee.models import Question

Names = Mapping[str, str]
"""The new name by the old one."""
RENAMING = "renaming"
"""The extension of the application that holds its `Renaming`."""


@dataclass(frozen=True)
class Renaming:
    """How the sides in a draft's entry and in a question's are renamed."""

    draft: Callable[[Draft, str, Names], None]
    """Takes the game, too: a draft does not know its match."""
    question: Callable[[Question, Names], None]


def renamed(shape: Shape, entry: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """An entry of this shape with the new `names`; sides that `names` has not stay.

    >>> from scoring.game import GAMES, round_shape
    >>> entry = {"sweeps": {"Anna": 2}, "adjust": [{"side": "Anna", "points": 1, "reason": "Anna"}]}
    >>> renamed(round_shape(GAMES["scopa"]), entry, {"Anna": "Zoe"})
    {'sweeps': {'Zoe': 2}, 'adjust': [{'side': 'Zoe', 'points': 1, 'reason': 'Anna'}]}
    """
    result: dict[str, Any] = replaced(shape, entry, SIDE, lambda side: names.get(side, side))
    return result
