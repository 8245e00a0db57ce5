"""Reload, Back, double tap, a lost connection, a second phone: nothing is lost, nothing counts twice."""

import re
from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Route, expect
from sqlalchemy import func, select

from tests.browser.table import Phone, double_tap, hold_the_first, until
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from webapp.match.models import Round

LOST = "No connection."


def rounds_counted(app: Flask) -> int:
    with app.extensions["database"].reading() as session:
        return session.scalar(select(func.count(Round.id))) or 0


def answer_all(phone: Phone, winner: int) -> None:
    for rule in ("cards", "coins", "settebello", "primiera"):
        phone.page.locator(f"#award_{rule}-{winner}").check()


def test_taps_that_wait_for_the_answer_to_one_before_are_kept_on_the_phone(anna: Phone) -> None:
    """A page that the phone discards and loads again still has all of them."""
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    anna.page.get_by_role("link", name="Tap in Anna").click()
    unanswered: list[Route] = []
    anna.page.route("**/piles/0/events", lambda route: unanswered.append(route))
    for code in ("7D", "1C", "5S"):
        anna.page.locator(f"#card-{code}").check()
    anew = anna.page.context.new_page()
    anew.goto(anna.page.url)
    for code in ("7D", "1C", "5S"):
        expect(anew.locator(f"#card-{code}")).to_be_checked()
    expect(anew.locator("#kept")).to_contain_text("✓ kept")
    assert len(unanswered) == 1


def test_a_double_tap_counts_one_round_and_back_counts_nothing_again(anna: Phone, served: tuple[Flask, str]) -> None:
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    anna.tap("Who won what")
    answer_all(anna, 0)
    double_tap(anna.page.get_by_role("button", name="Count the round").last)
    expect(anna.page).to_have_url(re.compile(r"counted=1\b"))
    anna.sees_totals({"Anna": 4, "Bruno": 0})
    assert rounds_counted(served[0]) == 1
    anna.page.go_back()
    expect(anna.page.locator('#next-round[data-number="2"]')).to_have_count(1)
    anna.sees_totals({"Anna": 4, "Bruno": 0})
    anna.page.go_forward()
    assert rounds_counted(served[0]) == 1


def test_taps_survive_a_reload_going_away_and_a_lost_connection(anna: Phone) -> None:
    board = anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    anna.tap_pile("Anna", ["7D"], finish=False)
    expect(anna.page.locator("#kept")).to_contain_text("✓ kept")
    anna.page.context.set_offline(True)
    for code in ("1C", "2C", "5S"):
        anna.page.locator(f"#card-{code}").check()
    expect(anna.page.get_by_text(LOST)).to_be_visible()
    expect(anna.page.locator('#tally [data-count="cards"]')).to_have_text("4")
    anna.page.context.set_offline(False)
    expect(anna.page.get_by_text(LOST)).to_be_hidden()
    anna.reload()
    expect(anna.page.locator("#card-5S")).to_be_checked()
    expect(anna.page.locator('#tally [data-count="cards"]')).to_have_text("4")
    anna.to_board(board)
    anna.start_round(1)
    expect(anna.page.locator(".next-pile").first).to_contain_text("4 cards")
    # A page that replaced the form, such as that of an error, neither polls nor sends: nothing would be sent again.
    anna.page.context.set_offline(True)
    expect(anna.page.locator("#connection")).to_contain_text(LOST)
    anna.page.evaluate("document.querySelector('#main').replaceChildren()")
    anna.page.context.set_offline(False)
    expect(anna.page.locator("#connection")).to_be_hidden()
    anna.complaints.clear()  # the browser says that it was offline


def test_an_answer_that_never_arrives_does_not_count_the_round_twice(anna: Phone, served: tuple[Flask, str]) -> None:
    """The server counts the round, the phone gets no answer, and sends the form again by itself."""
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    anna.tap("Who won what")
    answer_all(anna, 0)
    expect(anna.page.locator("#kept")).to_contain_text("✓ kept")
    lost = []

    def swallow(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch(max_redirects=0).status)
            route.abort()
        else:
            route.continue_()

    anna.page.route("**/entry/ways/awards/count", swallow)
    anna.tap("Count the round")
    expect(anna.page).to_have_url(re.compile(r"counted=1\b"))
    assert lost == [200]
    assert rounds_counted(served[0]) == 1
    anna.complaints.clear()


