"""Wide and low windows, large text, no scripts: frames hold their words, two suits are seen, the header is as wide."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import Phone

OUT_OF_FRAME = """() => [...document.querySelectorAll(".cell.named")].filter((cell) => {
  const frame = cell.querySelector(".cell-face").getBoundingClientRect();
  const word = document.createRange();
  word.selectNodeContents(cell.querySelector(".cell-rank"));
  const { bottom, left, right } = word.getBoundingClientRect();
  return bottom > frame.bottom || left < frame.left || right > frame.right;
}).length"""
ROWS_SEEN = """() => {
  const button = document.querySelector(".actions").getBoundingClientRect().top;
  const cells = [...document.querySelectorAll(".cell-face")].map((each) => each.getBoundingClientRect());
  return new Set(cells.filter(({ bottom }) => bottom <= button).map(({ top }) => Math.round(top))).size;
}"""
WIDTHS = """() => [".top-row", "main", ".foot"].map((each) => document.querySelector(each).clientWidth)"""


@pytest.mark.parametrize(
    ("width", "height", "percent"), [(844, 390, 100), (1024, 768, 100), (390, 844, 100), (360, 640, 200)]
)
def test_the_word_of_a_court_card_stays_in_its_frame(anna: Phone, width: int, height: int, percent: int) -> None:
    board = anna.new_match("Anna", "Bruno", deck="napoletane")
    anna.page.set_viewport_size({"width": width, "height": height})
    anna.open(f"{board}rounds/1/entry/piles/0")
    anna.page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", f"{percent}%")
    assert anna.page.evaluate(OUT_OF_FRAME) == 0
    if height < 400:
        assert anna.page.evaluate(ROWS_SEEN) == 2
    top, page, foot = anna.page.evaluate(WIDTHS)
    assert top == page == foot


@pytest.mark.parametrize("width", [390, 360, 320])
def test_without_scripts_no_board_is_wider_than_the_screen(anna: Phone, browser: Browser, width: int) -> None:
    board = anna.new_match("Anna", "Bruno")
    phone = Phone.take(browser, anna.address, viewport={"width": width, "height": 844}, java_script_enabled=False)
    phone.open(board)
    expect(phone.page.locator("#board")).to_be_visible()
    assert phone.page.locator("html").evaluate("(root) => root.scrollWidth") == width


@pytest.mark.parametrize("locale", ["it-IT", "de-DE", "es-ES", "en-GB"])
def test_our_rules_are_one_screen_and_the_header_one_row(anna: Phone, browser: Browser, locale: str) -> None:
    board = anna.new_match("Anna", "Bruno")
    phone = Phone.take(browser, anna.address, locale=locale)
    phone.open(f"{board}rules")
    bottom = phone.page.locator(".house-rules").evaluate("(list) => list.getBoundingClientRect().bottom")
    assert bottom <= 844
    for path in ("rules", "rounds/1/entry/quick", "match/", ""):
        phone.open(f"{board}{path}")
        assert phone.page.locator(".top").evaluate("(top) => top.offsetHeight") < 70, path
    phone.open(f"{board}rules")
    expect(phone.page.locator(".rule-help").first).to_be_hidden()
    phone.page.locator("#what-they-mean").check()
    expect(phone.page.locator(".rule-help").first).to_be_visible()
