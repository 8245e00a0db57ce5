"""The key that signs cookies: a file beside SQLite, a row in PostgreSQL, shared by all hosts.

The key is in the database and not a setting. All hosts have the same key without copying, and after a restore the
cookies of its matches stay valid. Anyone who can read the database can read all links anyway.
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
"""The reason for not being ready when the key in use is not the stored one."""
_KEY = select(SharedKey.value).where(SharedKey.name == NAME)


def init_app(app: Flask) -> None:
    """Give `app` its key, unless its settings contain one; raises `StartError`."""
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
        file = directory / "secret_key"  # file of a version before migration 0011; phones keep their cookies
        stored = _kept(database, checked_key(key_in(file), file) if file.exists() else new_key())
    app.config["SECRET_KEY"] = checked_key(stored, SharedKey.__tablename__)


def is_current(app: Flask) -> bool:
    """Whether `app` signs with the stored key; false after a backup was restored."""
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
    """The key in the database, or the proposed one if there is none; if two hosts start at once, one wins."""
    with database.writing() as session:
        session.execute(insert(SharedKey).values(name=NAME, value=proposed).on_conflict_do_nothing())
    with database.reading() as session:
        return session.scalars(_KEY).one()
