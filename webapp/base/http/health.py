"""Health checks for machines: liveness, readiness and metrics.

- `/healthz`: 200 as long as the process answers at all; it checks nothing else.
- `/readyz`: 200 if the server is not shutting down and the database is usable; otherwise 503 with the reason. Usable:
  it answers, has this version's revision, stores a row, and holds the cookie key in use.
- `/metrics`: for the addresses of `SETTEBELLO_METRICS`; others get 404. Checked by address, not by a switch: Prometheus
  on the same machine needs no setting, and a club that forgets one reveals nothing.

Health checks come before the host check (a load balancer asks by address), rate limits and cookies.
"""

import ipaddress
from collections.abc import Mapping
from threading import Lock
from typing import Any
from wsgiref.types import WSGIEnvironment

from cachetools import TTLCache, cached
from flask import Flask
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.metrics import disable_created_metrics
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import DBAPIError
from werkzeug.wrappers import Response

from webapp.base.running import background
from webapp.base.storage import cookie_key, db, orm
from webapp.base.storage.db import CANNOT_STORE, Database

LIVES, READY, METRICS = "/healthz", "/readyz", "/metrics"
KEPT_SECONDS = 1
"""Seconds for which the state of the database is cached, so that frequent checks do not load it."""
WAIT_SECONDS = 2
"""Seconds that a check waits for another one in progress: a hanging database then blocks only one thread."""
UNREACHABLE = "database not reachable"
PROBE, PROBE_BYTES = "readyz", 64 * 1024
"""Token and size in bytes of the picture that `/readyz` stores and deletes."""


class Health:
    """Health checks of one application."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self._looking = Lock()
        self._found = cached(TTLCache[Any, str | None](1, KEPT_SECONDS))(self._look)

    def answer(self, environ: WSGIEnvironment) -> Response | None:
        """The answer to a health check; None if the request is not one."""
        path, not_kept = environ["PATH_INFO"], {"Cache-Control": "no-store"}
        if path == LIVES:
            return Response("ok\n", headers=not_kept, mimetype="text/plain")
        if path == READY:
            reason = self.why_not()
            return Response(f"{reason or 'ready'}\n", 503 if reason else 200, not_kept, mimetype="text/plain")
        if path == METRICS and may_read(environ, self.app):
            kind = "text/plain; version=0.0.4; charset=utf-8"
            return Response(metrics(self.photographs()), headers=not_kept, content_type=kind)
        return None

    def why_not(self) -> str | None:
        """Why requests should not be sent here; None if they may be."""
        if background.of(self.app).ending.is_set():
            return "ending"
        if not self._looking.acquire(timeout=WAIT_SECONDS):
            return UNREACHABLE
        try:
            return self._found()
        finally:
            self._looking.release()

    def _look(self) -> str | None:
        database: Database = self.app.extensions["database"]
        try:
            if reason := db.why_not(database):
                return reason
            if not cookie_key.is_current(self.app):
                return cookie_key.CHANGED
        except DBAPIError:
            return UNREACHABLE
        return None if _stores(database) else "nothing can be stored"

    def photographs(self) -> dict[str, int]:
        """Number of uploads in each state, over all servers and workers; {} if the database is unreachable."""
        database: Database = self.app.extensions["database"]
        state = orm.metadata().tables["upload"].c.state
        try:
            with database.reading() as session:
                found = session.execute(select(state, func.count()).group_by(state))
                return {str(each): int(count) for each, count in found}
        except DBAPIError:
            return {}


def _stores(database: Database) -> bool:
    """Whether the database stores a row as large as some rounds (it may be full); the row is deleted again.

    Two transactions: SQLite writes nothing for a row inserted and deleted in one.
    """
    picture = orm.metadata().tables["picture"]
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
    """Whether the client may read the metrics; never through an unconfigured proxy, which hides its address."""
    if not app.config["PROXIES"] and "HTTP_X_FORWARDED_FOR" in environ:
        return False
    try:
        address = ipaddress.ip_address(environ.get("REMOTE_ADDR") or "")
    except ValueError:
        return False
    plain = getattr(address, "ipv4_mapped", None) or address
    return any(plain in network for network in app.config["METRICS"])


disable_created_metrics()  # type: ignore[no-untyped-call] # these would add a series to each metric
REGISTRY = CollectorRegistry(auto_describe=True)
ProcessCollector(registry=REGISTRY)

REQUESTS = Counter("settebello_requests", "Answers", ["endpoint", "status"], registry=REGISTRY)
SECONDS = Histogram(
    "settebello_request_seconds",
    "Time to make an answer",
    ["endpoint"],
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
    registry=REGISTRY,
)
PHOTOGRAPHS = Gauge(
    "settebello_photographs",
    "Photographs of the last days that wait for a reader, are being read, and were kept, refused or cancelled, on all "
    "servers of this database together",
    ["state"],
    registry=REGISTRY,
)


def answered(endpoint: str, status: str, seconds: float) -> None:
    """Count an answer; `endpoint` is one of the application's, which bounds the number of labels."""
    REQUESTS.labels(endpoint, status).inc()
    SECONDS.labels(endpoint).observe(seconds)


def metrics(photographs: Mapping[str, int]) -> bytes:
    """All metrics in the text format of Prometheus; `photographs`: state -> number, as far as known."""
    PHOTOGRAPHS.clear()
    for state, count in photographs.items():
        PHOTOGRAPHS.labels(state).set(count)
    return generate_latest(REGISTRY)
