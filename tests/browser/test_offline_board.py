"""No network, on the board: what is tapped there has an answer, and is in its round."""

import re

from playwright.sync_api import expect

from tests.browser.no_network import WAITS, offline, open_match
from tests.browser.table import Phone, until
from tests.browser.test_coming_back import choose, keeps_round


def test_a_tab_leads_to_the_kept_page_where_an_empty_round_is_asked_about_before_it_waits(kept: Phone) -> None:
    open_match(kept)
    kept.reload()  # the service worker has it now
    expect(kept.page.locator("#next-round .ways")).to_be_visible()
    offline(kept)
    kept.reload()
    # Nothing was entered: the bar says of when the page is, and not that something is kept.
    expect(kept.page.locator("#as-of")).to_have_text(re.compile(r"No connection\. As of: today \d\d:\d\d"))
    kept.page.wait_for_timeout(2000)  # a poll goes out in vain
    expect(kept.page.locator("#connection")).to_be_hidden()
    kept.page.locator("#next-round .ways a", has_text="By cards").click()
    expect(kept.page).to_have_url(re.compile("offline/$"))
    expect(kept.page.locator("#of-0-7D")).to_be_attached()
    kept.page.go_back()
    kept.page.locator("#next-round .ways a").last.click()
    expect(kept.page).to_have_url(re.compile("offline/quick$"))
    count = kept.page.get_by_role("button", name="Count the round").last
    count.click()
    expect(kept.page.locator("[data-unanswered]")).to_be_visible()
    expect(kept.page).to_have_url(re.compile("offline/quick$"))
    expect(kept.page.locator("#award_cards")).to_be_focused()
    count.click()
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 1 {WAITS}")


def test_a_sweep_that_is_called_or_taken_back_without_a_network_is_in_its_round_or_not(kept: Phone) -> None:
    open_match(kept)
    kept.reload()  # the service worker has it now
    call = kept.page.locator("#call-0")
    expect(call).to_be_visible()
    offline(kept)
    kept.reload()
    call.click()
    expect(call.locator("[data-called]")).to_have_text("1")
    expect(call.locator("[data-called]")).to_be_visible()
    expect(kept.page.locator("#connection")).to_be_visible()
    # The page of the round begins with it, and so does the board that is loaded anew.
    board = kept.page.url
    kept.open(f"{board}rounds/1/entry/")
    expect(kept.page.locator("#sweeps_0")).to_have_value("1")
    kept.open(board)
    expect(call.locator("[data-called]")).to_have_text("1")
    offline(kept, False)
    until(kept.page, "() => localStorage.getItem('settebello events') === null")
    expect(kept.page.locator("html:not([data-kept]) #board")).to_be_visible()  # the kept page gives way by itself
    kept.open(f"{board}rounds/1/entry/quick")
    expect(kept.page.locator("#sweeps_0")).to_have_value("1")

    # It is taken back without a network.
    kept.open(board)
    expect(kept.page.locator(".calls[data-count='1'] #call-0")).to_be_visible()
    kept.reload()
    keeps_call(kept)
    offline(kept)
    kept.open(f"{board}rounds/1/entry/")  # called before the network went
    expect(kept.page.locator("#sweeps_0")).to_have_value("1")
    kept.open(board)
    kept.page.get_by_role("button", name="One less: Sweeps of Anna").click()
    expect(kept.page.locator("#call-0 [data-called]")).to_have_text("0")
    kept.open(f"{board}offline/quick")
    expect(kept.page.locator("#sweeps_0")).to_have_value("0")
    kept.open(board)
    expect(kept.page.locator("#call-0 [data-called]")).to_have_text("0")
    offline(kept, False)
    until(kept.page, "() => localStorage.getItem('settebello events') === null")
    expect(kept.page.locator("html:not([data-kept]) #board")).to_be_visible()  # the kept page gives way by itself
    kept.open(f"{board}rounds/1/entry/quick")
    expect(kept.page.locator("#sweeps_0")).to_have_value("0")


def keeps_call(phone: Phone) -> None:
    """Wait until the phone keeps the board with the sweep on it."""
    until(
        phone.page,
        """async () => {
            const page = await (await caches.open("settebello-pages")).match(location.pathname, { ignoreVary: true });
            return (await page?.text())?.includes('data-count="1"');
        }""",
    )


def test_sweeps_called_without_a_network_count_with_the_form_of_a_board_that_is_opened_again(kept: Phone) -> None:
    """The kept board was drawn before the calls: they are put into its form as they are into its tiles."""
    board = open_match(kept)
    kept.win(board, 1)
    kept.to_board(board)
    keeps_round(kept, 2)
    offline(kept)
    kept.reload()
    for called in ("1", "2"):
        kept.page.locator("#call-0").click(delay=400)
        expect(kept.page.locator("#call-0 [data-called]")).to_have_text(called)
    kept.reload()
    choose(kept, 1)
    kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 2 {WAITS}")
    offline(kept, False)
    kept.sees_totals({"Anna": 6, "Bruno": 4})
