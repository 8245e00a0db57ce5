"""Piles that are filmed live: frame after frame is read, late ones change nothing, and the end is that of a film."""

from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from sqlalchemy import update
from werkzeug.test import TestResponse

from tests.fakes import FakeRecogniser
from tests.webapp.conftest import rows, start
from tests.webapp.pages import Page, Visitor
from tests.webapp.photos.live_phone import Filming, filming
from vision.decks.enrolled import Candidates
from vision.errors import BadImage
from vision.types import Glance
from webapp.base.storage.orm import now
from webapp.match.models import Match
from webapp.photos.filming import live
from webapp.photos.models import LiveFrame, Photo, Upload
from webapp.photos.work import jobs
from webapp.photos.work.processes import TooBusy


@pytest.fixture
def recogniser() -> FakeRecogniser:
    return FakeRecogniser(cards=("7D", "1C?", "?6D,5D"))


def codes(answer: TestResponse) -> list[str]:
    """The codes of the cards of an answer, in their order."""
    return [part.partition('"')[0] for part in answer.text.split('data-code="')[1:]]


def test_a_live_film_ends_in_the_findings_and_questions_of_a_photograph(app: Flask, anna: Visitor, board: Page) -> None:
    phone = filming(anna, board)
    assert phone.visitor.client.get(phone.page.path).headers["Permissions-Policy"].startswith("camera=(self)")
    assert codes(phone.send(1)) == ["7D"]
    assert codes(phone.send(2)) == ["7D", "1C"]
    assert codes(phone.send(3)) == ["7D", "1C", ""]
    again = phone.send(4)
    assert 'data-name="seven of coins" data-again' in again.text
    assert 'data-read="4"' in again.text
    shown = anna._page(phone.done(), 200)
    assert "3 cards seen: is that all of them?" in shown.words
    assert "One card needs an answer" in shown.words
    (photo,) = rows(app, Photo)
    assert photo.film["moments"] == [0.5, 1.0, 1.5]
    assert [each["code"] for each in photo.detections] == ["7D", "1C", None]
    assert not rows(app, LiveFrame)
    late = phone.send(5)
    assert late.headers["Location"].endswith(f"/photo/{phone.token}")


def test_a_pile_that_has_a_photograph_is_filmed_live_too_and_that_adds_its_cards(
    anna: Visitor, board: Page, recogniser: FakeRecogniser
) -> None:
    first = filming(anna, board)
    first.send(1)
    shown = anna._page(first.done(), 200)
    recogniser.cards = ("2C",)
    more = Filming(anna, shown.link("Live"))
    more.send(1)
    both = anna._page(more.done(), 200)
    assert sorted(both.form("piles/0")[1]["card"]) == ["2C", "7D"]


def test_late_and_doubled_frames_change_nothing(app: Flask, anna: Visitor, board: Page) -> None:
    phone = filming(anna, board)
    assert codes(phone.send(1)) == ["7D"]
    assert 'data-read="3"' in phone.send(3, at=1.5).text
    assert [phone.send(number, at=1.0).status_code for number in (2, 3)] == [204, 204]
    phone.send(4, at=0.2)  # a clock that goes back
    assert [each.number for each in rows(app, LiveFrame)] == [1, 3, 4]
    assert rows(app, LiveFrame)[2].at > 1.5


