"""The key that signs cookies: a row of the database, the same for all hosts, and restored with its matches.

Anyone who can read the database can read all links anyway. SQLite before version 0.5, and PostgreSQL before 0.4, had a
file in the data directory instead, which is taken over.
"""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from flask import Flask
from sqlalchemy import Connection, delete, insert, select

from webapp.base.language.i18n import gettext
from webapp.base.running.config import StartError, storing
from webapp.base.storage import db
from webapp.base.storage.db import Database
from webapp.base.storage.orm import SharedKey, added

NAME, FILE = "cookies", "secret_key"
CHANGED = "the key of the cookies is missing, or another backup was restored: restart"
"""The reason for not being ready when the key in use is not the stored one."""
_KEY = select(SharedKey.value).where(SharedKey.name == NAME)


def init_app(app: Flask) -> None:
    """Give `app` its key, unless its settings contain one; raises `StartError`."""
    if app.config["SECRET_KEY"]:
        return
    database: Database = app.extensions["database"]
    directory: Path = app.config["DATA_DIRECTORY"]
    with storing(directory), db.explained(database):
        with database.reading() as session:
            stored = session.scalar(_KEY)
        key = usable(stored, directory)
        if stored is None:
            with database.writing() as session:  # if two hosts start at once, one of their keys is stored
                if not added(session, SharedKey(name=NAME, value=key)):
                    key = session.scalars(_KEY).one()
    app.config["SECRET_KEY"] = key


def found(connection: Connection, directory: Path) -> str:
    """The key for a backup, as `usable` gives it."""
    return usable(connection.scalar(_KEY), directory)


def usable(stored: str | None, directory: Path) -> str:
    """The stored key, else that of an older version's file, else a new one; raises `StartError` for a broken one."""
    place = SharedKey.__tablename__
    if stored is None:
        if not (directory / FILE).exists():
            return secrets.token_hex(32)
        stored, place = key_in(directory / FILE), str(directory / FILE)
    if not is_key(stored):
        raise StartError(
            gettext(
                "The key of the cookies in %(place)s is broken. Restore a backup, or delete it: every phone then loses "
                "its list of matches.",
                place=place,
            )
        )
    return stored


def is_current(app: Flask) -> bool:
    """Whether `app` signs with the stored key; false after a backup was restored."""
    database: Database = app.extensions["database"]
    with database.reading() as session:
        stored = session.scalar(_KEY)
    return stored is not None and stored == app.config["SECRET_KEY"] and is_key(stored)


def replace(connection: Connection, key: str) -> None:
    """Store the key of a restored backup."""
    connection.execute(delete(SharedKey))
    connection.execute(insert(SharedKey), {"name": NAME, "value": key})


def is_key(text: str) -> bool:
    """Whether `text` is a valid key: 64 hex digits, or 64 base64 letters as made by versions before 0.5."""
    return re.fullmatch("[0-9A-Za-z_-]{64}", text) is not None


def key_in(file: Path) -> str:
    """The key stored in a file; raises `OSError`."""
    return file.read_bytes().decode("ascii", "replace").strip()
