"""A phone corrects an early round of Scala 40 and is led through the later rounds that lack something now."""

from playwright.sync_api import Page, expect

from tests.browser.table import Phone
from tests.browser.test_games import looked_at

OPEN = "Round 2 is not counted yet"


def numbers(page: Page, closer: int, **penalties: str) -> None:
    """Fill in the form of a round by numbers."""
    page.locator(f"#closer-{closer}").check(force=True)
    for field, number in penalties.items():
        page.locator(f"#{field}").fill(number)


def counted(page: Page) -> None:
    page.get_by_role("button", name="Count the round").last.click()
    expect(page.locator("#board")).to_be_visible()


def test_an_early_round_is_corrected_and_the_later_ones_asked(anna: Phone, bruno: Phone) -> None:
    page = anna.page
    anna.open("/new/scala40")
    anna.unfold("#players-fold")
    page.locator("#count-3").check()
    for seat, name in enumerate(("Anna", "Bruno", "Carla")):
        page.locator(f"#name_{seat}").fill(name)
    anna.tap("Shuffle and deal")
    expect(page.locator("#board")).to_be_visible()
    board = page.url.partition("?")[0]
    anna.open(f"{board}rounds/1/entry/quick")
    numbers(page, 0, penalty_1="101", penalty_2="5")
    counted(page)
    for number, closer, field in ((2, 0, "penalty_2"), (3, 2, "penalty_0")):
        expect(page.locator("#next-round")).to_contain_text("Carla deals" if number == 2 else "Anna deals")
        anna.open(f"{board}rounds/{number}/entry/quick")
        numbers(page, closer, **{field: "20"})
        counted(page)
    anna.sees_totals({"Anna": 20, "Bruno": 101, "Carla": 25})
    bruno.open(board)

    # Bruno's 101 were 10. The phone is led to round 2, which lacks his hand; the other one says so by itself.
    page.get_by_role("button", name="Correct round 1").click()
    page.locator("#penalty_1").fill("10")
    page.get_by_role("button", name="Count the correction").last.click()
    expect(page.get_by_role("heading", name="Correct round 2")).to_be_visible()
    expect(page.locator("#open-round")).to_contain_text("The cards left in hand are missing: Bruno.")
    expect(page.locator("#penalty_2")).to_have_value("20")
    looked_at(anna, "open-round-entry")
    expect(bruno.page.locator("#open-round")).to_contain_text(OPEN)
    bruno.sees_totals({"Anna": 0, "Bruno": 10, "Carla": 5})
    expect(bruno.page.locator("#next-round")).to_have_text("")
    looked_at(bruno, "open-round-board")

    page.locator("#penalty_1").fill("30")
    page.get_by_role("button", name="Count the correction").last.click()
    expect(page.get_by_role("heading", name="Correct round 3")).to_be_visible()

    # Anna has to go: the other phone takes over from the board.
    bruno.page.get_by_role("button", name="Complete round 3").click()
    expect(bruno.page.get_by_role("heading", name="Correct round 3")).to_be_visible()
    bruno.page.locator("#penalty_1").fill("7")
    bruno.page.get_by_role("button", name="Count the correction").last.click()
    expect(bruno.page.locator("#board")).to_be_visible()
    expect(bruno.page.locator("#open-round")).to_have_count(0)
    bruno.sees_totals({"Anna": 20, "Bruno": 47, "Carla": 25})
    expect(bruno.page.locator("#next-round")).to_contain_text("Anna deals")
