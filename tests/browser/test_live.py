"""Filming a pile live: Chromium takes a film for its camera."""

import re
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from flask import Flask
from playwright.sync_api import Browser, Route, expect

from tests.browser.table import CHROMIUM, FLAGS, Phone, come, put_away
from tests.fakes import FakeRecogniser
from tests.films import as_camera, dealt
from tests.webapp.conftest import rows
from webapp.photos.models import Photo, Upload

CARDS = ("7D", "1C?", "10S")
REFUSED_ONCE = """
const asked = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
let times = 0;
if (asked) navigator.mediaDevices.getUserMedia = (wanted) =>
  (times += 1) === 1 ? Promise.reject(new DOMException("", "NotAllowedError")) : asked(wanted);
"""


@pytest.fixture
def recogniser() -> FakeRecogniser:
    return FakeRecogniser(CARDS)


@pytest.fixture(scope="module")
def filming(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A Chromium whose camera sees three cards being dealt, again and again; it is allowed without a question."""
    film = tmp_path_factory.mktemp("camera") / "pile.y4m"
    film.write_bytes(as_camera(dealt(["7D", "3C", "10S"], each=0.5, rate=15), 15))
    camera = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    flags = [*FLAGS, *camera, f"--use-file-for-fake-video-capture={film}"]
    with_camera = browser.browser_type.launch(executable_path=CHROMIUM, args=flags)
    yield with_camera
    with_camera.close()


@pytest.fixture
def camera(filming: Browser, served: tuple[Flask, str]) -> Iterator[Callable[..., Phone]]:
    """Take a phone to the page that films Anna's pile; `script` runs there first."""
    taken: list[Phone] = []

    def take(script: str = "") -> Phone:
        phone = Phone.take(filming, served[1])
        taken.append(phone)
        phone.page.add_init_script(f"window.felt = []; navigator.vibrate = (how) => window.felt.push(how); {script}")
        phone.new_match("Anna", "Bruno")
        phone.start_round(1)
        phone.tap("Live: the cards of Anna")
        expect(phone.page.get_by_role("heading", level=1, name="Anna")).to_be_visible()
        return phone

    yield take
    for phone in taken:
        put_away(phone)
        assert not phone.complaints


def test_every_card_is_told_as_it_comes_and_the_end_is_that_of_a_film(
    camera: Callable[..., Phone], served: tuple[Flask, str]
) -> None:
    phone = camera()
    page = phone.page
    seen = page.get_by_role("group", name="The cards seen so far").get_by_role("listitem")
    phone.tap("Start the camera")
    expect(seen).to_have_count(3)
    expect(page.locator("#live [data-count]")).to_have_text("3")
    expect(page.locator("[data-said]")).to_have_attribute("aria-live", "polite")
    expect(page.locator("[data-said]")).to_have_text("Seen already: seven of coins")
    expect(seen.nth(1)).to_contain_text("look closely")
    assert page.evaluate("window.felt").count([40]) >= 2
    page.get_by_role("button", name="Sound").click()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("localStorage.getItem('settebello sound')") == "off"
    phone.tap("Done")
    expect(page.locator("figure.photo a.frame-link")).to_have_count(3)
    expect(page.get_by_text("3 cards seen")).to_be_visible()
    expect(page.get_by_role("heading", name="Do the two pictures show the same card?")).to_be_visible()
    (photo,) = rows(served[0], Photo)
    assert photo.film["moments"] == sorted(photo.film["moments"])


def test_a_lost_network_and_a_locked_phone_lose_nothing(
    camera: Callable[..., Phone], served: tuple[Flask, str]
) -> None:
    phone = camera()
    page = phone.page
    frames = re.compile(r"/piles/0/live")
    count = page.locator("#live [data-count]")
    phone.tap("Start the camera")
    expect(count).not_to_have_text("0")
    page.route(frames, lambda route: route.abort())
    expect(page.get_by_text("No connection. The cards seen so far are kept.")).to_be_visible()
    page.unroute(frames)
    expect(count).to_have_text("3")
    expect(page.get_by_text("No connection.")).to_be_hidden()
    # Locked: the phone takes the camera away.
    page.evaluate("document.querySelector('video').srcObject.getTracks()[0].dispatchEvent(new Event('ended'))")
    expect(page.get_by_text("The camera is off. The cards seen so far are kept.")).to_be_visible()
    expect(count).to_have_text("3")
    phone.tap("Start the camera")
    expect(page.locator("video")).to_be_visible()
    phone.tap("Back")  # left without “Done”: what was seen is read all the same
    expect(page.locator("figure.photo a.frame-link")).to_have_count(3)
    assert [each.state for each in rows(served[0], Upload)] == ["kept"]
    phone.complaints.clear()


def test_where_the_server_reads_for_others_the_next_frame_comes_soon(camera: Callable[..., Phone]) -> None:
    phone, tries = camera(), list[float]()
    page = phone.page

    def busy(route: Route) -> None:
        tries.append(time.monotonic())
        route.fulfill(status=503)

    frames = re.compile(r"/live$")
    page.route(frames, busy)
    page.get_by_role("button", name="Start the camera").click()
    expect(page.get_by_text("The server is busy: deal slowly.")).to_be_visible()
    come(page, tries, 6)
    assert min(after - before for before, after in pairwise(tries)) < 1.4
    page.unroute(frames)
    expect(page.locator("#live [data-count]")).not_to_have_text("0")
    phone.complaints.clear()


def test_a_camera_that_is_not_allowed_is_said_and_a_film_that_is_left_leaves_nothing(
    camera: Callable[..., Phone], served: tuple[Flask, str]
) -> None:
    phone = camera(REFUSED_ONCE)
    phone.tap("Start the camera")
    expect(phone.page.get_by_text("The camera is not allowed.")).to_be_visible()
    phone.tap("Start the camera")
    expect(phone.page.locator("#live [data-count]")).not_to_have_text("0")
    phone.tap("Leave it")
    expect(phone.page.locator("#pile")).to_be_visible()
    expect(phone.page.locator("figure.photo")).to_have_count(0)
    assert [each.state for each in rows(served[0], Upload)] == ["cancelled"]


def test_where_a_browser_cannot_film_live_the_way_there_is_not_shown(phone: Callable[..., Phone]) -> None:
    anna = phone()
    anna.page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    expect(anna.page.get_by_label("Film the cards of Anna").first).to_be_attached()
    expect(anna.page.get_by_role("link", name="Live")).to_have_count(0)
