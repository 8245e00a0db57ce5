"""Escoba on a phone: the fifteen check without a match, and a round from the piles to its receipt."""

import time

from playwright.sync_api import Page, Route, expect

from tests.browser.table import Phone, until
from tests.browser.test_screens import measure


def test_the_detective_without_a_match(anna: Phone) -> None:
    """One screen, one verdict: 24 on the table cannot be, and it is said while it is tapped."""
    page = anna.page
    anna.open("/referee/?game=escoba")
    page.locator("button[value=fifteen]").click()
    page.wait_for_url("**/referee/*/")
    for code in ("10C", "10S", "4C"):
        page.locator(f"#rest-{code}").check()
    expect(page.locator("#chosen")).to_contain_text("24 cannot be left")
    assert not measure(page)
    page.get_by_role("button", name="Why?").click()
    page.wait_for_url("**/ruling")
    expect(page.locator("h1")).to_have_text("Something is wrong: 24 cannot be left over.")
    assert not measure(page)


def in_view(page: Page) -> None:
    """Expect cards on a usual and on a small phone."""
    for width, height, rows in ((320, 640, 2), (390, 844, 5)):
        page.set_viewport_size({"width": width, "height": height})
        assert rows_in_view(page) >= rows


def test_the_cards_stay_in_view_while_piles_are_tapped(anna: Phone) -> None:
    """Photographs are folded away, and the answer takes its line and one more, the sums."""
    page = anna.page
    anna.open("/referee/?game=escoba")
    page.locator("button[value=fifteen]").click()
    page.wait_for_url("**/referee/*/")
    in_view(page)
    for name, codes in (("pile_0", "7D 8D 9D 5D"), ("pile_1", "10C 5C 2C"), ("rest", "4S")):
        page.locator(f"#at-{name}").check()
        for code in codes.split():
            page.locator(f"#{name}-{code}").check()
    expect(page.locator(".fifteen-line")).to_contain_text("17")
    expect(page.locator(".fifteen-line")).to_contain_text("4")
    page.evaluate("scrollTo(0, 0)")
    in_view(page)
    page.locator(".photo-fold > summary").click()
    expect(page.get_by_text("Choose a picture").first).to_be_visible()


def rows_in_view(page: Page) -> int:
    """How many whole rows of cards are between the top of the page and the answer that is fixed below."""
    return page.evaluate("""() => {
        const dock = document.querySelector(".asking").getBoundingClientRect().top;
        const faces = [...document.querySelectorAll(".slot .cell-face")].map((face) => face.getBoundingClientRect());
        return new Set(faces.filter((face) => face.height && face.bottom <= dock).map((face) => face.top)).size;
    }""")  # type: ignore[no-any-return]


def first_pile(anna: Phone, path: str = "piles/0") -> Page:
    """Start a match of Anna against Bruno and open the grid of Anna's pile."""
    page = anna.page
    anna.open("/new/escoba")
    page.locator("#name_0").fill("Anna")
    page.locator("#name_1").fill("Bruno")
    anna.tap("Shuffle and deal")
    page.wait_for_url("**/m/*/")
    page.goto(f"{page.url}rounds/1/entry/{path}")
    return page


def test_a_round_of_piles(anna: Phone) -> None:
    page = first_pile(anna)
    for code in ("10D", "5D", "7D", "7C", "1C", "8S", "7S"):
        page.locator(f"#card-{code}").check()
    expect(page.locator("#tally [data-count=fifteens]")).to_have_text("0")
    assert not measure(page)
    anna.confirm_pile()
    page.locator("button[formaction$='/rest/1']").click()
    anna.sweeps("Anna", 1)
    anna.unfold("#adjust")
    page.locator("[data-for=wrong_1][data-step='1']").click()
    assert not measure(page)
    page.locator("button[value=count]").last.click()
    page.wait_for_url("**counted=1#*")
    anna.why(1)
    expect(page.locator("main")).to_contain_text("Points off: 5, that is 4 and the escobas of the round: 1.")
    assert not measure(page)


def test_what_is_tapped_before_the_answer_to_the_tap_before_is_not_lost(anna: Phone) -> None:
    page = first_pile(anna)
    page.locator("#card-7D").check()
    anna.confirm_pile()

    def slow(route: Route) -> None:
        time.sleep(0.7)
        route.continue_()

    page.route("**/rounds/1/entry/**", slow)
    with (
        page.expect_response(lambda response: "sweeps_0" in (response.request.post_data or "")),
        page.expect_response(lambda response: response.url.endswith("/rest/1")),
    ):
        page.locator("button[formaction$='/rest/1']").click()
        page.locator("[data-for=sweeps_0][data-step='1']").dispatch_event("click")  # called on the board, or folded
    page.wait_for_timeout(1000)  # whatever else is on its way has come back
    expect(page.locator("#sweeps_0")).to_have_value("1")
    page.unroute("**/rounds/1/entry/**")
    page.reload()
    expect(page.locator("#sweeps_0")).to_have_value("1")


def kept(page: Page, answer: str) -> None:
    """Tap an answer and wait until the page knows that it is kept: the next tap says what it changes of that."""
    was = page.locator("#was").input_value()
    page.locator(f"#{answer}").check()
    expect(page.locator("#was")).not_to_have_value(was)


def test_all_coins_answers_two_more_questions_and_takes_the_answers_back(anna: Phone) -> None:
    page = first_pile(anna, "quick")
    kept(page, "award_most_coins-1")
    kept(page, "award_all_coins-0")
    expect(page.locator("#award_most_coins-2")).to_be_checked()
    expect(page.locator("#award_seven_of_coins-0")).to_be_checked()
    kept(page, "award_all_coins-1")
    expect(page.locator("#award_seven_of_coins-1")).to_be_checked()
    kept(page, "award_all_coins-2")
    expect(page.locator("#award_most_coins-1")).to_be_checked()
    expect(page.locator("#award_seven_of_coins input:checked")).to_have_count(0)
    kept(page, "award_four_sevens-0")
    kept(page, "award_most_cards-1")
    page.get_by_role("button", name="Count the round").last.click()
    expect(page.locator(".note.counted")).to_contain_text("Anna\u00a03, Bruno\u00a02")
    quick = f"{page.url.partition('?')[0]}rounds/2/entry/quick"
    page.goto(quick)
    kept(page, "award_all_coins-0")
    held: list[Route] = []
    page.route("**/base/events.js", lambda route: held.append(route))
    page.goto(quick, wait_until="commit")
    page.locator("#award_all_coins-1").check()  # before the scripts came
    for route in held:
        route.continue_()
    page.unroute("**/base/events.js")
    expect(page.locator("#award_seven_of_coins-1")).to_be_checked()
    until(page, "() => localStorage.getItem('settebello events') === null")
    page.route("**/events", lambda route: route.abort())
    page.locator("#award_all_coins-0").check()
    page.locator("#award_most_coins-1").check()  # otherwise than was filled in
    anna.reload()
    expect(page.locator("#award_seven_of_coins-0")).to_be_checked()
    expect(page.locator("#award_most_coins-1")).to_be_checked()
    anna.complaints.clear()  # the browser notes what failed
