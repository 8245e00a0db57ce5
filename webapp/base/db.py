"""The database: one engine, two kinds of session, and the migrations.

`reading()` is a transaction that is rolled back, `writing()` one that commits at its end or is rolled back whole;
inside another `writing()` it is a part of that one. On SQLite a writer takes the write lock at once
(`BEGIN IMMEDIATE`), so that two phones queue instead of failing half way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from flask import Flask, current_app
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.orm import Session

from webapp.base import queue

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 10


class Database:
    """The engine of one application and its sessions; objects stay readable after their session is closed."""

    def __init__(self, url: str) -> None:
        """`url`: an SQLAlchemy URL with its driver."""
        self.url = url
        self.engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        if self.engine.dialect.name == "sqlite":
            _prepare_sqlite(self.engine)
        self._writer = self.engine.execution_options(settebello_write=True)
        self._open: ContextVar[Session | None] = ContextVar("open", default=None)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session for reading; changes made in it are not stored."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session with one transaction: it commits when the block ends and is rolled back when that raises.

        Within another block it is that one's session, and commits with it: what writes a part need not know the whole.
        """
        if (joined := self._open.get()) is not None:
            yield joined
            return
        with Session(self._writer, expire_on_commit=False) as session, session.begin():
            mark = self._open.set(session)
            try:
                yield session
            finally:
                self._open.reset(mark)

    def upgrade(self) -> None:
        """Run the migrations that the database lacks; idempotent."""
        config = AlembicConfig()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            if self.engine.dialect.name == "postgresql":
                queue.prepare(connection)


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _record: Any) -> None:
        # The driver begins transactions itself, late and deferred. That is switched off; `begin` below does it.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "foreign_keys=ON", f"busy_timeout={BUSY_SECONDS * 1000}"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("settebello_write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def init_app(app: Flask) -> None:
    """Give `app` its database; one of SQLite is migrated to this version."""
    database = Database(app.config["DATABASE_URL"])
    if database.engine.dialect.name == "sqlite":
        # A database server is shared by several processes: its operator migrates it once, before they start, with
        # `python -m webapp.base.migrations`.
        database.upgrade()
    app.extensions["database"] = database


def database() -> Database:
    """The database of the current application."""
    found: Database = current_app.extensions["database"]
    return found
