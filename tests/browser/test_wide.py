"""Wide and low windows, large text, no scripts: frames hold their words, two suits are seen, the header is as wide."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.places import LONGEST
from tests.browser.table import LOCALES, Phone
from tests.shares import THOROUGH

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


def test_the_word_of_a_court_card_stays_in_its_frame(anna: Phone) -> None:
    board = anna.new_match("Anna", "Bruno", deck="napoletane")
    anna.open(f"{board}rounds/1/entry/piles/0")
    for width, height, percent in ((844, 390, 100), (1024, 768, 100), (390, 844, 100), (360, 640, 200)):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", f"{percent}%")
        assert anna.page.evaluate(OUT_OF_FRAME) == 0, width
        if height < 400:
            assert anna.page.evaluate(ROWS_SEEN) == 2
        top, page, foot = anna.page.evaluate(WIDTHS)
        assert top == page == foot, width


def test_without_scripts_no_board_is_wider_than_the_screen(anna: Phone, phone: Callable[..., Phone]) -> None:
    board = anna.new_match("Anna", "Bruno")
    bare = phone(java_script_enabled=False)
    bare.open(board)
    expect(bare.page.locator("#board")).to_be_visible()
    for width in (390, 360, 320):
        bare.page.set_viewport_size({"width": width, "height": 844})
        assert bare.page.locator("html").evaluate("(root) => root.scrollWidth") == width


def test_our_rules_are_one_screen_and_the_header_one_row(anna: Phone, phone: Callable[..., Phone]) -> None:
    board = anna.new_match("Anna", "Bruno")
    for locale in LOCALES.values() if THOROUGH else (LOCALES[LONGEST],):
        other = phone(locale=locale)
        other.open(f"{board}rules")
        bottom = other.page.locator(".house-rules").evaluate("(list) => list.getBoundingClientRect().bottom")
        assert bottom <= 844, locale
        for path in ("rounds/1/entry/quick", "match/", "", "rules"):
            other.open(f"{board}{path}")
            assert other.page.locator(".top").evaluate("(top) => top.offsetHeight") < 70, (locale, path)
        expect(other.page.locator(".rule-help").first).to_be_hidden()
        other.page.locator("#what-they-mean").check()
        expect(other.page.locator(".rule-help").first).to_be_visible()
