"""Another deck lies on the table than the match says: the round stops, one tap reads the pile again, and it counts."""

import re

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.picture import five_cards, ticked
from tests.browser.table import Phone
from tests.fakes import FakeRecogniser
from webapp.match.models import Match

BUTTON = 48
"""Height, in CSS pixels, that a finger hits."""


@pytest.fixture
def recogniser() -> FakeRecogniser:
    return FakeRecogniser(
        by_deck={
            "napoletane": (("6B", "1C", "5S", "3C", "2B"), ("other_deck:piacentine",)),
            "piacentine": (("6D", "1C", "5S", "3C", "2B"), ()),
        }
    )


def test_one_tap_changes_the_deck_and_the_pile_is_read_again(anna: Phone, served: tuple[Flask, str]) -> None:
    page = anna.page
    anna.new_match("Anna", "Bruno", deck="napoletane")
    anna.start_round(1)
    anna.photograph_pile("Anna", five_cards())
    assert "6B" in ticked(page)
    anna.tap("Count the round")
    question = page.locator("#problems")
    expect(question).to_be_focused()
    expect(question).to_be_in_viewport(ratio=1)
    expect(question.locator("strong", has_text="Which deck is on the table?")).to_be_visible()
    right = question.get_by_role("button", name="Napoletane")
    other = question.get_by_role("button", name="Piacentine")
    for drawn in (right, other):
        assert drawn.locator("img").evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    for target in (right, other, question.get_by_text("Another deck", exact=True)):
        box = target.bounding_box()
        assert box
        assert box["height"] >= BUTTON
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    anna.complaints.clear()  # 422 is noted by the browser
    other.click()
    expect(page.locator("figure.photo")).to_be_visible()
    assert sorted(ticked(page)) == ["1C", "2B", "3C", "5S", "6D"]
    anna.tap("Count the round")
    expect(page.get_by_role("button", name="Count it all the same")).to_be_visible()  # their sum is odd
    page.wait_for_timeout(600)  # no answer is taken from the second tap of a double tap
    anna.tap("Count it all the same")
    expect(page).to_have_url(re.compile("counted=1#"))
    anna.complaints.clear()
    with served[0].extensions["database"].reading() as session:
        match = session.query(Match).one()
        assert match.deck == "piacentine"
        assert match.rounds[0].entry["piles"]["Anna"].count("6D") == 1


def test_the_deck_that_the_match_has_may_be_right(anna: Phone) -> None:
    anna.new_match("Anna", "Bruno", deck="napoletane")
    anna.start_round(1)
    anna.photograph_pile("Anna", five_cards())
    anna.tap("Count the round")
    anna.page.locator("#problems").get_by_role("button", name="Napoletane").click()
    expect(anna.page).to_have_url(re.compile(r"counted=1\b"))
    anna.complaints.clear()  # 422 is noted by the browser
