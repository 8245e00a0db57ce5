"""Counts the SQL statements of what is done while a round is entered, for a test and `python -m tools.bench entry`.

BEGIN is one of them; COMMIT is counted apart.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask

from tests.databases import listening
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.conftest import start
from tests.webapp.entry.piles_of_a_deck import at, photograph
from tests.webapp.pages import Page, Visitor

MOST = {
    "the first tap of a round": 7,  # makes the draft and says who enters it
    "a tap": 5,
    "counting a round": 8,
    "a tap on a photographed pile": 5,
    "this is the pile, photographed": 8,
}


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """The first words of all statements inside the block, and COMMIT."""
    found: list[str] = []
    engine, cheap = app.extensions["database"].engine, app.extensions["database"].cheap

    def ask(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        found.append(statement.split()[0])

    def commit(_connection: Any) -> None:
        found.append("COMMIT")

    asked = listening(engine, "before_cursor_execute", ask), listening(cheap, "before_cursor_execute", ask)
    with asked[0], asked[1], listening(engine, "commit", commit):
        yield found


def told(field: str, value: str, name: str) -> dict[str, str]:
    """The form fields of one tap, as a phone sends them."""
    return {"events": json.dumps([{"id": name, "field": field, "value": value}])}


def costs(app: Flask) -> Iterator[tuple[str, list[str]]]:
    """Play a round by who won what and one with a photograph: each thing in `MOST`, and what it asks the database."""
    anna = Visitor(app)
    board = start(anna, "Anna", "Bruno")
    page = anna.get(at(board, "quick"))
    for what, rule in (("the first tap of a round", "cards"), ("a tap", "coins"), ("a tap", "settebello")):
        yield what, _tap(app, anna, page, at(board, "ways/awards"), told(f"award_{rule}", "0", rule))
    page = anna.get(page.path)
    with statements(app) as asked:
        answer = anna.send_raw(page, "/quick", button="count", award_primiera="0")
    assert answer.headers["Location"].endswith("?counted=1#round-panel")
    yield "counting a round", _counted(asked)

    app.extensions["photo_readers"] = FakeRecogniser(cards=("7D", "1C", "6B"))
    pile = photograph(anna, board, compose(["7D", "1C", "6B"], columns=3, size=(500, 500)), number=2)
    tap = {"events": json.dumps([{"id": "card", "card": "2C", "put": True}])}
    yield "a tap on a photographed pile", _tap(app, anna, pile, at(board, "piles/0", 2), tap)
    pile = anna.get(at(board, "piles/0", 2))
    with statements(app) as asked:
        assert anna.send_raw(pile, "piles/0", button="done").status_code == 303
    yield "this is the pile, photographed", _counted(asked)


def _tap(app: Flask, visitor: Visitor, page: Page, address: str, sent: dict[str, str]) -> list[str]:
    token = page.form("/language")[1]["csrf_token"]
    with statements(app) as asked:
        answer = visitor.client.post(f"{address}/events", data={**sent, "csrf_token": token})
    assert answer.status_code == 200
    return _counted(asked)


def _counted(asked: list[str]) -> list[str]:
    asked.remove("COMMIT")
    assert "COMMIT" not in asked, "one transaction"
    return asked
