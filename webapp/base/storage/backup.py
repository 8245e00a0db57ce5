"""Backup: everything stored, in one file, as of one moment, while the application is running.

The file is a zip of `settebello.db`, an SQLite database of the tables, and `manifest.json`. A backup of SQLite can be
restored into PostgreSQL and the other way round.
"""

import json
import sqlite3
import tempfile
import zipfile
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Table, create_engine, func, insert, select
from sqlalchemy.pool import NullPool

from webapp import __version__
from webapp.base.language.i18n import gettext, listed, ngettext
from webapp.base.running.config import StartError, sqlite_file
from webapp.base.storage import cookie_key, db, orm
from webapp.base.storage.db import Database
from webapp.base.storage.orm import DeckFile, SharedKey, now

FORMAT = 3
"""Format of backups. 1 has enrolled decks and the cookie key in files, 2 only the key."""
MANIFEST, TABLES = "manifest.json", "settebello.db"
PASSING = {"upload", "film_piece", "live_frame"}
"""Tables of data that lives for minutes; not part of a backup."""
FROZEN: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
AT_ONCE = 50
"""Rows read and written together; those of pictures are large."""


@dataclass(frozen=True)
class Contents:
    """The size of a backup, and when it was made (ISO 8601, UTC)."""

    matches: int
    rounds: int
    tables: int
    decks: int
    made: str

    def __str__(self) -> str:
        return listed(
            (
                ngettext("%(num)d match", "%(num)d matches", self.matches),
                ngettext("%(num)d round", "%(num)d rounds", self.rounds),
                ngettext("%(num)d table", "%(num)d tables", self.tables),
                ngettext("%(num)d taught deck", "%(num)d taught decks", self.decks),
            )
        )


def kept_tables() -> list[Table]:
    """The tables of a backup, each after the tables it refers to."""
    return [table for table in orm.metadata().sorted_tables if table.name not in PASSING]


def write(database: Database, file: IO[bytes], beside: Path | None = None) -> Contents:
    """Write a backup of the database; raises `StartError`.

    The tables are read in one transaction, which sees one moment whatever is written meanwhile. They are collected in a
    temporary file in `beside`, by default where temporary files are.
    """
    found = db.known(database)
    if found is None:
        raise StartError(
            gettext(
                "There is nothing to back up in %(place)s. Set XDG_DATA_HOME or DATABASE_URL as the server has them.",
                place=database.engine.url.database,
            )
        )
    if found != db.newest():
        raise StartError(db.NOT_PREPARED)
    with tempfile.TemporaryDirectory(prefix=".settebello-", dir=beside) as folder:
        tables = Path(folder) / TABLES
        with database.engine.connect() as connection:
            # PostgreSQL needs REPEATABLE READ for a consistent snapshot; SQLite transactions have one anyway.
            source = connection.execution_options(**FROZEN) if database.is_shared else connection
            cookie_key.found(source)  # refuses a broken one, as a restore would
            _copy_tables(source, tables)
            contents = contents_of(source, f"{now():%Y-%m-%dT%H:%M:%SZ}")
        manifest = {"settebello_backup": FORMAT, "version": __version__, **asdict(contents)}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
            archive.write(tables, TABLES)
    return contents


def contents_of(source: Connection, made: str) -> Contents:
    """Count the rows of a database, and the decks that were not removed."""
    tables = (orm.metadata().tables[name] for name in ("match", "round", "our_table"))
    matches, rounds, ours = (source.scalar(select(func.count()).select_from(table)) or 0 for table in tables)
    decks = source.scalar(select(func.count()).where(DeckFile.cards > 0)) or 0
    return Contents(matches, rounds, ours, decks, made)


def _copy_tables(source: Connection, path: Path) -> None:
    """Copy every row into a new SQLite database made by the migrations."""
    made = Database(sqlite_file(path))
    made.upgrade()
    made.engine.dispose()
    with sqlite3.connect(path) as one_file:  # without a write-ahead log all data is in the file itself
        one_file.execute("PRAGMA journal_mode=DELETE").close()
    one_file.close()
    engine = create_engine(sqlite_file(path), poolclass=NullPool)
    with engine.begin() as target:
        for table in kept_tables():
            for rows in rows_of(source, table):
                target.execute(insert(table), rows)


def rows_of(source: Connection, table: Table) -> Generator[list[dict[str, Any]], None, None]:
    """Yield the rows of a table in batches that fit into memory."""
    query = select(table).order_by(*table.primary_key).execution_options(yield_per=AT_ONCE)
    with source.execute(query) as result:
        for part in result.mappings().partitions():
            yield [dict(row) for row in part]


def is_empty(connection: Connection) -> bool:
    """Whether the database contains nothing but the cookie key."""
    tables = [table for table in kept_tables() if table is not SharedKey.__table__]
    return all(connection.execute(select(table.c[0]).limit(1)).first() is None for table in tables)
