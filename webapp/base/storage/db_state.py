"""Checks that the database is reachable, intact and of this version; if not, a sentence says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.base.running.config import StartError
from webapp.base.storage.db import BETWEEN, MIGRATIONS, Database

_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_UNWRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_BROKEN = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def init_app(app: Flask) -> None:
    """Give `app` its database; SQLite is migrated to this version. Raises `StartError`."""
    app.extensions["database"] = database = Database(app.config["DATABASE_URL"])
    prepare(database)


NOT_PREPARED = lazy_gettext("The database is not prepared for this version. Run “settebello migrate”.")


def prepare(database: Database) -> None:
    """Migrate SQLite to this version; PostgreSQL, which several processes share, its operator migrates once before.

    Raises `StartError`.
    """
    with explained(database):
        if known(database) == newest():
            return
        if database.is_shared:
            raise StartError(NOT_PREPARED)
        database.upgrade()


def migrate(database: Database, back_to: str | None = None) -> tuple[str | None, str]:
    """Migrate `database` to this version, or back to an older revision; returns the revisions before and after.

    Raises `StartError`.
    """
    with explained(database):
        before = known(database)
        if back_to is None:
            database.upgrade()
            return before, newest()
        if before is None or back_to not in revisions()[revisions().index(before) :]:
            raise StartError(gettext("The database cannot go back to %(number)s.", number=back_to))
        database.downgrade(back_to)
    return before, back_to


def revision(database: Database) -> str | None:
    """The migration revision of the database, as `BETWEEN` has it; None if it has none."""
    with database.engine.connect() as connection:
        found: str | None = MigrationContext.configure(connection).get_current_revision()
    return BETWEEN.get(found or "", found)


def known(database: Database) -> str | None:
    """The revision as `revision` has it; raises `StartError` for one that this version does not know."""
    found = revision(database)
    if found is not None and found not in revisions():
        raise StartError(
            gettext(
                "The database belongs to another version of Settebello (%(found)s; this one knows %(known)s). "
                "Install that version, or restore a backup.",
                found=found,
                known=", ".join(reversed(revisions())),
            )
        )
    return found


@cache
def revisions() -> tuple[str, ...]:
    """The revisions that this version knows, latest first."""
    return tuple(each.revision for each in ScriptDirectory(str(MIGRATIONS)).walk_revisions())


def newest() -> str:
    return revisions()[0]


def why_not(database: Database) -> str | None:
    """Why the database cannot be used now, in a few words for machines; None if it can."""
    try:
        found = revision(database)
    except DBAPIError:
        found = None
    if found is None:
        return "database not reachable"
    return None if found == newest() else "database of another version"


@contextmanager
def explained(database: Database) -> Iterator[None]:
    """Convert database errors within the block into `StartError`."""
    try:
        yield
    except DBAPIError as error:
        raise StartError(_sentence(database, error.orig or error)) from None
    except database.engine.dialect.loaded_dbapi.Error as error:  # raised by code that uses the driver directly
        raise StartError(_sentence(database, error)) from None


def _sentence(database: Database, error: BaseException) -> str:
    said = str(error).strip().splitlines()[0]
    if database.is_shared:
        return gettext("The database does not answer: %(reason)s", reason=said)
    path = make_url(database.url).database
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _FULL:
        return gettext("The disk is full or broken: nothing can be stored in %(path)s.", path=path)
    if code in _UNWRITABLE:
        return gettext("The database %(path)s cannot be written. Give this user the right to.", path=path)
    if code in _BROKEN:
        return gettext("The database %(path)s is broken. Restore a backup.", path=path)
    if code in _BUSY:
        return gettext("The database %(path)s is held by another program. Stop that one first.", path=path)
    return gettext("The database %(path)s cannot be used: %(reason)s", path=path, reason=said)
