"""The database: the migrations make the tables of the models, and a transaction is whole or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import inspect, select

from tests.databases import sqlite
from webapp.base.db import MIGRATIONS, Database
from webapp.base.models import Base, Match


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
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.engine.connect() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    assert inspect(database.engine).get_table_names() == ["alembic_version"]


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


def test_sqlite_is_used_as_it_is_safe(tmp_path: Path) -> None:
    database = Database(sqlite(tmp_path))
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 10_000
