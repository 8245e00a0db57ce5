"""Matches are opened by their links: views below a link find the match in `g.match`, and their URLs keep the token."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, g

from webapp.base.models import Match
from webapp.match import store as matches

PLAY = "/m/<play_token>"
WATCH = "/w/<watch_token>"
ROUND = "/rounds/<int(max=9999):number>"


def opened_by_play_link(blueprint: Blueprint) -> Blueprint:
    """Load the match of a play link for every view of `blueprint`, or answer 404."""

    @blueprint.url_value_preprocessor
    def load(_endpoint: str | None, values: dict[str, Any] | None) -> None:
        token = values.pop("play_token") if values else ""
        _open(token, matches.by_play_token(token), plays=True)

    @blueprint.url_defaults
    def add_token(_endpoint: str, values: dict[str, Any]) -> None:
        if "match" in g and g.plays:
            values.setdefault("play_token", g.token)

    return blueprint


def opened_by_watch_link(blueprint: Blueprint) -> Blueprint:
    """Load the match of a watch link for every view of `blueprint`, or answer 404; watching changes nothing."""

    @blueprint.url_value_preprocessor
    def load(_endpoint: str | None, values: dict[str, Any] | None) -> None:
        token = values.pop("watch_token") if values else ""
        _open(token, matches.by_watch_token(token), plays=False)

    @blueprint.url_defaults
    def add_token(_endpoint: str, values: dict[str, Any]) -> None:
        if "match" in g and not g.plays:
            values.setdefault("watch_token", g.token)

    return blueprint


def _open(token: str, match: Match | None, *, plays: bool) -> None:
    if match is None:
        abort(404)
    g.token, g.match, g.plays = token, match, plays


def side_at(match: Match, index: int | None) -> str:
    """The side with this index in the seat order, or 404."""
    if index is None or index >= len(match.sides):
        abort(404)
    return match.sides[index]
