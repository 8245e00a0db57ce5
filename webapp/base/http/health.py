"""What machines ask: does the process live, may it be sent requests, what has it counted.

- `/healthz`: 200 as long as the process answers at all. It asks nobody.
- `/readyz`: 200 where the database answers, is of this version, stores a row and has the key that cookies are signed
  with here, and the server is not about to end; else 503, with the reason.
- `/metrics`: for the addresses of `SETTEBELLO_METRICS`, to all others a page that does not exist. By address and not by
  a switch: on one machine Prometheus needs no setting, and a club that forgets one shows nobody how busy it is.

They are answered before hosts are checked (a load balancer asks by address), limits counted or cookies set.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from threading import Lock
from time import monotonic
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import DBAPIError

from webapp.base.running import background, metrics
from webapp.base.storage import collected, cookie_key, db_state
from webapp.base.storage.db import CANNOT_STORE, Database

LIVES, READY, METRICS = "/healthz", "/readyz", "/metrics"
KEPT_SECONDS = 1
"""So long an answer about the database is given again: who asks all the time does not keep it busy."""
PROBE, PROBE_BYTES = "readyz", 64 * 1024
"""The picture that `/readyz` stores and deletes, and its size."""


class Health:
    """The answers for one application."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self._lock = Lock()
        self._asked = float("-inf")
        self._reason: str | None = "starting"

    def answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes] | None:
        """The answer to one of these questions; None where a request is no such question."""
        path = environ["PATH_INFO"]
        if path == LIVES:
            return _say("200 OK", b"ok\n", start_response)
        if path == READY:
            reason = self.why_not()
            status = "503 Service Unavailable" if reason else "200 OK"
            return _say(status, f"{reason or 'ready'}\n".encode(), start_response)
        if path == METRICS and may_read(environ, self.app):
            kind = "text/plain; version=0.0.4; charset=utf-8"
            return _say("200 OK", metrics.page(self.photographs()), start_response, kind)
        return None

    def why_not(self) -> str | None:
        """Why no requests should be sent here; None where they may be."""
        if background.of(self.app).ending.is_set():
            return "ending"
        # Who asks while another is asking gets the reason known last: a database that hangs holds one thread.
        if self._lock.acquire(blocking=self._reason == "starting"):
            try:
                if monotonic() - self._asked > KEPT_SECONDS:
                    self._reason = self._found()
                    self._asked = monotonic()
            finally:
                self._lock.release()
        return self._reason

    def _found(self) -> str | None:
        database: Database = self.app.extensions["database"]
        try:
            if reason := db_state.why_not(database):
                return reason
            if not cookie_key.is_current(self.app):
                return cookie_key.CHANGED
        except DBAPIError:
            return "database not reachable"
        return None if _stores(database) else "nothing can be stored"

    def photographs(self) -> dict[str, int]:
        """How many uploads are in which state, of all servers and workers; {} where the database is away."""
        database: Database = self.app.extensions["database"]
        state = collected.tables()["upload"].c.state
        try:
            with database.reading() as session:
                found = session.execute(select(state, func.count()).group_by(state))
                return {str(each): int(count) for each, count in found}
        except DBAPIError:
            return {}


def _stores(database: Database) -> bool:
    """Whether the database stores a row as large as some rounds, so that a full disk is noticed; it is deleted again.

    In two transactions: SQLite writes nothing of a row that comes and goes in one.
    """
    picture = collected.tables()["picture"]
    gone = delete(picture).where(picture.c.token == PROBE)
    try:
        with database.writing() as session:
            session.execute(gone)
            session.execute(insert(picture).values(token=PROBE, data=bytes(PROBE_BYTES)))
        with database.writing() as session:
            session.execute(gone)
    except CANNOT_STORE:
        return False
    return True


def may_read(environ: WSGIEnvironment, app: Flask) -> bool:
    """Whether who asks may read the metrics. Behind a proxy that is not counted the address is that of the proxy."""
    if not app.config["PROXIES"] and "HTTP_X_FORWARDED_FOR" in environ:
        return False
    try:
        address = ipaddress.ip_address(environ.get("REMOTE_ADDR") or "")
    except ValueError:
        return False
    plain = getattr(address, "ipv4_mapped", None) or address
    return any(plain in network for network in app.config["METRICS"])


def _say(status: str, body: bytes, start_response: StartResponse, kind: str = "text/plain") -> Iterable[bytes]:
    headers = [("Content-Type", kind), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
    start_response(status, headers)
    return [body]
