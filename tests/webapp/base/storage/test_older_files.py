"""Decks that a club taught under version 0.4.0 lie in files: they are taken over once, whole or not at all."""

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from sqlalchemy import insert, select, text

from tests import databases
from tests.application import application
from tests.webapp.base.storage.test_migrations import AT_0006, fill, make, migrate
from tests.webapp.conftest import taught
from tests.webapp.decks.enrolling import decks_of
from tests.webapp.pages import Visitor
from vision.decks.enrolled import EnrolledDeck, from_bytes, to_bytes
from webapp.base.running.config import StartError
from webapp.base.storage import db
from webapp.base.storage.db import Database
from webapp.base.storage.migrations import older_files
from webapp.base.storage.orm import DeckFile, now

OWN = f"italian-{'0' * 28}"
DECKS = {"Zia": "1D", "Nonna": "2D", OWN: "3D"}
"""One of the command line, one that a phone taught to the club, one of that phone alone; each knows one card."""


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A data directory of 0.3.0; of a deck that was removed only the family is known."""
    directory = tmp_path / "settebello"
    (directory / "decks" / "own").mkdir(parents=True)
    for name, code in DECKS.items():
        write(directory, name, code)
    write(directory, "Gone")
    (directory / "decks" / "odd.npz").write_bytes(b"no archive")
    (directory / "decks" / ".unfinished.npz").write_bytes(b"")
    return directory


def write(directory: Path, name: str, *codes: str, changed: datetime | None = None) -> None:
    eye = np.eye(len(codes), 128, dtype=np.float32)
    path = directory / "decks" / ("own" if name == OWN else "") / f"{name}.npz"
    path.write_bytes(to_bytes(EnrolledDeck(name, "italian", codes, eye)))
    if changed:
        os.utime(path, (changed.timestamp(),) * 2)


@pytest.fixture
def empty(engine: str, directory: Path) -> Iterator[Database]:
    """A database without a table, beside the data directory."""
    with databases.bare(engine, directory) as url:
        database = Database(url, directory)
        yield database
        database.engine.dispose()


@pytest.fixture
def older(empty: Database) -> Database:
    """A database of 0.3.0, with what it knew of the decks."""
    make(empty, "0.3.0")
    for number, name in enumerate(("Nonna", OWN), 1):
        row = {**AT_0006["enrolled_deck"], "id": number, "deck": name, "name": name[:6], "club": name == "Nonna"}
        fill(empty, {"enrolled_deck": row})
    return empty


def stored(database: Database) -> dict[str, tuple[str, ...]]:
    """The cards of each deck that is stored."""
    with database.reading() as session:
        rows = session.scalars(select(DeckFile)).all()
    decks = {row.name: from_bytes(row.name, row.content) for row in rows}
    assert [row.cards for row in rows] == [len(deck.codes) for deck in decks.values() if deck]
    return {name: deck.codes for name, deck in decks.items() if deck}


ALL = {**{name: (code,) for name, code in DECKS.items()}, "Gone": ()}


def test_the_decks_of_a_folder_are_played_with_as_before(older: Database, directory: Path) -> None:
    before = {path: path.read_bytes() for path in directory.glob("decks/**/*.npz")}
    older.upgrade()
    assert stored(older) == ALL
    assert {path: path.read_bytes() for path in directory.glob("decks/**/*.npz")} == before
    app = application(directory, DATABASE_URL=older.url)
    offered = decks_of(Visitor(app))
    assert {"Zia", "Nonna"} <= offered.keys()
    assert not {"Gone", "odd", OWN} & offered.keys()
    for name, code in DECKS.items():
        deck = taught(app, name)
        assert deck is not None
        assert deck.codes == (code,)
    app.extensions["database"].engine.dispose()


def test_what_is_removed_afterwards_does_not_come_back(older: Database) -> None:
    older.upgrade()
    with older.writing() as session:
        for row in session.scalars(select(DeckFile)):
            session.delete(row)
    older.upgrade()
    assert stored(older) == {}


def test_a_new_database_takes_them_too(empty: Database) -> None:
    """Who has used the command line alone has no database yet."""
    empty.upgrade()
    assert stored(empty) == ALL


@pytest.mark.parametrize("kind", ["empty", "older"])
@pytest.mark.storing
def test_when_it_is_interrupted_nothing_is_done_and_it_begins_again(
    empty: Database, kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    database: Database = request.getfixturevalue(kind)
    before = db.revision(database)
    with monkeypatch.context() as patched:
        patched.setattr(
            older_files, "insert", Mock(side_effect=[insert(DeckFile), insert(DeckFile), KeyboardInterrupt])
        )
        with pytest.raises(KeyboardInterrupt):
            database.upgrade()
    assert db.revision(database) == before
    database.upgrade()
    assert stored(database) == ALL


def test_a_deck_that_was_removed_and_taught_again_since_is_offered(older: Database, directory: Path) -> None:
    """The command line taught it; of one that was not taught since the day goes on."""
    with older.engine.begin() as connection:
        connection.execute(text("UPDATE enrolled_deck SET removed = :then"), {"then": now() - timedelta(hours=3)})
    older.upgrade()
    with older.engine.connect() as connection:
        rows = dict(connection.execute(text("SELECT deck, removed IS NULL FROM enrolled_deck")).all())
    assert rows == {"Nonna": True, OWN: False}


def test_of_the_way_back_and_forth_the_newer_deck_counts(older: Database, directory: Path) -> None:
    older.upgrade()
    migrate(older, "0016", down=True)
    write(directory, "Nonna", "7D", changed=datetime.now() + timedelta(hours=1))
    write(directory, "Zia", "7D", changed=datetime.now() - timedelta(hours=1))
    older.upgrade()
    assert stored(older) == {**ALL, "Nonna": ("7D",)}


def test_a_file_that_cannot_be_read_is_said(older: Database, directory: Path) -> None:
    (directory / "decks" / "folder.npz").mkdir()
    with pytest.raises(StartError, match="Is a directory"):
        older.upgrade()
    (directory / "decks" / "folder.npz").rmdir()
    older.upgrade()
    assert stored(older) == ALL
