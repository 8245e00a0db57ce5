"""A key that cannot sign cookies is a sentence at start, and no restored backup brings one."""

import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import databases
from tests.application import application
from tests.webapp.base.storage.test_migrations import make
from tests.webapp.commands.backups import with_tables
from tests.webapp.commands.places import Place, fill
from webapp.base.http.health import Health
from webapp.base.running.config import StartError, database_url
from webapp.base.storage import cookie_key
from webapp.base.storage.db import Database

BROKEN = [b"", b"\n", b"x", b"x" * 63, b"x" * 65, b"x" * 60 + b"!!!!", b"\xff" * 64, b"x" * 1_000_000]
OLD = "Zx-_" * 16
"""A key as versions before 0.4 made it."""


@pytest.fixture
def place(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Place]:
    (tmp_path / "settebello").mkdir()
    with ExitStack() as lent:
        url = lent.enter_context(databases.database(engine)) if engine == databases.POSTGRESQL else None
        yield Place(tmp_path, url, monkeypatch, capsys)


def test_a_new_key_is_64_hex_digits_made_once_and_read_by_its_owner_only(tmp_path: Path) -> None:
    one, again = (application(tmp_path, DATABASE_URL=database_url(tmp_path)) for _ in range(2))
    assert len(bytes.fromhex(one.config["SECRET_KEY"])) == 32
    assert one.config["SECRET_KEY"] == again.config["SECRET_KEY"]
    assert stat.S_IMODE((tmp_path / "settebello.db").stat().st_mode) == 0o600
    for app in (one, again):
        app.extensions["database"].engine.dispose()


@pytest.fixture
def older(tmp_path: Path) -> Database:
    """A database of SQLite as version 0.4.0 had it, with the key in a file beside."""
    database = Database(f"sqlite:///{tmp_path / 'settebello.db'}")
    make(database, "0.4.0")
    database.engine.dispose()
    return database


@pytest.mark.parametrize("key", BROKEN, ids=lambda key: f"{len(key)}")
def test_a_broken_key_is_a_sentence_at_start(older: Database, tmp_path: Path, key: bytes) -> None:
    (tmp_path / "secret_key").write_bytes(key)
    with pytest.raises(StartError, match="key of the cookies") as error:
        application(tmp_path, DATABASE_URL=older.url)
    assert str(tmp_path / "secret_key") in str(error.value)


def test_a_broken_key_in_a_file_is_deleted_as_said_and_a_backup_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence said to restore a backup, which was refused with the same sentence."""
    place = Place(tmp_path, None, monkeypatch, capsys)
    fill(place)
    place("backup", tmp_path / "good")
    good = place.key()
    place.use_key(None)
    with place.database() as database:
        database.downgrade("0016")
    (place.directory / "secret_key").write_text("x")
    status, said = place("restore", tmp_path / "good", "--replace")
    assert (status, "Delete it" in said) == (2, True)
    (place.directory / "secret_key").unlink()
    assert place("restore", tmp_path / "good", "--replace")[0] == 0
    assert place.key() == good


def test_a_key_that_cannot_be_read_is_a_sentence_at_start(older: Database, tmp_path: Path) -> None:
    (tmp_path / "secret_key").mkdir()
    with pytest.raises(StartError, match="Is a directory"):
        application(tmp_path, DATABASE_URL=older.url)


@pytest.mark.parametrize("key", [OLD, f"{OLD}\n", "0123456789abcdef" * 4])
def test_the_key_of_an_older_version_is_still_taken(older: Database, tmp_path: Path, key: str) -> None:
    (tmp_path / "secret_key").write_text(key)
    for _ in range(2):
        app = application(tmp_path, DATABASE_URL=older.url)
        assert app.config["SECRET_KEY"] == key.strip()
        app.extensions["database"].engine.dispose()
        (tmp_path / "secret_key").unlink(missing_ok=True)  # taken over


def test_a_backup_with_a_broken_key_is_refused(place: Place, tmp_path: Path) -> None:
    fill(place)
    place("backup", tmp_path / "good")
    before = (place.rows(), place.key())
    for key in ("", "x", "x" * 63, "x" * 65, "x" * 60 + "!!!!"):
        shutil.copy(tmp_path / "good", tmp_path / "bad")
        with_tables(tmp_path / "bad", tmp_path, partial(use_key, key))
        status, said = place("restore", tmp_path / "bad", "--replace")
        assert (status, "damaged" in said) == (2, True), key
    assert (place.rows(), place.key()) == before


def use_key(key: str, tables: Path) -> None:
    with sqlite3.connect(tables) as connection:
        connection.execute("UPDATE shared_key SET value = ?", (key,))
    connection.close()


def test_a_backup_mends_a_broken_key(place: Place, tmp_path: Path) -> None:
    fill(place)
    place("backup", tmp_path / "good")
    good = place.key()
    place.use_key("")
    status, said = place("backup", tmp_path / "bad")
    assert (status, "key of the cookies" in said, (tmp_path / "bad").exists()) == (2, True, False)
    settings = {"SECRET_KEY": None, "DATA_DIRECTORY": place.directory}
    with place.database() as database:
        started: Any = SimpleNamespace(config=settings, extensions={"database": database})
        with pytest.raises(StartError, match="key of the cookies"):
            cookie_key.init_app(started)
    assert place("restore", tmp_path / "good", "--replace")[0] == 0
    app = place.app()
    assert app.config["SECRET_KEY"] == good
    app.extensions["database"].engine.dispose()


@pytest.mark.parametrize("key", [None, "", "f" * 64])
def test_a_server_whose_key_is_gone_or_another_is_not_ready(place: Place, key: str | None) -> None:
    app = place.app()
    assert Health(app).why_not() is None
    place.use_key(key)
    assert "key" in (Health(app).why_not() or "")
    app.extensions["database"].engine.dispose()
