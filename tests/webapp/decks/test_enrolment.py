"""Enrolling a deck page by page: what was seen is confirmed or mended, and the deck is then in the menus."""

from datetime import timedelta
from io import BytesIO

import numpy as np
import pytest
from flask import Flask
from PIL import Image

from scoring.cards import DECKS, ITALIAN
from tests.fakes import FakeRecogniser
from tests.webapp.conftest import rows, taught
from tests.webapp.decks.enrolling import (
    begin,
    confirm,
    decks_of,
    photograph,
    photograph_pile,
    photograph_suits,
    suit_of,
)
from tests.webapp.pages import Page, Visitor
from vision.pipeline.enrolment import asked
from webapp.base.running.logs import redact
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import new_token
from webapp.decks import enrolled_decks
from webapp.decks.models import EnrolledDeck, Enrolment, EnrolmentPhoto
from webapp.decks.teaching import enrolments
from webapp.photos.models import Picture

pytestmark = pytest.mark.slow


def test_four_photographs_make_a_deck_of_this_phone(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = begin(anna)
    assert suit_of(page) == "D"
    assert "Lay out all 10 in order" in page.words
    summary = photograph_suits(anna, page, recogniser, picture, "italian")
    assert "40 cards learned" in summary.words
    assert "All cards look different enough" in summary.words
    deck = anna.send(summary, "/summary")
    assert "The deck is kept" in deck.words
    (row,) = rows(app, EnrolledDeck)
    stored = taught(app, row.deck)
    assert stored is not None
    assert stored.codes == tuple(card.code for card in ITALIAN.cards)
    assert decks_of(anna)[row.deck] == "Nonna (your own deck)"
    assert row.deck not in decks_of(bruno)
    with app.app_context():
        assert enrolled_decks.of_club() == []  # listed nowhere
    assert not rows(app, Enrolment)
    assert not rows(app, Picture)


def test_a_wrong_count_is_said_and_only_that_photograph_is_taken_again(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = begin(anna)
    recogniser.cards = [card.code for card in ITALIAN.of_suit("D")]
    page = confirm(anna, photograph(anna, page, picture))
    assert suit_of(page) == "C"
    recogniser.cards = [card.code for card in ITALIAN.of_suit("C")][:9]
    page = photograph(anna, page, picture)
    assert "I see 9 cards instead of 10." in page.words
    assert page.text.count("<polygon") == 18  # a frame on every card, with its shade
    anna.get(page.path.replace("photo/C", "summary"))  # leads back to what is missing
    assert "I see 9 cards" in anna.get(page.path).words  # it is kept
    recogniser.cards = [card.code for card in ITALIAN.of_suit("C")]
    page = photograph(anna, page, picture)
    assert "Does every card have the right name?" in page.words
    assert suit_of(confirm(anna, page)) == "S"
    assert [row.suit for row in rows(app, EnrolmentPhoto)] == ["D", "C"]


def test_an_order_that_is_unsure_is_asked_about(anna: Visitor, recogniser: FakeRecogniser, picture: bytes) -> None:
    page = begin(anna)
    recogniser.cards, recogniser.notes = [card.code for card in ITALIAN.of_suit("D")], ["order"]
    assert "It is not clear which card is the first." in photograph(anna, page, picture).words


def test_names_that_are_not_shown_yet_are_not_asked_about(
    anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = begin(anna)
    recogniser.cards, recogniser.notes = [card.code for card in ITALIAN.of_suit("D")][:9], ["order", "blurred"]
    shown = photograph(anna, page, picture).words
    assert "9 cards instead of 10" in shown
    assert "Check every name" not in shown


def test_spare_frames_go_two_cards_change_places_and_the_order_turns_round(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = begin(anna)
    coins = [card.code for card in ITALIAN.of_suit("D")]
    recogniser.cards = ["10B", *coins[:3], coins[4], coins[3], *coins[5:]]
    page = photograph(anna, page, picture)
    assert "I see 11 cards instead of 10." in page.words
    assert "First tick what you want to remove" in anna.send(page, button="remove", status=422).words
    page = anna.send(page, button="remove", ticked=["0"])
    assert "exactly two cards" in anna.send(page, button="swap", ticked=["3"], status=422).words
    page = anna.send(page, button="swap", ticked=["3", "4"])
    page = anna.send(anna.send(page, button="reverse"), button="reverse")
    confirm(anna, page)
    (photo,) = rows(app, EnrolmentPhoto)
    assert photo.confirmed
    # The fake's direction of a card is its place in the deck.
    order = [each.argmax() for each in np.frombuffer(photo.embeddings, np.float32).reshape(-1, 128)]
    assert order == list(range(10))


def test_a_page_of_an_older_photograph_changes_nothing(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = [card.code for card in ITALIAN.of_suit("D")]
    old = photograph(anna, begin(anna), picture)
    photograph(anna, old, picture)
    anna.send(old, button="confirm")
    anna.send(old, button="remove", ticked=["0"])
    (photo,) = rows(app, EnrolmentPhoto)
    assert not photo.confirmed
    assert len(photo.corners) == 10


def test_a_photograph_sent_twice_is_taken_in_once(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    """A phone sends again what had no answer, under the same token; by then it may be confirmed."""
    page = begin(anna)
    recogniser.cards = [card.code for card in ITALIAN.of_suit("D")]
    address, fields = page.form("/photo")
    token, seen = new_token(), []
    for _ in range(2):
        form = {"csrf_token": fields["csrf_token"][0], "upload": token, "photo": (BytesIO(picture), "suit.jpg")}
        assert anna.client.post(address, data=form).status_code == 303
        (photo,) = rows(app, EnrolmentPhoto)
        seen.append((photo.token, photo.confirmed))
        confirm(anna, anna.get(page.path))
    assert seen == [(token, False), (token, True)]


def test_french_cards_may_come_without_jokers(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = begin(anna, "Ramino", "french")
    recogniser.family = DECKS["french"]
    while suit_of(page) != "JOKER":
        recogniser.cards = [card.code for card in asked("french")[suit_of(page)]]
        page = confirm(anna, photograph(anna, page, picture))
    summary = anna.get(page.link("There are no jokers"))
    assert "52 cards learned" in summary.words
    recogniser.cards = ["JOKER", "JOKER"]
    summary = confirm(anna, photograph(anna, anna.get(page.path), picture))
    assert "54 cards learned" in summary.words


@pytest.mark.parametrize(
    "name", ["", "a/b", "../nonna", "napoletane", "x" * 41, ".hidden", "italian-0123456789abcdef0123456789ab"]
)
def test_a_name_that_no_deck_can_have_is_refused_at_once(anna: Visitor, app: Flask, name: str) -> None:
    anna.send(anna.get("/enrol/"), "/enrol/", name=name, status=422)
    assert not rows(app, Enrolment)


def test_hostile_pictures_and_forms_are_refused_in_words(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = begin(anna)
    for data in (b"", b"no picture", picture[:300]):
        refused = photograph(anna, page, data, status=422)
        assert "Coins" in refused.words
    bomb = BytesIO()
    Image.new("1", (9000, 9000)).save(bomb, "PNG")
    photograph(anna, page, bomb.getvalue(), status=422)
    assert anna.client.post(f"{page.path}/photo", data={}).status_code == 400  # no token of the form
    assert anna.client.get(page.path.removesuffix("/D") + "/X").status_code == 404
    recogniser.cards = [card.code for card in ITALIAN.of_suit("D")]
    page = photograph(anna, page, picture)
    for odd in (["99"], ["-1"], ["x"], ["0", "0"], ["1e9"]):
        anna.send(page, button="swap", ticked=odd, status=422)
    address, fields = page.form("", "confirm")
    assert anna.client.post(address, data={**fields, "action": "no such thing"}).status_code == 303
    assert len(rows(app, EnrolmentPhoto)[0].corners) == 10
    assert bruno.client.get("/enrol/AAAAAAAAAAAAAAAAAAAAAA/").status_code == 404


def test_what_is_kept_of_a_photograph_has_no_exif(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    exif = Image.Exif()
    exif[0x010F] = "Phone of Anna"
    told = BytesIO()
    Image.open(BytesIO(picture)).save(told, "JPEG", exif=exif)
    assert b"Phone of Anna" in told.getvalue()
    recogniser.cards = [card.code for card in ITALIAN.of_suit("D")]
    page = photograph(anna, begin(anna), told.getvalue())
    (kept,) = rows(app, Picture)
    assert b"Phone of Anna" not in kept.data
    photo = rows(app, EnrolmentPhoto)[0]
    address = page.path.replace("photo/D", f"photos/{photo.token}.jpg")
    with anna.client.get(address) as sent:
        assert sent.mimetype == "image/jpeg"
    assert anna.client.get(address.replace(photo.token, "A" * 22)).status_code == 404


def test_enrolments_in_progress_are_few_and_go_with_their_pictures(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = [card.code for card in ITALIAN.of_suit("D")]
    for number in range(6):
        photograph(anna, begin(anna, f"Deck {number}"), picture)
    assert [each.name for each in rows(app, Enrolment)] == ["Deck 2", "Deck 3", "Deck 4", "Deck 5"]
    assert len(rows(app, Picture)) == 4
    page = anna.get("/enrol/")
    assert "Go on with" in page.words
    anna.send(page, "/leave")
    assert len(rows(app, Enrolment)) == 3
    with app.app_context(), app.extensions["database"].writing() as session:
        session.get(Enrolment, 3).created = now() - timedelta(days=3)
    assert "Deck 2" not in anna.get("/enrol/").words
    with app.app_context():
        enrolments.forget_old()
    assert "Deck 2" not in [each.name for each in rows(app, Enrolment)]


def test_the_links_of_an_enrolment_stay_out_of_the_logs() -> None:
    assert redact("GET /enrol/AbCdEf123456/photo/D") == "GET /enrol/.../photo/D"
    assert redact("GET /decks/italian-0123456789abcdef") == "GET /decks/..."
    assert redact("GET /static/0123456789ab/decks/enrolment.css") == "GET /static/0123456789ab/decks/enrolment.css"


def test_cards_of_another_deck_lead_to_enrolling_it(
    anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards, recogniser.notes = ["7D", "1C"], ["unknown_deck"]
    page = photograph_pile(anna, anna.get(f"{board.path}rounds/1/entry/piles/0"), picture)
    assert "/enrol/" in {anchor.get("href") for anchor in page.root.iter("a")}
