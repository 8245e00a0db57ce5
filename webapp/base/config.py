"""Every setting of the application with its default: paths, sizes, times, limits.

Nothing needs to be set. In the environment, `XDG_DATA_HOME` moves the data directory, `DATABASE_URL` chooses another
database than the SQLite file in it, and `SETTEBELLO_HTTPS=1` says that players use HTTPS, so that the cookie is sent
over nothing else. Read elsewhere: `SETTEBELLO_PROXIES` (webapp/wsgi.py), `SETTEBELLO_DEBUG` (the command line shows
tracebacks) and `SETTEBELLO_WEIGHTS` (vision/models.py: other networks).
"""

from __future__ import annotations

import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

KILOBYTE = 1024
MEGABYTE = 1024 * KILOBYTE


def data_directory() -> Path:
    """The directory of everything that is stored: `$XDG_DATA_HOME/settebello` (contract.md)."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "settebello"


def new_key() -> str:
    """A key that signs cookies."""
    return secrets.token_urlsafe(48)


def secret_key(directory: Path) -> str:
    """The key that signs cookies: made on the first start, in a file that only its owner may read.

    Of two processes that start at once the first to link its file wins, and both use that key.
    """
    path = directory / "secret_key"
    if not path.exists():
        own = directory / f".secret_key.{os.getpid()}.{secrets.token_hex(4)}"
        handle = os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(new_key())
        try:
            os.link(own, path)
        except FileExistsError:
            pass
        finally:
            own.unlink()
    return path.read_text().strip()


def database_url(directory: Path) -> str:
    """The SQLAlchemy URL: `DATABASE_URL` with psycopg as the driver of PostgreSQL, or SQLite in the data directory."""
    url = os.environ.get("DATABASE_URL")
    if not url:
        return f"sqlite:///{directory / 'settebello.db'}"
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url


def defaults(directory: Path) -> dict[str, Any]:
    """The configuration of a Flask application that stores its data in `directory`, which is made if need be."""
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    return {
        "DATA_DIRECTORY": directory,
        "DATABASE_URL": database_url(directory),
        "SECRET_KEY": None,  # from the file or the database: `webapp.base.cookie_key`
        "PERMANENT_SESSION_LIFETIME": timedelta(days=400),
        "SESSION_COOKIE_NAME": "settebello",
        "SESSION_COOKIE_SAMESITE": "Lax",
        # On plain HTTP in a pizzeria a secure cookie would lose every form.
        "SESSION_COOKIE_SECURE": os.environ.get("SETTEBELLO_HTTPS") == "1",
        "WTF_CSRF_TIME_LIMIT": None,  # an evening outlives an hour
        "PHOTO_BYTES": 25 * MEGABYTE,  # of a request with a photograph; `vision.image` bounds its pixels
        "FORM_BYTES": 256 * KILOBYTE,  # of any other request
        "PHOTO_LONGEST_SIDE": 1600,  # pixels of the picture that is shown
        "PHOTO_DAYS": 2,  # older photographs are deleted
        "HOUSEKEEPING_SECONDS": 600,  # between two looks for what is kept no longer
        "QUESTION_DAYS": 30,  # older questions without a match are deleted
        "PHOTO_READERS": 2,  # photographs read at the same time, at most one a core; each is a process of 200 MB
        "PHOTO_PATIENCE": 30,  # seconds that a photograph waits for a reader
        "PHOTO_WAIT": 90,  # seconds that a phone waits for the answer: more than PHOTO_PATIENCE and a slow reading
        "POLL_SECONDS": 1,  # of players
        "WATCH_SECONDS": 3,  # of those who watch
        "RATELIMIT_STORAGE_URI": "shared://",  # `webapp.base.counts`
        "RATELIMIT_HEADERS_ENABLED": False,
        # A pizzeria is one address: limits count by match and address, and are wide enough for a full table.
        "LIMIT_DEFAULT": "2400 per minute",
        "LIMIT_NEW_MATCH": "60 per hour",
        "LIMIT_NEW_QUESTION": "120 per hour",
        "LIMIT_NEW_DECK": "30 per hour",
        "LIMIT_PHOTO": "40 per minute; 400 per hour",
    }
