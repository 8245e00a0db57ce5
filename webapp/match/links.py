"""Opens matches by their links: views find the match in `g.match`, and URLs made there keep the token."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from flask import Blueprint, abort, current_app, g, request, url_for

from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id
from webapp.base.storage.db import database
from webapp.match import store as matches
from webapp.match.models import Match

PLAY = "/m/<play_token>"
WATCH = "/w/<watch_token>"
TAKE_BACK = ("manage.deleted", "manage.take_back")
"""Endpoints that the play link of a deleted match still opens; the watch link opens none."""
WRITES = "writes"
"""Name of the attribute that marks views wrapped by `writes`."""
ENTERING = ("entry", "pile", "offline")
"""Blueprints of pages on which a round is entered: of a deleted round's the board says that nothing of it counts."""
View = TypeVar("View", bound=Callable[..., Any])
ROUND = "/rounds/<int(max=9999):number>"


def opened_by_play_link(blueprint: Blueprint) -> Blueprint:
    """Load the match of a play link for every view of `blueprint`, or answer 404."""
    return _opened_by("play_token", matches.by_play_token, blueprint, plays=True)


def opened_by_watch_link(blueprint: Blueprint) -> Blueprint:
    """Load the match of a watch link for every view of `blueprint`, or answer 404; these views change nothing."""
    return _opened_by("watch_token", matches.by_watch_token, blueprint, plays=False)


def _opened_by(name: str, find: Callable[[str], Match | None], blueprint: Blueprint, *, plays: bool) -> Blueprint:
    """Open the match by the part `name` of the address with `find`, and add that part to URLs made in the views.

    Once rounds were renumbered, URLs with the number of a round say `since` which change (`Match.renumbered`) they are.
    """

    @blueprint.url_value_preprocessor
    def load(endpoint: str | None, values: dict[str, Any] | None) -> None:
        token = values.pop(name) if values else ""
        g.token, g.plays = token, plays
        if getattr(current_app.view_functions[endpoint or ""], WRITES, False):
            return  # the view loads the match in its own transaction
        match = find(token)
        if match is None or (match.removed and not plays):
            abort(404)
        if match.removed and endpoint not in TAKE_BACK:
            abort(htmx.redirect(url_for("manage.deleted", play_token=token)))
        g.match = match
        _renumber(values)

    @blueprint.url_defaults
    def add_token(_endpoint: str, values: dict[str, Any]) -> None:
        if "match" in g and g.plays is plays:
            values.setdefault(name, g.token)
            if {"number", "round", "counted"} & values.keys() and g.match.renumbered:
                values["since"] = len(g.match.renumbered)

    return blueprint


def writes(view: View) -> View:
    """Wrap a view that writes: load and lock its match, and store all its changes in one transaction."""

    @wraps(view)
    def run(**values: Any) -> Any:
        try:
            with database().writing() as session:
                match = matches.to_change(session, g.token, device_id(), request.form.get("token"))
                if match is None:
                    abort(404)
                if match.removed:
                    return htmx.redirect(url_for("manage.deleted", play_token=g.token))
                g.match = match
                _renumber(request.view_args)
                return view(**(request.view_args or {}))
        except Exception:
            if "match" in g:
                g.match = matches.by_play_token(g.token)  # rolled back: error pages show the match as stored
            raise

    setattr(run, WRITES, True)
    return cast("View", run)


def number_now(number: int) -> int:
    """The number that the round of a page's address has now; 0 if it was deleted since."""
    match: Match = g.match
    return match.number_now(number, whole(request.args.get("since", "")) or 0)


def _renumber(values: dict[str, Any] | None) -> None:
    """Put the number of now into the values of an address; abort to the board if that round was deleted."""
    if values and "number" in values:
        shown, values["number"] = values["number"], number_now(values["number"])
        if not values["number"]:
            gone = shown if request.blueprint in ENTERING else None
            abort(htmx.redirect(url_for("match.board" if g.plays else "watch.board", gone=gone)))


def side_at(match: Match, index: int | None) -> str:
    """The side at this index in seat order, or 404."""
    if index is None or index >= len(match.sides):
        abort(404)
    return match.sides[index]


def public(endpoint: str, **values: Any) -> str:
    """An absolute address for other phones; a page opened as localhost uses the server's public address."""
    here = request.host_url
    if request.host.partition(":")[0] in ("localhost", "127.0.0.1"):
        here = current_app.config.get("PUBLIC_ADDRESS") or here
    return str(here).rstrip("/") + url_for(endpoint, **values)
