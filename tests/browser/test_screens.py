"""Every screen on a phone: large enough to tap, readable, within the edges, by keyboard and without scripts."""

import re
from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from scoring.cards import ITALIAN, codes
from tests.browser.axe import seen_by_axe
from tests.browser.places import report
from tests.browser.table import PHONE, Phone
from tests.fakes import FakeRecogniser
from tests.photographs import compose

DECK = codes(ITALIAN.cards)

# Controls smaller than 48 x 48 points, text under 16 points, or elements that reach over the edge.
MEASURE = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map(
    (image) => image.loading === "lazy" || image.decode().catch(() => {})));
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const name = (element) => (element.outerHTML || "").slice(0, 120);
  const found = [];
  for (const element of document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")) {
    // A card in a photograph is as large as it lies there: it is enlarged, and asked about below, too.
    if (element.matches(".frame-link")) continue;
    if (!shown(element) || element.closest(".visually-hidden, .skip") || element.matches(".visually-hidden")) continue;
    const tapped = element.closest("label") ?? element;
    const box = tapped.getBoundingClientRect();
    if (box.width < 47.5 || box.height < 47.5) found.push(`small ${box.width}x${box.height} ${name(element)}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const parent = walker.currentNode.parentElement;
    if (!text || parent.closest("svg, script, .visually-hidden, .skip, option") || !shown(parent)) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < 16) found.push(`text of ${size} ${text.slice(0, 40)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`wide ${document.documentElement.scrollWidth}`);
  return found;
}"""


def measure(page: Page) -> list[str]:
    page.wait_for_load_state()
    expect(page.locator(".htmx-request")).to_have_count(0)
    problems: list[str] = page.evaluate(MEASURE)
    return problems


STATES = {
    "new match, everything unfolded",
    "photograph, unanswered",
    "round, problems",
    "round, which deck is on the table",
    "quick entry, unanswered",
    "winner",
}
"""Screens that have no address."""


def screens(phone: Phone, recogniser: FakeRecogniser) -> Iterator[str]:
    """Walk through every screen; yields its name while it is open."""
    page = phone.page
    phone.open("/")
    yield "start, empty"
    phone.open("/new/scopa")
    yield "new match"
    phone.unfold("#players-fold", "#rules-fold", "#deck-fold", "#house-rules")
    page.locator("#count-2x2").check()
    page.locator("#target-other").check()
    yield "new match, everything unfolded"
    board = phone.new_match("Anna", "Bartolomeo il grande")
    phone.open(f"{board}share")
    page.locator("details summary").first.click()
    yield "invite"
    phone.open(f"{board}match/")
    yield "the match itself"
    phone.open("/import")
    yield "a match from a file"
    phone.to_board(board)
    yield "board, empty"
    phone.start_round(1)
    yield "round, empty"
    recogniser.cards, recogniser.notes = (*DECK[:18], "7B?6B,5B", "?2B,3B"), ("other_deck:napoletane",)
    phone.photograph_pile("Anna", compose(["7D"], columns=1, size=(900, 1200)))
    yield "photograph"
    phone.confirm_pile_in_vain()
    yield "photograph, unanswered"
    page.locator(".question.open").first.locator('input[value=""]').check()
    phone.confirm_pile()
    page.get_by_role("link", name="Tap in Bartolomeo").click()
    page.locator("#card-10B").check()
    yield "grid"
    phone.confirm_pile()
    phone.tap("Count the round")
    page.locator("#problems").wait_for()
    yield "round, problems"
    phone.tap("All to Bartolomeo")
    phone.sweeps("Anna", 1)
    phone.tap("Count the round")
    page.locator("#problems").wait_for()
    page.locator("#problems summary").click()
    yield "round, which deck is on the table"
    phone.tap("Settebello, drawn for this app")
    expect(page.locator(".scores")).to_be_visible()
    phone.why(1)
    yield "receipt"
    phone.tap("To the board")
    yield "board"
    phone.start_round(2)
    phone.tap("Who won what")
    yield "quick entry"
    phone.tap("Count the round")
    page.locator("#problems").wait_for()
    yield "quick entry, unanswered"
    for rule in ("cards", "coins", "settebello", "primiera"):
        page.locator(f"#award_{rule}-0").check()
    phone.sweeps("Anna", 9)
    phone.count(2)
    yield "winner"
    phone.open("/")
    yield "start"
    phone.open("/nowhere")
    yield "nothing there"


def test_every_screen_can_be_tapped_and_read(phone: Callable[..., Phone], recogniser: FakeRecogniser) -> None:
    """Narrow and usual; then axe also checks the screens that `tests.browser.test_every_page` does not open."""
    anna = phone(reduced_motion="reduce")
    found = {}
    for name in screens(anna, recogniser):
        problems = []
        # First the current width: resizing takes longest.
        for width in sorted((320, 390), key=lambda each: each != (anna.page.viewport_size or {})["width"]):
            if anna.page.viewport_size != {**PHONE, "width": width}:
                anna.page.set_viewport_size({**PHONE, "width": width})
            problems += [f"{width} px: {problem}" for problem in measure(anna.page)]
        if name in STATES:
            problems += seen_by_axe(anna.page)
        if problems:
            found[name] = problems
    anna.complaints.clear()  # the browser reports 422 and 404
    assert not found, report(found)


def test_a_round_by_keyboard_alone(anna: Phone) -> None:
    anna.new_match("Anna", "Bruno")
    page = anna.page
    press_on(page, re.compile("Who won what"))
    for rule in ("cards", "coins", "settebello", "primiera"):
        page.locator(f"#award_{rule}-0").focus()
        page.keyboard.press("Space")
    page.get_by_role("button", name=re.compile("^Scopa! .*Anna")).focus()
    page.keyboard.press("Enter")
    page.locator("#award_primiera-0").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"counted=1\b"))
    anna.sees_totals({"Anna": 5, "Bruno": 0})


def press_on(page: Page, name: re.Pattern[str]) -> None:
    page.get_by_role("link", name=name).focus()
    page.keyboard.press("Enter")
    page.wait_for_load_state()


def test_a_match_without_scripts(phone: Callable[..., Phone], recogniser: FakeRecogniser) -> None:
    anna = phone(java_script_enabled=False)
    page = anna.page
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    recogniser.cards = ("7D", "?6B,5B")
    field = page.get_by_label("Photograph the cards of Anna")
    picture = compose(["7D", "6B"], columns=2, size=(400, 500))
    field.set_input_files({"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture})
    page.get_by_role("button", name="Send the photograph").first.click()
    page.get_by_label("six of batons").first.check()
    anna.confirm_pile()
    expect(page.locator(".next-pile").first).to_contain_text("2 cards")
    anna.take_rest(38)
    anna.sweeps("Bruno", 2)
    anna.count(1)
    # Anna has the settebello; Bruno cards, coins, primiera and two sweeps.
    anna.sees_totals({"Anna": 1, "Bruno": 5})
    anna.tap("Take round 1 back")
    anna.sees_totals({"Anna": 0, "Bruno": 0})
