"""Declares the fields of a draft beside those of a round, and renames the sides in all of them."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.fields import SIDE, VALUE, BySide, Fields, Parts, Shape
from scoring.game import IncompleteGame, round_shape
from webapp.entry.drafts import BY
from webapp.entry.models import Draft
from webapp.entry.piles.reassigned import MOVED
from webapp.entry.piles.same_pile import AGAIN
from webapp.games import GAMES, Game
from webapp.match.manage.renaming import Names, renamed
from webapp.photos.settling import CONFIRMED

FIELDS: Fields = {
    CONFIRMED: BySide(VALUE),
    BY: BySide(VALUE),
    AGAIN: Parts({"side": SIDE, "of": SIDE}),
    MOVED: VALUE,
}
"""The fields of every draft that are never part of a round."""


def check_apart(games: Iterable[Game]) -> None:
    """Raise `IncompleteGame` where a game calls a field like one of every draft."""
    if said := [
        f"“{game.name}” declares the field “{field}”, which every draft has: it needs another name."
        for game in games
        for field in FIELDS
        if field in _of_game(game)
    ]:
        raise IncompleteGame(" ".join(said))


def _of_game(game: Game) -> dict[str, Shape]:
    """The fields of a round, and those that the ways of entering it keep besides."""
    besides = {name: shape for way in game.ways for name, shape in way.draft_fields.items()}
    return {**round_shape(game.rules).parts, **besides}


def draft_shape(game: Game) -> Parts:
    """The shape of a draft's entry."""
    return Parts({**_of_game(game), **FIELDS})


def rename(draft: Draft, game: str, names: Names) -> None:
    """Rename the sides in a draft.

    The undo of a reassigned photograph is dropped: it would bring the old names back.
    """
    kept = {field: value for field, value in draft.entry.items() if field != MOVED}
    draft.entry = renamed(draft_shape(GAMES[game]), kept, names)


check_apart(GAMES.values())
