"""Places where it is backed up and restored: a data directory, its database, the command line used there."""

import atexit
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, select, update

from tests.application import application
from tests.databases import opened
from tests.webapp.conftest import quick_round, start, teach
from tests.webapp.pages import Visitor
from webapp.base.running.config import database_url
from webapp.base.storage import backup
from webapp.base.storage.db import Database
from webapp.base.storage.orm import Base, SharedKey
from webapp.commands.cli import main
from webapp.match.models import Match, Round

ROUND = {"awards": {"cards": "Anna", "coins": "Bruno", "settebello": "Anna", "primiera": "Bruno"}}


NAMES = [table.name for table in backup.kept_tables()]


@dataclass
class Place:
    """A data directory with its database, and the command line used there."""

    home: Path
    url: str | None
    monkeypatch: pytest.MonkeyPatch
    printed: pytest.CaptureFixture[str]

    def __post_init__(self) -> None:
        if self.url:
            opened(self.url).engine.dispose()  # an earlier test may have served there: nothing is restored meanwhile

    @property
    def directory(self) -> Path:
        return self.home / "settebello"

    def __call__(self, *arguments: object) -> tuple[int, str]:
        """The exit status of `settebello`, and what it says to whoever looks after the server."""
        self.enter()
        self.printed.readouterr()
        status = main([str(argument) for argument in arguments])
        out, said = self.printed.readouterr()
        assert out == ""
        return status, said

    def enter(self) -> None:
        self.monkeypatch.setenv("XDG_DATA_HOME", str(self.home))
        if self.url:
            self.monkeypatch.setenv("DATABASE_URL", self.url)
        else:
            self.monkeypatch.delenv("DATABASE_URL", raising=False)

    @contextmanager
    def database(self) -> Iterator[Database]:
        self.enter()
        database = Database(database_url(self.directory))
        yield database
        database.engine.dispose()

    def app(self) -> Flask:
        """The application as a server that starts now has it."""
        self.enter()
        self.directory.mkdir(parents=True, exist_ok=True)
        if not self.url and not (self.directory / "settebello.db").exists():
            return application(self.directory)
        return application(self.directory, DATABASE_URL=database_url(self.directory))

    def rows(self) -> dict[str, list[dict[str, Any]]]:
        """Everything that is stored."""
        tables = [Base.metadata.tables[name] for name in NAMES]
        with self.database() as database, database.engine.connect() as connection:
            stored = {table.name: connection.execute(select(table).order_by(*table.primary_key)) for table in tables}
            return {name: [dict(row) for row in rows.mappings()] for name, rows in stored.items()}

    def decks(self) -> set[str]:
        """The names of the taught decks."""
        return {row["name"] for row in self.rows()["deck_file"]}

    def key(self) -> str | None:
        """The key of the cookies."""
        with self.database() as database, database.engine.connect() as connection:
            return connection.scalar(select(SharedKey.value))

    def teach(self, name: str) -> None:
        """Teach a deck of one card."""
        app = self.app()
        teach(app, name)
        app.extensions["database"].engine.dispose()

    def use_key(self, key: str | None) -> None:
        """Let the cookies be signed with another key; None takes it away."""
        with self.database() as database, database.engine.begin() as connection:
            connection.execute(delete(SharedKey) if key is None else update(SharedKey).values(value=key))


@cache
def filled() -> tuple[Path, str]:
    """A data directory with all of it in SQLite, made once, and the cookie of the phone that did."""
    home = Path(mkdtemp())
    atexit.register(shutil.rmtree, home)
    return home, played(application(home))


def fill(place: Place) -> str:
    """Seven matches with seven rounds each, a table, a round begun, two decks; the cookie of the phone that did it."""
    place.enter()
    if place.url:
        cookie = played(place.app())
    else:
        home, cookie = filled()
        shutil.copytree(home, place.directory, dirs_exist_ok=True)
    for name in ("Nonna", "italian-0123456789abcdef0123456789ab"):
        place.teach(name)
    return cookie


def played(app: Flask) -> str:
    anna = Visitor(app)
    board = start(anna)
    for _ in range(2):
        board = quick_round(anna, board, cards="0", settebello="1", sweeps_0="3")
    table = anna.send(anna.get("/tables/"), "/tables/", table_name="Thursdays")
    anna.send(anna.get(f"{board.path}share"), "/table", table=table.path.split("/")[2])
    anna.get(f"{board.path}rounds/3/entry/piles/0")
    page = anna.get(f"{board.path}rounds/3/entry/quick")
    anna.client.post(
        f"{board.path}rounds/3/entry/quick", data={**page.form("/quick", "count")[1], "award_cards": "0", "action": ""}
    )
    with app.app_context(), app.extensions["database"].writing() as session:
        match = session.scalars(select(Match)).one()
        for number in range(3, 8):
            match.rounds.append(Round(number=number, entry=ROUND, save_token=f"a{number}"))
        for other in range(6):
            rounds = [Round(number=number, entry=ROUND, save_token=f"{other}{number}") for number in range(1, 8)]
            names = {"sides": ["Anna", "Bruno"], "players": ["Anna", "Bruno"], "deck": "napoletane"}
            links = {"play_token": f"play-{other}", "watch_token": f"watch-{other}"}
            session.add(Match(game="scopa", options={}, rounds=rounds, **names, **links))
    app.extensions["database"].engine.dispose()
    cookie = anna.client.get_cookie("settebello")
    assert cookie is not None
    return cookie.value
