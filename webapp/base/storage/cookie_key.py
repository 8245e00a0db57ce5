"""The key that signs cookies: a file beside SQLite, a row in PostgreSQL, where every host reads the same one.

It lies in the database and in no setting, because there it cannot differ between hosts, needs no copying, and a
restored backup brings the cookies back that belong to its matches. Who can read the database reads all links anyway.
"""

from __future__ import annotations

from flask import Flask
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from webapp.base.running.config import StartError, checked_key, is_key, key_in, new_key, secret_key, unwritable
from webapp.base.storage.db import Database
from webapp.base.storage.models import SharedKey

NAME = "cookies"
CHANGED = "the key of the cookies is missing, or another backup was restored: restart"
"""Why a server is not ready whose key is not current."""
_KEY = select(SharedKey.value).where(SharedKey.name == NAME)


def init_app(app: Flask) -> None:
    """Give `app` its key, unless its settings have one. Raises `StartError`."""
    if app.config["SECRET_KEY"]:
        return
    database: Database = app.extensions["database"]
    directory = app.config["DATA_DIRECTORY"]
    if not database.is_shared:
        try:
            app.config["SECRET_KEY"] = secret_key(directory)
        except OSError as error:
            raise StartError(unwritable(directory, error)) from None
        return
    with database.reading() as session:
        stored = session.scalar(_KEY)
    if stored is None:
        file = directory / "secret_key"  # of a version before 0011: the phones keep their cookies
        stored = _kept(database, checked_key(key_in(file), file) if file.exists() else new_key())
    app.config["SECRET_KEY"] = checked_key(stored, SharedKey.__tablename__)


def is_current(app: Flask) -> bool:
    """Whether `app` signs with a key, and the stored one has not changed since, as when a backup is restored."""
    database: Database = app.extensions["database"]
    if database.is_shared:
        with database.reading() as session:
            stored = session.scalar(_KEY)
    else:
        try:
            stored = key_in(app.config["DATA_DIRECTORY"] / "secret_key")
        except OSError:
            stored = None
    return stored is not None and stored == app.config["SECRET_KEY"] and is_key(stored)


def _kept(database: Database, proposed: str) -> str:
    """The key in the database; the proposed one, if it has none. Of two hosts that start at once one wins."""
    with database.writing() as session:
        session.execute(insert(SharedKey).values(name=NAME, value=proposed).on_conflict_do_nothing())
    with database.reading() as session:
        return session.scalars(_KEY).one()
