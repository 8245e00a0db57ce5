"""A group keeps its matches: the table, the story with its race, the result and the links copied and sent."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.table import Phone

# A phone with a share sheet; the test keeps the data that would be sent.
SHARE_SHEET = """() => {
  window.sent = [];
  navigator.canShare = ({ files }) => !files || files.every((file) => file.type === "image/png");
  navigator.share = async (what) => { window.sent.push(what); };
}"""


def finish(phone: Phone, *names: str) -> str:
    """Play a match of one round; returns the address of its board."""
    board = phone.new_match(*names)
    phone.win(board, 1, sweeps_0="8")
    phone.to_board(board)
    phone.sees_totals({names[0]: 12, names[1]: 0})
    return board


def with_share_sheet(page: Page) -> None:
    page.add_init_script(f"({SHARE_SHEET})()")


def test_a_group_keeps_its_matches_at_its_table(anna: Phone, bruno: Phone) -> None:
    page = anna.page
    board = finish(anna, "Anna", "Bruno")
    anna.open(f"{board}share")
    page.get_by_label("What is your table called?").fill("Thursdays")
    anna.tap("Make it")
    expect(page.get_by_role("heading", level=1)).to_have_text("Thursdays")
    expect(page.locator(".ranking tbody tr").first).to_contain_text("Anna")
    table = page.url
    anna.open(board)
    anna.tap("Rematch")  # one tap, and it is on the table
    expect(page).not_to_have_url(board)
    anna.open(table)
    expect(page.get_by_role("heading", name="On the table now")).to_be_visible()
    # Bruno has the link of the table alone: he watches.
    bruno.open(table)
    bruno.page.locator(".match-link").first.click()
    expect(bruno.page).to_have_url(re.compile(r"/w/"))
    bruno.open("/")
    expect(bruno.page.get_by_role("link", name="Thursdays")).to_be_visible()


def test_every_number_of_the_ranking_fits_a_phone(phone: Callable[..., Phone]) -> None:
    carla = phone(locale="de-DE")
    finish(carla, "Massimiliano", "Bartolomeo il grande")
    carla.open("/tables/phone")
    expect(carla.page.locator(".ranking tbody tr").first).to_contain_text("100")
    beyond = ".scroll-x:has(.ranking)", "(each) => each.scrollWidth - each.clientWidth"
    for width in (390, 360):
        carla.page.set_viewport_size({"width": width, "height": 844})
        assert carla.page.eval_on_selector(*beyond) == 0


def test_the_race_is_drawn_and_can_be_read_as_numbers(anna: Phone) -> None:
    board = anna.new_match("Anna", "Bruno")
    for number in (1, 2):
        anna.win(board, number, number - 1)
    anna.to_board(board)
    anna.unfold("#race-fold")
    anna.tap("The story")
    drawn = anna.page.get_by_role("img", name="The race, round by round: Anna 4, Bruno 4")
    expect(drawn).to_be_visible()
    expect(drawn.locator("polyline")).to_have_count(2)
    anna.page.get_by_text("The same as numbers").click()
    expect(anna.page.locator(".numbers-of tbody tr")).to_have_count(2)


def test_the_result_goes_to_the_share_sheet_as_a_picture_and_text(anna: Phone) -> None:
    with_share_sheet(anna.page)
    finish(anna, "Anna", "Bruno")
    anna.tap("Send the result")
    anna.page.wait_for_function("() => window.sent.length === 1")
    sent = anna.page.evaluate("() => ({ text: sent[0].text, url: sent[0].url, kind: sent[0].files[0].type })")
    assert sent["kind"] == "image/png"
    assert "Anna: 12" in sent["text"]
    assert "/m/" not in sent["text"]
    assert sent["url"] is None


def test_long_names_stay_within_the_picture_and_their_side_of_it(anna: Phone) -> None:
    sheets = {"Щербина Юлия Жданова": (50, 525), "W" * 20: (555, 1030)}
    board = anna.new_match(*sheets)
    anna.page.goto(f"{board}result.svg")
    drawn = anna.page.evaluate("""() => [...document.querySelectorAll("text")].map((each) => {
        const { left, right } = each.getBoundingClientRect();
        return [each.textContent, left, right];
    })""")
    assert len(drawn) > 6
    for text, left, right in drawn:
        first, last = sheets.get(text, (0, 1080))
        assert first <= left < right <= last, text
    assert sheets.keys() <= {text for text, *_ in drawn}


def test_without_a_share_sheet_the_button_leads_to_picture_and_text(anna: Phone) -> None:
    page = anna.page
    page.add_init_script("() => { delete Navigator.prototype.share; }")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    finish(anna, "Anna", "Bruno")
    anna.tap("Send the result")
    expect(page).to_have_url(re.compile(r"/story#send$"))
    expect(page.locator("#send button[data-send]")).to_be_hidden()
    page.locator("#send [data-copy]").click()
    expect(page.locator("#send [data-copy]")).to_have_text("Copied")
    assert "Anna: 12" in page.evaluate("() => navigator.clipboard.readText()")
    with page.expect_download() as download:
        anna.tap("Keep the picture")
    assert download.value.suggested_filename == "settebello.png"


def test_a_link_is_copied_also_where_the_browser_has_no_clipboard(anna: Phone) -> None:
    page = anna.page
    page.add_init_script("() => { delete Navigator.prototype.clipboard; }")
    board = anna.new_match("Anna", "Bruno")
    anna.open(f"{board}share")
    button = page.locator("[data-copy='play-link']")
    button.click()
    expect(button).to_have_text(re.compile("Copied|Selected"))
    assert page.evaluate("() => getSelection().toString()").strip().replace("\n", "") == board
