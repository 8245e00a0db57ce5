"""Films of a pile: stored in pieces, read once, kept as a contact sheet whose cards are asked about like any others."""

import io
import os
import tempfile
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from tests.fakes import FILM, FakeRecogniser
from tests.webapp.conftest import quick_round, rows
from tests.webapp.pages import Page, Visitor
from vision.types import FilmCard, FilmProgress, FilmReading
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import new_token
from webapp.photos import uploads
from webapp.photos.filming import films
from webapp.photos.models import FilmPiece, Photo, Upload
from webapp.photos.work import jobs, reading


@pytest.fixture
def recogniser() -> FakeRecogniser:
    return FakeRecogniser(cards=("7D", "1C?", "5S", "?6D,5D"))


@pytest.fixture
def later(app: Flask) -> Flask:
    """The application, in which nobody reads what is sent until the test says so: `jobs.run`."""
    app.config["PHOTO_JOBS"] = jobs.Pool
    jobs.init_app(app)
    return app


def sent(visitor: Visitor, board: Page, film: bytes = FILM, *, status: int = 200) -> Page:
    """Send a film of Anna's pile and open the page that follows it."""
    pile = visitor.get(f"{board.path}rounds/1/entry/piles/0")
    address, fields = pile.form("piles/0/film")
    form = {"csrf_token": fields["csrf_token"][0], "film": (BytesIO(film), "pile.mp4")}
    answer = visitor.client.post(address, data=form, content_type="multipart/form-data", follow_redirects=True)
    return visitor._page(answer, status)


def read(app: Flask) -> bool:
    with app.app_context():
        left = uploads.unread()
        return bool(left) and jobs.run(left[0].id)


def test_a_film_ends_in_the_findings_and_questions_of_a_photograph(app: Flask, anna: Visitor, board: Page) -> None:
    pile = sent(anna, board)
    assert "One card needs an answer" in pile.words
    assert "Do the two pictures show the same card?" in pile.words
    assert "4 cards seen: is that all of them?" in pile.words
    (photo,) = rows(app, Photo)
    assert photo.film is not None
    assert photo.film["moments"] == [0.5, 1.5, 2.5, 3.5]
    assert [each["code"] for each in photo.detections] == ["7D", "1C", "5S", None]
    card = anna.get(f"{pile.path}/photos/{photo.token}/2")
    assert "At 0:02 of the film" in card.words
    answered = anna.send(card, choose=f"{photo.token}:2:6S")
    assert "4 cards seen" in answered.words
    assert rows(app, Photo)[0].detections[2]["answer"] == "6S"
    assert not rows(app, FilmPiece)


