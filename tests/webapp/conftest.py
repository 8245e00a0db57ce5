"""An application with its own data directory, a made-up recogniser, and visitors who check every page they get."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from sqlalchemy import select

from tests import databases
from tests.application import application
from tests.fakes import FakeRecogniser
from tests.webapp.pages import Page, Visitor
from vision.decks import store
from webapp.base.http.security import limiter


@pytest.fixture
def recogniser() -> FakeRecogniser:
    return FakeRecogniser()


@pytest.fixture
def app(database_url: str, tmp_path: Path, recogniser: FakeRecogniser) -> Iterator[Flask]:
    """The application as it is served, forgery protection and limits on; a test with it runs on each database."""
    app = application(tmp_path / "data", databases.opened(database_url), PHOTO_PATIENCE=0.2)
    app.extensions["recogniser"] = recogniser
    store.use_shelf(lambda: app.extensions["shelf"])  # so that tests find the decks of this application, too
    yield app
    store.use_shelf(lambda: None)
    limiter.reset()
    databases.let_go(app.extensions["database"])


@pytest.fixture
def anna(app: Flask) -> Visitor:
    return Visitor(app)


@pytest.fixture
def bruno(app: Flask) -> Visitor:
    return Visitor(app)


@pytest.fixture
def board(anna: Visitor) -> Page:
    """The board of a fresh match of Anna against Bruno, opened by Anna's phone."""
    return start(anna)


def start(visitor: Visitor, *names: str, **values: object) -> Page:
    """Start a match of the sides named, with Napoletane on the table, and open its board."""
    names = names or ("Anna", "Bruno")
    fields = {f"name_{index}": name for index, name in enumerate(names)} | {"count": str(len(names))}
    board = visitor.begin("scopa", **{**fields, "deck": "napoletane", **values})
    assert board.path.startswith("/m/")
    return board


def call(visitor: Visitor, board: Page, seat: int = 0, count: int = 1) -> Page:
    """Call for a side on the board, until it has called so often."""
    return visitor.send(board, f"/calls/{seat}/events", events=called(board, seat, count))


def called(board: Page, seat: int = 0, count: int = 1) -> str:
    """The events of the button of a side's calls, that set them to `count`; the phone has shown what the page says."""
    (button,) = (each for each in board.root.iter("button") if each.get("id") == f"call-{seat}")
    (event,) = json.loads(button.get("value") or "")
    return json.dumps([event if event["value"] == str(count) else {**event, "id": f"to {count}", "value": str(count)}])


def quick_round(visitor: Visitor, board: Page, **answers: str) -> Page:
    """Enter the next round of `board` by awards: `cards="0"` is won by the first side; the rest by nobody.

    Somebody has the settebello: where nobody is named the page asks, and the round is counted all the same.
    """
    page = visitor.get(board.link("Who won what"))
    sweeps = {name: value for name, value in answers.items() if name.startswith("sweeps")}
    awards = {f"award_{rule}": answers.get(rule, "nobody") for rule in ("cards", "coins", "settebello", "primiera")}
    if awards["award_settebello"] == "nobody":
        page = visitor.send(page, "/quick", button="count", status=422, **awards, **sweeps)
    button = "count" if awards["award_settebello"] != "nobody" else "anyway"
    answer = visitor.send_raw(page, "/quick", button=button, **awards, **sweeps)
    assert answer.status_code == 303
    return visitor.get(urlsplit(answer.location).path)


def rows(app: Flask, table: type) -> list[Any]:
    """Return everything that is stored in a table, as it came: PostgreSQL gives a row that was changed as the last."""
    query = select(table).order_by(table.id) if hasattr(table, "id") else select(table)
    with app.app_context(), app.extensions["database"].reading() as session:
        return list(session.scalars(query))


def entry_of(anna: Visitor, board: Page, by: str = "piles") -> Page:
    """Open the panel of round 1 with the cards of all sides."""
    return anna.get(f"{board.path}rounds/1/entry/?by={by}")
