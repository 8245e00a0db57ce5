"""The main job: three rounds to eleven, by photograph, by tapping and by quick entry, to the ruling."""

import re

from playwright.sync_api import expect

from tests.browser.table import Phone, pile
from tests.fakes import FakeRecogniser
from tests.photographs import compose

# Cards 21, coins 4, the settebello, primiera 7D 7C 7S 6B.
ANNA_1 = pile("1D 4D 6D 7D 2C 3C 6C 7C 8C 9C 1S 4S 7S 8S 10S 2B 3B 4B 6B 9B 10B")
# Cards 18, coins 6 with the settebello and without the king.
BRUNO_2 = pile("2D 3D 5D 7D 8D 9D 1C 4C 5C 10C 2S 3S 5S 6S 9S 1B 5B 7B")


def test_a_match_of_three_rounds_to_eleven(anna: Phone, recogniser: FakeRecogniser) -> None:
    anna.page.emulate_media(reduced_motion="no-preference")
    anna.new_match("Anna", "Bruno", deck="settebello")

    anna.start_round(1)
    recogniser.cards = [*ANNA_1[:-1], "?10B,9B"]
    anna.photograph_pile("Anna", compose(["7D"], columns=1, size=(900, 1200)))
    page = anna.page
    page.locator(".question.open").first.locator('input[value=""]').check()
    page.locator("#card-10B").check()
    anna.confirm_pile()
    anna.take_rest(19)
    anna.sweeps("Anna", 1)
    anna.sweeps("Bruno", 2)
    anna.count(1)
    anna.why(1)
    expect(page.locator(".rule-primiera .hand").first.locator("img")).to_have_count(4)
    expect(page.locator(".rule-primiera")).to_contain_text("81")
    anna.tap("To the board")
    # Anna: cards, settebello, primiera and a sweep; Bruno: coins 6-4 and two sweeps.
    anna.sees_totals({"Anna": 4, "Bruno": 3})

    anna.start_round(2)
    anna.tap_pile("Bruno", BRUNO_2)
    anna.take_rest(22)
    anna.count(2)
    before = anna.totals()
    anna.tap("Take round 2 back")
    expect(page.get_by_text("Round 2 is taken back.")).to_be_visible()
    anna.sees_totals({"Anna": 4, "Bruno": 3})
    anna.start_round(2)
    anna.count(2)
    anna.sees_totals(before)

    # The edit: Anna made two sweeps more in round 1 than was entered.
    page.get_by_role("link", name=re.compile("Why.*Round 1")).click()
    anna.tap("Correct")
    expect(page.get_by_role("heading", name="Correct round 1")).to_be_visible()
    anna.sweeps("Anna", 2)
    anna.count(1)
    anna.sees_totals({"Anna": before["Anna"] + 2, "Bruno": before["Bruno"]})

    anna.start_round(3)
    anna.tap("Who won what")
    for rule in ("cards", "coins", "settebello", "primiera"):
        page.locator(f"#award_{rule}-0").check()
    anna.count(3)
    expect(page.locator(".winner-name")).to_have_text("Anna wins")
    expect(page.locator(".winner-banner")).to_contain_text(re.compile(r"Anna wins with 1\d"))
    anna.open("/")
    expect(page.get_by_text("Finished")).to_be_visible()
