"""Renames the sides in a draft, and says which fields its entry may have."""

from __future__ import annotations

from scoring.fields import SIDE, VALUE, BySide, Fields, Parts
from scoring.game import round_shape
from webapp.entry.models import Draft
from webapp.games import GAMES, Game
from webapp.match.manage.renaming import Names, renamed

BESIDE: Fields = {"confirmed": BySide(VALUE), "entered_by": BySide(VALUE), "asked": Parts({"side": SIDE, "of": SIDE})}
"""The columns of a draft beside its entry that name sides."""


def kept_shape(game: Game) -> Parts:
    """The shape of what the ways of entering a round keep beside it."""
    return Parts({name: shape for way in game.ways for name, shape in way.draft_fields.items()})


def rename(draft: Draft, game: str, names: Names) -> None:
    """Rename the sides in a draft.

    The way back of a photograph that changed sides is dropped: it would bring the old names back.
    """
    draft.entry = renamed(round_shape(GAMES[game].rules), draft.entry, names)
    draft.kept = renamed(kept_shape(GAMES[game]), draft.kept or {}, names)
    draft.rows = {row: renamed(Parts({"side": SIDE}), parts, names) for row, parts in (draft.rows or {}).items()}
    for column, shape in BESIDE.items():
        if value := getattr(draft, column):
            setattr(draft, column, renamed(shape, value, names))
    draft.moved = None
