"""The picture of a photograph on a phone: tapped, enlarged, corrected and added to."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.picture import (
    CARDS,
    choose,
    chooser,
    drawing,
    enlarged,
    five_cards,
    frame,
    photographed,
    tap_at,
    tap_twice,
    ticked,
)
from tests.browser.table import Phone, come, double_tap
from tests.fakes import FakeRecogniser

NAMES = ["seven of coins", "ace of cups", "five of swords", "six of batons"]


@pytest.fixture
def recogniser() -> FakeRecogniser:
    return FakeRecogniser(cards=CARDS)


@pytest.fixture(scope="module")
def picture() -> bytes:
    return five_cards()


def test_a_tap_on_a_card_corrects_it_and_keeps_what_was_ticked_just_before(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    tap_at(page, frame(page, 0))
    expect(chooser(page).get_by_text("Now: seven of coins")).to_be_visible()
    choose(page, "seven of swords")
    expect(frame(page, 0)).to_have_attribute("aria-label", "Card 1: seven of swords, as you said. Change it")
    expect(page.get_by_text("1 by you")).to_be_visible()
    assert ticked(page) == ["1C", "5S", "7S", "6B"]
    page.reload()
    expect(frame(page, 0)).to_have_class(re.compile("frame-said"))
    assert ticked(page) == ["1C", "5S", "7S", "6B"]
    page.locator("#card-10D").check()
    tap_at(page, frame(page, 4))
    choose(page, "two of batons")
    expect(frame(page, 4)).to_have_class(re.compile("frame-said"))
    page.reload()
    assert ticked(page) == ["10D", "1C", "5S", "7S", "2B", "6B"]


def test_a_tap_where_a_card_was_missed_adds_it(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    tap_at(page, drawing(page), 0.3, 0.9)
    expect(chooser(page).get_by_role("heading", name="Which card was missed here?")).to_be_visible()
    double_tap(chooser(page).get_by_role("button", name="king of cups"))  # a second tap adds no second card
    expect(page.get_by_text("6 cards seen")).to_be_visible()
    box, whole = frame(page, 5).bounding_box(), drawing(page).bounding_box()
    assert box
    assert whole
    assert (box["x"] + box["width"] / 2 - whole["x"]) / whole["width"] == pytest.approx(0.3, abs=0.02)
    assert (box["y"] + box["height"] / 2 - whole["y"]) / whole["height"] == pytest.approx(0.9, abs=0.02)
    page.reload()
    assert "10C" in ticked(page)
    expect(page.get_by_text("6 cards seen")).to_be_visible()


def test_a_tap_where_a_card_was_missed_adds_it_to_a_round_that_was_renumbered(anna: Phone, picture: bytes) -> None:
    board = anna.new_match("Anna", "Bruno")
    for number in (1, 2):
        anna.win(board, number)
    anna.to_board(board)
    anna.page.get_by_label("Round 1: Delete or insert a round").click()
    anna.tap("Delete round 1")
    anna.sees_totals({"Anna": 4, "Bruno": 0})
    anna.page.locator("#next-round").get_by_role("link", name="By cards").click()
    anna.photograph_pile("Anna", picture)
    tap_at(anna.page, drawing(anna.page), 0.3, 0.9)
    choose(anna.page, "king of cups")
    expect(anna.page.get_by_text("6 cards seen")).to_be_visible()


def test_enlarged_by_two_taps_a_tap_still_hits_the_right_card(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    tap_twice(page, frame(page, 1))
    expect(page.locator("[data-view].large")).to_be_visible()
    assert enlarged(page) == pytest.approx(2.5)
    expect(page.locator("dialog.chooser")).to_have_count(0)
    for place in (1, 2):
        tap_at(page, frame(page, place))
        expect(chooser(page).get_by_text(f"Now: {NAMES[place]}")).to_be_visible()
        page.keyboard.press("Escape")
    tap_at(page, frame(page, 1))
    choose(page, "ace of coins")
    assert enlarged(page) == pytest.approx(2.5)  # the picture stays as it was
    tap_twice(page, frame(page, 1))
    expect(page.locator("[data-view].large")).to_have_count(0)
    assert enlarged(page) == 1


def test_two_fingers_enlarge_and_one_moves(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    scrolled = page.evaluate("scrollY")
    box = drawing(page).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (x - 30, y), (x + 30, y))
    for apart in (40, 60, 75, 90):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    assert enlarged(page) == pytest.approx(3, rel=0.05)
    before = frame(page, 2).bounding_box()
    touch("touchStart", (x, y))
    for moved in (10, 30, 60):
        touch("touchMove", (x + moved, y + moved / 2))
    touch("touchEnd")
    after = frame(page, 2).bounding_box()
    assert before
    assert after
    assert after["x"] - before["x"] == pytest.approx(60, abs=3)
    assert after["y"] - before["y"] == pytest.approx(30, abs=3)
    expect(page.locator("dialog.chooser")).to_have_count(0)  # neither was a tap
    assert page.evaluate("scrollY") == scrolled


def test_buttons_and_keys_enlarge_move_open_and_add(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    page.get_by_role("button", name="Enlarge the photograph").click()
    assert enlarged(page) == 2
    page.locator("[data-view]").focus()
    before = frame(page, 2).bounding_box()
    page.keyboard.press("ArrowRight")
    after = frame(page, 2).bounding_box()
    assert before
    assert after
    assert after["x"] < before["x"] - 30
    page.keyboard.press("-")
    assert enlarged(page) == 1
    frame(page, 3).focus()
    page.keyboard.press("Enter")
    expect(chooser(page).get_by_role("heading", name="Which card is this?")).to_be_focused()
    page.keyboard.press("Escape")
    expect(frame(page, 3)).to_be_focused()
    page.keyboard.press("Enter")
    chooser(page).get_by_role("button", name="ace of coins").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(frame(page, 3)).to_be_focused()
    expect(frame(page, 3)).to_have_attribute("aria-label", "Card 4: three of coins, as you said. Change it")
    page.get_by_role("link", name="A card is missing").focus()
    page.keyboard.press("Enter")
    expect(chooser(page)).to_be_visible()
    chooser(page).get_by_role("button", name="king of cups").press("Enter")
    expect(page.get_by_text("6 cards seen")).to_be_visible()


def test_an_answer_below_is_drawn_in_the_picture(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    expect(frame(page, 4)).to_have_class(re.compile("frame-open"))
    page.get_by_label("three of batons").first.check()
    expect(frame(page, 4)).to_have_class(re.compile("frame-said"))
    expect(page.get_by_role("heading", name="Answered")).to_be_visible()  # the page came anew, and lies still
    page.get_by_role("link", name="Another card").first.click()
    expect(chooser(page).get_by_text("Now: three of batons")).to_be_visible()
    choose(page, "king of cups")
    expect(frame(page, 4)).to_have_attribute("aria-label", "Card 5: king of cups, as you said. Change it")


def test_the_cards_to_choose_from_open_though_the_page_comes_anew_meanwhile(anna: Phone, picture: bytes) -> None:
    page = photographed(anna, picture)
    page.get_by_label("three of batons").first.check()
    expect(frame(page, 4)).to_have_class(re.compile("frame-said"))
    asked: list[Route] = []
    page.route("**/photos/*/4", lambda route: asked.append(route))
    tap_at(page, frame(page, 4))
    expect(page.locator("dialog.chooser")).to_be_visible()
    with page.expect_response("**/news?*"):
        page.evaluate("htmx.trigger('#news', 'refresh')")
    come(page, asked)
    asked[0].continue_()
    expect(chooser(page).get_by_text("Now: three of batons")).to_be_visible()
