"""A database that stores nothing, because its disk is full or somebody has locked it: all can still be looked at.

Whoever enters a round is told in a sentence that nothing was saved; what was entered is on the page, and counts later.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from tests.databases import listening
from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.pages import Page, Visitor, check_page
from webapp.base.http.health import PROBE, Health
from webapp.base.storage import db
from webapp.base.storage.db import Database
from webapp.base.storage.tokens import new_token
from webapp.match.models import Round, Visit
from webapp.photos.models import Picture

pytestmark = pytest.mark.storing

QUICK = 5.0  # seconds, of an answer that waits for no lock, on a machine that does much else
ANSWERS = {"award_cards": "0", "award_coins": "1", "award_settebello": "0", "award_primiera": "1"}


@contextmanager
def locked(app: Flask) -> Iterator[None]:
    """Somebody else writes, and does not come to an end."""
    database: Database = app.extensions["database"]
    with database.engine.connect().execution_options(settebello_write=True) as other:
        if database.engine.dialect.name == "postgresql":
            other.execute(text("LOCK TABLE match, visit, draft, entering, table_visit, our_table IN EXCLUSIVE MODE"))
        else:
            other.execute(text("SELECT 1"))  # BEGIN IMMEDIATE
        yield
        other.rollback()


@contextmanager
def full(app: Flask) -> Iterator[None]:
    """The database refuses to write, as it does where its disk is full or read-only."""
    engine = app.extensions["database"].engine

    def fill(connection: Any, _record: Any) -> None:
        if engine.dialect.name == "postgresql":
            connection.execute("SET default_transaction_read_only = on")
            connection.commit()
        else:
            connection.execute("PRAGMA query_only = ON")

    with listening(engine, "connect", fill):
        engine.dispose()
        yield
    engine.dispose()


@contextmanager
def no_room(app: Flask) -> Iterator[None]:
    """SQLite's file must not grow: what fits into the pages that it has is still stored."""
    engine = app.extensions["database"].engine
    with closing(sqlite3.connect(str(engine.url.database))) as connection:
        connection.execute("VACUUM")  # else what was deleted leaves room for a hundred matches
        (pages,) = connection.execute("PRAGMA page_count").fetchone()

    def bound(connection: Any, _record: Any) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}").close()

    with listening(engine, "connect", bound):
        engine.dispose()
        yield
    engine.dispose()


Trouble = Callable[[Flask], AbstractContextManager[None]]
troubles = pytest.mark.parametrize("trouble", [locked, full])


@pytest.fixture(autouse=True)
def short(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has to write waits for a lock a shorter time."""
    monkeypatch.setattr(db, "BUSY_SECONDS", 0.3)
    app.extensions["database"].engine.dispose()


def quickly(visitor: Visitor, path: str) -> Page:
    begun = time.monotonic()
    page = visitor.get(path)
    assert time.monotonic() - begun < QUICK, path
    return page


@troubles
def test_a_match_can_be_looked_at(app: Flask, anna: Visitor, bruno: Visitor, trouble: Trouble) -> None:
    board = quick_round(anna, start(anna), cards="0", settebello="1")
    table = anna.send(anna.get("/tables/"), "/tables/", table_name="Thursdays")
    anna.get(f"{board.path}rounds/2/entry/piles/0")  # it enters a pile now: the board takes that mark away
    visits = len(rows(app, Visit))
    with trouble(app):
        for visitor in (anna, bruno):  # Bruno's phone has never been here
            assert "Anna 1" in quickly(visitor, board.path).words
        for path in ("rounds/1", "big", "share", "story", "rounds/2/entry/quick", "rounds/2/entry/piles/0"):
            quickly(anna, f"{board.path}{path}")
        for path in (table.path, "/"):
            quickly(anna, path)
        poll = anna.client.get(f"{board.path}live?version=0")
        assert (poll.status_code, "Anna" in poll.text) == (200, True)
    assert len(rows(app, Visit)) == visits
    bruno.get(board.path)
    assert len(rows(app, Visit)) == visits + 1
    assert "Anna" in bruno.get("/").words


@troubles
def test_a_round_that_cannot_be_saved_is_said_so_and_counts_later(app: Flask, anna: Visitor, trouble: Trouble) -> None:
    board = start(anna)
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    address, fields = page.form("/entry/quick", "count")
    sent = {**fields, **ANSWERS}
    with trouble(app):
        answer = anna.client.post(address, data=sent)
        assert answer.status_code == 503
        assert "Nothing could be saved" in answer.text
        assert "Go back" in answer.text
        assert int(answer.headers["Retry-After"]) > 0
        check_page(answer.text)
        by_htmx = anna.client.post(address, data=sent, headers={"HX-Request": "true"})
        assert by_htmx.status_code == 503
        assert "What you entered is still on this page" in by_htmx.text
    assert rows(app, Round) == []
    assert anna.client.post(address, data=sent).status_code == 303
    assert len(rows(app, Round)) == 1


def test_a_board_that_is_looked_at_again_writes_nothing(app: Flask, anna: Visitor) -> None:
    board = start(anna)
    anna.get(board.path)
    written: list[str] = []
    with listening(app.extensions["database"].engine, "commit", lambda _connection: written.append("commit")):
        anna.get(board.path)
        assert written == []
        other = start(anna)
        anna.get(board.path)
        assert written
    assert [visit.match_id for visit in sorted(rows(app, Visit), key=lambda visit: visit.seen)] == [2, 1]
    assert other.path != board.path


def test_a_server_that_stores_nothing_is_not_ready(app: Flask, anna: Visitor) -> None:
    start(anna)
    assert Health(app).why_not() is None
    with full(app):
        assert Health(app).why_not() == "nothing can be stored"
    assert Health(app).why_not() is None
    assert not [picture for picture in rows(app, Picture) if picture.token == PROBE]


def test_a_full_disk_is_noticed(app: Flask, anna: Visitor) -> None:
    app.config["LIMIT_NEW_MATCH"] = "1000 per hour"
    if app.extensions["database"].is_shared:
        pytest.skip("only SQLite can be told how large its file may be")
    address, fields = anna.get("/new/scopa").form("/new/scopa")
    names = {"count": "2", "name_0": "Anna", "name_1": "Bruno"}

    def begun() -> int:
        return anna.client.post(address, data={**fields, **names, "token": new_token()}).status_code

    assert (begun(), Health(app).why_not()) == (303, None)
    with no_room(app):
        assert 503 in (begun() for _ in range(40))  # until the pages that the file has are full
        assert Health(app).why_not() == "nothing can be stored"
    assert (begun(), Health(app).why_not()) == (303, None)
