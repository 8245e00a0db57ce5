"""The key that signs cookies: a row of the database, shared by all hosts and restored with the matches.

Anyone who can read the database can read all links anyway.
"""

import re
import secrets

from flask import Flask
from sqlalchemy import Connection, select

from webapp.base.language.i18n import gettext
from webapp.base.running.config import StartError
from webapp.base.storage import db
from webapp.base.storage.db import Database
from webapp.base.storage.orm import SharedKey, stored

NAME = "cookies"
CHANGED = "the key of the cookies is missing, or another backup was restored: restart"
"""The reason for not being ready when the key in use is not the stored one."""
_KEY = select(SharedKey.value).where(SharedKey.name == NAME)


def init_app(app: Flask) -> None:
    """Give `app` its key, unless its settings contain one; raises `StartError`."""
    if app.config["SECRET_KEY"]:
        return
    database: Database = app.extensions["database"]
    with db.explained(database):
        with database.reading() as session:
            key = found(session.connection())
        if key is None:
            key = secrets.token_hex(32)
            with database.writing() as session:  # if two hosts start at once, one of their keys is stored
                key = stored(session, SharedKey(name=NAME, value=key), SharedKey.name == NAME).value
    app.config["SECRET_KEY"] = key


def found(connection: Connection) -> str | None:
    """The stored key; raises `StartError` for a broken one."""
    key = connection.scalar(_KEY)
    return None if key is None else checked(key, SharedKey.__tablename__)


def checked(key: str, place: object) -> str:
    """The key found in `place`; raises `StartError` for a broken one."""
    if not is_key(key):
        raise StartError(
            gettext(
                "The key of the cookies in %(place)s is broken. Delete it: every phone then loses its list of matches, "
                "unless you restore a backup.",
                place=place,
            )
        )
    return key


def is_current(app: Flask) -> bool:
    """Whether `app` signs with the stored key; false after a backup was restored."""
    database: Database = app.extensions["database"]
    with database.reading() as session:
        stored = session.scalar(_KEY)
    return stored is not None and stored == app.config["SECRET_KEY"] and is_key(stored)


def is_key(text: str) -> bool:
    """Whether `text` is a valid key: 64 hex digits, or 64 base64 letters as made by versions before 0.5."""
    return re.fullmatch("[0-9A-Za-z_-]{64}", text) is not None
