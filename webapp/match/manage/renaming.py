"""Renames sides in entries and drafts: their names are keys throughout the JSON of a round.

A game declares which fields of its rounds name sides. A question is renamed by the room that owns it (`QUESTIONS`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.fields import SIDE, VALUE, BySide, Fields, Parts, Shape, replaced
from scoring.game import round_shape
from webapp.entry.models import Draft
from webapp.games import GAMES, Game

Names = Mapping[str, str]
"""Old name -> new name."""
QUESTIONS = "rename_question"
"""The key in `app.extensions` of the function that renames sides in a `Question`."""
BESIDE: Fields = {"confirmed": BySide(VALUE), "entered_by": BySide(VALUE), "asked": Parts({"side": SIDE, "of": SIDE})}
"""The columns of a draft beside its entry that name sides."""


def renamed(shape: Shape, entry: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """An entry of this shape with sides renamed; sides not in `names` stay.

    >>> from scoring.game import GAMES, round_shape
    >>> entry = {"sweeps": {"Anna": 2}, "adjust": [{"side": "Anna", "points": 1, "reason": "Anna"}]}
    >>> renamed(round_shape(GAMES["scopa"]), entry, {"Anna": "Zoe"})
    {'sweeps': {'Zoe': 2}, 'adjust': [{'side': 'Zoe', 'points': 1, 'reason': 'Anna'}]}
    """
    result: dict[str, Any] = replaced(shape, entry, SIDE, lambda side: names.get(side, side))
    return result


def kept_shape(game: Game) -> Parts:
    """The shape of the values that the ways of entering a round keep beside the entry."""
    return Parts({name: shape for way in game.ways for name, shape in way.draft_fields.items()})


def rename_draft(draft: Draft, game: str, names: Names) -> None:
    """Rename the sides in a draft and its photographs.

    The way back of a photograph that changed sides is dropped: it would bring the old names back.
    """
    draft.entry = renamed(round_shape(GAMES[game].rules), draft.entry, names)
    draft.kept = renamed(kept_shape(GAMES[game]), draft.kept or {}, names)
    draft.rows = {row: renamed(Parts({"side": SIDE}), parts, names) for row, parts in (draft.rows or {}).items()}
    for column, shape in BESIDE.items():
        if value := getattr(draft, column):
            setattr(draft, column, renamed(shape, value, names))
    draft.rest_side = names.get(draft.rest_side, draft.rest_side) if draft.rest_side else draft.rest_side
    for photo in draft.photos:
        photo.side = names.get(photo.side, photo.side)
    draft.moved = None
