"""Corrections by a tap in a photograph: a card missed in enrolment; a photograph of the other side's pile."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scoring.cards import ITALIAN
from tests.browser.picture import drawing, enlarged, tap_at
from tests.browser.table import Phone
from tests.browser.test_enrolment import begin, send
from tests.browser.test_screens import measure
from tests.fakes import FakeRecogniser
from tests.photographs import compose

COINS = [card.code for card in ITALIAN.of_suit("D")]


@pytest.fixture
def recogniser() -> FakeRecogniser:
    return FakeRecogniser(cards=COINS, there="4D")


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(COINS, columns=5, size=(1300, 950), tilt=0, turn=0)


def without_the_four(phone: Phone, picture: bytes) -> tuple[Page, tuple[float, float]]:
    """A photograph of coins without a frame on the four; returns where that lies, as shares of the picture."""
    page = begin(phone, "Nonna")
    send(page, picture)
    expect(page.locator(".enrol-cards li")).to_have_count(10)
    x, y = (float(part) for part in (page.locator("a[href='#ticked-3']").get_attribute("data-at") or "").split())
    page.locator("#ticked-3").check(force=True)
    page.get_by_text("Something is wrong").click()
    phone.tap("Remove what is ticked")
    expect(page.locator("#wrong-count")).to_contain_text("I see 9 cards")
    return page, (x / 1300, y / 950)


def test_a_card_missed_while_enrolling_is_added_by_a_tap_and_by_keyboard(anna: Phone, picture: bytes) -> None:
    page, (x, y) = without_the_four(anna, picture)
    assert not measure(page)
    tap_at(page, page.locator("a[href='#ticked-7']"))  # a frame ticks its card
    expect(page.locator("#ticked-7")).to_be_checked()
    expect(page.locator("#ticked-7")).to_be_focused()
    tap_at(page, drawing(page), x, y)
    expect(page.locator("#added")).to_contain_text("Added: four of coins.")
    expect(page.locator("#added")).to_be_focused()
    expect(page.get_by_text("Does every card have the right name?")).to_be_visible()
    assert not measure(page)
    anna.tap("Undo")
    expect(page.locator("#wrong-count")).to_contain_text("I see 9 cards")

    # By keyboard it lies where the enlarged picture is looked at.
    page.locator("[data-view]").focus()
    for key in ["+", "+", *["ArrowRight"] * 2, *["ArrowUp"] * 2]:
        page.keyboard.press(key)
    assert enlarged(page) > 3
    left, top, wide, high = page.locator("[data-view] > svg").evaluate(
        "svg => Object.values((({ x, y, width, height }) => ({ x, y, width, height }))(svg.viewBox.baseVal))"
    )
    assert abs((left + wide / 2) / 1300 - x) < 0.1
    assert abs((top + high / 2) / 950 - y) < 0.15
    page.get_by_role("link", name="A card is missing").press("Enter")
    expect(page.locator("#added")).to_contain_text("Added: four of coins.")


def test_a_photograph_of_the_other_pile_goes_there_by_a_tap_and_back_by_one_and_not_by_going_back(
    anna: Phone, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = anna.page
    recogniser.cards = ("7D", "1C", "5S", "6B?5B", "?2B,3B")
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    anna.photograph_pile("Anna", picture)
    assert not measure(page)
    anna.of_photograph("These are the cards of Bruno")
    expect(page).to_have_url(re.compile("piles/1$"))
    expect(page.locator("#moved")).to_contain_text("This photograph is of Bruno now, and so are the 4 cards")
    expect(page.locator("#moved")).to_be_focused()
    assert not measure(page)
    anna.tap("Undo: they are the cards of Anna")
    expect(page).to_have_url(re.compile("piles/0$"))
    expect(page.locator('#tally [data-count="cards"]')).to_have_text("4")
    expect(page.locator("#moved")).to_have_count(0)

    # Moved again, and gone back: no card comes back.
    anna.of_photograph("These are the cards of Bruno")
    expect(page).to_have_url(re.compile("piles/1$"))
    page.go_back()
    expect(page).to_have_url(re.compile("piles/0$"))
    expect(page.locator('#tally [data-count="cards"]')).to_have_text("0")
    expect(page.locator("input[name=card]:checked")).to_have_count(0)
