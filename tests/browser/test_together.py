"""Several phones at one table, live: who enters what, what is entered, a card in two piles, the round counted once."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.table import Phone, come, until
from tests.browser.test_screens import measure
from tests.shares import only_thorough


def kept(page: Page) -> None:
    expect(page.locator("#kept")).to_contain_text("✓ kept")


def theirs_is_whole(page: Page, code: str) -> bool:
    """Whether the name of the side that has a card is not cut off."""
    name = page.locator(f"label:has(#card-{code}) .cell-owner-name")
    whole: bool = name.evaluate("element => element.scrollWidth <= element.clientWidth")
    return whole


def seconds(until: Callable[[], None]) -> float:
    """How long something takes to be seen."""
    begun = time.monotonic()
    until()
    return time.monotonic() - begun


def test_two_phones_enter_one_round_and_watchers_see_it(anna: Phone, bruno: Phone, phone: Callable[..., Phone]) -> None:
    board = anna.new_match("Anna", "Bruno")
    anna.open(f"{board}share")
    watcher = phone()
    watcher.open(next(iter(re.findall(r"http://[^\s\"<]+/w/[^\s\"<]+", anna.page.content()))))
    anna.open(f"{board}rounds/1/entry/?by=piles")
    bruno.open(board)
    expect(bruno.page.locator("#next-round")).to_be_visible()
    anna.open(f"{board}rounds/1/entry/piles/0")
    entered = "being entered"
    figures = {
        "presence, player": seconds(lambda: expect(bruno.page.locator("#board .entering")).to_have_text(entered)),
        "presence, watcher": seconds(lambda: expect(watcher.page.locator("#board .entering")).to_have_text(entered)),
    }
    assert not measure(bruno.page)
    # Both enter; his page shows her cards as hers, and his ticks stay.
    bruno.open(f"{board}rounds/1/entry/piles/1")
    bruno.page.locator("#card-7C").check()
    kept(bruno.page)
    anna.page.locator("#card-7D").check()
    theirs = bruno.page.locator("label:has(#card-7D) .cell-owner-name")
    figures["a tap on the grid, player"] = seconds(lambda: expect(theirs).to_have_text("Anna"))
    expect(bruno.page.locator("#card-7C")).to_be_checked()
    # The same card in two piles lights up on both.
    bruno.page.locator("#card-7D").check()
    question = "This card is in two piles. Whose is it?"
    for each in (anna, bruno):
        expect(each.page.locator("#twice")).to_contain_text(question)
    # Whose a card is, is not cut off; a court card that both have ticked still says what it is.
    assert theirs_is_whole(anna.page, "7C")
    bruno.page.locator("#card-8S").check()
    expect(anna.page.locator("label:has(#card-8S) .cell-owner-name")).to_have_text("Bruno")
    anna.page.locator("#card-8S").check()
    expect(anna.page.locator("#twice li")).to_have_count(2)
    expect(anna.page.locator("label:has(#card-8S) .cell-rank")).to_be_visible()
    anna.page.locator("#twice").get_by_role("button", name="knave of swords to Bruno").click()
    expect(anna.page.locator("#twice li")).to_have_count(1)
    anna.page.locator("#twice").get_by_role("button", name="seven of coins to Bruno").click()
    for each in (anna, bruno):
        expect(each.page.locator("#twice")).to_have_count(0)
    expect(bruno.page.locator("#card-7D")).to_be_checked()
    expect(anna.page.locator("#card-7D")).not_to_be_checked()
    print({name: round(value, 2) for name, value in figures.items()})


def test_a_poll_of_before_takes_no_tap_back(anna: Phone) -> None:
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    anna.tap_pile("Anna", ["7D"])
    anna.take_rest(39)
    page = anna.page
    polls: list[tuple[Route, APIResponse]] = []
    page.route("**/rounds/1/entry/?by=piles", lambda route: polls.append((route, route.fetch())))
    anna.sweeps("Bruno", 1)
    until(page, "() => document.querySelector('#sweeps_1').value === '1'")
    come(page, polls)
    # The poll says one; the second sweep is on its way when it comes, and the third is tapped after it.
    taps: list[Route] = []
    page.route("**/events", lambda route: taps.append(route))
    more = page.get_by_role("button", name="One more: Sweeps of Bruno")
    more.click()
    poll, answer = polls[0]
    with page.expect_event("requestfinished", lambda request: request is poll.request):
        poll.fulfill(response=answer)
    page.wait_for_timeout(200)
    expect(page.locator("#sweeps_1")).to_have_value("2")
    more.click()
    page.unroute("**/rounds/1/entry/?by=piles")
    taps[0].continue_()
    page.unroute("**/events")
    until(page, "() => localStorage.getItem('settebello events') === null")
    expect(page.locator("#sweeps_1")).to_have_value("3")
    anna.count(1)


def test_a_poll_of_before_takes_no_call_back(anna: Phone, bruno: Phone) -> None:
    bruno.open(anna.new_match("Anna", "Bruno"))
    page = anna.page
    held: list[tuple[Route, APIResponse]] = []

    def hold_news(route: Route) -> None:
        answer = route.fetch()
        if answer.status == 200:
            held.append((route, answer))
        else:
            route.fulfill(response=answer)

    page.route("**/live?*", hold_news)
    bruno.page.locator("#call-1").click()
    come(page, held)
    call = page.locator("#call-0")
    call.click()
    until(page, "() => localStorage.getItem('settebello events') === null")
    poll, answer = held[0]
    with page.expect_event("requestfinished", lambda request: request is poll.request):
        poll.fulfill(response=answer)
    page.wait_for_timeout(400)  # two quick taps are one
    call.click()
    until(page, "() => localStorage.getItem('settebello events') === null")
    page.unroute("**/live?*")
    page.reload()
    expect(page.locator("#call-0 [data-called]")).to_have_text("2")


REASON = "[id^=adjust_reason_] >> nth=0"


def test_what_is_typed_stays_while_another_phone_enters(anna: Phone, bruno: Phone) -> None:
    board = anna.new_match("Anna", "Bruno")
    anna.open(f"{board}rounds/1/entry/quick")
    bruno.open(f"{board}rounds/1/entry/quick")
    bruno.page.locator("#adjust > summary").click()
    bruno.page.locator(REASON).press_sequentially("mis")
    anna.page.locator("#award_cards-0").check()
    expect(bruno.page.locator("#award_cards-0")).to_be_checked()
    expect(bruno.page.locator(REASON)).to_be_focused()
    bruno.page.locator(REASON).press_sequentially("deal")
    expect(bruno.page.locator(REASON)).to_have_value("misdeal")
    bruno.page.locator("#award_coins-1").check()
    expect(anna.page.locator("#award_coins-1")).to_be_checked()
    expect(anna.page.locator(REASON)).to_have_value("misdeal")
    expect(anna.page.locator("#award_cards-0")).to_be_checked()


def test_what_a_page_was_refused_for_stays_until_it_is_answered_here_or_elsewhere(anna: Phone, bruno: Phone) -> None:
    board = anna.new_match("Anna", "Bruno")
    for phone in (anna, bruno):
        phone.open(f"{board}rounds/1/entry/quick")
    anna.tap("Count the round")
    expect(anna.page.locator("#problems")).to_be_visible()
    with anna.page.expect_response(lambda response: "/live" in response.url and response.status == 200):
        bruno.page.locator("#award_cards-1").check()
    expect(anna.page.locator(".htmx-request")).to_have_count(0)
    expect(anna.page.locator("#problems")).to_be_visible()
    for rule in ("coins", "settebello", "primiera"):
        anna.page.locator(f"#award_{rule}-0").check()
    anna.tap("Count the round")
    expect(anna.page.locator("#problems")).to_contain_text("The round has changed meanwhile. Look, then count it.")
    expect(anna.page.locator("#award_cards-1")).to_be_checked()
    anna.count(1)
    anna.sees_totals({"Anna": 3, "Bruno": 1})

    # A refused page follows the phone that corrects its number, and counts.
    for phone in (anna, bruno):
        phone.open(f"{board}rounds/2/entry/quick")
    points = "[id^=adjust_points_] >> nth=0"
    for rule in ("cards", "coins", "settebello", "primiera"):
        anna.page.locator(f"#award_{rule}-0").check()
    anna.page.locator("#adjust > summary").click()
    anna.page.locator("[id^=adjust_side_][type=radio] >> nth=1").check()
    anna.page.locator(REASON).fill("misdeal")
    anna.page.locator(points).fill("99999")
    anna.tap("Count the round")
    expect(anna.page.locator("#problems")).to_contain_text("from 1 to 9999")
    expect(bruno.page.locator(points)).to_have_value("99999")
    bruno.page.locator(points).fill("3")
    bruno.page.locator(points).blur()
    expect(anna.page.locator("#problems")).to_have_count(0)
    expect(anna.page.locator(points)).to_have_value("3")
    anna.count(2)
    for phone in (anna, bruno):  # whoever counts, the other phone goes to the board
        phone.sees_totals({"Anna": 7, "Bruno": 4})
    anna.complaints.clear()  # the browser notes the 422


@only_thorough
def test_the_panel_follows_the_other_phone_and_whoever_counts_both_go_on(anna: Phone, bruno: Phone) -> None:
    board = anna.new_match("Anna", "Bruno")
    for phone in (anna, bruno):
        phone.open(board)
        phone.page.locator("#next-round").get_by_role("link", name="Who won what").click()
        expect(phone.page.locator("#next-round #award_cards-0")).to_have_count(1)
    anna.page.locator("#award_cards-0").check()
    taken = seconds(lambda: expect(bruno.page.locator("#award_cards-0")).to_be_checked())
    for place, rule in enumerate(("settebello", "coins", "primiera")):
        (anna, bruno)[place % 2].page.locator(f"#award_{rule}-{(place + 1) % 2}").check()
    for phone in (anna, bruno):
        expect(phone.page.locator("input[name^=award_]:checked")).to_have_count(4)
    print({"a tap on the panel, player": round(taken, 2)})
    anna.page.get_by_role("button", name="Count the round").last.click()
    taken = seconds(lambda: expect(bruno.page.locator('#next-round[data-number="2"]')).to_have_count(1))
    for phone in (anna, bruno):
        phone.sees_totals({"Anna": 2, "Bruno": 2})
    print({"another phone on the board": round(taken, 2)})


def test_a_correction_follows_its_round_when_an_earlier_one_is_deleted(anna: Phone, bruno: Phone) -> None:
    """Else the next tap of the phone that corrects would go into another round."""
    board = anna.new_match("Anna", "Bruno", target=21)
    for number, winner in ((1, 0), (2, 1), (3, 0)):
        anna.win(board, number, winner)
    anna.to_board(board)
    bruno.to_board(board)
    anna.tap("Correct round 3")
    expect(anna.page.get_by_role("heading", name="Correct round 3")).to_be_visible()
    bruno.page.locator("#menu-1 > summary").click()
    bruno.tap("Delete round 1")
    expect(anna.page.get_by_role("heading", name="Correct round 2")).to_be_visible()
    anna.page.locator("#award_cards-1").check()
    anna.tap("Count the correction")
    expect(anna.page).to_have_url(re.compile(r"counted=2\b"))
    anna.sees_totals({"Anna": 3, "Bruno": 5})
