"""How many taps a round takes from the board, the camera's own aside: paper takes none, so every one counts."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.table import AWARDS, Phone, double_tap, pile, until
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.shares import share

# Cards 21, the settebello, the primiera; Bruno has the coins with six.
ANNA = pile("1D 4D 6D 7D 2C 3C 6C 7C 8C 9C 1S 4S 7S 8S 10S 2B 3B 4B 6B 8B 10B")


@dataclass
class Finger:
    """Taps on a phone, and how often it did; what is tapped must be seen, and large enough."""

    phone: Phone
    taps: int = 0

    def tap(self, target: Locator) -> None:
        """Touch the middle of what a player sees, without scrolling: it is in sight, and nothing lies above it."""
        self.phone.page.wait_for_load_state()  # a page that is still loading has yet to scroll to its anchor
        expect(target).to_be_in_viewport(ratio=1)
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 47.5
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert target.evaluate("(it, [x, y]) => it.contains(document.elementFromPoint(x, y))", [x, y]), "covered"
        self.phone.page.touchscreen.tap(x, y)
        self.taps += 1

    def photograph(self, target: Locator) -> None:
        """Tap a camera button; its own taps are not ours."""
        picture = compose(["7D", "1C"], columns=2, size=(400, 500))
        with self.phone.page.expect_file_chooser() as chosen:
            self.tap(target)
        chosen.value.set_files({"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture})


def camera(phone: Phone, side: str) -> Locator:
    field = phone.page.get_by_label(f"Photograph the cards of {side}")
    return phone.page.locator("#next-round label.button").filter(has=field)


def counts(phone: Phone) -> Locator:
    return phone.page.get_by_role("button", name=re.compile("^Count (the|it)")).locator("visible=true").last


def test_a_photographed_round_takes_three(anna: Phone, recogniser: FakeRecogniser) -> None:
    anna.new_match("Anna", "Bruno")
    recogniser.cards = ANNA
    finger = Finger(anna)
    finger.tap(anna.page.get_by_role("button", name=re.compile("^Scopa! Bruno")))  # when it happens
    finger.photograph(camera(anna, "Anna"))
    expect(anna.page.get_by_role("heading", name="The rest to Bruno")).to_be_visible()
    expect(anna.page.locator('[data-count-rest="cards"]')).to_have_text("19")
    expect(anna.page.get_by_role("spinbutton", name=re.compile("Bruno"))).to_have_value("1")
    expect(anna.page.locator(".photo-frame")).to_be_in_viewport(ratio=1)
    Finger(anna).tap(anna.page.get_by_role("button", name="One more: Sweeps of Anna"))  # nobody has called it
    expect(anna.page.locator("#kept")).to_contain_text("kept")
    finger.tap(counts(anna))
    expect(anna.page).to_have_url(re.compile(r"counted=1\b"))
    anna.sees_totals({"Anna": 4, "Bruno": 2})
    assert finger.taps == 3


def test_a_doubtful_card_is_answered_before_the_round_counts(anna: Phone, recogniser: FakeRecogniser) -> None:
    anna.new_match("Anna", "Bruno")
    recogniser.cards = [*ANNA[:-1], "?10B,9B"]
    finger = Finger(anna)
    finger.photograph(camera(anna, "Anna"))
    question = anna.page.locator(".question.open")
    expect(question).to_be_in_viewport()  # it comes first
    finger.tap(counts(anna))
    expect(question).to_be_focused()
    assert "counted" not in anna.page.url
    # With the other card its sum is odd: that waits until the round is to be counted. Then the same button answers.
    question.locator('input[value="9B"]').check(force=True)
    expect(anna.page.locator("#kept")).to_contain_text("kept")
    odd, button = anna.page.locator("#warned .note"), counts(anna)
    expect(odd).to_have_count(0)
    place = button.bounding_box()
    double_tap(button)  # the second tap of a double tap is no answer
    expect(odd).to_be_in_viewport(ratio=1)
    expect(button).to_contain_text("Count it all the same")
    anna.page.wait_for_timeout(600)  # the answer to the second tap
    assert button.bounding_box() == place
    expect(anna.page.locator(".photo-frame")).to_be_in_viewport()
    anna.page.set_viewport_size({"width": 360, "height": 640})
    until(  # nothing lies under the arrow
        anna.page,
        """() => {
            const summary = document.querySelector("#warned .note summary"), text = document.createRange();
            text.selectNodeContents(summary);
            return text.getBoundingClientRect().right <= summary.getBoundingClientRect().right - 14;
        }""",
    )
    anna.page.locator('.question input[value="10B"]').check(force=True)
    expect(odd).to_have_count(0)
    finger.tap(counts(anna))
    expect(anna.page).to_have_url(re.compile(r"counted=1\b"))
    anna.complaints.clear()  # 422 is noted by the browser


@pytest.mark.parametrize("size", share([(360, 640), (390, 844)], 2, 0))
def test_quick_entry_takes_five_and_stays_where_it_was(anna: Phone, size: tuple[int, int]) -> None:
    anna.page.set_viewport_size({"width": size[0], "height": size[1]})
    anna.new_match("Anna", "Bruno")
    way = anna.page.locator("#next-round .ways a").last
    way.scroll_into_view_if_needed()  # once a match, where the screen is low
    Finger(anna).tap(way)
    expect(anna.page.locator("#award_cards")).to_be_in_viewport()
    for number in (1, 2):
        anna.page.wait_for_load_state()
        finger, place = Finger(anna), counts(anna).bounding_box()
        cells = [anna.page.locator(f".award-cell:has(#award_{rule}-0)") for rule in AWARDS]
        with anna.page.expect_response(re.compile(r"/entry/\?")):  # the panel comes anew with the tap
            finger.tap(cells[0])
        expect(anna.page.locator(".htmx-request")).to_have_count(0)
        assert counts(anna).bounding_box() == place
        for cell in cells[1:]:
            finger.tap(cell)
        finger.tap(counts(anna))
        expect(anna.page).to_have_url(re.compile(rf"counted={number}\b"))
        anna.sees_totals({"Anna": 4 * number, "Bruno": 0})
        assert finger.taps == 5


@pytest.mark.parametrize(("game", "points"), share([("scopa", ()), ("escoba", ()), ("tressette", (7, 4))], 2, 0))
def test_what_the_next_round_asks_stands_above_its_button(anna: Phone, game: str, points: tuple[int, ...]) -> None:
    """At 360 x 640, after a counted round: that is one line, and what the next one asks is seen without scrolling."""
    page = anna.page
    page.set_viewport_size({"width": 360, "height": 640})
    anna.open(f"/new/{game}")
    if game == "scopa":
        page.locator("#count-4").check()  # one sits out
    anna.tap("Shuffle and deal")
    page.locator("#next-round .ways a").last.click()
    expect(page.locator("#round :is(.award-cell, [data-addend])").first).to_be_visible()
    for row in page.locator(".award-row").all():
        if not row.locator(":checked").count():
            row.locator(".award-cell").first.click()
    for seat, number in enumerate(points):
        page.locator(f"#points_{seat}").fill(str(number))
    anna.count(1)
    expect(page.locator('#next-round[data-number="2"]')).to_be_visible()
    assert page.locator(".counted > p").evaluate("p => p.clientHeight <= parseFloat(getComputedStyle(p).lineHeight)")
    bar = counts(anna).bounding_box()
    assert bar
    for asked in page.locator("#round :is(.award-cell, [data-addend])").all():
        expect(asked).to_be_in_viewport(ratio=1)
        box = asked.bounding_box()
        assert box
        assert box["y"] + box["height"] <= bar["y"]
    sheet = page.locator("#round-panel").bounding_box()
    assert sheet
    for step in page.locator("#round .steps:visible").all():
        box = step.bounding_box()
        assert box
        assert box["x"] + box["width"] <= sheet["x"] + sheet["width"]


def test_what_is_refused_on_the_board_is_seen(anna: Phone) -> None:
    anna.new_match("Anna", "Bruno")
    anna.page.locator("#next-round .ways a").last.click()
    expect(anna.page.locator("#award_cards-0")).to_be_attached()
    anna.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    counts(anna).click()
    expect(anna.page.locator("#problems")).to_be_focused()
    expect(anna.page.locator("#problems")).to_be_in_viewport()
    anna.complaints.clear()  # 422 is noted by the browser


def test_correcting_a_sweep_of_an_old_round_takes_three(anna: Phone) -> None:
    anna.new_match("Anna", "Bruno")
    anna.page.locator("#next-round .ways a").last.click()
    for number in (1, 2):
        for rule in ("cards", "coins", "settebello", "primiera"):
            anna.page.locator(f"#award_{rule}-{number - 1}").check()
        anna.count(number)
    anna.sees_totals({"Anna": 4, "Bruno": 4})
    finger = Finger(anna)
    finger.tap(anna.page.get_by_role("button", name="Correct round 1"))
    finger.tap(anna.page.get_by_role("button", name="One more: Sweeps of Bruno"))
    finger.tap(counts(anna))
    expect(anna.page).to_have_url(re.compile(r"counted=1\b"))
    anna.sees_totals({"Anna": 4, "Bruno": 5})
    assert finger.taps == 3
    menu = anna.page.locator(".row-menu > summary").last
    menu.scroll_into_view_if_needed()
    finger.tap(menu)
    anna.page.touchscreen.tap(180, 60)  # beside it
    expect(anna.page.get_by_role("button", name="Delete round 1")).to_be_hidden()
    finger.tap(menu)
    finger.tap(anna.page.get_by_role("button", name="Delete round 1"))
    anna.sees_totals({"Anna": 0, "Bruno": 4})
    anna.tap("Undo")
    anna.sees_totals({"Anna": 4, "Bruno": 5})


def test_what_is_entered_and_called_stays_while_the_board_comes_anew(anna: Phone, bruno: Phone) -> None:
    """The form was drawn before the call, and is stored at every tap."""
    board = anna.new_match("Anna", "Bruno")
    bruno.to_board(board)
    anna.page.locator("#next-round .ways a").last.click()
    anna.page.locator("#award_cards-0").check()
    bruno.page.get_by_role("button", name=re.compile("^Scopa! Bruno")).click()
    expect(anna.page.get_by_role("button", name=re.compile("^Scopa! 1 Bruno"))).to_be_visible()
    expect(anna.page.locator("#award_cards-0")).to_be_checked()
    for rule in ("coins", "settebello", "primiera"):
        anna.page.locator(f"#award_{rule}-0").check()
    expect(anna.page.get_by_role("button", name=re.compile("^Scopa! 1 Bruno"))).to_be_visible()
    anna.count(1)
    anna.sees_totals({"Anna": 4, "Bruno": 1})
    expect(anna.page.locator("[data-say]")).to_have_text(re.compile(r"Round 1: Anna\s4, Bruno\s1"))
    # The panel of the other phone is of the next round now, in the way that was used.
    expect(bruno.page.locator('#next-round[data-number="2"] #award_cards')).to_be_visible()
