"""The database: one engine, and three ways to use it.

- `reading()`: a transaction that is rolled back. A nested block joins it, so a page made in one block is consistent.
- `writing()`: a transaction that commits at its end. On SQLite it takes the write lock at its start, so two phones
  queue instead of failing half way. `noting()` gives up instead of waiting.
- `cheaply()`: one row without a transaction, for polls, which come every second, and before notes.

Below: whether it is reachable, intact and of this version; if not, a sentence says what to do.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask, current_app
from sqlalchemy import ColumnElement, Connection, Engine, Row, Select, create_engine, delete, event, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, InternalError, OperationalError, TimeoutError
from sqlalchemy.orm import Session

from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.base.running.config import StartError
from webapp.base.storage.orm import Base

MIGRATIONS = Path(__file__).parent / "migrations"
BETWEEN = {"0015": "0006", **{f"{number:04}": "0016" for number in range(17, 27)}}
"""Revision of the main branch -> that of the release before it; later migrations skip existing parts."""
BUSY_SECONDS = 10
"""Seconds a writer waits for the write lock."""
NOTING_SECONDS = 0.15
"""Seconds that `noting` waits for the write lock."""
AT_ONCE = 50
"""Old rows deleted in one transaction with everything that belongs to them, so that other writers wait only briefly."""
LOG_BYTES = 32 * 1024 * 1024
"""Bytes to which SQLite truncates its write-ahead log after it has grown larger."""
CONNECTIONS = 10
"""Pool size of one process: one open connection for each thread, so that pages open none."""
QUEUE_SCHEMA = "procrastinate"
"""Schema of the tables of procrastinate, which is the queue on PostgreSQL (`webapp.photos.work.queues`)."""
DeleteFirst = Callable[[Session, Sequence[Any]], None]
AnySelect = Select[*tuple[Any, ...]]
CANNOT_STORE = (OperationalError, InterfaceError, InternalError, TimeoutError)
"""Errors of a database that is locked, full, read-only or gone."""

_THEN = "then"
"""Key in a session's `info` for callbacks after its transaction."""

logger = logging.getLogger(__name__)


class Database:
    """The engine of one application and its sessions; objects stay readable after their session is closed."""

    def __init__(self, url: str, directory: Path | None = None) -> None:
        """`url`: an SQLAlchemy URL with its driver; raises `StartError` if that is not installed.

        `directory`: where an older version may have left files, which `upgrade` takes in.
        """
        self.url, self._directory = url, directory
        # Errors name the failed statement but not its values, which may include play links.
        options: dict[str, Any] = {"pool_size": CONNECTIONS, "hide_parameters": True}
        options["pool_pre_ping"] = not url.startswith("sqlite")
        try:
            self.engine = create_engine(url, **options)
        except ModuleNotFoundError:
            sentence = gettext("PostgreSQL needs one package more: pip install 'settebello[postgres]'.")
            raise StartError(sentence) from None
        self.is_shared = self.engine.dialect.name == "postgresql"  # shared by processes and hosts
        (_prepare_server if self.is_shared else _prepare_sqlite)(self.engine)
        self._writer = self.engine.execution_options(settebello_write=True)
        self._noter = self.engine.execution_options(settebello_write=True, settebello_notes=True)
        self.cheap = create_engine(url, isolation_level="AUTOCOMMIT", pool_reset_on_return=None, **options)
        event.listen(self.engine, "engine_disposed", lambda _engine: self.cheap.dispose())
        self._open: ContextVar[Session | None] = ContextVar("open", default=None)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session for reading; changes are not stored. Within another block it is the session of that block."""
        if (joined := self._open.get()) is not None:
            yield joined
            return
        with Session(self.engine, expire_on_commit=False) as session, self._joined(session):
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session with one transaction: committed at the end of the block, rolled back on an exception.

        A nested block joins the outer session and commits with it, so functions that write a part can be combined.
        """
        if (joined := self._writes()) is not None:
            yield joined
            return
        with Session(self._writer, expire_on_commit=False) as session, session.begin(), self._joined(session):
            yield session
        for then in session.info.pop(_THEN, ()):
            then()

    @contextmanager
    def _joined(self, session: Session) -> Iterator[None]:
        """Let nested blocks join `session`."""
        mark = self._open.set(session)
        try:
            yield
        finally:
            self._open.reset(mark)

    def _writes(self) -> Session | None:
        """The session of the `writing` around this; None if there is none."""
        session = self._open.get()
        return session if session is not None and session.bind is self._writer else None

    def after_writing(self, then: Callable[[], None]) -> None:
        """Call `then` after the open transaction has committed, or at once if none is open; for slow work."""
        if (session := self._writes()) is None:
            then()
        else:
            session.info.setdefault(_THEN, []).append(then)

    @contextmanager
    def noting(self) -> Iterator[Session]:
        """A session like `writing` for data that may be lost: errors, such as a busy database, are only logged."""
        if (joined := self._writes()) is not None:
            yield joined
            return
        try:
            with Session(self._noter, expire_on_commit=False) as session, session.begin():
                yield session
        except (*CANNOT_STORE, IntegrityError) as error:
            logger.info("Not noted: %s", getattr(error, "orig", error))

    def delete_some(self, table: type[Base], *old: ColumnElement[bool], first: DeleteFirst | None = None) -> int:
        """Delete a batch of rows for which `old` holds, with dependent rows (`ondelete`); returns how many.

        `first` gets their keys and deletes data that no foreign key covers.
        """
        (key,) = table.__table__.primary_key
        with self.writing() as session:
            some = select(key).where(*old).order_by(key).limit(AT_ONCE).with_for_update(skip_locked=True)
            keys = session.scalars(some).all()
            if first:
                first(session, keys)
            session.execute(delete(table).where(key.in_(keys)))
            return len(keys)

    def cheaply(self, query: AnySelect, **values: Any) -> Row[*tuple[Any, ...]] | None:
        """The first row of `query`, read without a transaction."""
        with self.cheap.connect() as connection:
            return connection.execute(query, values).first()

    def upgrade(self) -> None:
        """Make the tables of a new database, or run missing migrations; idempotent, and one transaction."""
        with self._writer.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
            if found in BETWEEN:
                connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{BETWEEN[found]}'")
            command.upgrade(_migrations(connection, self._directory), "head")
            if self.is_shared:
                _prepare_queue(connection)

    def downgrade(self, revision: str) -> None:
        """Undo the migrations after `revision`; their data is lost."""
        with self.engine.connect() as connection:
            command.downgrade(_migrations(connection), revision)


