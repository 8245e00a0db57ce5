"""The database: one engine, two kinds of session, and the migrations.

`reading()` gives a consistent look, `writing()` one transaction that commits at its end or leaves nothing behind. On
SQLite a writer takes its lock at once (`BEGIN IMMEDIATE`), so that two phones queue instead of failing half way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from flask import Flask, current_app
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.orm import Session

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 10


class Database:
    """The engine of one application and its sessions; objects stay readable after their session ends."""

    def __init__(self, url: str) -> None:
        """`url`: an SQLAlchemy URL with its driver."""
        self.url = url
        self.engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        if self.engine.dialect.name == "sqlite":
            _prepare_sqlite(self.engine)
        self._writer = self.engine.execution_options(settebello_write=True)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a session to look; what is changed in it is not kept."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open one transaction: it commits when the block ends, and is undone when it raises."""
        with Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    def upgrade(self) -> None:
        """Bring the tables to the newest migration; does nothing when they are."""
        config = AlembicConfig()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _record: Any) -> None:
        # The driver's own transactions begin late and deferred: they are switched off, `begin` below replaces them.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "foreign_keys=ON", f"busy_timeout={BUSY_SECONDS * 1000}"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("settebello_write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def init_app(app: Flask) -> None:
    """Give `app` its database, with the tables as this version wants them."""
    database = Database(app.config["DATABASE_URL"])
    if database.engine.dialect.name == "sqlite":
        # A server database is shared by several processes: there `settebello` leaves migrating to its operator,
        # who runs `python -m webapp.base.migrations` once.
        database.upgrade()
    app.extensions["database"] = database


def database() -> Database:
    """Return the database of the current application."""
    found: Database = current_app.extensions["database"]
    return found
