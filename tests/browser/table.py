"""A table to play at: a running server, phones, and the moves that players make on their screens."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, Route, expect
from playwright.sync_api import Error as PlaywrightError
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.serving import make_server

from tests.application import application
from tests.fakes import FakeRecogniser
from tests.webapp.pages import Page as Received
from tests.webapp.pages import check_page
from webapp.base.running.background import served as running_beside
from webapp.photos.work import jobs as photo_jobs

_SHELL = "/usr/bin/chromium-headless-shell"
CHROMIUM = _SHELL if Path(_SHELL).exists() else "/usr/bin/chromium"
"""The shell is the same Chromium without windows, menus and extensions, in a third of the time."""
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A process for each page, with threads of its own, takes a tenth of the time of the browser.
    "--renderer-process-limit=1",
    "--num-raster-threads=1",
    "--font-render-hinting=none",  # letters as wide as on a phone and in Chromium itself; the shell rounds them
]
PHONE = {"width": 390, "height": 844}
LOCALES = {"en": "en-GB", "it": "it-IT", "de": "de-DE", "es": "es-ES"}
"""The languages that a phone requests, by the language that it gets."""
PATIENCE_MS = 60_000
"""How long a test waits for what must come: a busy machine is slow, and what is there at once costs nothing."""
AWARDS = ("cards", "coins", "settebello", "primiera")
INTERRUPTED = ("net::ERR_ABORTED", "is interrupted by another navigation")
"""Playwright's message when a page navigates by itself during a requested navigation."""


def pile(text: str) -> list[str]:
    """Return the codes in `text`, written with spaces between."""
    return text.split()


class Door:
    """The way into an application: `close` lets no request in any more, and waits for those that are inside.

    They would go on in the database of the next test.
    """

    def __init__(self, app: Flask) -> None:
        self._answer, self._inside, self._is_open, self._changed = app.wsgi_app, 0, True, threading.Condition()
        app.wsgi_app = self  # type: ignore[method-assign]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with self._changed:
            if not self._is_open:
                return ServiceUnavailable()(environ, start_response)
            self._inside += 1
        try:
            return self._answer(environ, start_response)
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify()

    def close(self) -> None:
        with self._changed:
            self._is_open = False
            self._changed.wait_for(lambda: not self._inside, 30)


@contextmanager
def running(
    directory: Path, settings: Mapping[str, Any] | None = None, recogniser: FakeRecogniser | None = None
) -> Iterator[tuple[Flask, str]]:
    """Serve an application with its data in `directory`; yields it and its address.

    Without a `recogniser`, the real readers read the photographs, in processes that start slowly.
    """
    # Photographs are read beside the answers, as they are where it is served.
    app = application(directory, **{"POLL_SECONDS": 1, "PHOTO_JOBS": photo_jobs.Pool, **(settings or {})})
    if recogniser is not None:
        app.extensions["photo_readers"] = recogniser
    door = Door(app)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    # seconds between two checks for the stop signal
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        with running_beside(app):
            yield app, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        door.close()
        app.extensions["photo_readers"].stop()
        app.extensions["database"].engine.dispose()


