"""The board that polls are answered with where a match has changed: made once for the phones that show the same.

The phones at a table ask within the same second, and most of them see the same: those that enter nothing themselves.
What they see follows from the match (its version), from who is entering something, from the language, and from what
other rooms add (`also_differs_by`). What it says of other matches of the evening is as old as the board is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from flask import Flask, Response, current_app, request
from markupsafe import Markup
from sqlalchemy import String, bindparam, exists

from webapp.base.db import database
from webapp.base.kept import Pieces
from webapp.base.models import Draft, Entering, Match
from webapp.base.page_language import language
from webapp.base.security import device_id
from webapp.match import presence

SECONDS = 30
"""So long such a board is kept: longer than the phones of a table are apart, also where the server is late."""
_DEVICE = bindparam("device", type_=String)
_ALONE = (
    exists().where(Draft.match_id == Match.id, Draft.device == _DEVICE),
    exists().where(Entering.match_id == Match.id, Entering.device == _DEVICE),
)
QUERIES = {
    name: state.add_columns(Match.id, *_ALONE).where(Match.removed.is_(None)) for name, state in presence.STATE.items()
}
"""As `presence.STATE`, and whether `device` is entering something of its own."""

_kept = Pieces(SECONDS)
_EXTENSION = "boards_differ_by"

Differs = Callable[[int], Hashable]


def also_differs_by(app: Flask, what: Differs) -> None:
    """Let the boards of a match (its id) differ by what a room above this one says of it to the phone that asks."""
    app.extensions[_EXTENSION] = (*app.extensions.get(_EXTENSION, ()), what)


@dataclass(frozen=True)
class SharedBoard:
    """The board of a match in one state, for the phones that see the same."""

    state: str
    key: Hashable

    def kept(self) -> Markup | None:
        """The board, where another phone has asked for it before."""
        return _kept.get(self.key)

    def keep(self, board: Response, state: str) -> None:
        """Keep the board that was made now, where the match was in the state of the key still when it was loaded."""
        if state == self.state:
            _kept.keep(self.key, board.get_data(as_text=True))


def asked(link: str, token: str) -> SharedBoard | None:
    """The board that a poll asks for; None where this phone is shown something of its own, or nothing at all.

    `link`: the column of the token.
    """
    query = database().quick(QUERIES[link])
    try:
        found = query.first(token=token, device=device_id(), since=presence.since())
        if found is None:
            return None
        version, here, match, has_draft, enters = found
        if has_draft or enters:
            return None
        differs = [of(match) for of in current_app.extensions.get(_EXTENSION, ())]
    except query.failures:
        return None  # the page says what is wrong
    state = presence.state_of((version, here))
    return SharedBoard(state, (request.endpoint, token, state, language(), *differs))
