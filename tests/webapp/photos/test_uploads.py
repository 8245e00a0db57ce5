"""Photographs that were sent: stored at once, read in a fair order, kept exactly once, whoever is killed."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from sqlalchemy import delete, select, update

from tests.application import application
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.conftest import entry_of, quick_round, rows, start
from tests.webapp.pages import Page, Visitor
from tests.webapp.referee.test_referee import put
from vision.errors import BadImage
from vision.types import Recognition
from webapp.base.running import background
from webapp.base.storage.orm import now
from webapp.entry.models import Draft
from webapp.match.models import Match, Round
from webapp.photos import store, uploads
from webapp.photos.models import Photo, Picture, Upload
from webapp.photos.work import jobs
from webapp.referee.models import Question


@dataclass
class PatientRecogniser(FakeRecogniser):
    """Reads when the test lets it."""

    may_read: threading.Event = field(default_factory=threading.Event)
    begun: list[object] = field(default_factory=list)

    def recognise(self, *arguments: Any, **named: Any) -> Recognition:
        """Wait, at most as long as a test may take, and see."""
        self.begun.append(arguments)
        self.may_read.wait(60)
        return super().recognise(*arguments, **named)


@pytest.fixture
def recogniser() -> FakeRecogniser:
    return FakeRecogniser(cards=("7D", "1C"))


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(400, 500))


@pytest.fixture
def later(app: Flask) -> Flask:
    """The application, in which nobody reads what is sent until the test says so: `jobs.run`."""
    app.config["PHOTO_JOBS"] = jobs.Pool
    jobs.init_app(app)
    return app


def sent(visitor: Visitor, page: Page, data: bytes, place: str = "piles/0/photo") -> Page:
    """Send a photograph, of Anna's pile unless a page has another form for it, and open the page that follows it."""
    address, fields = page.form(place)
    form = {"csrf_token": fields["csrf_token"][0], "photo": (BytesIO(data), "pile.jpg")}
    answer = visitor.client.post(address, data=form, content_type="multipart/form-data", follow_redirects=True)
    return visitor._page(answer, 200)


def read(app: Flask) -> bool:
    """Read the upload whose turn it is; False where none waits."""
    with app.app_context():
        left = uploads.unread()
        return bool(left) and jobs.run(left[0].id)


def begun() -> Upload:
    """Begin to read the upload whose turn it is."""
    upload = uploads.begin(uploads.unread()[0].id)
    assert upload is not None
    return upload


def states(app: Flask) -> list[str]:
    return [upload.state for upload in sorted(rows(app, Upload), key=lambda each: each.id)]


def test_a_photograph_is_followed_until_it_is_read(
    later: Flask, anna: Visitor, bruno: Visitor, board: Page, picture: bytes
) -> None:
    waiting = sent(anna, entry_of(anna, board), picture)
    assert "No photograph is read right now. Yours is kept" in waiting.words
    assert '<noscript><meta http-equiv="refresh"' in waiting.text
    pile = anna.get(waiting.link("Tap the cards in meanwhile"))
    assert "A photograph of these cards is being read." in pile.words
    assert "A photograph of these cards is being read." in anna.get(board.path).words  # of a phone that was locked
    other = start(bruno)
    assert bruno.client.get(waiting.path).status_code == 200  # with the link of the match it opens
    assert bruno.client.get(waiting.path.replace(board.path, other.path)).status_code == 404
    assert read(later)
    assert not read(later)
    assert "2 cards seen" in anna.get(waiting.path).words
    assert "is being read" not in anna.get(pile.path).words
    (upload,) = rows(later, Upload)
    with later.app_context(), later.extensions["database"].reading() as session:
        assert session.scalar(select(Upload.data)) is None
    assert upload.state == uploads.KEPT
    assert len(rows(later, Picture)) == 1


def test_what_a_page_polls_for_is_a_part_of_it(later: Flask, anna: Visitor, board: Page, picture: bytes) -> None:
    waiting = sent(anna, entry_of(anna, board), picture)
    htmx = {"HX-Request": "true"}
    part = anna.client.get(waiting.path, headers=htmx)
    assert 'id="standing"' in part.text
    assert "<html" not in part.text
    assert "A photograph of these cards is being read" in anna.client.get(f"{waiting.path}?beside", headers=htmx).text
    read(later)
    assert anna.client.get(waiting.path, headers=htmx).headers["HX-Redirect"] == waiting.path.rsplit("/photo/")[0]
    assert "The photograph is read." in anna.client.get(f"{waiting.path}?beside", headers=htmx).text


