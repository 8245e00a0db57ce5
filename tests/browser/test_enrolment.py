"""A deck enrolled on a phone from composed photographs, a pile read with it, and learning."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scoring.cards import ITALIAN, codes
from tests.browser.table import Phone
from tests.browser.test_screens import measure
from tests.fakes import FakeRecogniser
from tests.photographs import compose


@pytest.fixture
def recogniser() -> None:
    """The real one reads."""


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


def laid_out(suit: str) -> bytes:
    return compose(codes(ITALIAN.of_suit(suit)), columns=5, size=(1300, 950), seed=3)


def send(page: Page, picture: bytes) -> None:
    file = {"name": "suit.jpg", "mimeType": "image/jpeg", "buffer": picture}
    page.locator("input[type=file]").first.set_input_files(file)


def begin(phone: Phone, name: str) -> Page:
    page = phone.page
    phone.open("/")
    phone.tap("Teach it your own deck")
    assert not measure(page)
    page.locator("#name").fill(name)
    phone.tap("To the photographs")
    expect(page.get_by_role("heading", level=1, name="Coins")).to_be_visible()
    assert not measure(page)
    return page


def test_a_deck_is_enrolled_read_with_and_learns(anna: Phone) -> None:
    page = begin(anna, "Nonna")
    for suit, heading in zip("DCSB", ("Coins", "Cups", "Swords", "Batons"), strict=True):
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        send(page, laid_out(suit))
        expect(page.locator(".enrol-cards li")).to_have_count(10)
        if suit == "D":
            assert not measure(page)
            page.locator("#ticked-0").check()
            page.locator("#ticked-9").check()
            page.get_by_text("Something is wrong").click()
            anna.tap("Swap two")
            page.locator("#ticked-0").check()
            page.locator("#ticked-9").check()
            anna.tap("Swap two")
            expect(page.locator("#ticked-0")).not_to_be_checked()
        page.get_by_role("button", name="That is right").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("40 cards learned")
    expect(page.locator(".enrol-pairs li")).to_have_count(3)
    assert not measure(page)
    anna.tap("Keep the deck")
    expect(page.locator("#said")).to_contain_text("The deck is kept")
    assert not measure(page)
    anna.tap("Let it learn")
    expect(page.get_by_text("On: piles that you confirm make it better.")).to_be_visible()
    deck = page.url.rsplit("/", 1)[1]
    anna.new_match("Anna", "Bruno", deck=deck)
    read_a_pile(anna)
    anna.open(f"/decks/{deck}")
    expect(page.get_by_text(re.compile(r"Learned from [5-8] cards so far"))).to_be_visible()


def read_a_pile(phone: Phone) -> None:
    """A pile is photographed, confirmed, and the round counts."""
    pile = ["7D", "1C", "10S", "9B", "6D", "6C", "2S", "3B"]
    phone.start_round(1)
    phone.photograph_pile("Anna", compose(pile, columns=4, size=(1200, 1000), seed=9, turn=15))
    expect(phone.page.locator('#tally [data-count="cards"]')).to_have_text("8")
    ticked = phone.page.locator('input[name="card"]:checked')
    assert sorted(box.get_attribute("value") or "" for box in ticked.all()) == sorted(pile)
    phone.confirm_pile()
    phone.take_rest(32)
    phone.count(1)


@pytest.mark.parametrize("recogniser", [FakeRecogniser(codes(ITALIAN.of_suit("D")))])
def test_without_scripts_it_goes_the_same_way(phone: Callable[..., Phone], recogniser: FakeRecogniser) -> None:
    plain = phone(java_script_enabled=False)
    page = begin(plain, "Zia")
    send(page, laid_out("D"))
    page.get_by_role("button", name="Send the photograph").click()
    expect(page.locator(".enrol-cards li")).to_have_count(10)
    page.locator("#ticked-3").check(force=True)
    page.get_by_text("Something is wrong").click()
    page.get_by_role("button", name="Swap two").click()
    expect(page.locator("#problems")).to_contain_text("exactly two cards")
    page.get_by_role("button", name="That is right").last.click()
    expect(page.get_by_role("heading", level=1, name="Cups")).to_be_visible()
    # A browser reports every refusal: this one was meant.
    plain.complaints[:] = [complaint for complaint in plain.complaints if "422" not in complaint]
