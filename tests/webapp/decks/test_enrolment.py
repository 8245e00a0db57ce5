"""Enrolling a deck page by page: what was seen is confirmed or mended, and the deck is then in the menus."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from flask import Flask
from PIL import Image

from scoring.cards import DECKS, ITALIAN, TAROT_PIEMONTESE
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.conftest import rows, start
from tests.webapp.pages import Page, Visitor
from vision import enrolled
from vision.enrolment import asked
from webapp.base.models import EnrolledDeck, Enrolment, EnrolmentPhoto, Match, now
from webapp.base.tokens import new_token, redact


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enrolled decks lie where the command line looks for them."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(400, 500))


def begin(visitor: Visitor, name: str = "Nonna", family: str = "italian") -> Page:
    return visitor.send(visitor.get("/enrol/"), "/enrol/", name=name, family=family)


def photograph(visitor: Visitor, page: Page, data: bytes, *, status: int = 200) -> Page:
    address, fields = page.form("/upload")
    form = {"csrf_token": fields["csrf_token"][0], "photo": (BytesIO(data), "suit.jpg")}
    answer = visitor.client.post(address, data=form, content_type="multipart/form-data", follow_redirects=True)
    return visitor._page(answer, status)


def suit_of(page: Page) -> str:
    return page.path.rsplit("/", 1)[1]


def confirm(visitor: Visitor, page: Page) -> Page:
    return visitor.send(page, button="confirm")


def photograph_suits(visitor: Visitor, page: Page, recogniser: FakeRecogniser, data: bytes, family: str) -> Page:
    """Photograph and confirm one suit after the other; returns the summary."""
    recogniser.family = DECKS[family]
    while not page.path.endswith("/summary"):
        suit = suit_of(page)
        if suit == "JOKER":
            return visitor.get(page.link("There are no jokers"))
        recogniser.cards = [card.code for card in asked(family)[suit]]
        page = confirm(visitor, photograph(visitor, page, data))
    return page


def enrol(
    visitor: Visitor, recogniser: FakeRecogniser, data: bytes, name: str = "Nonna", family: str = "italian", **keep: str
) -> Page:
    """Enrol a whole deck; returns its page."""
    page = photograph_suits(visitor, begin(visitor, name, family), recogniser, data, family)
    return visitor.send(page, "/summary", **keep)


def decks_of(visitor: Visitor, game: str = "scopa") -> dict[str, str]:
    page = visitor.get(f"/new/{game}")
    return {option.get("value", ""): "".join(option.itertext()) for option in page.root.iter("option")}


def test_four_photographs_make_a_deck_of_this_phone(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = begin(anna)
    assert suit_of(page) == "D"
    assert "Lay out all 10 in order" in page.words
    summary = photograph_suits(anna, page, recogniser, picture, "italian")
    assert "40 cards learned" in summary.words
    assert "Every card is well apart" in summary.words
    deck = anna.send(summary, "/summary")
    assert "The deck is kept" in deck.words
    (row,) = rows(app, EnrolledDeck)
    stored = enrolled.load(row.deck)
    assert stored is not None
    assert stored.codes == tuple(card.code for card in ITALIAN.cards)
    assert decks_of(anna)[row.deck] == "Nonna (your own deck)"
    assert row.deck not in decks_of(bruno)
    assert enrolled.names() == ()  # listed nowhere
    assert not rows(app, Enrolment)
    assert not list(Path(app.config["DATA_DIRECTORY"] / "photos").iterdir())  # the pictures are gone


def test_the_piles_of_a_match_are_read_with_the_deck_on_every_phone(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    enrol(anna, recogniser, picture)
    deck = rows(app, EnrolledDeck)[0].deck
    board = start(anna, deck=deck)
    recogniser.cards, recogniser.asked = ["7D", "1C"], []
    for visitor in (anna, bruno):
        address = f"{board.path}rounds/1/entry/piles/0"
        photographed = photograph_pile(visitor, visitor.get(address), picture)
        assert "2 cards seen" in photographed.words
    assert recogniser.asked == [deck, deck]
    assert "selected" not in "".join(bruno.get("/new/scopa").text.split(f'value="{deck}"')[1:2])


def photograph_pile(visitor: Visitor, page: Page, data: bytes, field: str = "/photo") -> Page:
    address, fields = page.form(field)
    form = {"csrf_token": fields["csrf_token"][0], "photo": (BytesIO(data), "pile.jpg")}
    return visitor._page(visitor.client.post(address, data=form, follow_redirects=True), 200)


def test_a_wrong_count_is_said_and_only_that_photograph_is_taken_again(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = begin(anna)
    recogniser.cards = [card.code for card in ITALIAN.of_suit("D")]
    page = confirm(anna, photograph(anna, page, picture))
    assert suit_of(page) == "C"
    recogniser.cards = [card.code for card in ITALIAN.of_suit("C")][:9]
    page = photograph(anna, page, picture)
    assert "I see 9 cards, 10 are needed." in page.words
    assert page.text.count("<polygon") == 18  # a frame on every card, with its shade
    anna.get(page.path.replace("photo/C", "summary"))  # leads back to what is missing
    assert "I see 9 cards" in anna.get(page.path).words  # it is kept
    recogniser.cards = [card.code for card in ITALIAN.of_suit("C")]
    page = photograph(anna, page, picture)
    assert "Is every card what stands above it?" in page.words
    assert suit_of(confirm(anna, page)) == "S"
    assert [row.suit for row in rows(app, EnrolmentPhoto)] == ["D", "C"]


def test_spare_frames_go_two_cards_change_places_and_the_order_turns_round(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = begin(anna)
    coins = [card.code for card in ITALIAN.of_suit("D")]
    recogniser.cards = ["10B", *coins[:3], coins[4], coins[3], *coins[5:]]
    page = photograph(anna, page, picture)
    assert "I see 11 cards, 10 are needed." in page.words
    assert "Tick what is to be taken out" in anna.send(page, button="remove", status=422).words
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
    address, fields = page.form("/upload")
    token, seen = new_token(), []
    for _ in range(2):
        form = {"csrf_token": fields["csrf_token"][0], "upload": token, "photo": (BytesIO(picture), "suit.jpg")}
        assert anna.client.post(address, data=form).status_code == 303
        (photo,) = rows(app, EnrolmentPhoto)
        seen.append((photo.token, photo.confirmed))
        confirm(anna, anna.get(page.path))
    assert seen == [(token, False), (token, True)]


def test_the_club_has_it_under_its_name_and_so_has_the_command_line(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    enrol(anna, recogniser, picture, **{"for": "club"})
    assert enrolled.names() == ("Nonna",)
    assert "Nonna" in decks_of(bruno)
    page = photograph_suits(bruno, begin(bruno, "nonna"), recogniser, picture, "italian")
    refused = bruno.send(page, "/summary", status=422, **{"for": "club"})
    assert "another deck called" in refused.words
    assert "The deck is kept" in bruno.send(refused, "/summary", name="Bruno’s".replace("’", "'")).words
    assert bruno.client.get("/decks/Nonna").status_code == 404  # Anna's to change


def test_enrolled_again_by_the_same_phone_it_is_replaced_where_it_lies(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    enrol(anna, recogniser, picture)
    (before,) = rows(app, EnrolledDeck)
    enrol(anna, recogniser, picture, name="NONNA")
    (after,) = rows(app, EnrolledDeck)
    assert (after.deck, after.name) == (before.deck, "NONNA")


def test_decks_of_the_command_line_are_the_clubs(anna: Visitor) -> None:
    eye = np.eye(2, 128, dtype=np.float32)
    enrolled.store(enrolled.EnrolledDeck("zia", "italian", ("1D", "2D"), eye))
    enrolled.store(enrolled.EnrolledDeck("ramino", "french", ("AS", "2S"), eye))
    enrolled.store(enrolled.EnrolledDeck("cuneo", "piemontese", ("T1", "T2"), eye))
    assert {"zia", "ramino"} <= set(decks_of(anna))  # French cards stand for Italian ones
    assert "cuneo" not in decks_of(anna)
    assert {"ramino"} == {name for name in decks_of(anna, "scala40") if name in ("zia", "ramino", "cuneo")}
    assert "cuneo" in decks_of(anna, "scarto")


def test_an_enrolled_tarocco_piemontese_is_played_in_its_own_suits(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    enrol(anna, recogniser, picture, "Cuneo", "piemontese")
    (row,) = rows(app, EnrolledDeck)
    form = anna.get(f"/new/scarto?deck={row.deck}")
    share = anna.send(form, "/new/scarto")
    board = anna.get(share.link("To the board"))
    codes = {box.get("value") for box in anna.get(f"{board.path}rounds/1/entry/piles/0").root.iter("input")}
    assert {card.code for card in TAROT_PIEMONTESE.cards} <= codes
    enrolled.remove(row.deck)  # the match goes on as it is
    assert "1B" in anna.get(f"{board.path}rounds/1/entry/piles/0").text


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


def test_a_match_that_goes_on_can_take_the_deck(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    board = start(anna)
    page = enrol(anna, recogniser, picture)
    match = rows(app, Match)[0]
    assert anna.send(page, "", button=f"use-{match.id}").path == board.path
    assert rows(app, Match)[0].deck == rows(app, EnrolledDeck)[0].deck
    other = enrol(bruno, recogniser, picture, "Altra")
    bruno.client.post(other.path, data={**other.form("", "rename")[1], "action": f"use-{match.id}"})
    assert rows(app, Match)[0].deck == rows(app, EnrolledDeck)[0].deck  # only who plays in it may


def test_a_deck_is_renamed_put_away_taken_out_and_forgotten(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = enrol(anna, recogniser, picture)
    deck = rows(app, EnrolledDeck)[0].deck
    page = anna.send(page, button="rename", name="Zia Pina")
    assert decks_of(anna)[deck] == "Zia Pina (your own deck)"
    assert "cannot be called" in anna.send(page, button="rename", name="napoletane", status=422).words
    page = anna.send(page, button="remove")
    assert "put away" in page.words
    assert deck not in decks_of(anna)
    anna.send(page, button="restore")
    assert deck in decks_of(anna)
    anna.send(anna.get(page.path), button="remove")
    with app.app_context(), app.extensions["database"].writing() as session:
        session.get(EnrolledDeck, 1).removed = now() - timedelta(days=2)
    anna.get("/enrol/")
    assert enrolled.load(deck) is None
    assert not rows(app, EnrolledDeck)
    assert anna.client.get(page.path).status_code == 404


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
    assert anna.client.post(f"{page.path}/upload", data={}).status_code == 400  # no token of the form
    assert anna.client.get(page.path.replace("/D", "/X")).status_code == 404
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
    (file,) = Path(app.config["DATA_DIRECTORY"] / "photos").glob("*.jpg")
    assert b"Phone of Anna" not in file.read_bytes()
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
    assert len(list(Path(app.config["DATA_DIRECTORY"] / "photos").glob("*.jpg"))) == 4
    page = anna.get("/enrol/")
    assert "Go on with" in page.words
    anna.send(page, "/leave")
    assert len(rows(app, Enrolment)) == 3
    with app.app_context(), app.extensions["database"].writing() as session:
        session.get(Enrolment, 3).created = now() - timedelta(days=3)
    assert "Deck 2" not in anna.get("/enrol/").words
    begin(anna, "Another")
    assert "Deck 2" not in [each.name for each in rows(app, Enrolment)]


def test_the_links_of_an_enrolment_stay_out_of_the_logs() -> None:
    assert redact("GET /enrol/AbCdEf123456/photo/D") == "GET /enrol/.../photo/D"
    assert redact("GET /decks/italian-0123456789abcdef") == "GET /decks/..."
    assert redact("GET /teach/AbCdEf123456/photo/D") == "GET /teach/.../photo/D"
    assert redact("GET /teach/deck/italian-0123456789abcdef") == "GET /teach/deck/..."
    assert redact("GET /static/decks/enrolment.css") == "GET /static/decks/enrolment.css"


def test_the_addresses_of_before_lead_to_those_of_now(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    """Phones have `/teach/...` in their history."""
    assert anna.get("/teach/").path == "/enrol/"
    page = begin(anna)
    for address in (page.path, page.path.rsplit("photo/", 1)[0]):
        assert bruno.get(address.replace("/enrol/", "/teach/")).path == page.path
    photograph_suits(anna, page, recogniser, picture, "italian")
    old = page.path.replace("/enrol/", "/teach/") + "?added=3&drawn=1"
    answer = anna.client.get(old)
    assert (answer.status_code, answer.headers["Location"]) == (301, page.path + "?added=3&drawn=1")
    assert "Added: four of coins." in anna.get(old).words
    deck = enrol(anna, recogniser, picture, "Zia d'Ivrea", **{"for": "club"})
    assert anna.get(deck.path.replace("/decks/", "/teach/deck/")).path == deck.path
    assert anna.client.get("/teach/AAAAAAAAAAAAAAAAAAAAAA/", follow_redirects=True).status_code == 404


def test_quindici_is_photographed_with_the_deck(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    enrol(anna, recogniser, picture)
    deck = rows(app, EnrolledDeck)[0].deck
    question = anna.send(anna.get("/referee/?game=escoba"), button="fifteen")
    anna.send(question, button="ask", deck=deck)
    question = anna.get(question.path)
    recogniser.cards, recogniser.asked = ["7D", "8C"], []
    page = photograph_pile(anna, question, picture, "/rest")
    assert recogniser.asked == [deck]
    assert "2 cards seen" in page.words
    assert "Nonna (your own deck)" in bruno.get(question.path).text  # the question stays what it is on another phone


def test_cards_of_another_deck_lead_to_enrolling_it(
    anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards, recogniser.notes = ["7D", "1C"], ["unknown_deck"]
    page = photograph_pile(anna, anna.get(f"{board.path}rounds/1/entry/piles/0"), picture)
    assert "/enrol/" in {anchor.get("href") for anchor in page.root.iter("a")}