def test_how_many_are_before_it_and_that_it_takes_long_is_said(
    later: Flask, anna: Visitor, board: Page, picture: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "is_read", lambda: True)
    entry = entry_of(anna, board)
    said = [sent(anna, entry, picture) for _ in range(3)]
    assert "Yours is next." in said[0].words
    assert "One photograph is before yours." in said[1].words
    assert "2 photographs are before yours." in said[2].words
    with later.app_context():
        begun()
    assert "Reading the cards" in anna.get(said[0].path).words
    assert "One photograph is before yours." in anna.get(said[2].path).words
    later.config["PHOTO_SLOW"] = 0
    assert "Still reading. The photograph is not lost." in anna.get(said[0].path).words


@pytest.mark.storing
def test_five_photographs_of_one_match_do_not_hold_up_another_match(
    later: Flask, anna: Visitor, bruno: Visitor, board: Page, picture: bytes
) -> None:
    entry = entry_of(anna, board)
    for _ in range(5):
        sent(anna, entry, picture)
    sent(bruno, entry_of(bruno, start(bruno)), picture)
    read(later)
    read(later)
    assert states(later) == ["kept", "waiting", "waiting", "waiting", "waiting", "kept"]
    while read(later):
        pass
    assert states(later) == ["kept"] * 6


def test_what_two_readers_read_is_kept_once(later: Flask, anna: Visitor, board: Page, picture: bytes) -> None:
    """As after a worker that was thought dead, or with two servers on one data folder."""
    sent(anna, entry_of(anna, board), picture)
    with later.app_context():
        slow, second = begun(), begun()
        assert slow.id == second.id
        with uploads.ending(second) as row:
            assert row is not None
            row.state = uploads.KEPT
        for each in (slow, second):
            with uploads.ending(each) as row:
                assert row is None


@pytest.mark.storing
@pytest.mark.parametrize("killed", ["reader", "server"])
def test_a_photograph_that_killed_its_reader_or_server_twice_is_refused(
    later: Flask, anna: Visitor, board: Page, picture: bytes, killed: str
) -> None:
    """On SQLite it may take the server along, which would then die after each start."""
    waiting = sent(anna, entry_of(anna, board), picture)
    with later.app_context():
        for state in ("waiting", "refused"):
            upload = begun()
            if killed == "reader":
                uploads.failed(upload.id)
            else:
                jobs.Pool(later, lambda _upload: None).start()
            assert states(later) == [state]
    assert not read(later)
    refused = anna.get(waiting.path, status=422)
    assert "This photograph could not be read. Take another one, or tap the cards in." in refused.words
    assert "could not be read" in anna.get(refused.path.rsplit("/photo/")[0]).words


