"""The databases of the tests: on both engines, migrated and empty, for one test at a time.

SQLite is always there: a file copied from one that was migrated once. PostgreSQL is a temporary cluster from Debian's
packages, or the server that `TEST_DATABASE_URL` names, which must allow creating databases. `DATABASES` chooses the
engines: `sqlite`, `postgresql`, or both with a comma between.

Each worker copies its databases from a migrated template. A used database is emptied and lent again; `opened` keeps the
objects that SQLAlchemy has made for it.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from webapp.base.storage.db import Database

SQLITE, POSTGRESQL = "sqlite", "postgresql"
DRIVER = "postgresql+psycopg"
SERVER = "TEST_DATABASE_URL"
RUN = "TEST_DATABASE_RUN"
"""Prefix of the names of all databases of this run; the process that starts the workers sets it for them."""
TABLES = """
    SELECT oid::regclass::text FROM pg_class
    WHERE relkind = 'r' AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
"""
FROM_ONE = """
    SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) FROM pg_sequences
    WHERE last_value IS NOT NULL
"""
BUSY = """
    SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle')
"""
IS_SUPERUSER = "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"
DEBIAN = Path("/usr/lib/postgresql")
ACCOUNT = "postgres"
START_SECONDS = 30
STOP_SECONDS = 20
SETTINGS = {
    # Nothing here outlives the run, so no file needs to reach the disk.
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "jit": "off",
    "listen_addresses": "",
    "max_connections": "200",
}


def engines() -> list[str]:
    """The engines that `DATABASES` names; by default SQLite, and PostgreSQL if `TEST_DATABASE_URL` is set."""
    usual = f"{SQLITE},{POSTGRESQL}" if os.environ.get(SERVER) else SQLITE
    named = {name.strip() for name in os.environ.get("DATABASES", usual).split(",")}
    if not named <= {SQLITE, POSTGRESQL}:
        raise ValueError(f"DATABASES is {SQLITE}, {POSTGRESQL}, or both with a comma between")
    return sorted(named, key=(SQLITE, POSTGRESQL).index)


# The server, in the process that starts the workers.


class CannotHave(Exception):
    """This user can start no PostgreSQL on this machine; the message says why."""


def programs() -> Path:
    """The folder of the newest PostgreSQL that is installed."""
    versions = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = versions[-1] if versions else shutil.which("initdb")
    if not found:
        raise CannotHave("PostgreSQL is not installed (apt-get install postgresql)")
    return Path(found).parent


def _as_owner() -> list[str]:
    """Prefix for a command of PostgreSQL, which root may not run; the server dies with this process.

    The death signal is set last: changing the user would clear it.
    """
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise CannotHave("there is no setpriv (util-linux), by which a server ends with its tests")
    dies = [setpriv, "--pdeathsig=INT"]
    if os.geteuid():
        return dies
    with suppress(KeyError):
        pwd.getpwnam(ACCOUNT)
        return [setpriv, f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups", *dies]
    raise CannotHave(f"root may not run PostgreSQL, and there is no user {ACCOUNT}")


@contextmanager
def cluster(given: Mapping[str, str] = SETTINGS) -> Iterator[URL]:
    """A PostgreSQL of our own on a socket in a temporary folder; stopped and deleted at the end."""
    where, owner = programs(), _as_owner()
    folder = Path(mkdtemp(prefix="settebello-postgresql-"))
    server = None
    try:
        if not os.geteuid():
            shutil.chown(folder, ACCOUNT)
        make = [*owner, where / "initdb", "-D", folder / "data", "-U", ACCOUNT, "-A", "trust"]
        made = subprocess.run(
            [*make, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"], cwd=folder, capture_output=True, text=True
        )
        if made.returncode:
            raise CannotHave(f"initdb failed: {made.stderr.strip()}")
        settings = [part for name, value in given.items() for part in ("-c", f"{name}={value}")]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [*owner, where / "postgres", "-D", folder / "data", "-k", folder, *settings],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the tests; the server is stopped after them
            )
        url = URL.create(DRIVER, username=ACCOUNT, database="postgres", query={"host": str(folder)})
        _wait(server, url, folder / "log")
        yield url
    finally:
        if server is not None:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _wait(server: subprocess.Popen[bytes], url: URL, log: Path) -> None:
    """Wait until the server answers."""
    engine = create_engine(url)
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            with engine.connect():
                break
        except DBAPIError:
            if server.poll() is not None or time.monotonic() > until:
                raise CannotHave(f"the server did not start: {log.read_text().strip()}") from None
            time.sleep(0.02)
    engine.dispose()


@contextmanager
def server() -> Iterator[None]:
    """Provide PostgreSQL and this run's template inside the block; the environment names both."""
    given = os.environ.get(SERVER)
    with nullcontext(make_url(given).set(drivername=DRIVER)) if given else cluster() as url:
        os.environ[SERVER] = url.render_as_string(hide_password=False)
        os.environ[RUN] = f"settebello_test_{secrets.token_hex(4)}"
        try:
            _make_template()
            yield
        finally:
            _drop_all()
            _commander().dispose()
            _commander.cache_clear()
            del os.environ[RUN]
            if not given:
                del os.environ[SERVER]


