"""Where things are kept and how much is let in: every setting of the application, with its default.

Nothing needs to be set. `DATABASE_URL` chooses another database than the SQLite file in the data directory, and
`SETTEBELLO_HTTPS=1` says that the players reach the application over HTTPS, so that its cookie travels nowhere else.
"""

from __future__ import annotations

import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

MEGABYTE = 1024 * 1024


def data_directory() -> Path:
    """Return the directory that holds everything the application stores (contract.md: `$XDG_DATA_HOME/settebello`)."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "settebello"


def secret_key(directory: Path) -> str:
    """Return the key that signs cookies, made on the first start and readable by its owner only.

    Two processes that start at once agree on one key: whoever links its file first wins.
    """
    path = directory / "secret_key"
    if not path.exists():
        own = directory / f".secret_key.{os.getpid()}.{secrets.token_hex(4)}"
        handle = os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
        try:
            os.link(own, path)
        except FileExistsError:
            pass
        finally:
            own.unlink()
    return path.read_text().strip()


def database_url(directory: Path) -> str:
    """Return the SQLAlchemy URL: `DATABASE_URL`, with its driver spelled out, or SQLite in the data directory."""
    url = os.environ.get("DATABASE_URL")
    if not url:
        return f"sqlite:///{directory / 'settebello.db'}"
    for prefix in ("postgres://", "postgresql://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url


def defaults(directory: Path) -> dict[str, Any]:
    """Return the configuration of a Flask application that keeps its data in `directory` (made when missing)."""
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    return {
        "DATA_DIRECTORY": directory,
        "DATABASE_URL": database_url(directory),
        "SECRET_KEY": secret_key(directory),
        "PERMANENT_SESSION_LIFETIME": timedelta(days=400),
        "SESSION_COOKIE_NAME": "settebello",
        "SESSION_COOKIE_SAMESITE": "Lax",
        # On plain HTTP in a pizzeria a secure cookie would lose every form.
        "SESSION_COOKIE_SECURE": os.environ.get("SETTEBELLO_HTTPS") == "1",
        "WTF_CSRF_TIME_LIMIT": None,  # an evening outlives an hour
        "PHOTO_BYTES": 25 * MEGABYTE,  # the largest upload; `vision.image` bounds the pixels
        "FORM_BYTES": 256 * 1024,  # every other request
        "PHOTO_LONGEST_SIDE": 1600,  # pixels of the picture that is shown
        "PHOTO_DAYS": 2,  # older photographs are deleted
        "QUESTION_DAYS": 30,  # older questions without a match are deleted
        "PHOTO_READERS": 2,  # recognitions at the same time, each a core and a few hundred MB
        "PHOTO_PATIENCE": 30,  # seconds a photograph waits for its turn
        "PHOTO_WAIT": 90,  # seconds a phone waits for what was read; longer than PHOTO_PATIENCE and a slow reading
        "POLL_SECONDS": 3,
        "RATELIMIT_STORAGE_URI": "memory://",
        "RATELIMIT_HEADERS_ENABLED": False,
        # A pizzeria is one address: limits count a match and an address together, and leave room for a full table.
        "LIMIT_DEFAULT": "900 per minute",
        "LIMIT_NEW_MATCH": "60 per hour",
        "LIMIT_NEW_QUESTION": "120 per hour",
        "LIMIT_NEW_DECK": "30 per hour",
        "LIMIT_PHOTO": "40 per minute; 400 per hour",
    }
