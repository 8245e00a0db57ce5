"""Photographs: they propose, the player confirms, and no card that was seen is left out in silence."""

from __future__ import annotations

from io import BytesIO

import pytest
from flask import Flask

from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.conftest import entry_of, rows, start
from tests.webapp.pages import Page, Visitor
from webapp.models import Photo, Round


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(400, 500))


def photograph(visitor: Visitor, page: Page, index: int, data: bytes, *, status: int = 200) -> Page:
    _, fields = page.form(f"piles/{index}/photo")
    path = f"{page.path.split('entry/')[0]}entry/piles/{index}/photo"
    form = {"csrf_token": fields["csrf_token"][0], "photo": (BytesIO(data), "pile.jpg")}
    answer = visitor.client.post(path, data=form, content_type="multipart/form-data", follow_redirects=True)
    return visitor._page(answer, status)


def test_a_photograph_proposes_and_the_player_confirms(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D", "6B?5B", "1C")
    pile = photograph(anna, entry_of(anna, board), 0, picture)
    assert recogniser.asked == ["napoletane"]
    assert "3 cards seen" in pile.words
    assert "Look twice" in pile.words
    _, fields = pile.form("piles/0", "done")
    assert fields["card"] == ["7D", "1C", "6B"]
    entry = anna.get(f"{board.path}rounds/1/entry/")
    assert "look at it" in entry.words
    entry = anna.send(entry, "entry/", button="rest-1")
    refused = anna.send(entry, "entry/", button="count", status=422)
    assert "comes from a photograph" in refused.words
    assert not rows(app, Round)
    entry = anna.send(pile, "piles/0", button="done")
    assert anna.send(entry, "entry/", button="count").path.endswith("/rounds/1")


def test_a_card_that_is_seen_and_not_named_must_be_answered(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D", "?6B,5B")
    pile = photograph(anna, entry_of(anna, board), 0, picture)
    assert "A card here: which one?" in pile.words
    refused = anna.send(pile, "piles/0", button="done", status=422)
    assert "One card in the picture has no answer yet" in refused.words
    entry = anna.send(anna.get(f"{board.path}rounds/1/entry/"), "entry/", button="rest-1")
    assert "comes from a photograph" in anna.send(entry, "entry/", button="count", status=422).words
    token = rows(app, Photo)[0].token
    entry = anna.send(refused, "piles/0", button="done", **{f"answer:{token}:1": "5B"})
    assert "2 cards 1 coin 1 seven" in entry.words


def test_an_answer_can_be_changed_dismissed_or_be_any_card(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("?6B,5B",)
    pile = photograph(anna, entry_of(anna, board), 0, picture)
    name = f"{rows(app, Photo)[0].token}:0"
    for answer, expected in (({f"answer:{name}": "6B"}, ["6B"]), ({f"other:{name}": "10S"}, ["10S"])):
        anna.send(pile, "piles/0", button="done", **answer)
        pile = anna.get(pile.path)
        _, fields = pile.form("piles/0", "done")
        assert fields["card"] == expected
    entry = anna.send(pile, "piles/0", button="done", **{f"answer:{name}": "", f"other:{name}": ""})
    assert "0 cards" in entry.words


def test_a_card_that_lies_in_another_pile_is_asked_about(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    path = f"{board.path}rounds/1/entry/piles/"
    anna.send(anna.get(f"{path}0"), "piles/0", button="done", card=["7D", "1C"])
    recogniser.cards = ("7D", "2C")
    pile = photograph(anna, anna.get(f"{board.path}rounds/1/entry/"), 1, picture)
    assert "seven of coins: Anna has it already. Whose is it?" in pile.words
    _, fields = pile.form("piles/1", "done")
    assert fields["card"] == ["2C"]
    token = rows(app, Photo)[0].token
    entry = anna.send(pile, "piles/1", button="done", **{f"answer:{token}:0": "7D"})
    assert "1 card 0 coins 0 sevens" in entry.words
    assert "2 cards 1 coin 1 seven" in entry.words


def test_a_second_photograph_adds_its_cards_and_one_can_be_put_away(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D", "?")
    pile = photograph(anna, entry_of(anna, board), 0, picture)
    recogniser.cards = ("1C", "7D")
    pile = photograph(anna, pile, 0, picture)
    _, fields = pile.form("piles/0", "done")
    assert fields["card"] == ["7D", "1C"]
    first = rows(app, Photo)[0]
    pile = anna.send(pile, "piles/0", button=f"remove-{first.token}")
    assert len(rows(app, Photo)) == 1
    assert "which one?" not in pile.words
    assert "2 cards 1 coin 1 seven" in anna.send(pile, "piles/0", button="done").words


def test_a_french_pack_is_read_as_the_italian_one_it_stands_for(
    anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    board = start(anna, deck="french")
    photograph(anna, entry_of(anna, board), 0, picture)
    assert recogniser.asked == ["french"]


def test_the_notes_of_a_photograph_are_said(
    anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards, recogniser.notes = ("7D",), ("blurred",)
    assert "blurred" in photograph(anna, entry_of(anna, board), 0, picture).words


@pytest.mark.parametrize("data", [b"", b"no picture", b"\xff\xd8\xff\xe0broken"], ids=["nothing", "text", "broken"])
def test_what_is_no_picture_is_refused_and_nothing_is_lost(anna: Visitor, board: Page, data: bytes) -> None:
    path = f"{board.path}rounds/1/entry/piles/0"
    anna.send_raw(anna.get(path), "piles/0", card=["7D"])
    refused = photograph(anna, anna.get(path), 0, data, status=422)
    assert "picture" in refused.words or "photograph" in refused.words
    _, fields = refused.form("piles/0", "done")
    assert fields["card"] == ["7D"]


def test_photographs_are_shown_to_the_players_only_and_go_when_the_round_counts(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D",)
    pile = photograph(anna, entry_of(anna, board), 0, picture)
    token = rows(app, Photo)[0].token
    shown = anna.client.get(f"{board.path}photos/{token}.jpg")
    assert shown.mimetype == "image/jpeg"
    assert shown.data != picture  # written anew
    shown.close()
    other = start(bruno)
    assert bruno.client.get(f"{other.path}photos/{token}.jpg").status_code == 404
    assert anna.client.get(f"{board.path}photos/..%2Fsecret_key.jpg").status_code == 404
    entry = anna.send(anna.send(pile, "piles/0", button="done"), "entry/", button="rest-1")
    anna.send(entry, "entry/", button="count")
    assert anna.client.get(f"{board.path}photos/{token}.jpg").status_code == 404
    assert not list((app.config["DATA_DIRECTORY"] / "photos").iterdir())


def test_too_many_photographs_at_once_are_told_to_wait(app: Flask, anna: Visitor, board: Page, picture: bytes) -> None:
    turns = app.extensions["photo_reader"].turns
    for _ in range(app.config["PHOTO_READERS"]):
        turns.acquire()
    assert "Too many photographs at once" in photograph(anna, entry_of(anna, board), 0, picture, status=503).words


def test_a_picture_full_of_cards_is_no_pile(
    anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("?",) * 61
    assert "more cards than there are" in photograph(anna, entry_of(anna, board), 0, picture, status=422).words
