"""The panels that follow the boards of the phones at a table: made once for those that show the same.

After each tap of one phone all others ask for theirs within a second. What they see follows from what a board follows
from (`webapp.match.shared_boards`) and from the way that is open; each phone gets tokens of its own.
"""

from __future__ import annotations

from dataclasses import replace

from flask import g, make_response
from werkzeug.wrappers import Response

from webapp.base import htmx
from webapp.base.tokens import new_token
from webapp.entry.panel import next_round
from webapp.match import shared_boards

_TOKEN_HERE = new_token()
"""Stands in a kept panel where the token of a phone's form belongs, by which a round is counted once."""


def panel_of(way: str | None) -> Response:
    """The panel of the next round in the way of this name, or in that used last."""
    shared = shared_boards.asked("play_token", g.token)
    if shared is not None:
        shared = replace(shared, key=(shared.key, way))
        if kept := shared.kept():
            return make_response(kept.replace(_TOKEN_HERE, new_token()))
    panel = next_round(way)
    response = htmx.page("entry/on_board.html", panel=panel)
    if shared is not None and panel is not None:
        text = response.get_data(as_text=True)
        shared.keep(make_response(text.replace(panel.form.token.data, _TOKEN_HERE)), panel.screen.version)
    return response
