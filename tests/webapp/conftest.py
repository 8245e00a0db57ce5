"""An application with its own data directory, a made-up recogniser, and visitors who check every page they get."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
from flask import Flask
from sqlalchemy import inspect, select

from tests import databases
from tests.application import application
from tests.fakes import FakeRecogniser
from tests.webapp.pages import Page, Visitor
from vision.decks.enrolled import EnrolledDeck
from webapp.base.http.security import limiter
from webapp.base.storage import deck_files
from webapp.decks.enrolled_decks import store_for_club
from webapp.tables.played import played


@pytest.fixture
def recogniser() -> FakeRecogniser:
    return FakeRecogniser()


@pytest.fixture
def app(database_url: str, tmp_path: Path, recogniser: FakeRecogniser) -> Iterator[Flask]:
    """The application as it is served, forgery protection and limits on."""
    app = application(tmp_path / "data", databases.opened(database_url))
    app.extensions["photo_readers"] = recogniser
    yield app
    limiter.reset()
    played.cache_clear()  # its key is the match's token, which comes again (`Visitor.once`)
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
    return visitor.once((board.link("Who won what"), answers), lambda: _quick_round(visitor, board, answers))


def _quick_round(visitor: Visitor, board: Page, answers: dict[str, str]) -> Page:
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
    """Return everything that is stored in a table, by its key."""
    with app.app_context(), app.extensions["database"].reading() as session:
        return list(session.scalars(select(table).order_by(*inspect(table).primary_key)))


def taught(app: Flask, deck: str) -> EnrolledDeck | None:
    """Return the deck that is stored under a name."""
    with app.app_context():
        return deck_files.load(deck)


def teach(app: Flask, name: str, family: str = "italian", codes: tuple[str, ...] = ("7D",), **values: Any) -> None:
    """Store a deck, as the command line does: for the club, if its name is not that of a deck of one phone."""
    with app.app_context():
        store_for_club(EnrolledDeck(name, family, codes, np.eye(len(codes), 128, dtype=np.float32), **values))


def entry_of(anna: Visitor, board: Page, by: str = "piles") -> Page:
    """Open the panel of round 1 with the cards of all sides."""
    return anna.get(f"{board.path}rounds/1/entry/?by={by}")
