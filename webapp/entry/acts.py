"""Where the buttons of a round's pages lead: to a route each, of the room whose page it is."""

from __future__ import annotations

from typing import Any

from flask import g, url_for


def act_at(room: str, **at: Any) -> None:
    """Let the buttons of the page lead to the routes of a blueprint, `entry` or `pile`, with these values."""
    g.acts = (room, at)


def act(what: str, **values: Any) -> str:
    """The address of a button, by the name of its view."""
    room, at = g.acts
    return url_for(f"{room}.{what}", **at, **values)
