"""`settebello decks`: the operator sees what the club was taught, and removes a deck that nobody else can remove."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.application import application
from tests.webapp.commands.terminal import Terminal, codes
from tests.webapp.conftest import start, taught, teach
from tests.webapp.pages import Visitor
from webapp.base.storage.db import database
from webapp.base.storage.orm import now
from webapp.decks.models import EnrolledDeck


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """A club with decks of a phone and of the command line; one that was removed, and one that is a phone's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    app = application(tmp_path / "settebello")
    rows = []
    for name, club, removed in (("Nonna", True, None), ("Gone", True, now()), (f"italian-{'0' * 28}", False, None)):
        teach(app, name)
        rows.append(EnrolledDeck(deck=name, device="anna", name=name, family="italian", club=club, removed=removed))
    teach(app, "Bar")
    with app.app_context(), database().writing() as session:
        session.add_all(rows)
    yield app
    app.extensions["database"].engine.dispose()


LISTED = [
    {"name": "Bar", "like": "italian", "taught": "command line"},
    {"name": "Nonna", "like": "italian", "taught": "phone"},
]


def test_the_decks_of_the_club_are_listed_and_nobody_elses(settebello: Terminal, club: Flask) -> None:
    assert settebello("decks") == (0, {"decks": LISTED})


@pytest.mark.parametrize("name", ["Bar", "Nonna"])
def test_the_operator_removes_one_whoever_taught_it(settebello: Terminal, club: Flask, name: str) -> None:
    board = start(Visitor(club), deck=name)
    assert settebello("decks", "--remove", name) == (0, {"decks": [deck for deck in LISTED if deck["name"] != name]})
    assert name not in Visitor(club).get("/new/scopa").text
    assert Visitor(club).get(board.path).status == 200, "its match is there as before"


@pytest.mark.parametrize("name", ["nothing", "Gone", f"italian-{'0' * 28}", "../settebello", ""])
def test_one_that_the_club_has_not(settebello: Terminal, club: Flask, name: str) -> None:
    status, document = settebello("decks", "--remove", name)
    assert (status, codes(document)) == (2, ["unknown_deck"])
    assert "Bar, Nonna" in document["errors"][0]["message"]
    assert taught(club, f"italian-{'0' * 28}") is not None


def test_where_no_deck_was_taught(settebello: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    status, document = settebello("decks", "--remove", "Nonna")
    assert (status, codes(document)) == (2, ["unknown_deck"])
    assert document["errors"][0]["message"] == "There is no deck “Nonna”. None was taught here."
