"""Answers unchanged polls before Flask; they are most requests of an evening.

A poll is recognised by its method, its path and a query of plain parameters with a version. If the version is the one
in the database, the answer is 204 with the headers of every page. All else goes on to Flask, which renders the page:
other addresses, changed or unknown matches, odd queries, and polls whose database query failed. No rate limit counts
these answers: see docs/decisions/base.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from webapp.base.http.security import CACHE_CONTROL, HEADERS
from webapp.base.storage.db import Database
from webapp.match import presence

_TOKEN = "([A-Za-z0-9_-]+)"
_PATH = re.compile(rf"/m/{_TOKEN}/(?:live|big|rounds/[0-9]{{1,4}}/entry/piles/[0-9]/news)|/w/{_TOKEN}/(?:live|big)")
_OTHER = r"(?!version=)[a-z]+=[A-Za-z0-9_.-]*"
_QUERY = re.compile(rf"(?:{_OTHER}&)*version=([0-9]+\.[0-9]+)(?:&[a-z]+=[A-Za-z0-9_.-]*)*")
_UNCHANGED = [("Content-Type", "text/html; charset=utf-8"), *HEADERS.items(), ("Cache-Control", CACHE_CONTROL)]


class Polls:
    """A WSGI layer in front of `behind`, the application itself.

    Layers in front recognise its answers by status 204 and the lack of an endpoint.
    """

    def __init__(self, behind: WSGIApplication, database: Database) -> None:
        self.behind = behind
        self.database = database

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer an unchanged poll; pass everything else on."""
        poll = poll_of(environ["REQUEST_METHOD"], environ["PATH_INFO"], environ["QUERY_STRING"])
        if poll is None or "HTTP_UPGRADE" in environ or not self._is_unchanged(poll):
            return self.behind(environ, start_response)  # including web sockets, which have no address here
        start_response("204 NO CONTENT", list(_UNCHANGED))
        return ()

    def _is_unchanged(self, poll: Poll) -> bool:
        try:
            found = self.database.cheaply(presence.STATE[poll.link], token=poll.token, since=presence.since())
        except SQLAlchemyError:
            return False
        return found is not None and presence.state_of(found) == poll.shown


class Poll(NamedTuple):
    """The question of a poll: does the match of this link still have the state `shown`?"""

    link: str  # column name of the token
    token: str
    shown: str


def poll_of(method: str, path: str, query: str) -> Poll | None:
    """The poll in a request; None if Flask must handle it."""
    if method not in ("GET", "HEAD"):
        return None
    found = _PATH.fullmatch(path)
    asked = _QUERY.fullmatch(query) if found else None
    if not found or not asked:
        return None
    plays, watches = found.groups()
    return Poll("play_token", plays, asked[1]) if plays else Poll("watch_token", watches, asked[1])


def init_app(app: Flask) -> None:
    """Put the layer in front of `app`."""
    app.wsgi_app = Polls(app.wsgi_app, app.extensions["database"])  # type: ignore[method-assign]
