"""The grid, the curtain over a photograph and the board by keys: few stops, nothing lost, what happens is said."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.table import Phone
from tests.fakes import FakeRecogniser
from tests.photographs import compose


def at_the_grid(phone: Phone) -> Page:
    """Open an empty pile, the focus on its first card."""
    phone.open(f"{phone.new_match('Anna', 'Bruno')}rounds/1/entry/piles/0")
    phone.page.locator("#card-1D").focus()
    return phone.page


def test_the_grid_is_one_stop_arrows_walk_in_it_and_its_sum_is_said_once_the_taps_rest(anna: Phone) -> None:
    page = at_the_grid(anna)
    page.evaluate(
        """() => {
          window.said = [];
          new MutationObserver(() => window.said.push(document.getElementById("announce").textContent))
            .observe(document.getElementById("announce"), { childList: true });
        }"""
    )
    # All at once: on a busy machine taps of the browser's may rest between.
    page.evaluate("() => { for (const code of ['7D', '1D', '5S']) document.getElementById(`card-${code}`).click(); }")
    expect(page.locator("#announce")).to_contain_text(re.compile(r"cards 3\b.*coins 2\b", re.IGNORECASE))
    assert len(page.evaluate("() => window.said")) == 1
    assert page.locator("#tally").get_attribute("aria-live") is None
    page.locator("#card-1D").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#card-2D")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#card-2C")).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator("#card-10C")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("#card-1C")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#card-1C")).to_be_focused()
    page.keyboard.press("Control+End")
    expect(page.locator("#card-10B")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#card-10B")).to_be_checked()
    expect(page.locator('#tally [data-count="cards"]')).to_have_text("4")
    page.keyboard.press("Tab")
    expect(page.locator("#card-10B[checked]")).to_be_attached()  # the page came anew
    expect(page.locator(".grid input:focus")).to_have_count(0)
    expect(page.locator("main :focus")).to_have_count(1)
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#card-10B")).to_be_focused()
    expect(page.locator(".grid input[tabindex='0']")).to_have_count(1)


def test_every_card_of_a_grid_has_its_name_and_a_box_without_scripts(phone: Callable[..., Phone]) -> None:
    anna = phone(java_script_enabled=False)
    page = at_the_grid(anna)
    expect(page.get_by_role("checkbox", name="seven of coins")).to_be_enabled()
    expect(page.locator(".grid").get_by_role("checkbox")).to_have_count(40)
    expect(page.locator(".grid input[tabindex]")).to_have_count(0)


def test_the_grid_of_a_tarot_is_one_stop_a_suit(anna: Phone) -> None:
    anna.open("/referee/?game=scarto")
    page = anna.page
    page.locator("button[value='discard']").click()
    page.wait_for_url(re.compile(r"/referee/[^?/]+/$"))
    grid = page.locator(".grid:visible").first
    expect(grid).to_be_visible()
    expect(grid.locator("input[type=checkbox][tabindex='0']")).to_have_count(1)
    grid.locator("input[type=checkbox]:visible").first.focus()
    page.keyboard.press("End")
    expect(grid.locator("input[type=checkbox]").last).to_be_focused()
    expect(grid.locator("input[type=checkbox][tabindex='0']")).to_have_count(1)


def test_the_curtain_is_a_dialog_that_escape_leaves(anna: Phone, recogniser: FakeRecogniser) -> None:
    anna.new_match("Anna", "Bruno")
    page = anna.page
    page.goto(f"{page.url}rounds/1/entry/piles/0")
    page.route("**/photo", lambda route: None)  # it never arrives
    field = page.get_by_label("Photograph the cards of Anna").first
    field.focus()
    picture = compose(["7D"], columns=1, size=(600, 800))
    field.set_input_files({"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture})
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="Leave it")).to_be_focused()
    assert page.evaluate("() => document.querySelector('dialog').matches(':modal')")
    for _ in range(3):  # nothing behind it can be reached
        page.keyboard.press("Tab")
        assert page.evaluate("() => !document.activeElement.closest('main')")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(field).to_be_focused()
    expect(page.locator("figure.photo")).to_have_count(0)


def test_the_focus_stays_when_another_phone_changes_the_board(anna: Phone, bruno: Phone) -> None:
    board = anna.new_match("Anna", "Bruno")
    bruno.win(board, 1, 0)
    anna.to_board(board)
    anna.page.locator(".rounds .row-link").first.focus()
    bruno.win(board, 2, 1)
    expect(anna.page.locator(".rounds tbody tr")).to_have_count(2)
    expect(anna.page.locator(".rounds .row-link[href$='/rounds/1']")).to_be_focused()
