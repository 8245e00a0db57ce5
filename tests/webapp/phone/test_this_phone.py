"""The data stored about a phone is counted, exported in one file, and deleted: all of it, and nobody else's."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from flask import Flask

from scoring import score
from tests.webapp.conftest import entry_of, quick_round, rows, start, taught, teach
from tests.webapp.match.test_profiles import kept
from tests.webapp.our_tables.test_table_pages import made, put
from tests.webapp.pages import Page, Visitor
from webapp.base.storage.db import database
from webapp.base.storage.orm import Base
from webapp.decks.models import EnrolledDeck, Enrolment
from webapp.entry.models import Draft
from webapp.match.models import Entering, Match, Profile, Visit
from webapp.referee.models import Question
from webapp.tables.models import OurTable, TableVisit


@pytest.fixture(autouse=True)
def own_decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


def device_of(visitor: Visitor) -> str:
    with visitor.client.session_transaction() as session:
        return str(session["device"])


def teach_on(app: Flask, device: str, deck: str, *, club: bool = False) -> None:
    """Store a learned deck of one card."""
    teach(app, deck)
    with app.app_context(), database().writing() as session:
        session.add(EnrolledDeck(deck=deck, device=device, name=deck, family="italian", club=club))


PRIVATE = f"italian-{'0' * 28}"


@pytest.fixture
def everything(app: Flask, anna: Visitor, bruno: Visitor) -> Page:
    """Anna's phone has something of everything; Bruno's has opened her first match."""
    board = anna.once("everything", lambda: _everything(app, anna))
    bruno.get(board.path)
    return board


def _everything(app: Flask, anna: Visitor) -> Page:
    board = quick_round(anna, start(anna), cards="0")
    start(anna, "Anna", "Dino")
    correcting = anna.send(anna.get(f"{board.path}rounds/1"), "/correct")
    assert correcting.status == 200
    anna.get(entry_of(anna, anna.get(rows_path(app, 1))).path)
    put(anna, board) if made(anna) else None
    kept(anna)
    anna.send(anna.get("/enrol/"), "/enrol/", name="Zia", family="italian")
    teach_on(app, device_of(anna), PRIVATE)
    teach_on(app, device_of(anna), "Nonna", club=True)
    return board


def rows_path(app: Flask, place: int) -> str:
    return f"/m/{rows(app, Match)[place].play_token}/"


def test_the_page_counts_what_there_is_and_the_file_has_every_match_as_score_reads_it(
    app: Flask, anna: Visitor, bruno: Visitor, everything: Page
) -> None:
    anna.get(f"/w/{rows(app, Match)[0].watch_token}/")  # to watch what one plays in changes nothing
    words = anna.get("/phone/").words
    assert "plays in 2 matches" in words
    assert "the match that no other phone has opened" in words, "Bruno has opened the first one"
    for what, number in (("Our tables", 1), ("House rules", 1), ("for this phone", 2), ("whole club", 1)):
        assert f"{what} {number} " in words
    assert "plays in 1 match" in bruno.get("/phone/").words
    assert "no other phone" not in bruno.get("/phone/").words
    assert "plays in 0 matches" in Visitor(app).get("/phone/").words
    bruno.get(f"/w/{rows(app, Match)[1].watch_token}/")
    for visitor, games in ((anna, 2), (bruno, 1)):
        answer = visitor.client.get("/phone/matches.zip")
        assert answer.headers["Content-Disposition"] == "attachment; filename=settebello.zip"
        assert "private" in answer.headers["Cache-Control"]
        with zipfile.ZipFile(io.BytesIO(answer.data)) as folder:
            names = folder.namelist()
            assert len(names) == games, "what is only watched is nobody's to take along"
            assert all("Anna" not in name for name in names)
            first = score(json.loads(folder.read(names[0])))
    assert first["totals"]["Anna"] == 1
    assert len(score(json.loads(zipfile.ZipFile(io.BytesIO(answer.data)).read(names[0])))["rounds"]) == 1


@pytest.mark.storing
def test_nothing_of_a_forgotten_phone_is_left(app: Flask, anna: Visitor, everything: Page) -> None:
    device = device_of(anna)
    anna.send(anna.get("/referee/?game=scopa"), "/referee/", button="captures")
    anna.send(anna.get(f"{everything.path}referee/"), "/referee/", button="captures")
    assert len(rows(app, Question)) == 2
    anna.get(f"{rows_path(app, 1)}rounds/1/entry/piles/0")
    assert rows(app, Entering)
    answer = anna.send(anna.get("/phone/"), "/forget", alone=None)
    assert "This phone is forgotten" in answer.words
    assert answer.headers["Clear-Site-Data"] == '"cache"'
    for table in Base.metadata.sorted_tables:
        if "device" in table.c:
            with app.app_context(), database().reading() as session:
                assert device not in session.scalars(table.select().with_only_columns(table.c.device)).all(), table.name
    (question,) = rows(app, Question)
    assert question.match_id is not None
    for gone in (Profile, Enrolment, TableVisit, Entering):
        assert not rows(app, gone), gone
    assert [draft.device for draft in rows(app, Draft) if draft.device] == []
    assert taught(app, PRIVATE) is None
    # The cookie is another one: the phone begins anew.
    assert device_of_new(anna) != device
    assert everything.path not in anna.get("/").text


def device_of_new(visitor: Visitor) -> str:
    visitor.get("/")
    return device_of(visitor)


def test_another_phone_cannot_be_forgotten_and_what_is_shared_stays(
    app: Flask, anna: Visitor, bruno: Visitor, everything: Page
) -> None:
    carla = Visitor(app)
    visits = {(visit.device, visit.match_id) for visit in rows(app, Visit)}
    carla.send(carla.get("/phone/"), "/forget", device=device_of(anna))
    assert {(visit.device, visit.match_id) for visit in rows(app, Visit)} == visits
    anna.send(anna.get("/phone/"), "/forget", alone=None)
    assert len(rows(app, Match)) == 2
    assert [match.removed for match in rows(app, Match)] == [None, None]
    assert "Round 2" in bruno.get(everything.path).words
    assert everything.path in bruno.get("/").text
    assert len(rows(app, OurTable)) == 1
    assert taught(app, "Nonna") is not None
    assert "Nonna" in bruno.get("/new/scopa").text
    # A link that she has saved still opens the match.
    assert "Round 2" in anna.get(everything.path).words


def test_matches_that_nobody_else_can_find_are_deleted_if_one_likes(
    app: Flask, anna: Visitor, everything: Page
) -> None:
    alone = rows_path(app, 1)
    anna.send(anna.get("/phone/"), "/forget")
    removed = {match.sides[1]: match.removed is not None for match in rows(app, Match)}
    assert removed == {"Bruno": False, "Dino": True}
    # The link takes the match back, like any deleted match.
    assert "can be brought back" in anna.get(alone).words


def test_a_match_on_a_table_is_found_by_others(app: Flask, anna: Visitor) -> None:
    made(anna)
    put(anna, start(anna))
    assert "no other phone" not in anna.get("/phone/").words


def test_forgotten_twice_is_forgotten_once(app: Flask, anna: Visitor, bruno: Visitor, everything: Page) -> None:
    """A double tap arrives with the cookie of before: there is nothing left of it."""
    page = anna.get("/phone/")
    cookie = anna.client.get_cookie("settebello")
    assert cookie is not None
    anna.send(page, "/forget")
    tab = Visitor(app)
    tab.client.set_cookie("settebello", cookie.value)
    assert "This phone is forgotten" in tab.send(page, "/forget").words
    assert "Round 2" in bruno.get(everything.path).words


def test_who_plays_finds_the_page_from_the_start_page(app: Flask, anna: Visitor) -> None:
    assert "This phone" not in anna.get("/").words, "there is nothing of it yet"
    start(anna)
    assert anna.get("/").link("This phone") == "/phone/"
    assert anna.get("/help/stored").link("this phone") == "/phone/"
