"""A database that cannot be used is said so at start, in a sentence that says what to do."""

import shutil
import sqlite3
import sys
from io import BytesIO
from pathlib import Path

import pytest
from sqlalchemy import event, inspect, text
from sqlalchemy.exc import OperationalError

from webapp.base.running.config import StartError
from webapp.base.storage import backup, db
from webapp.base.storage.db import Database


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("migrated") / "settebello.db"
    database = Database(f"sqlite:///{path}")
    assert db.migrate(database) == (None, db.newest())
    database.engine.dispose()
    return path


@pytest.fixture
def file(tmp_path: Path, migrated: Path) -> Path:
    return Path(shutil.copy(migrated, tmp_path))


def why(path: Path) -> str:
    database = Database(f"sqlite:///{path}")
    try:
        with pytest.raises(StartError) as error:
            db.prepare(database)
    finally:
        database.engine.dispose()
    (sentence,) = error.value.sentences
    return sentence


def test_sqlite_of_an_older_version_is_migrated(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new.db'}")
    assert db.why_not(database) == "database not reachable"  # it has no table yet
    db.prepare(database)
    db.prepare(database)
    assert db.why_not(database) is None
    assert db.migrate(database) == (db.newest(), db.newest())
    database.engine.dispose()


def test_the_tables_of_another_program_stay_as_they_are(tmp_path: Path) -> None:
    """One with a name of ours was given our columns."""
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY, caption VARCHAR(9))")
        before = list(connection.iterdump())
        assert "photo already exists" in why(path)
        assert list(connection.iterdump()) == before
    connection.close()


def test_a_database_goes_back_for_an_older_version(file: Path) -> None:
    database = Database(f"sqlite:///{file}")
    assert db.migrate(database, "0006") == (db.newest(), "0006")
    assert "deck_file" not in inspect(database.engine).get_table_names()
    assert db.migrate(database) == ("0006", db.newest())
    with pytest.raises(StartError, match="cannot go back to 7777"):
        db.migrate(database, "7777")
    database.engine.dispose()


@pytest.mark.parametrize("number", ["9999", "0012", "0004"])
def test_a_database_of_another_version(file: Path, number: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(f"UPDATE alembic_version SET version_num = '{number}'")
    connection.close()
    assert f"another version of Settebello ({number}; this one knows 0006, 0016, " in why(file)
    database = Database(f"sqlite:///{file}")
    assert db.why_not(database) == "database of another version"
    with pytest.raises(StartError, match="another version"):
        db.migrate(database)
    with pytest.raises(StartError, match="Install that version"):
        backup.write(database, BytesIO())
    database.engine.dispose()


@pytest.mark.parametrize("harm", ["no database", "torn"])
def test_a_broken_file(file: Path, harm: str) -> None:
    if harm == "torn":
        file.write_bytes(file.read_bytes()[:9000])
    else:
        file.write_text("this is a letter, and no database at all" * 100)
    assert "is broken. Move it away" in why(file)


def test_no_folder(tmp_path: Path) -> None:
    assert "cannot be written" in why(tmp_path / "nowhere" / "settebello.db")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (sqlite3.SQLITE_FULL, "The disk is full"),
        (sqlite3.SQLITE_READONLY, "cannot be written"),
        (sqlite3.SQLITE_BUSY, "held by another program"),
        (sqlite3.SQLITE_INTERNAL, "cannot be used: on purpose"),
    ],
)
def test_what_sqlite_refuses(file: Path, code: int, said: str) -> None:
    database = Database(f"sqlite:///{file}")

    @event.listens_for(database.engine, "before_cursor_execute")
    def refuse(*_: object) -> None:
        error = sqlite3.OperationalError("on purpose")
        error.sqlite_errorcode = code
        raise error

    with pytest.raises(StartError, match=said):
        refused_by(database)
    database.engine.dispose()


def refused_by(database: Database) -> None:
    with db.explained(database):
        try:
            db.revision(database)
        except sqlite3.OperationalError as error:  # of a listener; what SQLAlchemy makes of a driver's is this
            raise OperationalError("SELECT", {}, error) from None


def test_a_database_server_that_does_not_answer() -> None:
    pytest.importorskip("psycopg")
    database = Database("postgresql+psycopg://anna:secret@127.0.0.1:1/settebello")
    with pytest.raises(StartError) as error:
        db.prepare(database)
    assert error.value.sentences[0].startswith("The database does not answer: ")
    assert "secret" not in str(error.value)
    assert db.why_not(database) == "database not reachable"


def test_postgresql_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StartError, match="pip install"):
        Database("postgresql+psycopg://host/name")


def test_an_error_shows_no_values(file: Path) -> None:
    database = Database(f"sqlite:///{file}")
    with database.engine.connect() as connection, pytest.raises(Exception, match="no such table") as error:
        connection.execute(text("SELECT * FROM absent WHERE token = :token"), {"token": "secret"})
    assert "secret" not in str(error.value)
    database.engine.dispose()
