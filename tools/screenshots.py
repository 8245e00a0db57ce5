"""Plays an evening against a real server and takes screenshots: `python -m tools.screenshots [FOLDER]`.

Screens are 390 x 844 points, light and dark; the scoreboard also on a phone held sideways and on a television. Without
FOLDER they replace those of README and `docs/screenshots`. `--fake` skips recognition and is quick.
"""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright
from sqlalchemy import select

from scoring.cards import ITALIAN, codes
from tests.browser.no_network import keeps, offline
from tests.browser.table import Phone, launch, pile, running
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.pages import Visitor
from webapp.match.models import Match

ROOT = Path(__file__).parent.parent
QUALITY = 72  # WebP quality at which letters stay sharp; a screen has some 40 KB
BOARDS = {"on-its-side": {"width": 844, "height": 390}, "television": {"width": 1280, "height": 720}}  # viewports

# Anna's pile of round 1; Bruno takes the rest.
ANNA = pile("7D 10D 3D 1D 5D 7C 6C 2C 9C 8C 7S 4S 3S 1S 10S 3B 10B 1B 6B 5B 2B 4B 8B 6S")
SECOND = pile("2D 4D 6D 8D 7D 1C 3C 5C 7C 10C 6S 2S 8S 10S 7B 1B 3B")
RULES = ("cards", "coins", "settebello", "primiera")
BEFORE = (
    ("Anna", "Bruno", ("0010 1 0", "0101 0 2", "1100 2 0", "0000 2 0")),
    ("Anna", "Bruno", ("1111 0 1", "0011 1 0", "1101 0 1")),
    ("Carla", "Bruno", ("0110 1 0", "1000 2 1", "0001 1 0")),
    ("Anna", "Carla", ("1011 0 1", "0100 2 0", "0010 1 0", "0001 3 1")),
)
"""Earlier matches of the table: who won each category, then the sweeps of both sides."""


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "screenshots")
    parser.add_argument("--fake", action="store_true", help="photographs are not read: what is seen is made up")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=30_000)
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as (app, address), sync_playwright() as playwright:
        if given.fake:
            seen = [*ANNA[:18], "6B?5B,7B", "5B", "?2B,3B", "4B", "8B", "9B"]
            app.extensions["photo_readers"] = FakeRecogniser(seen)
        browser = launch(playwright)
        for scheme in ("light", "dark"):
            Album(app, browser, address, given.folder, scheme, fake=given.fake).play()
        browser.close()


def kept_as(picture: bytes, path: Path) -> None:
    """Store a screenshot as WebP, which is small."""
    with Image.open(BytesIO(picture)) as opened:
        opened.convert("RGB").save(path, "WEBP", quality=QUALITY, method=6)


