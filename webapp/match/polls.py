"""Polls that find nothing new, answered before Flask: most requests of an evening are these.

Such a poll is known by its address alone: its method, its path and a query of plain parameters with a version. Where
that version is the one in the database, the answer is the 204 that `webapp.match.links` would give, with the same
headers. Everything else goes on to Flask: other addresses, changed or unknown matches, odd queries, and polls whose
query failed, for Flask asks again over a connection that is looked at first, and answers what goes wrong for all pages.

No rate limit counts these answers, here or in Flask: see docs/decisions/base.md.
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
    """A layer of WSGI in front of `behind`, which is the application itself.

    Whoever counts answers in front of it knows those of this layer: they are 204, and Flask has seen nothing of them.
    """

    def __init__(self, behind: WSGIApplication, database: Database) -> None:
        self.behind = behind
        self.database = database

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer an unchanged poll; pass everything else on."""
        poll = poll_of(environ["REQUEST_METHOD"], environ["PATH_INFO"], environ["QUERY_STRING"])
        if poll is None or "HTTP_UPGRADE" in environ or not self._is_unchanged(poll):
            return self.behind(environ, start_response)  # a web socket, too, which has no address here
        start_response("204 NO CONTENT", list(_UNCHANGED))
        return ()

    def _is_unchanged(self, poll: Poll) -> bool:
        try:
            found = self.database.cheaply(presence.STATE[poll.link], token=poll.token, since=presence.since())
        except SQLAlchemyError:
            return False
        return found is not None and presence.state_of(found) == poll.shown


class Poll(NamedTuple):
    """What a poll asks: has the match that this link opens another state than the phone shows?"""

    link: str  # the column of the token
    token: str
    shown: str


def poll_of(method: str, path: str, query: str) -> Poll | None:
    """The poll that a request is; None where Flask has to look."""
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
