"""Plays a sample match against a real server and photographs every screen: `python -m tools.screenshots [FOLDER]`.

The pictures are those of README: 390 x 844 points, in daylight and in the dark. `--all` takes every screen, without it
only README's.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from scoring.cards import ITALIAN, codes
from tests.browser.table import Phone, launch, pile, running
from tests.fakes import FakeRecogniser
from tests.photographs import compose

ROOT = Path(__file__).parent.parent
README = ("start", "new", "board", "photo", "grid", "round", "receipt", "quick", "winner", "invite")

# Anna's pile of round 1; Bruno takes the rest.
ANNA = pile("7D 10D 3D 1D 5D 7C 6C 2C 9C 8C 7S 4S 3S 1S 10S 3B 10B 1B 6B 5B 2B 4B 8B 6S")
SECOND = pile("2D 4D 6D 8D 7D 1C 3C 5C 7C 10C 6S 2S 8S 10S 7B 1B 3B")


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "screenshots")
    parser.add_argument("--all", action="store_true", help="every screen, whole pages too")
    parser.add_argument("--fake", action="store_true", help="photographs are not read: what is seen is made up")
    parser.add_argument("--lang", default="en-GB", help="the phone's language")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running(Path(data)) as (app, address), sync_playwright() as playwright:
        if given.fake:
            seen = [*ANNA[:18], "6B?5B,7B", "5B", "?2B,3B", "4B", "8B", "9B"]
            app.extensions["recogniser"] = FakeRecogniser(seen)
        browser = launch(playwright)
        for scheme in ("light", "dark"):
            Album(browser, address, given.folder, scheme, everything=given.all, fake=given.fake).play()
        browser.close()


class Album:
    """One sample match, with a picture of each screen on the way."""

    def __init__(
        self, browser: Browser, address: str, folder: Path, scheme: str, *, everything: bool, fake: bool
    ) -> None:
        self.phone = Phone.take(browser, address, color_scheme=scheme, reduced_motion="reduce")
        self.folder, self.scheme, self.everything, self.fake = folder, scheme, everything, fake

    def picture(self, name: str) -> None:
        """Keep the screen as it is now, from its top."""
        if not self.everything and name not in README:
            return
        page = self.phone.page
        page.wait_for_load_state("networkidle")
        page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
        path = self.folder / f"{name}-{self.scheme}.png"
        page.screenshot(path=path)
        with Image.open(path) as picture:  # 256 colours are enough for a screen, and a third of the size
            picture.convert("RGB").quantize(256).save(path, optimize=True)
        if self.everything:
            page.screenshot(path=self.folder / f"{name}-{self.scheme}-whole.png", full_page=True)

    def play(self) -> None:
        """Play three rounds to eleven."""
        phone = self.phone
        phone.open("/new/scopa")
        phone.page.locator("details summary").first.click()
        self.picture("new-rules")
        board = phone.new_match("Anna", "Bruno")
        self.picture("invite")
        phone.to_board(board)
        self.picture("board-empty")

        phone.start_round(1)
        self.picture("round-empty")
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
        self.picture("receipt")
        phone.tap("To the board")

        phone.start_round(2)
        phone.tap_pile("Bruno", SECOND)
        phone.page.get_by_role("link", name="Tap in Anna").click()
        for card in codes(ITALIAN.cards)[:18]:
            if card not in SECOND:
                phone.page.locator(f"#card-{card}").check()
        self.picture("grid")
        phone.confirm_pile()
        phone.tap("Count the round")
        phone.page.locator("#problems").wait_for()
        self.picture("round-problems")
        phone.page.get_by_role("link", name="Change Anna").click()
        for card in codes(ITALIAN.cards):
            if card not in SECOND:
                phone.page.locator(f"#card-{card}").check()
        phone.confirm_pile()
        phone.sweeps("Anna", 1)
        phone.count(2)
        phone.tap("To the board")
        self.picture("board")

        phone.start_round(3)
        phone.tap("Who won what")
        for rule, winner in {"cards": 0, "coins": 0, "settebello": 0, "primiera": 1}.items():
            phone.page.locator(f"#award_{rule}-{winner}").check()
        phone.sweeps("Anna", 3)
        self.picture("quick")
        phone.count(3)
        phone.tap("To the board")
        self.picture("winner")
        phone.open("/")
        self.picture("start")
        phone.open("/new/scopa")
        self.picture("new")
        phone.open("/nowhere")
        self.picture("error")
        if self.everything:
            self.play_four()

    def play_four(self) -> None:
        """Take the screens of four sides, of a refused second phone, and of a photograph on its way."""
        phone = self.phone
        page = phone.page
        board = phone.new_match("Anna", "Bruno", "Carla", "Massimiliano", target=21)
        phone.to_board(board)
        self.picture("four-empty")
        phone.start_round(1)
        phone.tap_pile("Anna", ANNA)
        self.picture("four-round")
        phone.tap("Who won what")
        for rule in ("cards", "coins", "settebello", "primiera"):
            page.locator(f"#award_{rule}-3").check()
        self.picture("four-quick")
        phone.sweeps("Carla", 2)
        phone.count(1)
        self.picture("four-receipt")
        phone.tap("To the board")
        self.picture("four-board")
        phone.start_round(2)
        phone.tap("Who won what")
        other = page.context.new_page()
        other.goto(page.url)
        for each in (page, other):
            for rule in ("cards", "coins", "settebello", "primiera"):
                each.locator(f"#award_{rule}-1").check()
        other.get_by_role("button", name="Count the round").click()
        other.wait_for_url("**/rounds/2")
        other.close()
        page.evaluate("document.querySelector('#round [name=token]').value = 'another-phone-00000000'")
        phone.tap("Count the round")
        page.locator("h1", has_text="counted already").wait_for()
        self.picture("conflict")
        phone.to_board(board)
        phone.start_round(3)
        page.route("**/photo", lambda route: None)
        field = page.get_by_label("Photograph the pile of Anna")
        photo = compose(ANNA, columns=5, size=(900, 1200))
        field.set_input_files({"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": photo})
        page.wait_for_timeout(500)
        page.screenshot(path=self.folder / f"reading-{self.scheme}.png")

    def answer_everything(self, pile: list[str]) -> None:
        """Answer what the photograph left open as the pile on the table is."""
        page = self.phone.page
        while page.locator(".question.open").count():
            page.locator(".question.open").first.locator('input[value=""]').check()
        for code in codes(ITALIAN.cards):
            page.locator(f"#card-{code}").set_checked(code in pile)


if __name__ == "__main__":
    main()
