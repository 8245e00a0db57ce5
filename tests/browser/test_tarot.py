"""Scarto and Scopinion on a phone: 78 cards behind tabs, the sum that must be 78, counters that count along."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.table import Phone, pile
from tests.browser.test_screens import measure

PILES = pile("FOOL KS KH T1 T20 QS 1S 2D T5 7C"), pile("NH JC 9H 1D KC")
"""The third player takes the rest; two cards are left over in the second pile."""


def begin(phone: Phone, game: str) -> tuple[Page, str]:
    """A new match with what the form offers; returns the page and the address of its board."""
    page = phone.page
    phone.open(f"/new/{game}")
    page.locator("form button.primary").last.click()
    page.wait_for_selector("#board")
    return page, page.url


def test_a_round_of_scarto(anna: Phone) -> None:
    """Two piles tapped in behind their tabs, counted along; the rest; the receipt; then a sum that is not 78."""
    page, board = begin(anna, "scarto")
    for index, cards in enumerate(PILES):
        page.goto(f"{board}rounds/1/entry/piles/{index}")
        for code in cards:
            page.locator(f"#card-tab-{'T' if code[0] in 'TF' else code[-1]}").check(force=True)
            page.locator(f"#card-{code}").check(force=True)
        assert not measure(page)
        expect(page.locator("#tally")).to_contain_text(("26", "9")[index])
        anna.confirm_pile()
    page.goto(f"{board}rounds/1/entry/?by=piles")
    page.get_by_role("button", name="Takes the rest").click()
    expect(page.locator("[data-sum]")).to_have_text("78")
    assert not measure(page)
    page.get_by_role("button", name="Count the round").last.click()
    page.wait_for_url("**/?counted=1#*")
    page.goto(f"{board}rounds/1")
    expect(page.locator("body")).to_contain_text("The Fool, held by")
    assert not measure(page)
    page.goto(f"{board}rounds/2/entry/quick")
    for index, points in enumerate(("30", "30", "19")):
        page.locator(f"#points_{index}").fill(points)
    expect(page.locator("[data-sum]")).to_have_text("79")
    page.get_by_role("button", name="Count the round").last.click()
    expect(page.locator("#problems")).to_contain_text("79")
    assert not measure(page)
    # A browser reports every refusal: this one was meant.
    anna.complaints[:] = [complaint for complaint in anna.complaints if "422" not in complaint]


def test_the_counters_of_scopinion(anna: Phone) -> None:
    page, board = begin(anna, "scopinion")
    page.goto(f"{board}rounds/1/entry/")
    for _ in range(3):
        page.locator('[data-step="1"][data-for="counts_0_deck_spades"]').click()
    expect(page.locator("#counts_0_deck_spades")).to_have_value("3")
    page.locator("#counts_1_deck_red").fill("2")
    assert not measure(page)
    page.get_by_role("button", name="Count the round").last.click()
    page.wait_for_url("**/?counted=1#*")
    page.goto(f"{board}rounds/1")
    expect(page.locator("body")).to_contain_text("each takes 2 off")
    assert not measure(page)


def first_number(anna: Phone) -> tuple[Page, list[Locator]]:
    """Type 30 for the first player, where the players have counted; returns the page and the three fields."""
    page, board = begin(anna, "scarto")
    page.goto(f"{board}rounds/1/entry/quick")
    fields = [page.locator(f"#points_{index}") for index in range(3)]
    fields[0].click()
    page.keyboard.type("30")
    return page, fields


def test_a_number_that_was_filled_in_is_replaced_by_what_is_typed(anna: Phone) -> None:
    """Typed behind it, 30 would make 1830; and the sum is that of the numbers on the screen, also after an answer."""
    page, fields = first_number(anna)
    with page.expect_response(lambda response: "/rounds/1/entry/ways/points/events" in response.url):
        fields[1].click()
        page.keyboard.type("28")
    expect(fields[2]).to_have_value("20")
    expect(page.locator("[data-sum]")).to_have_text("78")
    page.wait_for_timeout(500)  # the answer to the first number is drawn
    expect(page.locator("[data-sum]")).to_have_text("78")
    fields[2].click()
    page.keyboard.type("30")
    expect(fields[2]).to_have_value("30")


def test_what_was_filled_in_follows_also_after_a_page_that_is_of_before(anna: Phone) -> None:
    """On a slow server a poll forgot that the last number was filled in: 30 typed there made 2030."""
    page, fields = first_number(anna)
    with page.expect_response("**/rounds/1/entry/ways/*/events"):
        fields[1].click()
    page.keyboard.type("28")
    page.evaluate("htmx.trigger('#news', 'refresh')")
    expect(fields[0]).to_have_attribute("value", "30")  # the page came, and knows of the first number alone
    page.keyboard.press("Backspace")
    page.keyboard.type("7")
    expect(fields[2]).to_have_value("21")
    fields[2].click()
    page.keyboard.type("30")
    expect(fields[2]).to_have_value("30")