def test_what_is_tapped_and_taken_back_before_the_answer_is_taken_back(anna: Phone) -> None:
    board = anna.new_match("Anna", "Bruno")
    anna.open(f"{board}rounds/1/entry/quick")
    released = hold_the_first(anna, "**/rounds/1/entry/ways/*/events")
    anna.page.locator("#award_cards-0").check()
    anna.page.locator("#award_cards-1").check()
    anna.page.locator("#award_coins-0").check()
    anna.page.locator("[data-for=sweeps_0][data-step='1']").dispatch_event("click")  # hidden beside "Scopa!"
    anna.page.locator("[data-for=sweeps_0][data-step='-1']").dispatch_event("click")
    anna.page.locator("#award_cards-2").check()
    released()
    with anna.page.expect_response(lambda response: "award_primiera" in (response.request.post_data or "")):
        anna.page.locator("#award_primiera-1").check()
    anna.reload()
    expect(anna.page.locator("#award_cards-2")).to_be_checked()
    expect(anna.page.locator("#award_coins-0")).to_be_checked()
    expect(anna.page.locator("#sweeps_0")).to_have_value("0")

    anna.open(f"{board}rounds/1/entry/piles/0")
    released = hold_the_first(anna, "**/rounds/1/entry/piles/0/events")
    for card in ("7D", "1C"):
        anna.page.locator(f"#card-{card}").check()
    anna.page.locator("#card-7D").uncheck()
    released()
    with anna.page.expect_response(lambda response: "2C" in (response.request.post_data or "")):
        anna.page.locator("#card-2C").check()
    anna.reload()
    expect(anna.page.locator("#card-7D")).not_to_be_checked()
    for card in ("1C", "2C"):
        expect(anna.page.locator(f"#card-{card}")).to_be_checked()


def test_the_photograph_waits_for_the_connection(anna: Phone, recogniser: FakeRecogniser) -> None:
    recogniser.cards = ("7D", "1C")
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    anna.page.context.set_offline(True)
    field = anna.page.get_by_label("Photograph the cards of Anna")
    picture = compose(["7D", "1C"], columns=2, size=(400, 500))
    field.set_input_files({"name": "pile.jpg", "mimeType": "image/jpeg", "buffer": picture})
    expect(anna.page.get_by_text("The connection was lost. The photograph is still here.")).to_be_visible()
    anna.page.context.set_offline(False)
    anna.tap("Send it again")
    expect(anna.page.locator("figure.photo")).to_be_visible()
    anna.complaints.clear()


def test_two_phones_the_second_is_refused_kindly_and_the_board_follows(
    anna: Phone, bruno: Phone, phone: Callable[..., Phone], served: tuple[Flask, str]
) -> None:
    board = anna.new_match("Anna", "Bruno")
    anna.open(f"{board}share")
    watch = anna.page.locator("#watch-link").get_attribute("href")
    assert watch
    carla = phone()
    carla.open(watch)
    expect(carla.page.locator(".total").first).to_have_text("0")
    for each in (anna, bruno):
        each.to_board(board)
        each.start_round(1)
        each.tap("Who won what")
    bruno.page.context.set_offline(True)  # neither of them gets the other's changes
    answer_all(bruno, 1)
    answer_all(anna, 0)
    anna.count(1)
    bruno.page.context.set_offline(False)
    bruno.tap("Count the round")
    expect(bruno.page.get_by_role("heading", name="Round 1 is counted already")).to_be_visible()
    bruno.complaints.clear()  # the browser notes the 409
    expect(carla.page.locator(".total").first).to_have_text("4")  # by itself
    expect(carla.page.locator("#announce")).to_contain_text("Anna 4, Bruno 0")

    bruno.tap("Look at mine")
    expect(bruno.page.locator("#award_cards-1")).to_be_checked()
    bruno.count(1)
    expect(carla.page.locator(".total").nth(1)).to_have_text("4")
    assert rounds_counted(served[0]) == 1


def test_a_card_that_is_tapped_before_the_scripts_came_is_kept(anna: Phone) -> None:
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    came: list[Route] = []

    def hold(route: Route) -> None:
        came.append(route)

    anna.page.route("**/base/events.js", hold)
    anna.tap("Tap in Anna")
    anna.page.locator("#card-7D").check()
    for route in came:
        route.continue_()
    anna.page.unroute("**/base/events.js")
    expect(anna.page.locator("#kept")).to_contain_text("kept")
    until(anna.page, "() => localStorage.getItem('settebello events') === null")
    anna.page.reload()
    expect(anna.page.locator("#card-7D")).to_be_checked()


def test_a_broken_server_is_told_in_a_bar_and_the_page_stays(
    anna: Phone, served: tuple[Flask, str], monkeypatch: object
) -> None:
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    anna.page.route("**/piles/0/events", lambda route: route.fulfill(status=500, body="<h1>broken</h1>"))
    anna.tap("Tap in Anna")
    anna.page.locator("#card-7D").check()
    expect(anna.page.locator("#connection")).to_contain_text("What you entered is kept")
    expect(anna.page.locator("#card-7D")).to_be_checked()
    anna.page.close()  # it would try again, and the browser note it again
    anna.complaints.clear()