def test_an_unread_film_follows_its_round_that_becomes_the_next(
    later: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    his = bruno.get(f"{board.path}rounds/1/entry/quick")
    sent(bruno, board)
    quick_round(anna, board, award_cards="0")
    bruno.send_raw(his, "/quick", award_cards="1")
    bruno.send(bruno.get(f"{board.path}?round=1"), "/conflict", button="next")
    assert read(later)
    assert "7D" in anna.get(f"{board.path}rounds/2/entry/piles/0").form("", "done")[1]["card"]


def test_a_film_is_stored_in_pieces_and_followed(
    later: Flask,
    anna: Visitor,
    bruno: Visitor,
    board: Page,
    recogniser: FakeRecogniser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(uploads, "PIECE", 100)
    waiting = sent(anna, board, FILM + bytes(200))
    assert "No film is read right now. Yours is kept" in waiting.words
    assert [len(piece.data) for piece in rows(later, FilmPiece)] == [100, 100, len(FILM)]
    with later.app_context():
        upload = uploads.begin(uploads.unread()[0].id)
        assert upload is not None
        uploads.note(upload, 3, 0.75, b"\xff\xd8\xff frame")
    following = anna.get(waiting.path)
    (shown,) = (image.get("src", "") for image in following.root.iter("img") if "frame.jpg" in image.get("src", ""))
    assert bruno.client.get(shown).data == b"\xff\xd8\xff frame"
    assert anna.get(anna.get(f"{board.path}rounds/1/entry/piles/0").path).text.count("frame.jpg") == 1
    assert anna.client.get(f"/photographs/{new_token()}/frame.jpg").status_code == 204
    assert 'data-cards="3"' in following.text
    assert 'data-share="0.75"' in following.text
    with later.app_context():
        uploads.failed(upload.id)
    assert bruno.client.get(shown).status_code == 204
    assert read(later)
    assert recogniser.filmed == [len(FILM) + 200]
    assert not rows(later, FilmPiece)
    assert "4 cards seen" in anna.get(waiting.path).words


def test_what_is_no_film_is_refused_and_nothing_entered_is_lost(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser
) -> None:
    pile = anna.get(f"{board.path}rounds/1/entry/piles/0")
    anna.send_raw(pile, pile.path, card=["7D", "1C"])
    no_film = sent(anna, board, b"GIF89a, and nothing that moves", status=422)
    assert "This film cannot be read. Use MP4, MOV or WebM" in no_film.words
    recogniser.bad_film = "too_long"
    long = sent(anna, board, status=422)
    assert "The film is longer than 90 seconds." in long.words
    recogniser.bad_film, recogniser.cards = "", ()
    assert "No cards found in the film." in sent(anna, board, status=422).words
    assert anna.get(pile.path).form("piles/0")[1]["card"] == ["7D", "1C"]
    assert [upload.reason for upload in rows(app, Upload)] == ["film:too_long", "no_cards_filmed:"]
    assert not rows(app, FilmPiece)


def full(*_arguments: object) -> bytes:
    raise OperationalError("INSERT", {}, Exception("database or disk is full"))


def test_a_film_that_cannot_be_stored_leaves_nothing(
    app: Flask, anna: Visitor, board: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.config.update(FILM_BYTES=1024 * 1024)
    address, _ = anna.get(f"{board.path}rounds/1/entry/piles/0").form("piles/0/film")
    large = anna.client.post(address, data=bytes(1500 * 1024), content_type="multipart/form-data; boundary=x")
    assert "A film may have at most 1 MB." in anna._page(large, 413).words
    monkeypatch.setattr(uploads, "store", full)
    sent(anna, board, status=503)
    assert not rows(app, FilmPiece)
    with app.app_context(), pytest.raises(OperationalError):
        jobs.submit(Upload(), (full() if number else FILM for number in range(2)))
    assert not rows(app, FilmPiece)
    app.config.update(FILM_ROOM=0)
    assert "Too many films are waiting." in sent(anna, board, status=422).words
    assert not rows(app, FilmPiece)


def test_a_film_that_nobody_waits_for_goes(later: Flask, anna: Visitor, board: Page) -> None:
    waiting = sent(anna, board)
    anna.send(waiting, waiting.path)
    assert [upload.state for upload in rows(later, Upload)] == ["cancelled"]
    assert not rows(later, FilmPiece)
    with later.app_context(), later.extensions["database"].writing() as session:
        session.add_all([FilmPiece(film="lost", number=1, data=b"x"), FilmPiece(film="young", number=1, data=b"x")])
        session.flush()
        old = now() - uploads.LOST_PIECES - timedelta(minutes=1)
        session.execute(update(FilmPiece).where(FilmPiece.film == "lost").values(created=old))
    with later.app_context():
        assert (uploads.forget_pieces(), uploads.forget_pieces()) == (1, 0)
    assert [piece.film for piece in rows(later, FilmPiece)] == ["young"]


def test_a_film_that_a_killed_process_was_reading_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    old, young = tmp_path / f"{reading.FOLDER}old", tmp_path / f"{reading.FOLDER}young"
    for folder in (old, young):
        folder.mkdir()
        (folder / "film").write_bytes(FILM)
    os.utime(old, (0, 0))
    assert (reading.forget_folders(), reading.forget_folders()) == (1, 0)
    assert list(tmp_path.iterdir()) == [young]


def test_a_card_stands_upright_on_the_contact_sheet_where_its_corners_say() -> None:
    frame = Image.new("RGB", (640, 480), "green")
    frame.paste("white", (200, 100, 360, 200))  # lies on its side, its top to the right
    frame.paste("red", (320, 100, 360, 200))
    file = io.BytesIO()
    frame.save(file, "JPEG", quality=95)
    corners = ((720.0, 200.0), (720.0, 400.0), (400.0, 400.0), (400.0, 200.0))
    card = FilmCard(None, 0.5, True, corners, (), 0.1, 0.9, 0.5)
    made = films.contact_sheet(FilmReading(1.0, (1280, 960), (card, card), (), 0.1, {0.5: file.getvalue()}))
    assert made.sheet
    assert made.sheet.columns == 2
    sheet = Image.open(io.BytesIO(made.picture))
    assert sheet.size == made.seen.size
    for seen in made.seen.cards:
        (left, top), (right, _), (_, bottom), _ = seen.corners
        assert right - left > 90
        assert bottom - top == pytest.approx(1.6 * (right - left))
        middle = (left + right) / 2
        assert [_colour(sheet, middle, top + share * (bottom - top)) for share in (-0.1, 0.1, 0.6, 1.1)] == [
            "green",
            "red",
            "white",
            "green",
        ]


def _colour(picture: Image.Image, x: float, y: float) -> str:
    pixel = picture.getpixel((round(x), round(y)))
    names = {"green": (0, 128, 0), "red": (255, 0, 0), "white": (255, 255, 255)}
    assert isinstance(pixel, tuple)
    return min(names, key=lambda name: sum(abs(one - other) for one, other in zip(pixel, names[name], strict=True)))


def test_how_far_a_film_is_read_travels_with_the_frame(tmp_path: Path) -> None:
    file = tmp_path / "progress"
    assert films.told(file) is None
    for still in (b"", b"\xff\xd8\xff a frame\nwith lines"):
        films.tell(file, FilmProgress(3.0, 4.0, 7, still))
        assert films.told(file) == (7, 0.75, still)
    films.tell(file, FilmProgress(3.0, None, 7))
    assert films.told(file) == (7, None, b"")
