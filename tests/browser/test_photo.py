"""The photograph on a phone: tapped, enlarged, added to, taken again; sent smaller, cancelled, waited for in bounds."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select

from tests.browser.table import Phone
from tests.fakes import FILM, FakeRecogniser
from tests.photographs import compose
from vision.image import Photo as Picture
from vision.types import FilmProgress, FilmReading, Recognition
from webapp.base.models import Photo
from webapp.photos.store import picture_of

CARDS = ("7D", "1C", "5S", "6B?5B", "?2B,3B")
NAMES = ["seven of coins", "ace of cups", "five of swords", "six of batons"]


@dataclass
class PatientRecogniser(FakeRecogniser):
    """Reads when the test lets it."""

    may_read: threading.Event = field(default_factory=threading.Event)

    def recognise(self, photo: Picture, deck: str, packs: int = 1, as_family: str | None = None) -> Recognition:
        """Wait, at most as long as a test may take, and see."""
        self.may_read.wait(20)
        return super().recognise(photo, deck, packs, as_family)

    def film(self, clip: Path, *arguments: Any) -> FilmReading:
        """See three cards, wait, and see the others."""
        *others, progress = arguments
        progress(FilmProgress(3.0, 5.0, 3))
        self.may_read.wait(20)
        return super().film(clip, *others, progress)


@pytest.fixture
def recogniser() -> PatientRecogniser:
    patient = PatientRecogniser(cards=CARDS)
    patient.may_read.set()
    return patient


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose([*("7D", "1C", "5S", "6B", "2B")], columns=5, size=(900, 1200), tilt=0, turn=0)


def photographed(phone: Phone, picture: bytes) -> Page:
    """Start a match and photograph Anna's pile; what it asks comes first, so one scrolls to the picture."""
    phone.to_board(phone.new_match("Anna", "Bruno"))
    phone.start_round(1)
    phone.photograph_pile("Anna", picture)
    phone.page.locator("figure.photo").evaluate("picture => picture.scrollIntoView()")
    return phone.page


def stored(app: Flask) -> list[Photo]:
    with app.extensions["database"].reading() as session:
        return list(session.scalars(select(Photo)))


def frame(page: Page, place: int) -> Locator:
    return page.locator(f'a[data-place="{place}"]').first


def drawing(page: Page) -> Locator:
    return page.locator("[data-view] > svg").first


def tap_at(page: Page, target: Locator, x: float = 0.5, y: float = 0.5, *, twice: bool = False) -> None:
    """Touch a point of an element, given as shares of its width and height."""
    target.evaluate("element => element.scrollIntoView({ block: 'center' })")
    box = target.bounding_box()
    assert box
    for _ in range(2 if twice else 1):
        page.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])


def chooser(page: Page) -> Locator:
    dialog = page.get_by_role("dialog", name=re.compile("Which card"))
    expect(dialog).to_be_visible()
    return dialog


def choose(page: Page, card: str) -> None:
    chooser(page).get_by_role("button", name=re.compile(f"^{card}")).first.click()
    expect(page.locator("dialog.chooser")).to_have_count(0)


def enlarged(page: Page) -> float:
    """How many times as large the picture is shown."""
    whole, shown = page.evaluate(
        "() => { const svg = document.querySelector('[data-view] > svg');"
        " return [svg.querySelector('image').width.baseVal.value, svg.viewBox.baseVal.width]; }"
    )
    return float(whole / shown)


def ticked(page: Page) -> list[str]:
    codes: list[str] = page.locator('#pile input[name="card"]:checked').evaluate_all("all => all.map(b => b.value)")
    return codes


