"""The key that signs cookies: a file beside SQLite, a row in PostgreSQL, where every host reads the same one.

It lies in the database and in no setting, because there it cannot differ between hosts, needs no copying, and a
restored backup brings the cookies back that belong to its matches. Who can read the database reads all links anyway.
"""

from __future__ import annotations

from flask import Flask
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from webapp.base.config import StartError, new_key, secret_key, unwritable
from webapp.base.db import Database
from webapp.base.models import SharedKey

NAME = "cookies"
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
    file = directory / "secret_key"  # of a version before 0011: the phones keep their cookies
    app.config["SECRET_KEY"] = _kept(database, file.read_text().strip() if file.exists() else new_key())


def is_current(app: Flask) -> bool:
    """Whether `app` signs with the key that the database has: not after another backup was restored under it."""
    database: Database = app.extensions["database"]
    if not database.is_shared:
        return True
    with database.reading() as session:
        return session.scalar(_KEY) == str(app.config["SECRET_KEY"])


def _kept(database: Database, proposed: str) -> str:
    """The key in the database; the proposed one, if it has none. Of two hosts that start at once one wins."""
    with database.writing() as session:
        session.execute(insert(SharedKey).values(name=NAME, value=proposed).on_conflict_do_nothing())
    with database.reading() as session:
        return session.scalars(_KEY).one()
