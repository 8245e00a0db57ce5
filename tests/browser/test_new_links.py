"""The links of a match are changed while another phone is without a network; a phone is forgotten."""

import re

from flask import Flask
from playwright.sync_api import expect

from tests.browser.no_network import offline, open_match
from tests.browser.table import Phone, until
from tests.browser.test_offline import cached, enter, rounds_of

GONE = "cannot be sent now: the match is over, changed or deleted"
KEPT = "JSON.parse(localStorage.getItem('settebello events') ?? '[]').filter(({ event }) => event.count).length"


def not_found(phone: Phone) -> None:
    """That an old link is not found is what these tests are about: the console says so."""
    phone.complaints[:] = [each for each in phone.complaints if "404" not in each]


def test_a_round_that_waits_goes_on_under_the_new_link(kept: Phone, anna: Phone, served: tuple[Flask, str]) -> None:
    board = open_match(kept)
    offline(kept)
    enter(kept, 1, 0)
    anna.to_board(board)
    anna.tap("Invite")
    anna.page.locator("#new-links > summary").click()
    anna.tap("New links for everybody")
    expect(anna.page.get_by_role("status")).to_contain_text("The old ones open nothing any more.")
    now = anna.page.url.split("share")[0]
    assert board not in now
    offline(kept, False)
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 1 {GONE}")
    assert rounds_of(served[0]) == []
    # Its board is not shown as if it went on, and the round is still there when the new code is scanned.
    kept.open(board)
    expect(kept.page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    assert kept.page.evaluate(KEPT) == 1
    kept.open(now)
    kept.sees_totals({"Anna": 4, "Bruno": 0})
    expect(kept.page.locator("#waiting")).to_be_hidden()
    assert len(rounds_of(served[0])) == 1
    until(kept.page, "async (board) => !(await caches.match(board))", board)
    not_found(kept)


def test_a_forgotten_phone_has_nothing_left_in_its_browser(kept: Phone, served: tuple[Flask, str]) -> None:
    board = open_match(kept)
    offline(kept)
    enter(kept, 1, 0)
    kept.page.context.route("**/offline/rounds/**", lambda route: route.abort())
    offline(kept, False)
    kept.open("/phone/")
    expect(kept.page.locator("[data-waits]")).to_have_text(re.compile(r"Rounds that wait on this phone\s*1"))
    assert any(path.startswith("/m/") for path in cached(kept.page))
    kept.tap("Forget this phone")
    expect(kept.page.get_by_role("heading", level=1)).to_have_text("This phone is forgotten")
    expect(kept.page.locator("html[data-cleared]")).to_be_attached()
    assert kept.page.evaluate(KEPT) == 0
    until(
        kept.page,
        """async () => {
            for (const name of await caches.keys())
                for (const { url } of await (await caches.open(name)).keys()) if (url.includes("/m/")) return false;
            return true;
        }""",
    )
    kept.open("/")
    expect(kept.page.get_by_role("link", name="This phone")).to_have_count(0)
    expect(kept.page.get_by_text("Continue")).to_have_count(0)
    kept.open(board)
    expect(kept.page.get_by_role("heading", level=1)).to_contain_text("deleted")