def launch(playwright: Playwright) -> Browser:
    """Start Debian's Chromium."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


@dataclass
class Phone:
    """One player's phone: a page, and what its console complained about."""

    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)

    @classmethod
    def take(cls, browser: Browser, address: str, **settings: Any) -> Phone:
        """Take a phone out of the pocket: its own cookies, its own storage."""
        options = {
            "viewport": PHONE,
            "device_scale_factor": 1,  # nothing looks at pixels; twice as many take a third of the time
            "has_touch": True,
            "reduced_motion": "reduce",  # nothing looks at pictures in between, of which there are sixty a second
            "locale": "en-GB",
            "service_workers": "block",
            **settings,
        }
        context: BrowserContext = browser.new_context(**options)
        phone = cls(context.new_page(), address)
        phone.page.set_default_timeout(PATIENCE_MS)
        phone.page.on("console", phone._listen)
        phone.page.on("pageerror", lambda error: phone.complaints.append(str(error)))
        return phone

    def _listen(self, message: ConsoleMessage) -> None:
        # Only test_offline.py uses phones with a service worker.
        if message.type in ("error", "warning") and "registration blocked by Playwright" not in message.text:
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def open(self, path: str) -> None:
        """Open a page of the server."""
        address = path if path.startswith("http") else f"{self.address}{path}"
        self._go(lambda: self.page.goto(address))

    def reload(self) -> None:
        """Load the page again."""
        self._go(self.page.reload)

    def _go(self, there: Callable[[], object]) -> None:
        try:
            there()
        except PlaywrightError as error:  # the page navigated by itself, for example after a round was sent
            if not any(said in error.message for said in INTERRUPTED):
                raise
            self.page.wait_for_load_state()
            there()

    def tap(self, text: str) -> None:
        """Tap the button or link with these words."""
        target = re.compile(text)
        button = self.page.get_by_role("button", name=target).or_(self.page.get_by_role("link", name=target))
        button.filter(visible=True).first.click()

    def new_match(self, *names: str, target: int | str = "usual", deck: str = "settebello") -> str:
        """Start a match, to 11 unless `target` says otherwise; returns the address of its board.

        Its form is sent beside the page: `tests.browser.test_every_game` taps it in.
        """
        fields = {f"name_{index}": name for index, name in enumerate(names)}
        fields |= {"count": str(len(names)), "option_target": str(target), "deck": deck}
        self.open(self._send("/new/scopa", "/new/scopa", None, fields))
        expect(self.page.locator("#board")).to_be_visible()
        return self.page.url

    def win(self, board: str, number: int, winner: int = 0, **answers: str) -> None:
        """Count a round that one side has won altogether; its form is sent beside the page."""
        address = f"{board.removeprefix(self.address)}rounds/{number}/entry/quick"
        self._send(address, "/quick", "count", {**{f"award_{rule}": str(winner) for rule in AWARDS}, **answers})

    def _send(self, page: str, action: str, button: str | None, answers: Mapping[str, str]) -> str:
        """Fill in a form of a page and send it with the phone's cookies; returns where it leads."""
        request = self.page.context.request
        text = request.get(f"{self.address}{page}").text()
        address, fields = Received(200, page, text, {}, check_page(text)).form(action, button)
        sent = urlencode({**fields, **answers}, doseq=True)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = request.post(f"{self.address}{address}", data=sent, headers=kind, max_redirects=0)
        return answer.headers["location"]

    def unfold(self, *parts: str) -> None:
        """Open what is folded on the page, by the ids of its parts."""
        for part in parts:
            fold = self.page.locator(part)
            if fold.get_attribute("open") is None:
                fold.locator("> summary").click()

    def to_board(self, link: str) -> None:
        """Go to the board of a match."""
        self.open(link)

    def start_round(self, number: int) -> None:
        """Wait for the panel of a round on the board."""
        expect(self.page.locator(f'#next-round[data-number="{number}"] #next-title')).to_be_visible()

    def tap_pile(self, side: str, codes: Sequence[str], *, finish: bool = True) -> None:
        """Tap a pile in, card by card."""
        self.page.get_by_role("link", name=f"Tap in {side}").click()
        for code in codes:
            self.page.locator(f"#card-{code}").check()
        expect(self.page.locator('#tally [data-count="cards"]')).to_have_text(str(len(codes)))
        if finish:
            self.confirm_pile()

    def photograph_pile(self, side: str, picture: bytes) -> None:
        """Photograph a pile from the round's page, and wait until it is read."""
        field = self.page.get_by_label(f"Photograph the cards of {side}")
        field.set_input_files({"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture})
        expect(self.page.locator("figure.photo")).to_be_visible()

    def confirm_pile(self) -> None:
        """Say that the pile is right."""
        self.tap("These are the cards")
        expect(self.page.locator("#next-title")).to_be_visible()

    def confirm_pile_in_vain(self) -> None:
        """Confirm the pile while a question is open; the page says what is missing."""
        self.tap("These are the cards")
        expect(self.page.locator("#problems")).to_be_visible()

    def take_rest(self, cards: int) -> None:
        """Let the last side take the rest, this number of cards."""
        self.tap(f"Takes the rest: {cards} card")
        expect(self.page.get_by_role("button", name="Not the rest")).to_be_visible()

    def sweeps(self, side: str, count: int) -> None:
        """Tap the plus this number of times, or the call where the board counts calls; the plus may be folded."""
        for _ in range(count):
            if self.page.locator("#adjust #sweeps").count():
                self.unfold("#adjust")
            more = self.page.get_by_role("button", name=f"One more: Sweeps of {side}")
            called = self.page.get_by_role("button", name=re.compile(f"^(Scopa|Escoba)!.* {side}"))
            more.or_(called).filter(visible=True).last.click(delay=300)
        until(self.page, "() => localStorage.getItem('settebello events') === null")

    def count(self, number: int) -> None:
        """Count the round; the board follows, with the counted round."""
        self.tap("Count the")
        expect(self.page).to_have_url(re.compile(rf"counted={number}#"))
        self.page.wait_for_load_state()  # it is drawn, and lies where it was to be scrolled to
        expect(self.page.locator(".scores")).to_be_visible()

    def why(self, number: int) -> None:
        """Open the receipt of a counted round from the board."""
        self.page.get_by_role("link", name=re.compile(rf"Why.*{number}|{number}.*Why")).first.click()
        expect(self.page).to_have_url(re.compile(rf"/rounds/{number}$"))

    def of_photograph(self, button: str) -> None:
        """Press one of the rarely needed buttons below a photograph."""
        seldom = self.page.locator("details.seldom").first
        if seldom.get_attribute("open") is None:
            seldom.locator("summary").click()
        self.tap(button)

    def sees_totals(self, expected: Mapping[str, int]) -> None:
        """Expect these totals on the board; waits for a board that is still loading."""
        names, points = self.page.locator(".scores .side-name"), self.page.locator(".scores .total")
        expect(names).to_have_text(list(expected))
        expect(points).to_have_text([str(total).replace("-", "\N{MINUS SIGN}") for total in expected.values()])

    def totals(self) -> dict[str, int]:
        """Return the totals that the board shows."""
        expect(self.page.locator(".scores")).to_be_visible()
        names = self.page.locator(".scores .side-name").all_inner_texts()
        points = self.page.locator(".scores .total").all_inner_texts()
        return {
            name.strip(): int(text.replace("\N{MINUS SIGN}", "-")) for name, text in zip(names, points, strict=True)
        }


def put_away(phone: Phone) -> None:
    """Close a phone and ignore requests that are held or fetched: their errors would be raised in the next test."""
    context = phone.page.context
    for routed in (*context.pages, context):
        routed.unroute_all(behavior="ignoreErrors")
    context.close()


def double_tap(target: Locator) -> None:
    """Tap twice on what lies there, with no time between: on a busy machine two clicks may be too far apart."""
    target.click(trial=True)
    target.evaluate("""(element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        for (let taps = 0; taps < 2; taps += 1) document.elementFromPoint(left + width / 2, top + height / 2).click();
    }""")


def come(page: Page, taken: Sequence[object], number: int = 1) -> None:
    """Wait until a handler has taken so many: a busy machine sends them later."""
    for _ in range(PATIENCE_MS // 50):
        if len(taken) >= number:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"only {len(taken)} of {number} came")


def hold_the_first(phone: Phone, address: str) -> Callable[[], None]:
    """Hold the first request that is stored there; returns the function that releases it."""
    held: list[Route] = []

    def handle(route: Route) -> None:
        if held or route.request.method != "POST":
            route.continue_()
        else:
            held.append(route)

    def release() -> None:
        come(phone.page, held)
        held[0].continue_()

    phone.page.route(address, handle)
    return release


def until(page: Page, question: str, argument: object = None, *, anew: bool = False) -> None:
    """Ask the page again and again, until the answer is yes; the question may be asynchronous.

    `anew`: load the page now and then, as somebody does who goes on playing.
    """
    for attempt in range(1, PATIENCE_MS // 100):
        try:
            if page.evaluate(question, argument):
                return
        except PlaywrightError as error:
            if "context was destroyed" not in str(error):  # a page that is just being left has no answer
                raise
        page.wait_for_timeout(100)
        if anew and attempt % 50 == 0:
            page.reload()
    raise AssertionError(f"never: {question}")
