"""The database: one engine, two kinds of session, and the migrations.

`reading()` is a transaction that is rolled back, `writing()` one that commits at its end or is rolled back whole, and
`noting()` one that is given up where nothing can be stored at once. A `writing()` inside another is a part of it. On
SQLite a writer takes the write lock at once (`BEGIN IMMEDIATE`), so that two phones queue instead of failing half way.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from threading import RLock
from time import monotonic
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from flask import Flask, current_app
from sqlalchemy import Connection, Engine, PoolProxiedConnection, Select, Table, create_engine, event
from sqlalchemy.exc import (
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,
)
from sqlalchemy.orm import Session

from webapp.base import db_state, queue
from webapp.base.db_state import MIGRATIONS as MIGRATIONS

BUSY_SECONDS = 10
"""So long a writer waits for the lock of another."""
NOTING_SECONDS = 0.15
"""So long `noting` does."""
AT_ONCE = 50
"""So many rows that are old go together, with all that belongs to them: nobody else waits for long."""
LOG_BYTES = 32 * 1024 * 1024
"""SQLite's log is cut to so many after it grew larger."""
EMPTY_BYTES = 64 * 1024 * 1024
"""So many empty ones in SQLite's file are worth giving back."""
CONNECTIONS = 10
"""Of one process that are kept open: one for each thread that answers, so that none is opened anew for a page."""
_CURSOR = "settebello_cursor"
_waited: ContextVar[float] = ContextVar("waited", default=0.0)
"""Seconds that this writer has waited for others of its process: so many less it waits for those of others."""
AnySelect = Select[*tuple[Any, ...]]
CANNOT_STORE = (OperationalError, InterfaceError, InternalError, TimeoutError)
"""What is raised where a database is locked, full, read-only or gone."""

logger = logging.getLogger(__name__)


