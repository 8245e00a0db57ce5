"""From the start page to the board in as few taps as it takes; what has to be seen is on the first screen."""

import re

from flask import Flask
from playwright.sync_api import expect

from tests.browser.table import PHONE, Phone
from tests.webapp.conftest import rows
from webapp.match.models import Match

BOARD = re.compile(r"/m/[\w-]+/$")


def is_on_first_screen(phone: Phone, selector: str) -> bool:
    """Whether all of the first element lies on the screen before anybody scrolls."""
    box = phone.page.locator(selector).first.bounding_box()
    return box is not None and box["y"] + box["height"] <= PHONE["height"]


def win(phone: Phone, link: str) -> None:
    """Let the first side win the match in one round."""
    phone.win(link, 1, sweeps_0="9")
    phone.open(link)
    expect(phone.page.get_by_role("button", name="Rematch")).to_be_visible()


WEIGHT = """() => {
  const came = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
  return [came.map((each) => each.name), came.reduce((sum, each) => sum + each.transferSize, 0) / 1024];
}"""


def test_new_people_are_at_the_board_with_two_taps_and_the_same_people_with_one(anna: Phone, served: tuple) -> None:
    """And the first page is light: requests, and KiB on the wire, of a phone that was never here."""
    anna.open("/")
    requests, kilobytes = anna.page.evaluate(WEIGHT)
    assert 4 < len(requests) <= 10, requests
    assert 50 < kilobytes <= 110
    anna.page.get_by_role("link", name="Scopa", exact=True).click()
    assert is_on_first_screen(anna, ".actions .primary")
    anna.tap("Shuffle and deal")
    expect(anna.page).to_have_url(BOARD)
    anna.open("/")
    expect(anna.page.get_by_role("button", name="Play", exact=True)).to_have_count(0)  # nobody has a name
    first = anna.new_match("Anna", "Bruno")
    anna.open("/")
    anna.page.get_by_role("button", name="Play", exact=True).click()
    expect(anna.page).to_have_url(BOARD)
    assert anna.page.url != first
    anna.open("/")
    anna.page.get_by_role("link", name="Continue").click()
    expect(anna.page).to_have_url(BOARD)
    assert len(rows(served[0], Match)) == 3


def test_a_rematch_is_one_tap_and_both_phones_meet_there(anna: Phone, bruno: Phone, served: tuple[Flask, str]) -> None:
    link = anna.new_match("Anna", "Bruno")
    win(anna, link)
    bruno.open(link)
    anna.tap("Rematch")
    expect(anna.page).not_to_have_url(link)
    anna.sees_totals({"Anna": 0, "Bruno": 0})
    expect(anna.page.locator(".tonight")).to_have_text(re.compile(r"Tonight:\s*Anna\s*1\s*Bruno\s*0"))
    expect(bruno.page.get_by_role("button", name="On to the rematch")).to_be_visible()
    bruno.tap("On to the rematch")
    expect(bruno.page).to_have_url(anna.page.url)
    assert len(rows(served[0], Match)) == 2


def test_what_one_comes_for_is_on_the_first_screen_and_times_are_the_phones(anna: Phone) -> None:
    win(anna, anna.new_match("Anna", "Bruno"))
    anna.new_match("Anna", "Bruno")
    anna.open("/")
    for selector in (".continue", ".once-more", ".games li:last-child"):
        assert is_on_first_screen(anna, selector), selector
    expect(anna.page.locator(".continue time")).to_have_text(re.compile(r"^today \d\d:\d\d$"))
    expect(anna.page.locator(".match-row time")).to_have_text(re.compile(r"^today \d\d:\d\d$"))


def test_known_people_are_seated_by_tapping(anna: Phone) -> None:
    anna.new_match("Anna", "Bruno", "Carla")
    anna.open("/new/escoba")
    expect(anna.page.locator("#players-fold")).to_have_attribute("open", "")
    anna.page.locator(".known-people").get_by_role("button", name="Bruno").click()
    expect(anna.page.locator("#name_1")).to_have_value("Carla")
    expect(anna.page.locator("#count-2")).to_be_checked()
    anna.tap("Shuffle and deal")
    anna.sees_totals({"Anna": 0, "Carla": 0})


def test_a_match_is_deleted_from_the_list_and_another_phone_at_its_board_is_told(anna: Phone, bruno: Phone) -> None:
    link = anna.new_match("Anna", "Bruno")
    win(anna, link)
    bruno.open(link)
    anna.open("/")
    anna.page.get_by_role("button", name="Delete the match Anna – Bruno").click()
    expect(anna.page.get_by_text("Deleted: Anna – Bruno.")).to_be_visible()
    expect(bruno.page.get_by_role("heading", name="This match is deleted")).to_be_visible()
    anna.tap("Undo")
    expect(anna.page.locator(".match-row")).to_have_count(1)
    bruno.tap("Bring it back")
    bruno.sees_totals({"Anna": 13, "Bruno": 0})