def test_of_two_frames_at_once_the_one_that_is_read_first_is_kept(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, glance, faster = filming(anna, board), recogniser.glance, [2]

    def slow(*asked: Any) -> Glance:
        if faster:
            phone.send(faster.pop())
        return glance(*asked)

    monkeypatch.setattr(recogniser, "glance", slow)
    assert phone.send(1).status_code == 204
    assert [each.number for each in rows(app, LiveFrame)] == [2]


@pytest.mark.parametrize(("error", "status"), [(BadImage("lost"), 204), (TooBusy(), 503)], ids=["lost", "busy"])
def test_a_frame_without_a_reader_does_not_stop_the_film(
    anna: Visitor,
    board: Page,
    recogniser: FakeRecogniser,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    status: int,
) -> None:
    phone = filming(anna, board)
    with monkeypatch.context() as patched:
        patched.setattr(recogniser, "glance", Mock(side_effect=error))
        assert phone.send(1).status_code == status
    assert codes(phone.send(2)) == ["7D"]


def test_two_frames_are_read_at_a_time_and_the_others_come_again(
    anna: Visitor, board: Page, recogniser: FakeRecogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board has the other threads."""
    phones, glance, answers = [filming(anna, board) for _ in range(3)], recogniser.glance, list[int]()

    def slow(*asked: Any) -> Glance:
        if phones:
            answers.append(phones.pop().send(1).status_code)
        return glance(*asked)

    monkeypatch.setattr(recogniser, "glance", slow)
    answers.append(phones.pop().send(1).status_code)
    assert answers == [503, 200, 200]


def test_what_was_seen_is_kept_when_the_phone_is_not_heard_of_any_more(app: Flask, anna: Visitor, board: Page) -> None:
    phone = filming(anna, board)
    phone.send(1)
    with app.app_context():
        jobs.finish_left()
        assert not rows(app, Photo)
        with app.extensions["database"].writing() as session:
            session.execute(update(Upload).values(begun=now() - live.LEFT - timedelta(seconds=1)))
        jobs.finish_left()
    assert [each["code"] for each in rows(app, Photo)[0].detections] == ["7D"]


def test_a_film_that_is_left_leaves_nothing(app: Flask, anna: Visitor, board: Page) -> None:
    phone = filming(anna, board)
    phone.send(1)
    anna.client.post("/photographs/cancel", data={"csrf_token": phone.csrf, "upload": phone.token})
    assert not rows(app, LiveFrame)
    assert [each.state for each in rows(app, Upload)] == ["cancelled"]
    assert phone.send(2).status_code == 303
    phone.done()
    assert not rows(app, Photo)


def test_a_film_is_bounded(app: Flask, anna: Visitor, board: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = filming(anna, board)
    monkeypatch.setattr(live, "MOST_FRAMES", 2)
    assert "data-full" not in phone.send(1).text
    assert "data-full" in phone.send(2).text
    assert "data-full" in phone.send(3).text
    assert len(rows(app, LiveFrame)) == 2
    monkeypatch.setattr(live, "MOST_FILMS", 1)
    other = filming(anna, board)
    refused = other.send(1)
    assert refused.status_code == 422
    assert "Too many phones are filming just now." in refused.text
    monkeypatch.setattr(live, "MOST_FILMS", 9)
    app.config["LIMIT_FILM"] = "1 per minute"
    assert [filming(anna, board).send(1).status_code for _ in range(2)] == [200, 429]
    assert phone.send(4).status_code == 200
    app.config["FRAME_BYTES"], app.config["FORM_BYTES"] = 1000, 1000
    assert phone.send(4, data=b"\xff\xd8\xff" + bytes(5000)).status_code == 413


@pytest.mark.parametrize(
    "fields", [{"number": "x"}, {"at": "nan"}, {"upload": "x"}, {"data": b"GIF89a"}, {"data": b""}], ids=str
)
def test_what_is_no_frame_is_refused(app: Flask, anna: Visitor, board: Page, fields: dict[str, Any]) -> None:
    assert filming(anna, board).send(1, **fields).status_code == 400
    assert not rows(app, Upload)


def test_a_frame_that_cannot_be_read_is_passed_over(app: Flask, anna: Visitor, board: Page) -> None:
    phone = filming(anna, board)
    assert codes(phone.send(1, data=b"\xff\xd8\xff, and no picture")) == []
    assert codes(phone.send(2)) == ["7D"]


def test_a_live_film_is_read_by_the_deck_that_its_first_cards_show(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser
) -> None:
    """Nobody has chosen one: the frame that shows it is read by it, and the match takes it when the film is done."""
    board = start(anna, deck="auto")
    recogniser.cards, recogniser.shown = ("7D", "1C"), "piacentine"
    film = filming(anna, board)
    for number in (1, 2):
        film.send(number)
    assert [type(deck) for deck in recogniser.asked[:1]] == [Candidates]
    assert recogniser.asked[1:] == ["piacentine", "piacentine"]
    assert rows(app, Upload)[0].pattern == "piacentine"
    film.done()
    assert rows(app, Match)[0].deck == "piacentine"
    assert [each["code"] for each in rows(app, Photo)[0].detections] == ["7D", "1C"]
    assert len(rows(app, Upload)) == 1  # not read again


def test_a_live_film_of_an_unknown_deck_asks_about_its_unsure_cards(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser
) -> None:
    board = start(anna, deck="auto")
    recogniser.cards = ("7D", "1C?")
    film = filming(anna, board)
    film.send(1)
    film.send(2)
    assert recogniser.asked[1:] == ["italian", "italian"]
    pile = film.done()
    assert "This deck is not known." in pile.text
    assert [each["code"] for each in rows(app, Photo)[0].detections] == ["7D", None]
    assert rows(app, Match)[0].deck == "auto"


def test_a_live_film_without_a_card_says_so(app: Flask, anna: Visitor, recogniser: FakeRecogniser) -> None:
    board = start(anna, deck="auto")
    recogniser.shown = "nothing"
    film = filming(anna, board)
    film.send(1)
    assert "No cards found in the film." in film.done().text
    assert not rows(app, Photo)