@pytest.mark.storing
def test_a_photograph_whose_process_was_lost_is_read_once_more(
    later: Flask, anna: Visitor, board: Page, picture: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = sent(anna, entry_of(anna, board), picture)
    lost = BadImage("lost")
    with monkeypatch.context() as patched:

        def lose(*_arguments: object, **_named: object) -> None:
            raise lost

        patched.setattr(jobs.reading, "run", lose)
        with pytest.raises(BadImage, match="lost"):
            read(later)
    assert states(later) == ["waiting"]
    assert read(later)
    assert "2 cards seen" in anna.get(waiting.path).words


def test_an_error_of_ours_is_raised_and_the_photograph_is_tried_once_more(
    later: Flask, anna: Visitor, board: Page, picture: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(anna, entry_of(anna, board), picture)
    kind = jobs._KINDS["pile"]

    def fail(*_arguments: object) -> bool:
        with later.extensions["database"].writing() as session:
            session.execute(update(Match).values(version=999))
        raise ZeroDivisionError

    def miss(*_arguments: object) -> object:
        raise KeyError("corners")

    broken: tuple[tuple[str, Callable[..., object], type[Exception]], ...] = (
        ("keep", fail, ZeroDivisionError),
        ("read", miss, KeyError),
    )
    said: list[str] = []
    for name, breaks, error in broken:
        with monkeypatch.context() as patched:
            patched.setattr(kind, name, breaks)
            with pytest.raises(error):
                read(later)
        assert rows(later, Match)[0].version != 999  # nothing of it was stored
        said.extend(states(later))
    assert said == ["waiting", "refused"]
    assert not read(later)


@pytest.mark.parametrize("when", ["before", "while"])
@pytest.mark.storing
def test_what_is_cancelled_is_not_kept(
    later: Flask, anna: Visitor, board: Page, picture: bytes, recogniser: FakeRecogniser, when: str
) -> None:
    waiting = sent(anna, entry_of(anna, board), picture)

    def leave() -> None:
        anna.send(waiting, waiting.path)

    if when == "before":
        leave()
        assert not read(later)
        assert not recogniser.asked  # who has left is not read for
    else:
        with later.app_context():
            upload = begun()
            leave()
            jobs._end(upload, jobs._KINDS["pile"], None, "")
    assert states(later) == ["cancelled"]
    assert not rows(later, Photo)
    assert anna.get(waiting.path).path.endswith("piles/0")


def test_a_round_that_was_counted_meanwhile_stays_as_it_is(
    later: Flask, anna: Visitor, board: Page, picture: bytes
) -> None:
    waiting = sent(anna, entry_of(anna, board), picture)
    quick_round(anna, board, award_cards="0")
    assert read(later)
    assert not rows(later, Photo)
    assert not rows(later, Picture)
    assert states(later) == ["cancelled"]
    assert anna.get(waiting.path).path == f"{board.path}rounds/1"


def test_a_photograph_of_a_round_is_kept_though_an_earlier_one_was_taken_back_meanwhile(
    later: Flask, anna: Visitor, bruno: Visitor, board: Page, picture: bytes
) -> None:
    """As taps of that round are: it was left out in silence."""
    quick_round(anna, board, award_cards="0")
    sent(anna, anna.get(f"{board.path}rounds/2/entry/piles/0"), picture)
    bruno.send(bruno.get(board.path), "/undo")
    assert read(later)
    assert (states(later), [photo.side for photo in rows(later, Photo)]) == (["kept"], ["Anna"])
    quick_round(bruno, board, award_cards="0")
    assert "7D" in anna.get(f"{board.path}rounds/2/entry/piles/0").form("", "done")[1]["card"]


@pytest.mark.parametrize("state", [uploads.WAITING, uploads.FILMING])
def test_counting_asks_once_while_a_photograph_of_the_round_is_read(
    later: Flask, anna: Visitor, bruno: Visitor, board: Page, picture: bytes, state: str
) -> None:
    """Its cards would be left out, and the other side would take them with the rest."""
    sent(anna, entry_of(anna, board), picture)
    with later.app_context(), later.extensions["database"].writing() as session:
        session.execute(update(Upload).values(state=state))
    pile = bruno.get(f"{board.path}rounds/1/entry/piles/1")
    asked = bruno.send(pile, "piles/1", button="count", cards=["7C", "1S"], status=422)
    assert "A photograph for Anna is still being read. Without its cards the points can be wrong." in asked.words
    assert not rows(later, Round)
    assert bruno.send(asked, "piles/1", button="count").path.endswith("/rounds/1")


@pytest.mark.parametrize("change", ["delete", "before"])
def test_a_round_is_numbered_anew_while_its_photograph_is_read(
    later: Flask, anna: Visitor, bruno: Visitor, board: Page, picture: bytes, change: str
) -> None:
    """Another phone deletes an earlier round, or puts one before it: the photograph stays with its round."""
    quick_round(anna, board, award_cards="0")
    quick_round(anna, anna.get(board.path), award_cards="1")
    number = 2 if change == "delete" else 4
    sent(anna, anna.get(f"{board.path}rounds/3/entry/?by=piles"), picture)
    with later.app_context():
        upload = begun()
        bruno.send(bruno.get(board.path), button=f"rounds/1/{change}")
        jobs._read_and_keep(upload, jobs._KINDS["pile"])
    assert states(later) == ["kept"]
    (photo,) = rows(later, Photo)
    assert [draft.number for draft in rows(later, Draft) if draft.id == photo.draft_id] == [number]
    assert "2 cards seen" in anna.get(f"{board.path}rounds/3/entry/piles/0").words  # as its page knew it


def test_a_question_that_was_deleted_meanwhile_takes_its_photograph_along(
    later: Flask, anna: Visitor, picture: bytes
) -> None:
    waiting = sent(anna, put(anna, "captures"), picture, "places/table/photo")
    with later.app_context():
        upload = begun()
        with later.extensions["database"].writing() as session:
            session.execute(delete(Question))
        jobs._read_and_keep(upload, jobs._KINDS["question"])
    assert not rows(later, Upload)
    assert anna.client.get(waiting.path).status_code == 404


@pytest.mark.storing
def test_what_is_old_is_deleted(app: Flask, anna: Visitor, board: Page, picture: bytes) -> None:
    sent(anna, entry_of(anna, board), picture)
    with app.app_context(), app.extensions["database"].writing() as session:
        session.execute(update(Picture).values(created=now() - timedelta(days=3)))
        session.execute(update(Upload).values(created=now() - timedelta(days=3)))
    with app.app_context():
        assert store.prune() == uploads.forget_old() == 1
    assert not rows(app, Picture)
    assert not rows(app, Upload)
    assert rows(app, Photo)  # what was seen stays


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.storing
def test_twenty_photographs_at_once_hold_up_nobody(later: Flask, anna: Visitor, board: Page, picture: bytes) -> None:
    slow = later.extensions["photo_readers"] = PatientRecogniser(cards=("7D", "1C"))
    entry = entry_of(anna, board)
    with background.served(later):
        for _ in range(20):
            assert "meanwhile" in sent(anna, entry, picture).words  # answered while nothing can be read
        assert anna.client.get(board.path).status_code == 200
        slow.may_read.set()
        wait_until(lambda: states(later) == ["kept"] * 20)
    assert len(rows(later, Photo)) == 20


@pytest.mark.storing
def test_what_a_killed_process_has_left_is_read_after_the_start(
    later: Flask, anna: Visitor, board: Page, picture: bytes
) -> None:
    sent(anna, entry_of(anna, board), picture)
    with later.app_context():
        begun()
    with background.served(later):
        wait_until(lambda: states(later) == ["kept"])


@pytest.mark.storing
def test_a_server_that_is_stopped_counts_no_failure(later: Flask, anna: Visitor, board: Page, picture: bytes) -> None:
    sent(anna, entry_of(anna, board), picture)
    """The upload waits again as soon as the server stops: a second Ctrl-C ends it at once."""
    later.config["PHOTO_STOP_SECONDS"] = 60
    slow = later.extensions["photo_readers"] = PatientRecogniser(cards=("7D", "1C"))
    slow.may_read = Mock(wait=lambda _seconds: wait_until(lambda: states(later) == ["waiting"]))
    with background.served(later):
        wait_until(lambda: states(later) == ["reading"])
    assert [(each.state, each.tries) for each in rows(later, Upload)] == [("kept", 0)]


@pytest.mark.storing
def test_two_servers_on_one_data_folder_keep_a_photograph_once(
    later: Flask, anna: Visitor, board: Page, picture: bytes
) -> None:
    """The second finds the photograph that the first is reading, and reads it too."""
    slow = PatientRecogniser(cards=("7D", "1C"))
    later.extensions["photo_readers"] = slow
    own = {name: later.config[name] for name in ("DATABASE_URL", "PHOTO_JOBS")}
    second = application(later.config["DATA_DIRECTORY"], **own)  # with connections of its own
    second.extensions["photo_readers"] = slow
    with background.served(later):
        waiting = sent(anna, entry_of(anna, board), picture)
        wait_until(lambda: states(later) == ["reading"])
        with background.served(second):
            wait_until(lambda: len(slow.begun) == 2)
            slow.may_read.set()
            wait_until(lambda: states(later) == ["kept"])
    assert len(rows(later, Photo)) == 1
    other = Visitor(second)
    other.client._cookies.update(anna.client._cookies)
    assert "2 cards seen" in other.get(waiting.path).words
    second.extensions["database"].engine.dispose()
