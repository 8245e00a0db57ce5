"""The photograph on its way: sent smaller, waited for in bounds, cancelled, taken again; and without scripts."""

import io
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import expect
from sqlalchemy import select

from tests.browser.picture import CARDS, chooser, drawing, five_cards, frame, photographed, tap_at, ticked
from tests.browser.table import Phone
from tests.fakes import FILM, FakeRecogniser
from vision.io.photo import Photo as Picture
from vision.types import FilmProgress, FilmReading, Recognition
from webapp.photos.models import Photo
from webapp.photos.store import picture_of
from webapp.photos.work.recogniser import Expected


@dataclass
class PatientRecogniser(FakeRecogniser):
    """Reads when the test lets it."""

    may_read: threading.Event = field(default_factory=threading.Event)

    def recognise(self, photo: Picture, cards: Expected) -> Recognition:
        """Wait, at most as long as a test may take, and see."""
        self.may_read.wait(60)
        return super().recognise(photo, cards)

    def film(self, clip: Path, *arguments: Any) -> FilmReading:
        """See three cards, wait, and see the others."""
        *others, progress = arguments
        progress(FilmProgress(3.0, 5.0, 3, five_cards()))
        self.may_read.wait(60)
        return super().film(clip, *others, progress)


@pytest.fixture
def recogniser() -> PatientRecogniser:
    patient = PatientRecogniser(cards=CARDS)
    patient.may_read.set()
    return patient


@pytest.fixture(scope="module")
def picture() -> bytes:
    return five_cards()


def stored(app: Flask) -> list[Photo]:
    with app.extensions["database"].reading() as session:
        return list(session.scalars(select(Photo)))


def test_a_second_photograph_adds_and_one_taken_again_replaces(
    anna: Phone, recogniser: PatientRecogniser, picture: bytes
) -> None:
    page = photographed(anna, picture)
    sent = {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture}
    recogniser.cards = ("1C", "10D")
    page.get_by_label("Another photo of these cards: it adds what it shows").set_input_files(sent)
    expect(page.locator("figure.photo")).to_have_count(2)
    expect(page.locator("figure.photo").nth(1)).to_be_in_viewport(ratio=0.5)
    assert ticked(page) == ["7D", "10D", "1C", "5S", "6B"]
    recogniser.cards = ("2C", "3C")
    again = page.get_by_label("Take it again: the new photograph takes the place of this one")
    again.first.set_input_files(sent)
    expect(page.get_by_text("Photograph 1: 2 cards seen")).to_be_visible()
    expect(page.locator("figure.photo")).to_have_count(2)
    assert ticked(page) == ["10D", "1C", "2C", "3C"]
    tap_at(page, page.locator("figure.photo").nth(1).locator("a[data-place]").first)
    expect(chooser(page).get_by_text("Now: two of cups")).to_be_visible()


def test_the_photograph_without_scripts(
    phone: Callable[..., Phone], recogniser: PatientRecogniser, picture: bytes
) -> None:
    anna = phone(java_script_enabled=False)
    page = anna.page
    sent = {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture}
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    page.get_by_label("Photograph the cards of Anna").set_input_files(sent)
    recogniser.may_read.clear()
    page.get_by_role("button", name="Send the photograph").first.click()
    expect(page.get_by_role("status").get_by_text("Reading the cards")).to_be_visible()
    recogniser.may_read.set()  # the page asks again by itself
    expect(page.get_by_role("heading", name="One card needs an answer")).to_be_visible()
    frame(page, 0).click()
    page.get_by_role("button", name="seven of swords").click()
    expect(page.locator('#pile input[name="card"]:checked')).to_have_count(4)
    assert ticked(page) == ["1C", "5S", "7S", "6B"]
    page.get_by_role("link", name="A card is missing").click()
    where = page.get_by_label("The photograph: tap where the card lies")
    tap_at(page, where, 0.5, 0.8)
    page.get_by_role("button", name="king of cups").click()
    assert ticked(page) == ["1C", "10C", "5S", "7S", "6B"]
    expect(page.get_by_text("6 cards seen")).to_be_visible()
    box, whole = frame(page, 5).bounding_box(), drawing(page).bounding_box()
    assert box
    assert whole
    assert (box["y"] + box["height"] / 2 - whole["y"]) / whole["height"] == pytest.approx(0.8, abs=0.02)


