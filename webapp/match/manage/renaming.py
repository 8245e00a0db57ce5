"""Renames sides in entries: their names are keys throughout the JSON of a round.

A game declares which fields of its rounds name sides. Rooms that own drafts and questions rename in these; `webapp.app`
puts their functions into `Renaming`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.fields import SIDE, Shape, replaced
from webapp.entry.models import Draft
from webapp.referee.models import Question

Names = Mapping[str, str]
"""Old name -> new name."""
RENAMING = "renaming"
"""The key in `app.extensions` of the application's `Renaming`."""


@dataclass(frozen=True)
class Renaming:
    """The functions that rename sides in a draft and in a question."""

    draft: Callable[[Draft, str, Names], None]
    """Also takes the game, because a draft does not know its match."""
    question: Callable[[Question, Names], None]


def renamed(shape: Shape, entry: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """An entry of this shape with sides renamed; sides not in `names` stay.

    >>> from scoring.game import GAMES, round_shape
    >>> entry = {"sweeps": {"Anna": 2}, "adjust": [{"side": "Anna", "points": 1, "reason": "Anna"}]}
    >>> renamed(round_shape(GAMES["scopa"]), entry, {"Anna": "Zoe"})
    {'sweeps': {'Zoe': 2}, 'adjust': [{'side': 'Zoe', 'points': 1, 'reason': 'Anna'}]}
    """
    result: dict[str, Any] = replaced(shape, entry, SIDE, lambda side: names.get(side, side))
    return result
