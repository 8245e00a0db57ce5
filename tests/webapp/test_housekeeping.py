"""Old data is deleted in time, without anybody playing, in several processes at once."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import insert, select, update
from sqlalchemy.exc import OperationalError

from tests.databases import listening
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.conftest import entry_of, quick_round, rows, start
from tests.webapp.pages import Page, Visitor
from tests.webapp.photos.test_photographs import photograph
from webapp.base.running import background
from webapp.base.storage import housekeeping
from webapp.base.storage.db import AT_ONCE, Database
from webapp.base.storage.orm import Base, now
from webapp.decks.models import EnrolledDeck, Enrolment, EnrolmentPhoto
from webapp.entry.models import Draft
from webapp.match.models import Entering, Match, Profile
from webapp.photos.models import Photo
from webapp.referee.models import Question
from webapp.tables.models import OurTable, TableMatch

pytestmark = pytest.mark.storing

OF_A_MATCH = ("match", "round", "counted_form", "draft", "photo", "question", "visit", "entering", "table_match")


def tidy(app: Flask) -> None:
    with app.app_context():
        housekeeping.tidy()


def aged(app: Flask, days: float, *columns: str) -> None:
    """Make all values in these columns (`table.column`) this old; empty ones stay empty."""
    database: Database = app.extensions["database"]
    with app.app_context(), database.writing() as session:
        for table, column in (name.split(".") for name in columns):
            chosen = Base.metadata.tables[table]
            old = update(chosen).where(chosen.c[column].is_not(None)).values({column: now() - timedelta(days=days)})
            session.execute(old)


def status(visitor: Visitor, path: str) -> int:
    with visitor.client.get(path) as answer:
        return answer.status_code


def counts(app: Flask) -> dict[str, int]:
    """How many rows there are."""
    tables = [Base.metadata.tables[name] for name in OF_A_MATCH]
    with app.app_context(), app.extensions["database"].reading() as session:
        return {table.name: len(session.execute(select(table)).all()) for table in tables}


@pytest.mark.slow
def test_nothing_is_left_of_a_match_once_its_time_is_up(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser
) -> None:
    board = quick_round(anna, start(anna), cards="0", settebello="1")
    table = anna.send(anna.get("/tables/"), "/tables/", table_name="Thursdays")
    anna.send(anna.get(f"{board.path}share"), "/table", table=table.path.split("/")[2])
    bruno.get(board.path)
    recogniser.cards = ("7D", "1C")
    pile = photograph(
        anna, anna.get(f"{board.path}rounds/2/entry/piles/0"), 0, compose(["7D", "1C"], columns=2, size=(400, 500))
    )
    picture = f"{board.path}photos/{rows(app, Photo)[0].token}.jpg"
    assert status(anna, picture) == 200
    with app.app_context(), app.extensions["database"].writing() as session:
        match = session.scalars(select(Match.id)).one()
        session.add(Question(token="q", match_id=match, device="d", ask="play", game="scopa", deck="napoletane"))
    assert all(counts(app).values()), counts(app)
    anna.send(anna.get(f"{board.path}match/"), "/delete")
    aged(app, 29.9, "match.removed")
    tidy(app)
    assert counts(app)["round"] == 1
    assert "Thursdays" in anna.get(table.path).words
    aged(app, 30.1, "match.removed")
    for visitor in (anna, bruno):  # whatever the timer does
        assert visitor.client.get(board.path, follow_redirects=True).status_code == 404
    tidy(app)
    assert not any(counts(app).values()), counts(app)
    assert status(anna, picture) == 404
    assert anna.get(table.path).status == 200
    assert pile.status == 200


@pytest.mark.slow
def test_a_photograph_that_is_too_old_is_not_shown_whatever_the_timer_does(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser
) -> None:
    recogniser.cards = ("7D", "1C")
    photograph(anna, entry_of(anna, board), 0, compose(["7D", "1C"], columns=2, size=(400, 500)))
    picture = f"{board.path}photos/{rows(app, Photo)[0].token}.jpg"
    assert status(anna, picture) == 200
    app.config["PHOTO_DAYS"] = 0
    assert status(anna, picture) == 404
    app.config["PHOTO_DAYS"] = 2
    assert status(anna, picture) == 200
    app.config["PHOTO_DAYS"] = 0
    tidy(app)
    app.config["PHOTO_DAYS"] = 2
    assert status(anna, picture) == 404
    fields = anna.get(f"{board.path}rounds/1/entry/piles/0").form("piles/0", "done")[1]
    assert fields["card"] == ["7D", "1C"]  # the cards stay


def test_each_thing_goes_in_its_time_and_not_before(app: Flask) -> None:
    fields = {"device": "d", "name": "n"}
    with app.app_context(), app.extensions["database"].writing() as session:
        session.add_all([
            OurTable(token="t", name="n", removed=now()), OurTable(token="u", name="n"),
            Profile(token="p", game="scopa", options={}, removed=now(), **fields),
            Profile(token="r", game="scopa", options={}, **fields),
            EnrolledDeck(deck="a", family="italian", removed=now(), **fields),
            EnrolledDeck(deck="b", family="italian", **fields),
            Question(token="q", device="d", ask="play", game="scopa", deck="x"),
            Enrolment(token="e", family="italian", photos=[EnrolmentPhoto(
                suit="D", token="x", width=1, height=1, corners=[], embeddings=b"", notes=[])], **fields),
            Match(play_token="m", watch_token="w", game="scopa", options={}, sides=[], players=[], deck="x"),
        ])  # fmt: skip
        session.flush()
        match = session.scalars(select(Match.id)).one()
        session.execute(insert(Entering), {"match_id": match, "device": "d", "number": 1, "side": "A", "seen": now()})
    kept = {OurTable: 1, Profile: 1, EnrolledDeck: 1, Question: 0, Enrolment: 0, EnrolmentPhoto: 0, Entering: 0}
    times = {
        "our_table.removed": 30,
        "profile.removed": 1,
        "enrolled_deck.removed": 1,
        "question.created": 30,
        "enrolment.created": 2,
        "entering.seen": 75 / 86400,
    }
    for column, days in times.items():
        aged(app, min(days * 0.99, days - 7 / 86400), column)  # a busy machine needs seconds
    tidy(app)
    for table, left in kept.items():
        assert len(rows(app, table)) > left, table
    for column, days in times.items():
        aged(app, days * 1.01, column)
    tidy(app)
    assert {table: len(rows(app, table)) for table in kept} == kept
    assert len(rows(app, Match)) == 1


def old_matches(app: Flask, number: int) -> list[int]:
    """Matches that were deleted long ago, each with a draft; their ids."""
    names = {"game": "scopa", "options": {}, "sides": ["A", "B"], "players": ["A", "B"], "deck": "napoletane"}
    removed = now() - timedelta(days=31)
    matches = [Match(play_token=f"p{at}", watch_token=f"w{at}", removed=removed, **names) for at in range(number)]
    with app.app_context(), app.extensions["database"].writing() as session:
        session.add_all(matches)
        session.flush()
        drafts = [{"match_id": match.id, "number": 1, "device": "", "entry": {}} for match in matches]
        session.execute(insert(Draft), drafts)
        return [match.id for match in matches]


def test_a_lot_goes_in_small_parts(app: Flask) -> None:
    """A phone that counts a round meanwhile waits for one part, not for all of it."""
    old_matches(app, 2 * AT_ONCE + 1)
    gone: list[int] = []
    with listening(app.extensions["database"].engine, "commit", lambda _connection: gone.append(1)):
        tidy(app)
    assert rows(app, Match) == rows(app, Draft) == []
    assert len(gone) >= 3


def test_several_processes_keep_house_at_once(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    old_matches(app, 3 * AT_ONCE)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _number: tidy(app), range(4)))
    assert rows(app, Match) == []
    assert "Not deleted" not in caplog.text


def test_what_cannot_be_deleted_keeps_nothing_else_and_is_tried_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    old_matches(app, 1)
    troubles = [OperationalError("DELETE", {"token": "secret"}, Exception("database is locked")), ValueError("broken")]

    def fail() -> int:
        if troubles:
            raise troubles.pop()
        return 0

    monkeypatch.setitem(app.extensions, housekeeping.DELETE_OLD, (fail, *app.extensions[housekeeping.DELETE_OLD]))
    tidy(app)
    assert rows(app, Match) == []
    tidy(app)
    assert "database is locked" in caplog.text
    assert "secret" not in caplog.text
    caplog.clear()
    tidy(app)
    assert "Not deleted" not in caplog.text


def test_it_happens_while_the_application_is_served_and_nobody_plays(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "FIRST_SECONDS", 0.01)
    app.extensions.pop("running", None)
    housekeeping.init_app(app)
    old_matches(app, 1)
    with background.served(app):
        until = time.monotonic() + 60
        while rows(app, Match) and time.monotonic() < until:
            time.sleep(0.02)
        assert rows(app, Match) == []
    for thread in threading.enumerate():
        if thread.name == "housekeeping":
            thread.join(10)
            assert not thread.is_alive()


def test_a_table_without_its_match_is_as_it_was(app: Flask) -> None:
    """A match that goes for good leaves its table."""
    (match,) = old_matches(app, 1)
    with app.app_context(), app.extensions["database"].writing() as session:
        session.add(table := OurTable(token="t", name="n"))
        session.flush()
        session.add(TableMatch(match_id=match, table_id=table.id))
    tidy(app)
    assert (len(rows(app, OurTable)), len(rows(app, TableMatch))) == (1, 0)