class Album:
    """One evening, with a picture of each screen on the way."""

    def __init__(self, app: Flask, browser: Browser, address: str, folder: Path, scheme: str, *, fake: bool) -> None:
        self.app, self.browser, self.address = app, browser, address
        self.folder, self.scheme, self.fake = folder, scheme, fake
        self.phone = self.take()

    def take(self, **settings: object) -> Phone:
        """A new phone of the evening."""
        settings |= {"color_scheme": self.scheme, "reduced_motion": "reduce", "device_scale_factor": 2}
        return Phone.take(self.browser, self.address, **settings)

    def picture(self, name: str, page: Page | None = None, at: str = "", size: str = "") -> None:
        """Keep a screenshot from the top of the page or from the element `at`; `size` is added to its name."""
        page = page or self.phone.page
        page.wait_for_load_state("networkidle")
        page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
        if at:
            page.locator(at).evaluate("(element) => scrollTo(0, element.getBoundingClientRect().top - 12)")
        name = "-".join(filter(None, (name, size, self.scheme)))
        kept_as(page.screenshot(), self.folder / f"{name}.webp")

    def play(self) -> None:
        """Play a match of three rounds to eleven at our table, then its rematch; picture every screen on the way."""
        phone = self.phone
        table = self.remembered_table()
        board = self.begin(table)
        self.first_round()
        self.second_round()
        phone.page.locator("#call-0").click()
        expect(phone.page.locator("#call-0 [data-called]")).to_have_text("1")
        expect(phone.page.locator(".call-glow")).to_have_count(0)
        self.picture("board")
        self.scoreboards(board)
        self.third_round()
        self.picture("winner")
        self.remember(board, table)
        phone.open(board)
        phone.tap("Rematch")
        expect(phone.page.locator("#next-round")).to_be_visible()
        self.picture("rematch")
        self.without_network(phone.page.url)
        phone.open("/")
        self.picture("start")
        phone.open("/new/scopa")
        self.picture("new")

    def remembered_table(self) -> str:
        """Make our table with the matches of earlier weeks; returns its path, which the phone then knows."""
        anna = Visitor(self.app)
        table = anna.send(anna.get("/tables/"), "/tables/", table_name="Thursdays").path
        tokens = []
        for one, other, rounds in BEFORE:
            at = f"/new/scopa?table={table.split('/')[2]}"
            board = anna.send(anna.get(at), at, name_0=one, name_1=other).path
            tokens.append(board.split("/")[2])
            for number, text in enumerate(rounds, start=1):
                winners, *sweeps = text.split()
                fields: dict[str, Any] = {f"award_{rule}": seat for rule, seat in zip(RULES, winners, strict=True)}
                fields |= {f"sweeps_{seat}": count for seat, count in enumerate(sweeps)}
                form = anna.get(f"{board}rounds/{number}/entry/quick")
                anna.send(form, "/entry/quick", button="count", **fields)
        with self.app.app_context(), self.app.extensions["database"].writing() as session:
            for weeks, token in zip((3, 2, 2, 1), tokens, strict=True):
                match = session.scalars(select(Match).where(Match.play_token == token)).one()
                match.created -= timedelta(weeks=weeks)
                match.version += 1  # refreshes what is remembered of the match
        self.phone.open(table)
        return table

    def begin(self, table: str) -> str:
        """Start a match at our table; returns the address of its board."""
        phone = self.phone
        phone.open(f"/new/scopa?table={table.split('/')[2]}")
        phone.unfold("#players-fold", "#deck-fold")
        for index, name in enumerate(("Anna", "Bruno")):
            phone.page.locator(f"#name_{index}").fill(name)
        phone.page.locator("#deck").select_option("settebello")
        phone.tap("Shuffle and deal")
        expect(phone.page.locator("#board")).to_be_visible()
        return phone.page.url

    def first_round(self) -> None:
        """Enter the first round by a photograph."""
        phone = self.phone
        phone.start_round(1)
        tilt, turn = (0.0, 0.0) if self.fake else (0.12, 5.0)
        phone.photograph_pile("Anna", compose(ANNA, columns=5, size=(1500, 2000), tilt=tilt, turn=turn))
        self.picture("photo")
        self.answer_everything(ANNA)
        phone.confirm_pile()
        phone.take_rest(16)
        phone.sweeps("Anna", 1)
        phone.sweeps("Bruno", 2)
        self.picture("round")
        phone.count(1)
        phone.why(1)
        self.picture("receipt")
        phone.tap("To the board")

    def second_round(self) -> None:
        """Enter the second round by tapping in both piles."""
        phone = self.phone
        phone.start_round(2)
        phone.tap_pile("Bruno", SECOND)
        phone.page.get_by_role("link", name="Tap in Anna").click()
        for card in codes(ITALIAN.cards):
            if card not in SECOND:
                phone.page.locator(f"#card-{card}").check()
        self.picture("grid")
        phone.confirm_pile()
        phone.sweeps("Anna", 1)
        phone.count(2)

    def third_round(self) -> None:
        """Enter the third round by who won what, after a sweep was called on the board."""
        phone = self.phone
        phone.open(f"{phone.page.url.partition('?')[0]}rounds/3/entry/quick")
        for rule, winner in zip(RULES, (0, 0, 0, 1), strict=True):
            phone.page.locator(f"#award_{rule}-{winner}").check()
        phone.sweeps("Anna", 2)
        self.picture("quick")
        phone.count(3)

    def scoreboards(self, board: str) -> None:
        """Picture the scoreboard of a running match: on a phone, on its side, and on a television."""
        with self.other_page(f"{board}big") as page:
            self.picture("scoreboard", page)
            for word, size in BOARDS.items():
                page.set_viewport_size(size)  # type: ignore[arg-type]
                self.picture("scoreboard", page, size=word)

    @contextmanager
    def other_page(self, address: str) -> Iterator[Page]:
        """Open another tab of the same phone."""
        page = self.phone.page.context.new_page()
        page.goto(address)
        yield page
        page.close()

    def remember(self, board: str, table: str) -> None:
        """Picture the story of the match, its result, our table and its statistics."""
        phone = self.phone
        phone.open(f"{board}story")
        self.picture("story")
        kept_as(phone.page.locator(".result-picture").screenshot(), self.folder / "result.webp")
        phone.open(table)
        self.picture("table")
        self.picture("statistics", at="[aria-labelledby=duels-head]")

    def without_network(self, board: str) -> None:
        """Picture a round that was entered without a network and waits."""
        phone = self.take(service_workers="allow")
        page = phone.page
        phone.open(board)
        keeps(phone)
        page.reload()  # now the service worker controls the page
        offline(phone)
        page.goto(f"{board}offline/quick")
        for rule, winner in zip(RULES, (1, 0, 1, 0), strict=True):
            page.locator(f"#award_{rule}-{winner}").dispatch_event("click")
        page.get_by_role("button", name="One more: Sweeps of Bruno").click()
        phone.tap("Count the round")
        expect(page.locator("#waiting")).to_contain_text("waits on this phone")
        page.evaluate("scrollTo(0, 0)")
        kept_as(page.screenshot(), self.folder / f"offline-{self.scheme}.webp")
        page.context.close()

    def answer_everything(self, pile: list[str]) -> None:
        """Answer the open questions of the photograph with the cards that really lie in the pile."""
        page = self.phone.page
        while page.locator(".question.open").count():
            page.locator(".question.open").first.locator('input[value=""]').check()
        for code in codes(ITALIAN.cards):
            page.locator(f"#card-{code}").set_checked(code in pile)


if __name__ == "__main__":
    main()
