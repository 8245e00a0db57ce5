"""What rate limits have counted: in PostgreSQL, where several hosts count together, else in the process.

A storage of `limits`, found by Flask-Limiter under `shared://`. Counts marked with `HERE` stay in the process on any
database: the general limit guards a process against one phone gone wild, and a write a request would cost more than
most requests do.

In the process it is not the `MemoryStorage` of `limits`: that one starts a thread for nearly every request, and two at
a time may start the same one, which is an error (limits 5.8; seen three times in some 800,000 requests).
"""

from __future__ import annotations

from hashlib import blake2b
from threading import Lock
from time import monotonic, time
from typing import Any

from flask import current_app, has_app_context
from limits.storage import Storage
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from webapp.base.db import Database, database

HERE = "here "
SWEEP_SECONDS = 300  # between two looks for counts that have ended

# The clock is the database's, so that the hosts' own need not agree. A count that has ended begins anew.
_COUNT = text(
    "INSERT INTO rate_limit AS r (key, count, expires) "
    "VALUES (:key, :amount, clock_timestamp() + make_interval(secs => :expiry)) "
    "ON CONFLICT (key) DO UPDATE SET "
    "count = CASE WHEN r.expires <= clock_timestamp() THEN excluded.count ELSE r.count + excluded.count END, "
    "expires = CASE WHEN r.expires <= clock_timestamp() THEN excluded.expires ELSE r.expires END "
    "RETURNING count"
)
_COUNTED = text(
    "SELECT count, extract(epoch FROM expires - clock_timestamp()) FROM rate_limit "
    "WHERE key = :key AND expires > clock_timestamp()"
)
# Rows that another process holds are left to it: two sweeps never wait for each other.
_SWEEP = text(
    "DELETE FROM rate_limit WHERE key IN (SELECT key FROM rate_limit WHERE expires <= clock_timestamp() "
    "LIMIT 10000 FOR UPDATE SKIP LOCKED)"
)


class Counts(Storage):
    """The counts of rate limits; the methods are those of `limits.storage.Storage`."""

    STORAGE_SCHEME = ["shared"]

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: Any) -> None:
        """`uri` has nothing to say; the others are those of every storage."""
        super().__init__(uri, wrap_exceptions=wrap_exceptions, **options)
        self._swept = self._swept_here = monotonic()
        self._here: dict[str, tuple[int, float]] = {}
        """Of this process: how many by key, and until when, by the clock that nobody sets."""
        self._lock = Lock()

    @property
    def base_exceptions(self) -> type[Exception]:
        """What may be raised."""
        return SQLAlchemyError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count `amount` more, until `expiry` seconds after the first; how many that makes."""
        shared = _shared_by(key)
        if shared is None:
            return self._count_here(key, expiry, amount)
        with shared.engine.begin() as connection:
            counted = connection.execute(_COUNT, {"key": _unreadable(key), "amount": amount, "expiry": expiry})
            number = int(counted.scalar_one())
            if monotonic() - self._swept > SWEEP_SECONDS:
                self._swept = monotonic()
                connection.execute(_SWEEP)
        return number

    def _count_here(self, key: str, expiry: float, amount: int) -> int:
        now = monotonic()
        with self._lock:
            if now - self._swept_here > SWEEP_SECONDS:
                self._swept_here = now
                self._here = {key: counted for key, counted in self._here.items() if counted[1] > now}
            number, ends = self._here.get(key, (0, now))
            if ends <= now:
                number, ends = 0, now + expiry
            self._here[key] = number + amount, ends
        return number + amount

    def _counted(self, key: str) -> tuple[int, float]:
        """How many were counted, and how many seconds longer they are."""
        if shared := _shared_by(key):
            return _counted(shared, key)
        count, ends = self._here.get(key, (0, 0.0))
        left = ends - monotonic()
        return (count, left) if left > 0 else (0, 0.0)

    def get(self, key: str) -> int:
        """How many were counted."""
        return self._counted(key)[0]

    def get_expiry(self, key: str) -> float:
        """When the count ends, in seconds of the epoch."""
        return time() + self._counted(key)[1]

    def check(self) -> bool:
        """Whether something can be counted."""
        return True

    def reset(self) -> int:
        """Forget the counts of this process; how many."""
        with self._lock:
            gone, self._here = len(self._here), {}
        return gone

    def clear(self, key: str) -> None:
        """Forget a count."""
        shared = _shared_by(key)
        if shared is None:
            with self._lock:
                self._here.pop(key, None)
            return
        with shared.engine.begin() as connection:
            connection.execute(text("DELETE FROM rate_limit WHERE key = :key"), {"key": _unreadable(key)})


def _shared_by(key: str) -> Database | None:
    """The database that the hosts count in together; None where this process counts by itself."""
    if key.startswith(f"LIMITER/{HERE}") or not has_app_context():
        return None
    return database() if database().is_shared else None


def _unreadable(key: str) -> str:
    """A key without the token and the address in it: a table of limits, or a backup of it, tells nobody who played."""
    secret = str(current_app.config["SECRET_KEY"]).encode()[:64]
    return blake2b(key.encode(), key=secret, digest_size=16).hexdigest()


def _counted(shared: Database, key: str) -> tuple[int, float]:
    """How many were counted, and how many seconds longer they are."""
    with shared.engine.connect() as connection:
        row = connection.execute(_COUNTED, {"key": _unreadable(key)}).one_or_none()
    return (int(row[0]), float(row[1])) if row else (0, 0.0)
