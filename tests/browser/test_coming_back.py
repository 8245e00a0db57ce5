"""The network comes back while a kept board, its form and the outbox all want to send: no round is lost."""

import re

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from tests.browser.no_network import WAITS, offline, open_match
from tests.browser.table import AWARDS, Phone, until
from tests.browser.test_offline import rounds_of


def choose(phone: Phone, winner: int) -> None:
    """Give every category of the board's form to one side."""
    for rule in AWARDS:
        phone.page.locator(f"#award_{rule}-{winner}").check()


def keeps_round(phone: Phone, number: int) -> None:
    """Wait until the phone keeps the board on which this round is next, with its form."""
    phone.page.wait_for_function(
        """async (number) => {
            const page = await (await caches.open("settebello-pages")).match(location.pathname, { ignoreVary: true });
            const text = await page?.text() ?? "";
            return text.includes(`data-number="${number}"`) && text.includes("award_cards-0");
        }""",
        arg=number,
    )


@pytest.fixture
def table(kept: Phone, bruno: Phone) -> str:
    """Anna's phone keeps a board with two counted rounds, and shows the kept copy."""
    board = open_match(kept)
    for number in (1, 2):
        bruno.win(board, number, number - 1)
    kept.to_board(board)
    keeps_round(kept, 3)
    offline(kept)
    kept.reload()
    expect(kept.page.locator("html")).to_have_attribute("data-kept", re.compile(r"\d+"))
    return board


def test_another_phone_counted_the_round_meanwhile(
    table: str, kept: Phone, bruno: Phone, served: tuple[Flask, str]
) -> None:
    """`screens.md` 1: the board said 8-4 and "Round 4", and what Anna had entered was gone."""
    choose(kept, 1)
    kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 3 {WAITS}")
    bruno.win(table, 3, 0)
    offline(kept, False)
    expect(kept.page.get_by_role("heading", name="Round 3 is counted already")).to_be_visible()
    expect(kept.page.locator("#connection")).to_be_hidden()
    kept.tap("Mine is another round: make it round 4")
    kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page).to_have_url(re.compile(r"counted=4\b"))
    kept.sees_totals({"Anna": 8, "Bruno": 8})
    assert len(rounds_of(served[0])) == 4


def test_the_answer_is_not_thrown_away_by_the_page_that_gives_way(
    table: str, kept: Phone, bruno: Phone, served: tuple[Flask, str]
) -> None:
    """The network is back, unseen yet: the form is sent, and the kept page gives way while the answer is under way."""
    bruno.win(table, 3, 0)

    def slow(route: Route) -> None:
        answer = route.fetch()
        if "action=count" in (route.request.post_data or ""):
            kept.page.wait_for_timeout(6000)  # the kept page looks for the network every four seconds
        route.fulfill(response=answer)

    def unseen(route: Route) -> None:
        seen = route.request.method == "HEAD" or "hx-request" in route.request.headers
        if seen and route.request.method != "POST":
            route.abort()  # neither the kept page nor a poll has noticed yet
        else:
            route.fallback()

    kept.page.context.route("**/rounds/3/entry/**", slow)
    kept.page.context.route("**/m/**", unseen)
    offline(kept, False)
    choose(kept, 1)
    with kept.page.expect_request(lambda request: "action=count" in (request.post_data or "")):
        kept.page.get_by_role("button", name="Count the round").last.click()
    kept.page.context.unroute("**/m/**", unseen)
    expect(kept.page.get_by_role("heading", name="Round 3 is counted already")).to_be_visible()
    kept.tap("Mine is another round: make it round 4")
    kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page).to_have_url(re.compile(r"counted=4\b"))
    assert len(rounds_of(served[0])) == 4


def test_a_round_that_cannot_be_counted_says_so_with_what_was_entered_and_the_next_counts_once(
    table: str, kept: Phone, served: tuple[Flask, str]
) -> None:
    """A round that lacks something is refused when the network is back; its page comes up with it.

    Then the form of the kept board, the outbox and the reload all send: it is one round, and the board says so.
    """
    kept.page.locator("#award_cards-1").check()
    kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 3 {WAITS}")
    offline(kept, False)
    expect(kept.page).to_have_url(re.compile(r"[?&]round=3\b"))
    expect(kept.page.locator("#award_cards-1")).to_be_checked()
    assert len(rounds_of(served[0])) == 2
    choose(kept, 1)
    kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page).to_have_url(re.compile(r"counted=3\b"))
    assert len(rounds_of(served[0])) == 3
    until(kept.page, "() => [null, '[]'].includes(localStorage.getItem('settebello events'))")
    kept.to_board(table)
    keeps_round(kept, 4)
    offline(kept)
    kept.reload()
    choose(kept, 0)
    kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 4 {WAITS}")
    offline(kept, False)
    kept.sees_totals({"Anna": 8, "Bruno": 8})
    expect(kept.page.locator("#waiting")).to_be_hidden()
    assert len(rounds_of(served[0])) == 4


def test_what_was_begun_on_a_kept_board_is_still_there(
    table: str, kept: Phone, bruno: Phone, served: tuple[Flask, str]
) -> None:
    """Half a round is chosen and not counted; the network comes back, and the other phone sees it, too."""
    bruno.to_board(table)
    bruno.page.locator("#next-round").get_by_role("link", name="Who won what").click()
    kept.page.locator("#award_cards-1").check()
    kept.page.locator("#award_coins-0").check()
    offline(kept, False)
    expect(kept.page.locator("#as-of")).to_be_hidden()
    expect(kept.page.locator("#connection")).to_be_hidden()
    expect(kept.page.locator("#award_cards-1")).to_be_checked()
    expect(kept.page.locator("#award_coins-0")).to_be_checked()
    expect(bruno.page.locator("#award_cards-1")).to_be_checked()