def _migrations(connection: Connection, directory: Path | None = None) -> AlembicConfig:
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes.update(connection=connection, directory=directory)
    return config


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _record: Any) -> None:
        # The driver begins transactions late and deferred. Switch that off; `begin` below takes its place.
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
        if connection.info.get("busy_seconds") != seconds:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={round(seconds * 1000)}")
            connection.info["busy_seconds"] = seconds
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("settebello_write") else "BEGIN")


def _prepare_server(engine: Engine) -> None:
    """Limit how long transactions on PostgreSQL wait for locks."""

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: Any) -> None:
        connection.execute(f"SET lock_timeout = {round(BUSY_SECONDS * 1000)}")
        connection.commit()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("settebello_notes"):
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {round(NOTING_SECONDS * 1000)}")


def _prepare_queue(connection: Connection) -> None:
    """Create procrastinate's tables, or migrate them to the installed version; idempotent.

    The comment of its first table records the last migration.
    """
    sql = resources.files("procrastinate.sql")
    migrations = sorted(
        (file for file in (sql / "migrations").iterdir() if file.name.endswith(".sql")), key=lambda file: file.name
    )
    raw: Any = connection.connection.driver_connection
    raw.execute(f"CREATE SCHEMA IF NOT EXISTS {QUEUE_SCHEMA}")
    raw.execute(f"SET LOCAL search_path TO {QUEUE_SCHEMA}")
    found = raw.execute(
        "SELECT obj_description(c.oid) FROM pg_class c WHERE c.oid = to_regclass('procrastinate_jobs')"
    ).fetchone()
    missing = [sql / "schema.sql"] if found is None else [file for file in migrations if file.name > found[0]]
    for file in missing:
        raw.execute(file.read_text("utf-8"))
    if missing:
        raw.execute(f"COMMENT ON TABLE procrastinate_jobs IS '{migrations[-1].name}'")
    raw.commit()  # SQLAlchemy does not know of this transaction


def database() -> Database:
    found: Database = current_app.extensions["database"]
    return found


_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_UNWRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_BROKEN = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def init_app(app: Flask) -> None:
    """Give `app` its database; SQLite is migrated to this version. Raises `StartError`."""
    app.extensions["database"] = database = Database(app.config["DATABASE_URL"], app.config["DATA_DIRECTORY"])
    prepare(database)


NOT_PREPARED = lazy_gettext("The database is not prepared for this version. Run “settebello migrate”.")


def prepare(database: Database) -> None:
    """Migrate SQLite to this version; check that PostgreSQL has it. Raises `StartError`.

    PostgreSQL is shared by several processes, so its operator migrates it once beforehand.
    """
    with explained(database):
        if known(database) == newest():
            return
        if database.is_shared:
            raise StartError(NOT_PREPARED)
        database.upgrade()


def migrate(database: Database, back_to: str | None = None) -> tuple[str | None, str]:
    """Migrate `database` to this version or back to an older revision; returns the revisions before and after.

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
    """The migration revision of the database; None if it has none.

    Revisions of the main branch between two releases count as the release before them (`BETWEEN`).
    """
    with database.engine.connect() as connection:
        found: str | None = MigrationContext.configure(connection).get_current_revision()
    return BETWEEN.get(found or "", found)


def known(database: Database) -> str | None:
    """The revision as returned by `revision`; raises `StartError` if this version does not know it."""
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
    """The reason for which the database cannot be used now, in a few words for machines; None if it can."""
    try:
        found = revision(database)
    except DBAPIError:
        found = None
    if found is None:
        return "database not reachable"
    return None if found == newest() else "database of another version"


@contextmanager
def explained(database: Database, *more: object) -> Iterator[None]:
    """Convert database errors within the block into `StartError`, with the sentences `more` added."""
    try:
        yield
    except DBAPIError as error:
        raise StartError(_sentence(database, error.orig or error), *more) from None
    except database.engine.dialect.loaded_dbapi.Error as error:  # raised by code that uses the driver directly
        raise StartError(_sentence(database, error), *more) from None


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
        return gettext(
            "The database %(path)s is broken. Move it away, with its -wal and -shm, then restore a backup.", path=path
        )
    if code in _BUSY:
        return gettext("The database %(path)s is held by another program. Stop that one first.", path=path)
    return gettext("The database %(path)s cannot be used: %(reason)s", path=path, reason=said)