def test_a_large_photograph_is_sent_smaller_and_upright(anna: Phone, served: tuple[Flask, str]) -> None:
    """As a phone held upright takes it: lying, with a note in its head that says how to turn it."""
    lying = Image.effect_noise((3400, 2550), 40).convert("RGB")
    lying.paste((200, 30, 30), (0, 0, 3400, 255))
    head = Image.Exif()
    head[0x0112] = 6  # to be turned by a quarter, clockwise
    out = io.BytesIO()
    lying.save(out, "JPEG", quality=90, exif=head)
    sizes = []
    anna.page.on("request", lambda request: sizes.append(len(request.post_data_buffer or b"")))
    photographed(anna, out.getvalue())
    (photo,) = stored(served[0])
    assert (photo.width, photo.height) == (1950, 2600)
    assert max(sizes) < len(out.getvalue()) / 1.5
    with served[0].app_context():
        jpeg = picture_of(photo.token)
    assert jpeg
    with Image.open(io.BytesIO(jpeg)) as kept:
        assert kept.getpixel((kept.width - 20, 20))[0] > 150  # the red edge is on the right now
        assert kept.getpixel((kept.width - 20, 20))[2] < 90


def test_what_is_cancelled_while_it_is_read_does_not_come_back(
    anna: Phone, recogniser: PatientRecogniser, served: tuple[Flask, str], picture: bytes
) -> None:
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    recogniser.may_read.clear()
    sent = {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture}
    anna.page.get_by_label("Photograph the cards of Anna").set_input_files(sent)
    expect(anna.page.get_by_text("Reading the cards")).to_be_visible()
    with anna.page.expect_response("**/photographs/cancel"):
        anna.tap("Leave it")
    expect(anna.page.locator("#reading")).to_be_hidden()
    recogniser.may_read.set()
    anna.photograph_pile("Anna", picture)
    assert len(stored(served[0])) == 1


def test_whoever_goes_on_meanwhile_finds_the_photograph_when_it_is_read(
    anna: Phone, recogniser: PatientRecogniser, served: tuple[Flask, str], picture: bytes
) -> None:
    served[0].config["PHOTO_SLOW"] = 0
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    recogniser.may_read.clear()
    sent = {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture}
    anna.page.get_by_label("Photograph the cards of Anna").set_input_files(sent)
    expect(anna.page.get_by_text("Still reading. The photograph is not lost.")).to_be_visible()
    anna.tap("Tap the cards in meanwhile")
    expect(anna.page.get_by_text("A photograph of these cards is being read.")).to_be_visible()
    anna.page.locator("#card-10D").check()
    recogniser.may_read.set()
    expect(anna.page.locator("figure.photo")).to_have_count(1)
    expect(anna.page.get_by_text("A photograph of these cards is being read.")).to_be_hidden()
    assert ticked(anna.page) == ["7D", "10D", "1C", "5S", "6B"]


def test_a_server_that_fails_is_said_over_the_picture(anna: Phone, picture: bytes) -> None:
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    anna.page.route("**/piles/0/photo", lambda route: route.fulfill(status=502, body="bad gateway"))
    sent = {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture}
    anna.page.get_by_label("Photograph the cards of Anna").set_input_files(sent)
    expect(anna.page.get_by_text("That did not work. What you entered is kept.")).to_be_visible()
    anna.page.unroute("**/piles/0/photo")
    anna.tap("Send it again")
    expect(anna.page.locator("figure.photo")).to_be_visible()
    anna.complaints.clear()


def test_the_cards_of_a_film_grow_while_it_is_read_and_each_shows_its_moment(
    anna: Phone, recogniser: PatientRecogniser
) -> None:
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    recogniser.may_read.clear()
    page = anna.page
    film = {"name": "pile.mp4", "mimeType": "video/mp4", "buffer": FILM}
    page.get_by_label("Film the cards of Anna").set_input_files(film)
    reading = page.get_by_role("dialog")
    expect(reading.get_by_role("status")).to_have_text("Reading the film: 3 cards")
    expect(reading.locator("[data-count]")).to_have_text("3")
    shown = reading.locator("img")
    expect(shown).to_be_visible()  # the frame that is looked at
    assert shown.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    expect(reading.locator("[data-share]")).to_have_text("60 %")
    recogniser.may_read.set()
    expect(page.locator("figure.photo a.frame-link")).to_have_count(len(CARDS))
    expect(page.get_by_role("heading", name="One card needs an answer")).to_be_visible()
    page.get_by_role("link", name="Card 2: ace of cups. Change it").press("Enter")
    chooser = page.get_by_role("dialog")
    expect(chooser.get_by_text("At 0:01 of the film")).to_be_visible()
    expect(chooser.get_by_role("img", name="The card in the film, at 0:01")).to_be_visible()
    chooser.get_by_role("button", name="ace of batons").click()
    expect(page.get_by_role("link", name="Card 2: ace of batons, as you said. Change it")).to_be_visible()
    assert not anna.complaints