class Database:
    """The engine of one application and its sessions; objects stay readable after their session is closed."""

    def __init__(self, url: str) -> None:
        """`url`: an SQLAlchemy URL with its driver."""
        self.url = url
        # An error says which statement failed, and not with which values: a play link may be among them.
        self.engine = create_engine(
            url, pool_pre_ping=not url.startswith("sqlite"), pool_size=CONNECTIONS, hide_parameters=True
        )
        if self.engine.dialect.name == "sqlite":
            _prepare_sqlite(self.engine)
            self._single = self.engine  # its driver begins no transaction by itself
        else:
            _prepare_server(self.engine)
            # Neither a transaction nor a look whether the connection still lives: each is a round trip.
            self._single = create_engine(
                url,
                isolation_level="AUTOCOMMIT",
                pool_reset_on_return=None,
                pool_size=CONNECTIONS,
                hide_parameters=True,
            )
            event.listen(self.engine, "engine_disposed", lambda _engine: self._single.dispose())
        self._turns = RLock()
        self._quick: dict[AnySelect, Quick] = {}
        self._snapshot: ContextVar[Session | None] = ContextVar("snapshot", default=None)
        self.is_shared = self.engine.dialect.name == "postgresql"  # between processes and hosts
        self._writer = self.engine.execution_options(settebello_write=True)
        self._noter = self.engine.execution_options(settebello_write=True, settebello_notes=True)
        self._open: ContextVar[Session | None] = ContextVar("open", default=None)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session for reading; changes made in it are not stored. Within `snapshot` it is that one."""
        if whole := self._snapshot.get():
            yield whole
            return
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    def give_back(self, least: int = EMPTY_BYTES) -> int:
        """Give SQLite's empty pages back to the disk where they are most of its file and `least` bytes; how many bytes.

        It copies what is left, which is less; writers wait as long. Films leave so many.
        """
        if self.is_shared:
            return 0
        connection = self.engine.raw_connection()
        try:
            cursor = connection.cursor()
            empty, pages, size = (
                cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("freelist_count", "page_count", "page_size")
            )
            if empty * size < least or 2 * empty < pages:
                return 0
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            return int(empty * size)
        except sqlite3.OperationalError:  # somebody writes or reads for long: the next time
            return 0
        finally:
            connection.close()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let everything that is read within the block be read in one transaction: for pages made of many queries.

        On PostgreSQL a transaction of its own costs each query three round trips more. Nothing is written meanwhile.
        """
        with self.reading() as session:
            token = self._snapshot.set(session)
            try:
                yield
            finally:
                self._snapshot.reset(token)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session with one transaction: it commits when the block ends and is rolled back when that raises.

        Within another block it is that one's session, and commits with it: what writes a part need not know the whole.
        """
        if (joined := self._open.get()) is not None:
            yield joined
            return
        with self._turn(BUSY_SECONDS), Session(self._writer, expire_on_commit=False) as session, session.begin():
            mark = self._open.set(session)
            try:
                yield session
            finally:
                self._open.reset(mark)

    @contextmanager
    def noting(self) -> Iterator[Session]:
        """A session like `writing`, for what may be lost: where it cannot be stored at once the block just ends."""
        try:
            with self._turn(NOTING_SECONDS), Session(self._noter, expire_on_commit=False) as session, session.begin():
                yield session
        except (*CANNOT_STORE, IntegrityError) as error:
            logger.info("Not noted: %s", getattr(error, "orig", error))

    @contextmanager
    def _turn(self, seconds: float) -> Iterator[None]:
        """Wait for the other writers of this process, so long at most; on SQLite, where only one can write.

        Here the next one is woken at once. SQLite lets it sleep, up to a tenth of a second at a time, while it holds a
        thread that others could be answered with. Who gets no turn in time asks SQLite, which says why.
        """
        if self.is_shared:
            yield
            return
        began = monotonic()
        has_turn = self._turns.acquire(timeout=seconds)
        waited = monotonic() - began
        mark = _waited.set(waited)
        try:
            yield
        finally:
            _waited.reset(mark)
            if has_turn:
                self._turns.release()

    @contextmanager
    def frozen(self) -> Iterator[Connection]:
        """A connection that sees the whole database as it is at one moment, for as long as it is open."""
        with self.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            yield connection

    @contextmanager
    def rewriting(self, *tables: Table) -> Iterator[Connection]:
        """A connection with one transaction in which nobody else writes to these tables; all may read them."""
        with self._turn(BUSY_SECONDS), self._writer.connect() as connection, connection.begin():
            if connection.dialect.name == "postgresql":
                names = ", ".join(connection.dialect.identifier_preparer.format_table(table) for table in tables)
                connection.exec_driver_sql(f"LOCK TABLE {names} IN EXCLUSIVE MODE")
            yield connection

    def quick(self, query: AnySelect) -> Quick:
        """`query`, one of a module, made ready to be asked very often."""
        if query not in self._quick:
            self._quick[query] = Quick(self._single, query)
        return self._quick[query]

    def finds(self, query: AnySelect, **values: Any) -> bool:
        """Whether `query`, one of a module, has a row; False where the quick look fails, too."""
        return self._look(query, values, failed=False)

    def may_have(self, query: AnySelect, **values: Any) -> bool:
        """As `finds`, for what is seldom there and is loaded with a session then: that says why a look has failed."""
        return self._look(query, values, failed=True)

    def _look(self, query: AnySelect, values: Mapping[str, Any], *, failed: bool) -> bool:
        quick = self.quick(query)
        try:
            return quick.first(**values) is not None
        except quick.failures:
            return failed

    def upgrade(self) -> None:
        """Run the migrations that the database lacks; idempotent."""
        with self.engine.connect() as connection:
            command.upgrade(_migrations(connection), "head")
            if self.engine.dialect.name == "postgresql":
                queue.prepare(connection)

    def downgrade(self, revision: str) -> None:
        """Take back the migrations after `revision`; what only they have room for is lost."""
        with self.engine.connect() as connection:
            command.downgrade(_migrations(connection), revision)


def _migrations(connection: Connection) -> AlembicConfig:
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


class Quick:
    """A query of one row, compiled once and asked of the driver itself: a sixth of the time that a session takes.

    For what is asked every second by every phone, and nothing else. It is a transaction by itself.
    """

    def __init__(self, engine: Engine, query: AnySelect) -> None:
        dialect = engine.dialect
        compiled = query.compile(dialect=dialect)
        self.engine = engine
        self._is_server = dialect.name == "postgresql"
        self._sql = str(compiled)
        self._names: list[str] | None = compiled.positiontup
        self._constants = {name: value for name, value in compiled.params.items() if value is not None}
        self._to_driver = {
            name: convert
            for name, parameter in compiled.binds.items()
            if (convert := parameter.type.dialect_impl(dialect).bind_processor(dialect))
        }
        self.failures: tuple[type[Exception], ...] = (dialect.loaded_dbapi.Error, SQLAlchemyError)
        """What `first` raises where the database cannot answer."""

    def first(self, **values: Any) -> tuple[Any, ...] | None:
        """The row for these values of the parameters. Raises one of `failures`, and closes that connection then."""
        values = {**self._constants, **values}
        for name, convert in self._to_driver.items():
            values[name] = convert(values[name])
        asked = values if self._names is None else [values[name] for name in self._names]
        connection = self.engine.raw_connection()
        try:
            found = self._of_server(connection, asked) if self._is_server else self._of_file(connection, asked)
        except BaseException:
            connection.invalidate()
            raise
        connection.close()
        return found

    def _of_server(self, connection: PoolProxiedConnection, asked: Any) -> tuple[Any, ...] | None:
        cursor: Any = connection.info.get(_CURSOR)
        if cursor is None:  # one for each connection: to make one takes as long as half a query
            cursor = connection.info[_CURSOR] = connection.cursor()
        cursor.execute(self._sql, asked, prepare=True)
        found: tuple[Any, ...] | None = cursor.fetchone()
        return found

    def _of_file(self, connection: PoolProxiedConnection, asked: Any) -> tuple[Any, ...] | None:
        cursor = connection.cursor()
        cursor.execute(self._sql, asked)
        found: tuple[Any, ...] | None = cursor.fetchone()
        cursor.close()  # else it holds the database as it is now
        return found


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _record: Any) -> None:
        # The driver begins transactions itself, late and deferred. That is switched off; `begin` below does it.
        connection.isolation_level = None
        for pragma in (
            "journal_mode=WAL",
            "foreign_keys=ON",
            f"busy_timeout={BUSY_SECONDS * 1000}",
            f"journal_size_limit={LOG_BYTES}",
        ):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        seconds = NOTING_SECONDS if options.get("settebello_notes") else BUSY_SECONDS
        seconds = max(0.0, seconds - _waited.get())
        if connection.info.get("busy_seconds") != seconds:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={round(seconds * 1000)}")
            connection.info["busy_seconds"] = seconds
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("settebello_write") else "BEGIN")


def _prepare_server(engine: Engine) -> None:
    """Let no transaction on PostgreSQL wait for a lock without end."""

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: Any) -> None:
        connection.execute(f"SET lock_timeout = {round(BUSY_SECONDS * 1000)}")
        connection.commit()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("settebello_notes"):
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {round(NOTING_SECONDS * 1000)}")


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