def test_a_tap_on_a_card_corrects_it(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    tap_at(page, frame(page, 0))
    expect(chooser(page).get_by_text("Now: seven of coins")).to_be_visible()
    choose(page, "seven of swords")
    expect(frame(page, 0)).to_have_attribute("aria-label", "Card 1: seven of swords, as you said. Change it")
    expect(page.get_by_text("1 by you")).to_be_visible()
    assert ticked(page) == ["1C", "5S", "7S", "6B"]
    page.reload()
    expect(frame(page, 0)).to_have_class(re.compile("frame-said"))
    assert ticked(page) == ["1C", "5S", "7S", "6B"]


def test_what_was_ticked_just_before_is_kept_with_the_choice(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    page.locator("#card-10D").check()
    tap_at(page, frame(page, 4))
    choose(page, "two of batons")
    expect(frame(page, 4)).to_have_class(re.compile("frame-said"))
    page.reload()
    assert ticked(page) == ["7D", "10D", "1C", "5S", "2B", "6B"]


def test_a_tap_where_a_card_was_missed_adds_it(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    tap_at(page, drawing(page), 0.3, 0.9)
    expect(chooser(page).get_by_role("heading", name="Which card was missed here?")).to_be_visible()
    choose(page, "king of cups")
    expect(page.get_by_text("6 cards seen")).to_be_visible()
    box, whole = frame(page, 5).bounding_box(), drawing(page).bounding_box()
    assert box
    assert whole
    assert (box["x"] + box["width"] / 2 - whole["x"]) / whole["width"] == pytest.approx(0.3, abs=0.02)
    assert (box["y"] + box["height"] / 2 - whole["y"]) / whole["height"] == pytest.approx(0.9, abs=0.02)
    page.reload()
    assert "10C" in ticked(page)


def test_a_second_tap_on_a_card_to_choose_adds_no_second_one(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    tap_at(page, drawing(page), 0.3, 0.9)
    chooser(page).get_by_role("button", name="king of cups").dblclick()
    expect(page.get_by_text("6 cards seen")).to_be_visible()
    page.reload()
    expect(page.get_by_text("6 cards seen")).to_be_visible()


def test_enlarged_by_two_taps_a_tap_still_hits_the_right_card(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    tap_at(page, frame(page, 1), twice=True)
    expect(page.locator("[data-view].large")).to_be_visible()
    assert enlarged(page) == pytest.approx(2.5)
    expect(page.locator("dialog.chooser")).to_have_count(0)
    for place in (1, 2):
        tap_at(page, frame(page, place))
        expect(chooser(page).get_by_text(f"Now: {NAMES[place]}")).to_be_visible()
        page.keyboard.press("Escape")
    tap_at(page, frame(page, 1))
    choose(page, "ace of coins")
    assert enlarged(page) == pytest.approx(2.5)  # the picture stays as it was
    tap_at(page, frame(page, 1), twice=True)
    expect(page.locator("[data-view].large")).to_have_count(0)
    assert enlarged(page) == 1


def test_two_fingers_enlarge_and_one_moves(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    scrolled = page.evaluate("scrollY")
    box = drawing(page).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (x - 30, y), (x + 30, y))
    for apart in (40, 60, 75, 90):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    assert enlarged(page) == pytest.approx(3, rel=0.05)
    before = frame(page, 2).bounding_box()
    touch("touchStart", (x, y))
    for moved in (10, 30, 60):
        touch("touchMove", (x + moved, y + moved / 2))
    touch("touchEnd")
    after = frame(page, 2).bounding_box()
    assert before
    assert after
    assert after["x"] - before["x"] == pytest.approx(60, abs=3)
    assert after["y"] - before["y"] == pytest.approx(30, abs=3)
    expect(page.locator("dialog.chooser")).to_have_count(0)  # neither was a tap
    assert page.evaluate("scrollY") == scrolled


def test_buttons_and_keys_enlarge_move_and_open(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    page.get_by_role("button", name="Enlarge the photograph").click()
    assert enlarged(page) == 2
    page.locator("[data-view]").focus()
    before = frame(page, 2).bounding_box()
    page.keyboard.press("ArrowRight")
    after = frame(page, 2).bounding_box()
    assert before
    assert after
    assert after["x"] < before["x"] - 30
    page.keyboard.press("-")
    assert enlarged(page) == 1
    frame(page, 3).focus()
    page.keyboard.press("Enter")
    expect(chooser(page).get_by_role("heading", name="Which card is this?")).to_be_focused()
    page.keyboard.press("Escape")
    expect(frame(page, 3)).to_be_focused()
    page.keyboard.press("Enter")
    chooser(page).get_by_role("button", name="ace of coins").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(frame(page, 3)).to_be_focused()
    expect(frame(page, 3)).to_have_attribute("aria-label", "Card 4: three of coins, as you said. Change it")


def test_a_missed_card_is_added_by_keyboard(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    page.get_by_role("link", name="A card is missing").focus()
    page.keyboard.press("Enter")
    expect(chooser(page)).to_be_visible()
    chooser(page).get_by_role("button", name="king of cups").press("Enter")
    expect(page.get_by_text("6 cards seen")).to_be_visible()


def test_an_answer_below_is_drawn_in_the_picture(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    expect(frame(page, 4)).to_have_class(re.compile("frame-open"))
    page.get_by_label("three of batons").first.check()
    expect(frame(page, 4)).to_have_class(re.compile("frame-said"))
    tap_at(page, frame(page, 4))
    expect(chooser(page).get_by_text("Now: three of batons")).to_be_visible()


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
    anna.to_board(anna.new_match("Anna", "Bruno"))
    anna.start_round(1)
    page.get_by_label("Photograph the pile of Anna").set_input_files(sent)
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
    lying = Image.effect_noise((4000, 3000), 40).convert("RGB")
    lying.paste((200, 30, 30), (0, 0, 4000, 300))
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
    anna.to_board(anna.new_match("Anna", "Bruno"))
    anna.start_round(1)
    recogniser.may_read.clear()
    sent = {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture}
    anna.page.get_by_label("Photograph the pile of Anna").set_input_files(sent)
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
    anna.to_board(anna.new_match("Anna", "Bruno"))
    anna.start_round(1)
    recogniser.may_read.clear()
    sent = {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture}
    anna.page.get_by_label("Photograph the pile of Anna").set_input_files(sent)
    expect(anna.page.get_by_text("Still reading. The photograph is not lost.")).to_be_visible()
    anna.tap("Tap the cards in meanwhile")
    expect(anna.page.get_by_text("A photograph of these cards is being read.")).to_be_visible()
    anna.page.locator("#card-10D").check()
    recogniser.may_read.set()
    expect(anna.page.locator("figure.photo")).to_have_count(1)
    expect(anna.page.get_by_text("A photograph of these cards is being read.")).to_be_hidden()
    assert ticked(anna.page) == ["7D", "10D", "1C", "5S", "6B"]


def test_a_server_that_fails_is_said_over_the_picture(anna: Phone, picture: bytes) -> None:
    anna.to_board(anna.new_match("Anna", "Bruno"))
    anna.start_round(1)
    anna.page.route("**/piles/0/photo", lambda route: route.fulfill(status=502, body="bad gateway"))
    sent = {"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture}
    anna.page.get_by_label("Photograph the pile of Anna").set_input_files(sent)
    expect(anna.page.get_by_text("That did not work. What you entered is kept.")).to_be_visible()
    anna.page.unroute("**/piles/0/photo")
    anna.tap("Send it again")
    expect(anna.page.locator("figure.photo")).to_be_visible()
    anna.complaints.clear()


def test_the_cards_of_a_film_grow_while_it_is_read_and_each_shows_its_moment(
    anna: Phone, recogniser: PatientRecogniser
) -> None:
    anna.to_board(anna.new_match("Anna", "Bruno"))
    anna.start_round(1)
    recogniser.may_read.clear()
    page = anna.page
    film = {"name": "pile.mp4", "mimeType": "video/mp4", "buffer": FILM}
    page.get_by_label("Film the cards of Anna").set_input_files(film)
    reading = page.get_by_role("dialog")
    expect(reading.get_by_role("status")).to_have_text("Reading the film: 3 cards")
    expect(reading.locator("[data-count]")).to_have_text("3")
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
