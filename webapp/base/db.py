"""The database: one engine, two kinds of session, and the migrations.

`reading()` is a transaction that is rolled back, `writing()` one that commits at its end or is rolled back whole. On
SQLite a writer takes the write lock at once (`BEGIN IMMEDIATE`), so that two phones queue instead of failing half way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from flask import Flask, current_app
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.orm import Session

from webapp.base import db_state
from webapp.base.db_state import MIGRATIONS as MIGRATIONS

BUSY_SECONDS = 10


class Database:
    """The engine of one application and its sessions; objects stay readable after their session is closed."""

    def __init__(self, url: str) -> None:
        """`url`: an SQLAlchemy URL with its driver."""
        self.url = url
        # An error says which statement failed, and not with which values: a play link may be among them.
        self.engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"), hide_parameters=True)
        if self.engine.dialect.name == "sqlite":
            _prepare_sqlite(self.engine)
        self._writer = self.engine.execution_options(settebello_write=True)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session for reading; changes made in it are not stored."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session with one transaction: it commits when the block ends and is rolled back when that raises."""
        with Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    def upgrade(self) -> None:
        """Run the migrations that the database lacks; idempotent."""
        config = AlembicConfig()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


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
    """Give `app` its database; one of SQLite is migrated to this version. Raises `StartError`."""
    database = opened(app.config["DATABASE_URL"])
    db_state.prepare(database)
    app.extensions["database"] = database


def opened(url: str) -> Database:
    """The database at an address; raises `StartError` where its driver is not installed."""
    try:
        return Database(url)
    except ModuleNotFoundError:
        raise db_state.without_driver() from None


def database() -> Database:
    """The database of the current application."""
    found: Database = current_app.extensions["database"]
    return found
