"""The database: the migrations make the tables of the models, and a transaction is whole or nothing."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, select

from tests.databases import sqlite
from webapp.base.storage import db
from webapp.base.storage.db import Database
from webapp.base.storage.orm import Base
from webapp.match.models import Match

pytestmark = pytest.mark.storing


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = Database(database_url)
    yield database
    database.engine.dispose()


def a_match(token: str = "play") -> Match:
    return Match(
        play_token=token,
        watch_token=f"w-{token}",
        game="scopa",
        options={},
        sides=["A", "B"],
        players=["A", "B"],
        deck="x",
    )


def test_the_migrations_make_exactly_the_tables_of_the_models(database: Database) -> None:
    with database.engine.connect() as connection:
        assert not compare_metadata(MigrationContext.configure(connection), Base.metadata)


def test_upgrading_again_keeps_everything(database: Database) -> None:
    with database.writing() as session:
        session.add(a_match())
    database.upgrade()
    with database.reading() as session:
        assert session.scalar(select(Match.play_token)) == "play"


def test_the_migrations_can_be_taken_back(database: Database) -> None:
    db.migrate(database, "0006")
    there = {*inspect(database.engine).get_table_names()} - {"alembic_version"}
    assert {"match", "round"} <= there
    assert not there & {"our_table", "upload", "counted_form", "rate_limit"}
    database.upgrade()
    with database.engine.connect() as connection:
        assert not compare_metadata(MigrationContext.configure(connection), Base.metadata)


def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    def fail() -> None:
        with database.writing() as session:
            session.add(a_match())
            session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with database.reading() as session:
        assert session.scalar(select(Match.id)) is None


def test_writers_follow_each_other(database: Database) -> None:
    """Whoever comes while another writes waits, and stores then; what may be lost waits for a moment only."""
    begun, go, noted = Event(), Event(), Event()

    def first() -> None:
        with database.writing() as session:
            session.add(a_match("first"))
            session.flush()
            begun.set()
            go.wait(10)

    def note() -> None:
        with database.noting() as session:
            session.add(a_match("noted"))
        noted.set()

    def second() -> None:
        with database.writing() as session:
            assert session.scalar(select(Match.id).where(Match.play_token == "first"))
            session.add(a_match("second"))

    with ThreadPoolExecutor(3) as threads:
        told = [threads.submit(first)]
        assert begun.wait(10)
        told += [threads.submit(note), threads.submit(second)] if not database.is_shared else [threads.submit(note)]
        assert noted.wait(5)
        go.set()
        for each in told:
            each.result(10)
    with database.reading() as session:
        stored = set(session.scalars(select(Match.play_token)))
    assert stored == ({"first", "noted"} if database.is_shared else {"first", "second"})


def test_sqlite_is_used_as_it_is_safe(tmp_path: Path) -> None:
    database = Database(sqlite(tmp_path))
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 10_000
