"""Restores a backup: completely or not at all, even if the process is killed in between.

No server may run meanwhile: each holds a file lock in its data directory, and names its PostgreSQL connections
`SERVING`. Everything is stored in one transaction.
"""

import fcntl
import json
import os
import re
import shutil
import sqlite3
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import (
    Connection,
    Integer,
    String,
    Table,
    create_engine,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, StatementError
from sqlalchemy.pool import NullPool

from scoring.game import GAMES
from vision.decks.catalogue import is_private
from vision.decks.enrolled import from_bytes
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.base.running import background
from webapp.base.running.config import MEGABYTE, StartError, sqlite_file
from webapp.base.storage import backup, cookie_key, db, orm
from webapp.base.storage.backup import MANIFEST, TABLES, Contents
from webapp.base.storage.db import Database
from webapp.base.storage.migrations import older_files
from webapp.base.storage.migrations.older_files import KEY
from webapp.base.storage.orm import SharedKey

UNPACKED = "restoring"
"""Folder in the data directory into which a backup is unpacked; the next start deletes one left by a killed restore."""
LOCK = ".serving"
"""Lock file: shared by all servers, exclusive for a restore."""
SERVING = "settebello serves"
"""Application name of the PostgreSQL connections of servers and workers."""
LEAVING_SECONDS = (0.1, 0.3, 0.6, 1.0)
"""Pauses in seconds between checks for servers: PostgreSQL notices late that a process has left."""
_OTHERS = text(
    f"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = '{SERVING}'"
)
MOST_UNPACKED = 100
"""Largest ratio of unpacked to packed bytes in a backup; members are taken to have at least a megabyte."""
_DECK = re.compile(r"decks/(own/)?[^/\\\x00]+\.npz")
_RUNNING = lazy_gettext("Stop Settebello first, then restore: a server or a worker still runs. Nothing was changed.")
_NO_BACKUP = lazy_gettext("This file is no backup of Settebello.")
_DAMAGED = lazy_gettext("This backup is damaged. Nothing was changed.")
_NEWER = lazy_gettext("This backup was made by a newer version of Settebello: update this one first.")
_FAULTS: tuple[type[Exception], ...] = (
    *(ValueError, TypeError, OverflowError, EOFError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, sqlite3.DatabaseError),
)
"""Errors of the libraries that read a damaged backup."""


def restore(database: Database, directory: Path, file: Path, *, replace: bool) -> Contents:
    """Restore the backup `file`; `replace` allows replacing existing data. Raises `StartError`."""
    with _locked(directory, fcntl.LOCK_EX, _RUNNING):
        _check_nobody_serves(database)
        unpacked = directory / UNPACKED
        shutil.rmtree(unpacked, ignore_errors=True)
        try:
            try:
                made = _unpack(file, unpacked)
            except _FAULTS as error:
                raise StartError(_DAMAGED) from error
            if db.revision(database) is None:
                database.upgrade()
            db.prepare(database)
            with database.engine.connect().execution_options(settebello_write=True) as connection, connection.begin():
                if not replace and not backup.is_empty(connection):
                    raise StartError(
                        gettext("Something is stored here already, and nothing was changed. See --replace.")
                    )
                _replace_rows(connection, unpacked / TABLES)
                return backup.contents_of(connection, made)
        finally:
            shutil.rmtree(unpacked, ignore_errors=True)


@contextmanager
def _locked(directory: Path, how: int, refusal: object) -> Iterator[None]:
    """Hold the lock of this directory, exclusive or shared; raises `StartError` if another process excludes that."""
    with (directory / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, how | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StartError(refusal) from None
        yield


def _check_nobody_serves(database: Database) -> None:
    """Raise `StartError` if a server or worker of any host is connected to the same PostgreSQL database."""
    if not database.is_shared:
        return
    for seconds in LEAVING_SECONDS:
        with database.engine.connect() as connection:
            if not connection.scalar(_OTHERS):
                return
        time.sleep(seconds)
    raise StartError(_RUNNING)


def _unpack(file: Path, folder: Path) -> str:
    """Unpack a backup into `folder` and migrate its tables to this version; returns when it was made."""
    try:
        with file.open("rb") as opened:
            if not zipfile.is_zipfile(opened):
                raise StartError(_NO_BACKUP)
    except FileNotFoundError:
        raise StartError(gettext("There is no file %(file)s.", file=file)) from None
    with zipfile.ZipFile(file) as archive:
        manifest = _manifest(archive)
        names = {name for name in archive.namelist() if name in (TABLES, KEY) or _DECK.fullmatch(name)}
        if not ({TABLES} if manifest["settebello_backup"] == backup.FORMAT else {TABLES, KEY}) <= names:
            raise StartError(_DAMAGED)
        members = map(archive.getinfo, names)
        if any(each.file_size > MOST_UNPACKED * max(each.compress_size, MEGABYTE) for each in members):
            raise StartError(_DAMAGED)
        for name in names:
            archive.extract(name, folder)
    with closing(sqlite3.connect(folder / TABLES)) as tables:
        if tables.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise StartError(_DAMAGED)
    _date_decks(folder, manifest.get("taught", {}))
    _bring_up_to_date(folder)
    return str(manifest["made"])


def _date_decks(folder: Path, taught: Mapping[str, Any]) -> None:
    """Give the files of decks in a backup of format 1 their dates."""
    for name, (_, cards, changed) in taught.items():
        path = folder / "decks" / ("own" if is_private(name) else "") / f"{name}.npz"
        if not path.is_file() or (cards and from_bytes(name, path.read_bytes()) is None):
            raise StartError(_DAMAGED)
        os.utime(path, (datetime.fromisoformat(changed).replace(tzinfo=UTC).timestamp(),) * 2)


def _manifest(archive: zipfile.ZipFile) -> Mapping[str, Any]:
    try:
        manifest = json.loads(archive.read(MANIFEST))
        known = int(manifest["settebello_backup"])
    except (KeyError, ValueError, TypeError):
        raise StartError(_NO_BACKUP) from None
    if known > backup.FORMAT:
        raise StartError(_NEWER)
    if not isinstance(manifest.get("made"), str) or not isinstance(manifest.get("taught", {}), dict):
        raise StartError(_DAMAGED)
    return dict(manifest)


def _bring_up_to_date(folder: Path) -> None:
    """Migrate the tables of an older backup, and take in its decks and key; refuse a newer one."""
    unpacked = Database(sqlite_file(folder / TABLES), folder)
    try:
        if (db.revision(unpacked) or "") > db.newest():
            raise StartError(_NEWER)
        if db.known(unpacked) is None:
            raise StartError(_DAMAGED)
        try:
            unpacked.upgrade()
            with unpacked.engine.begin() as connection:  # format 2 has today's tables, and a key beside them
                older_files.take_in(connection, folder)
        except StartError as error:
            raise StartError(_DAMAGED) from error
    finally:
        unpacked.engine.dispose()


def _replace_rows(connection: Connection, tables: Path) -> None:
    """Replace all rows by those of the backup, within the transaction of `connection`.

    A match gets a version newer than any phone has seen, so phones load the restored rounds at their next poll. Raises
    `StartError` if the rows cannot be read back.
    """
    match = orm.metadata().tables["match"]
    seen = {row.play_token: row.version for row in connection.execute(select(match.c.play_token, match.c.version))}
    for table in reversed(backup.kept_tables()):
        connection.execute(table.delete())
    engine = create_engine(sqlite_file(tables), poolclass=NullPool)
    try:
        with engine.connect() as source:
            for table in backup.kept_tables():
                for rows in backup.rows_of(source, table):
                    connection.execute(insert(table), [_fitting(table, row) for row in rows])
        _read_once(connection)
    except (ValueError, TypeError, KeyError, StatementError) as error:
        if isinstance(error, DBAPIError) and not isinstance(error, (DataError, IntegrityError)):
            raise
        raise StartError(_DAMAGED) from error
    for token, version in seen.items():
        old = (match.c.play_token == token) & (match.c.version <= version)
        connection.execute(update(match).where(old).values(version=version + 1))
    if connection.dialect.name == "postgresql":
        for table in backup.kept_tables():
            if isinstance(getattr(table.c.get("id"), "type", None), Integer):  # the database numbers its rows itself
                _continue_numbers(connection, table)


def _read_once(connection: Connection) -> None:
    """Read every row as a server would, and check every match; raises `ValueError` for an unusable one."""
    for table in backup.kept_tables():
        needed = [column.name for column in table.c if not column.nullable]
        with closing(backup.rows_of(connection, table)) as batches:
            for row in chain.from_iterable(batches):
                if any(row[name] is None for name in needed):
                    raise ValueError(f"a value is missing in {table.name}")
                if table is SharedKey.__table__ and not cookie_key.is_key(row["value"]):
                    raise ValueError("a key that cannot sign")
                if table.name == "match":
                    if row["game"] not in GAMES:
                        raise ValueError("a match of an unknown game")
                    if len(row["sides"]) < 2 or not all(isinstance(name, str) for name in row["sides"]):
                        raise ValueError("a match without sides")


def _fitting(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """A row whose texts PostgreSQL accepts: without NUL, not too long."""
    for column in table.c:
        value = row[column.name]
        if isinstance(column.type, String) and isinstance(value, str):
            row[column.name] = value.replace("\x00", "")[: column.type.length]
    return row


def _continue_numbers(connection: Connection, table: Table) -> None:
    """Continue the numbering of a table after its highest row, never lower than before."""
    sequence = func.pg_get_serial_sequence(table.name, "id")
    last = func.coalesce(select(func.max(table.c.id)).scalar_subquery(), 1)
    connection.execute(select(func.setval(sequence, func.greatest(last, func.nextval(sequence)))))


def init_app(app: Flask) -> None:
    """Hold the servers' lock while `app` is served."""
    held = ExitStack()
    background.while_served(app, lambda: held.enter_context(_serving(app)), held.close)


@contextmanager
def _serving(app: Flask) -> Iterator[None]:
    """Hold the servers' lock and name the connections; raises `StartError` while a backup is being restored."""
    database: Database = app.extensions["database"]
    directory: Path = app.config["DATA_DIRECTORY"]
    with _locked(directory, fcntl.LOCK_SH, gettext("A backup is being restored here. Start again when it is done.")):
        shutil.rmtree(directory / UNPACKED, ignore_errors=True)
        if database.is_shared:
            event.listen(database.engine, "connect", _name)
            database.engine.dispose()  # connections made before have no name
            database.engine.connect().close()
        yield


def _name(connection: Any, _record: Any) -> None:
    connection.execute(f"SET application_name = '{SERVING}'")
    connection.commit()
