"""A photograph on a phone's screen: taken, tapped, and the display that follows."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.table import Phone
from tests.photographs import compose

CARDS = ("7D", "1C", "5S", "6B?5B", "?2B,3B")
"""The recognised cards in `five_cards`: three certain, one doubtful, one unnamed."""


def five_cards() -> bytes:
    """Return the photograph of five cards."""
    return compose([*("7D", "1C", "5S", "6B", "2B")], columns=5, size=(900, 1200), tilt=0, turn=0)


def photographed(phone: Phone, picture: bytes) -> Page:
    """Start a match and photograph Anna's pile; its questions come first on the page, so one scrolls to the picture."""
    phone.new_match("Anna", "Bruno")
    phone.start_round(1)
    phone.photograph_pile("Anna", picture)
    phone.page.locator("figure.photo").evaluate("picture => picture.scrollIntoView()")
    return phone.page


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
    """The magnification of the picture."""
    whole, shown = page.evaluate(
        "() => { const svg = document.querySelector('[data-view] > svg');"
        " return [svg.querySelector('image').width.baseVal.value, svg.viewBox.baseVal.width]; }"
    )
    return float(whole / shown)


def ticked(page: Page) -> list[str]:
    codes: list[str] = page.locator('#pile input[name="card"]:checked').evaluate_all("all => all.map(b => b.value)")
    return codes