def _make_template() -> None:
    from webapp.base.storage.db import Database  # not before the environment sets the number of threads

    _command(f'CREATE DATABASE "{_template()}" TEMPLATE template0')
    database = Database(_url(_template()))
    database.upgrade()
    database.engine.dispose()


def _drop_all() -> None:
    with _commander().connect() as connection:
        ours = connection.scalars(text("SELECT datname FROM pg_database")).all()
    for name in ours:
        if name.startswith(os.environ[RUN]):
            _command(f'DROP DATABASE "{name}" WITH (FORCE)')


# The databases, in each worker.


def _template() -> str:
    return f"{os.environ[RUN]}_template"


def _url(name: str) -> str:
    return make_url(os.environ[SERVER]).set(database=name).render_as_string(hide_password=False)


@cache
def _commander() -> Engine:
    """The engine that makes and drops databases."""
    return create_engine(os.environ[SERVER], isolation_level="AUTOCOMMIT")


def _command(sql: str) -> None:
    with _commander().connect() as connection:
        connection.execute(text(sql))


@dataclass(frozen=True)
class Lent:
    """A PostgreSQL database copied from the template, lent to one test after the other."""

    name: str
    engine: Engine
    written: str
    """SQL that tells which of its tables have rows, except tables that the migrations fill."""
    by_rows: bool
    """Whether this user may delete rows in any order, which is ten times as fast as new files."""

    @classmethod
    def make(cls) -> Lent:
        """Make one more for this worker."""
        name = f"{os.environ[RUN]}_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}_{secrets.token_hex(4)}"
        _command(f'CREATE DATABASE "{name}" TEMPLATE "{_template()}"')
        engine = create_engine(_url(name), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            tables = connection.scalars(text(TABLES)).all()
            empty = [each for each in tables if not connection.scalar(text(f"SELECT EXISTS (SELECT FROM {each})"))]
            by_rows = bool(connection.scalar(text(IS_SUPERUSER)))
        asked = [f"SELECT '{table}' WHERE EXISTS (SELECT FROM {table})" for table in empty]
        return cls(name, engine, " UNION ALL ".join(asked), by_rows)

    def give_back(self) -> None:
        """Delete all written rows, and number from 1 again; drop the database if it is still in use."""
        try:
            with self.engine.connect() as connection:
                if written := connection.scalars(text(self.written)).all():
                    connection.execute(text("SET lock_timeout = '2s'"))
                    waits = not self.by_rows or connection.scalar(text(BUSY))
                    for statement in _by_files(written) if waits else _by_rows(written):
                        connection.execute(text(statement))
        except DBAPIError:
            self.engine.dispose()
            _command(f'DROP DATABASE "{self.name}" WITH (FORCE)')
        else:
            _free.append(self)


def _by_files(tables: Sequence[str]) -> list[str]:
    """SQL that empties tables by giving them new files; it waits for other users of the tables."""
    return [f"TRUNCATE {', '.join(tables)} RESTART IDENTITY CASCADE"]


def _by_rows(tables: Sequence[str]) -> list[str]:
    """SQL that empties unused tables row by row, without checking foreign keys."""
    return ["SET session_replication_role = replica", *(f"DELETE FROM {table}" for table in tables), FROM_ONE]


_free: list[Lent] = []
_opened: set[Database] = set()
_free_files: list[Path] = []
KEPT = ExitStack()
"""Resources that a process keeps for several tests, closed after the last."""


def close() -> None:
    """End every connection of this process."""
    KEPT.close()
    while _free:
        _free.pop().engine.dispose()
    if RUN in os.environ:
        _commander().dispose()


@cache
def _sqlite_template() -> bytes:
    """The file of a database of SQLite: the tables as migrated, and nothing in them but the key of the cookies."""
    from webapp.base.storage import cookie_key
    from webapp.base.storage.db import Database
    from webapp.base.storage.orm import SharedKey

    with TemporaryDirectory() as folder:
        file = Path(folder) / "template.db"
        database = Database(f"sqlite:///{file}")
        database.upgrade()
        with database.writing() as session:
            session.add(SharedKey(name=cookie_key.NAME, value=secrets.token_hex(32)))
        database.engine.dispose()
        return file.read_bytes()


def sqlite(folder: Path) -> str:
    """The URL of a migrated, empty SQLite database in `folder`; replaces one that was there."""
    file = folder / "settebello.db"
    file.write_bytes(_sqlite_template())
    return f"sqlite:///{file}"


@cache
def _folder() -> Path:
    """The folder of the files that this process lends."""
    return Path(KEPT.enter_context(TemporaryDirectory(prefix="settebello-sqlite-")))


@contextmanager
def _file() -> Iterator[Path]:
    """Lend an SQLite database; a file that is still in use at the end is replaced by another."""
    file = _free_files.pop() if _free_files else _folder() / f"{secrets.token_hex(4)}.db"
    file.write_bytes(_sqlite_template())
    yield file
    if not file.with_name(f"{file.name}-wal").exists():
        _free_files.append(file)


@contextmanager
def database(engine: str) -> Iterator[str]:
    """The URL of a database that is migrated and empty."""
    if engine == SQLITE:
        with _file() as file:
            yield f"sqlite:///{file}"
    else:
        lent = _free.pop() if _free else Lent.make()
        yield _url(lent.name)
        lent.give_back()


@cache
def opened(url: str) -> Database:
    """The database at an address, opened once in each process, so that SQLAlchemy's compiled statements are reused.

    Only for applications that end with their test: a thread that goes on would use the next test's database.
    """
    from webapp.base.storage.db import Database

    database = Database(url)
    _opened.add(database)
    if database.is_shared:
        KEPT.callback(database.engine.dispose)
    else:
        for engine in (database.engine, database.cheap):
            event.listen(engine, "connect", _prepare)
    return database


def content(database: Database) -> bytes | None:
    """Everything in an `opened` database of SQLite; None while some of it is only in the write-ahead log."""
    if database.is_shared or database not in _opened:
        return None
    log = Path(f"{database.engine.url.database}-wal")
    return None if log.exists() and log.stat().st_size else _file_of(database).read_bytes()


def put(database: Database, everything: bytes) -> None:
    """Replace everything in a database of SQLite."""
    database.engine.dispose()
    _file_of(database).write_bytes(everything)


def _file_of(database: Database) -> Path:
    return Path(str(database.engine.url.database))


def let_go(database: Database) -> None:
    """End a test's use of what `opened` gave; PostgreSQL keeps its connections: each new one is slow at first."""
    if not database.is_shared:
        database.engine.dispose()


def _prepare(connection: Any, _record: Any) -> None:
    """Never wait for the disk, as the settings of PostgreSQL say above; unordered rows come in no order either."""
    connection.execute("PRAGMA synchronous=OFF").close()
    connection.execute("PRAGMA reverse_unordered_selects=ON").close()


@contextmanager
def listening(engine: Engine, name: str, heard: Callable[..., Any]) -> Iterator[None]:
    """Call `heard` for an event of `engine` inside the block: the engine outlives the test."""
    event.listen(engine, name, heard)
    try:
        yield
    finally:
        event.remove(engine, name, heard)


@contextmanager
def bare(engine: str, folder: Path) -> Iterator[str]:
    """The URL of a database without a table."""
    if engine == SQLITE:
        yield f"sqlite:///{folder / 'bare.db'}"
    else:
        name = f"{os.environ[RUN]}_bare_{secrets.token_hex(4)}"
        _command(f'CREATE DATABASE "{name}" TEMPLATE template0')
        yield _url(name)
        _command(f'DROP DATABASE "{name}" WITH (FORCE)')
