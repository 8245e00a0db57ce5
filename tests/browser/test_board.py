"""The board in a browser: calls that every phone sees, the sound's switch, the winner, the scoreboard."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from flask import Flask
from playwright.sync_api import Locator, expect

from tests.browser.table import LOCALES, Phone, double_tap, hold_the_first, until
from tests.shares import share
from webapp.base.storage.tokens import new_token
from webapp.match import store
from webapp.match.models import Match

DOUBLE_TAP_MS = 300  # static/entry/calls.js
SIZES = [(844, 390), (1024, 768), (1280, 800), (1920, 1080)]

DRAWN = """() => {
  window.drawn = [];
  const note = (records) => {
    for (const { addedNodes } of records) addedNodes.forEach(({ className }) => drawn.push(className));
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes the classes of everything that is added to the page."""


def call(phone: Phone, seat: int) -> None:
    """Tap "Scopa!" of a side."""
    phone.page.locator(f"#call-{seat}").click()


def called(phone: Phone, seat: int, count: int) -> None:
    """Expect so many calls of a side on a board that the server has answered."""
    expect(phone.page.locator(f".calls[data-count='{count}'] #call-{seat}")).to_be_visible()


def test_a_call_that_has_no_answer_yet_is_in_the_round_that_is_counted_next(anna: Phone) -> None:
    """It was answered after the round, and the board came without the sweep."""
    anna.new_match("Anna", "Bruno")
    anna.tap("Who won what")
    for rule in ("cards", "coins", "settebello", "primiera"):
        anna.page.locator(f"#award_{rule}-0").check()

    answer = hold_the_first(anna, "**/rounds/1/entry/calls/0/events")
    call(anna, 0)
    anna.tap("Count the round")
    anna.page.wait_for_timeout(500)  # time to count without it
    answer()
    anna.sees_totals({"Anna": 5, "Bruno": 0})


def test_the_last_call_is_taken_back(anna: Phone) -> None:
    """`screens.md`: the phone showed 0, nothing was sent, and the round counted one sweep."""
    link = anna.new_match("Anna", "Bruno")
    plus, minus = anna.page.locator("#call-0"), anna.page.get_by_role("button", name="One less: Sweeps of Anna")
    presses: list[Callable[[Locator], object]] = [
        lambda button: button.tap(force=True),  # also where nothing is left
        lambda button: button.press("Enter"),
    ]
    for press in presses:
        press(plus)
        called(anna, 0, 1)
        anna.page.wait_for_timeout(DOUBLE_TAP_MS)
        press(minus)
        called(anna, 0, 0)
        anna.page.wait_for_timeout(DOUBLE_TAP_MS)
        press(minus)  # nothing is left to take back
        expect(anna.page.locator("#call-0 [data-called]")).to_have_text("0")
        anna.page.wait_for_timeout(DOUBLE_TAP_MS)
    expect(minus).to_be_focused()
    anna.open(f"{link}rounds/1/entry/quick")
    expect(anna.page.locator("#sweeps_0")).to_have_value("0")


HEARD = """() => {
  window.heard = [];
  const region = document.getElementById("announce");
  const note = () => heard.push(region.textContent);
  new MutationObserver(note).observe(region, { childList: true, characterData: true, subtree: true });
}"""
"""Notes everything that a screen reader is told."""


def test_a_listener_hears_what_happened(anna: Phone, bruno: Phone) -> None:
    """No "Scopa! 0 Anna" after the round is counted, or a sweep taken back; no "Scopa! 1" when a round comes back."""
    link = anna.new_match("Anna", "Bruno")
    bruno.to_board(link)
    bruno.page.evaluate(HEARD)
    call(anna, 0)
    called(bruno, 0, 1)
    call(anna, 1)
    called(bruno, 1, 1)
    anna.page.wait_for_timeout(DOUBLE_TAP_MS)
    anna.page.get_by_role("button", name="One less: Sweeps of Bruno").click()
    called(bruno, 1, 0)
    anna.page.locator("#next-round").get_by_role("link", name="Who won what").click()
    anna.tap("Count the round")
    expect(anna.page.locator("#problems")).to_be_visible()
    expect(anna.page).to_have_title(re.compile("^Error: "))
    anna.complaints.clear()  # of the answer 422
    for rule in ("cards", "coins", "settebello", "primiera"):
        anna.page.locator(f"#award_{rule}-0").check()
    anna.count(1)
    own = anna.page.locator("#announce")
    expect(own).to_have_text("Round 1 counted. Anna 5, Bruno 0")
    bruno.sees_totals({"Anna": 5, "Bruno": 0})
    called(bruno, 0, 0)
    anna.tap("Take back")
    expect(own).to_have_text("Round 1 taken back. Anna 0, Bruno 0")
    called(bruno, 0, 1)
    heard = bruno.page.evaluate("heard")
    assert [said for said in heard if "Scopa!" in said] == ["Scopa! 1 Anna", "Scopa! 1 Bruno"]
    assert [said for said in heard if said.startswith("Round")] == [
        "Round 1 counted. Anna 5, Bruno 0",
        "Round 1 taken back. Anna 0, Bruno 0",
    ]


def test_in_a_low_window_no_bar_stays(anna: Phone) -> None:
    """At four times the size 256 of 1,024 pixels are left: tabs and buttons would take half of them."""
    anna.new_match("Anna", "Bruno")
    anna.page.get_by_role("link", name="Referee").click()
    anna.page.get_by_role("button", name="What may a card take?").click()
    anna.page.wait_for_url("**/referee/*/")
    for height, place in ((844, "sticky"), (256, "static")):
        anna.page.set_viewport_size({"width": 320, "height": height})
        for bar in (".actions", ".slot-tabs"):
            assert anna.page.locator(bar).first.evaluate("bar => getComputedStyle(bar).position") == place


def test_three_sides_on_a_narrow_phone(phone: Callable[..., Phone]) -> None:
    """The menu of a round was outside of the table where "Why?" is long, and points touched each other."""
    anna = phone(viewport={"width": 320, "height": 640}, locale=LOCALES["es"])
    names = {f"name_{seat}": name for seat, name in enumerate(("Anna", "Bruno", "Carla"))}
    anna.open(anna._send("/new/scala40", "/new/scala40", None, {"count": "3", **names}))
    board = anna.page.url.removeprefix(anna.address).partition("?")[0].removesuffix("share")
    left = {"closer": "0", "penalty_1": "68", "penalty_2": "40"}
    anna._send(f"{board}rounds/1/entry/quick", "/quick", "count", left)
    anna.open(board)
    row = anna.page.locator(".rounds tbody tr")
    edges = row.evaluate(
        """row => [...row.querySelectorAll("td:not(.row-end), .row-link svg, summary svg")].flatMap((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          const { left, right } = (part.tagName === "TD" ? range : part).getBoundingClientRect();
          return [left, right];
        })"""
    )
    assert len(edges) == 10
    assert all(after - before > 3 for before, after in zip(edges[1::2], edges[2::2], strict=False))
    assert edges[-1] < 304


def test_taps_before_the_answer_count_too_and_a_double_tap_is_one(anna: Phone) -> None:
    anna.new_match("Anna", "Bruno")
    answer = hold_the_first(anna, "**/rounds/1/entry/calls/0/events")
    call(anna, 0)
    anna.page.wait_for_timeout(DOUBLE_TAP_MS + 100)
    call(anna, 0)
    anna.page.wait_for_timeout(DOUBLE_TAP_MS + 100)
    call(anna, 0)
    expect(anna.page.locator("#call-0 [data-called]")).to_have_text("3")
    expect(anna.page.locator("#call-0 [data-called]")).to_be_visible()
    answer()
    called(anna, 0, 3)
    double_tap(anna.page.locator("#call-1"))
    called(anna, 1, 1)
    anna.reload()
    called(anna, 0, 3)
    called(anna, 1, 1)


def test_taps_without_a_connection_all_count_once_when_it_is_back(anna: Phone) -> None:
    anna.new_match("Anna", "Bruno")
    anna.page.context.set_offline(True)
    for _ in range(2):
        call(anna, 0)
        anna.page.wait_for_timeout(DOUBLE_TAP_MS + 100)
    expect(anna.page.locator("#call-0 [data-called]")).to_have_text("2")
    expect(anna.page.locator("#connection")).to_be_visible()
    anna.page.context.set_offline(False)
    called(anna, 0, 2)
    anna.reload()
    called(anna, 0, 2)
    anna.complaints.clear()  # the browser's own, about the lost connection


def test_calls_without_a_connection_stay_where_another_phone_called_meanwhile(anna: Phone, bruno: Phone) -> None:
    """The first is the same sweep, the second is one more: the form that counts takes neither back."""
    bruno.to_board(anna.new_match("Anna", "Bruno"))
    anna.tap("Who won what")
    for rule in ("cards", "coins", "settebello", "primiera"):
        anna.page.locator(f"#award_{rule}-0").check()
    until(anna.page, "() => localStorage.getItem('settebello events') === null")
    anna.page.context.set_offline(True)
    for _ in range(2):
        call(anna, 0)
        anna.page.wait_for_timeout(DOUBLE_TAP_MS + 100)
    call(bruno, 0)
    called(bruno, 0, 1)
    answer = hold_the_first(anna, "**/rounds/1/entry/calls/0/events")
    anna.page.context.set_offline(False)
    called(anna, 0, 1)  # the board comes before the answer, and none after it
    anna.page.route("**/live?*", lambda route: route.fulfill(status=204))
    answer()
    until(anna.page, "() => localStorage.getItem('settebello events') === null")
    anna.complaints.clear()  # the browser's own, about the lost connection
    anna.tap("Count the round")
    anna.page.unroute("**/live?*")
    anna.sees_totals({"Anna": 6, "Bruno": 0})


def test_the_board_that_a_call_asks_for_is_shown(served: tuple[Flask, str], anna: Phone) -> None:
    served[0].config["POLL_SECONDS"] = 600  # no other board comes
    anna.new_match("Anna", "Bruno")
    board = anna.page.locator("#board")
    before = board.get_attribute("hx-get")
    assert before
    call(anna, 0)
    expect(board).not_to_have_attribute("hx-get", before)


def test_the_sound_is_switched_off_and_motion_replaced_where_it_is_not_wanted(anna: Phone) -> None:
    anna.new_match("Anna", "Bruno")
    switch = anna.page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    anna.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    anna.page.evaluate(DRAWN)  # what is drawn is gone after a second: it is noted as it comes
    call(anna, 0)
    anna.page.wait_for_function("drawn.includes('call-glow')")
    assert "call-coin" not in anna.page.evaluate("drawn")
    called(anna, 0, 1)
    anna.page.emulate_media(reduced_motion="no-preference")
    call(anna, 1)
    anna.page.wait_for_function("drawn.includes('call-coin')")
    called(anna, 1, 1)


def test_the_scoreboard_fills_every_screen_and_nothing_lies_outside(anna: Phone) -> None:
    page = anna.page
    for names, (width, height) in product([("Anna", "Bruno"), ("Maximiliane", "Bruno", "Carlotta")], SIZES):
        page.set_viewport_size({"width": width, "height": height})
        if (width, height) == SIZES[0]:
            anna.open(f"{anna.new_match(*names, target=21)}big")
        digits = page.locator(".big .total").first
        expect(digits).to_be_visible()
        box = digits.bounding_box()
        assert box
        assert box["height"] > 0.3 * height, (width, height, box)
        outside = page.evaluate(
            """() => [...document.querySelectorAll('.big *')].filter(each => {
                 const { right, bottom } = each.getBoundingClientRect();
                 return right > innerWidth + 1 || bottom > innerHeight + 1; }).map(each => each.className)"""
        )
        assert outside == [], (width, height)


NAMES = ["Annamaria", "Bruno", "Carlotta", "Donatella", "Ernesto", "Franca", "Giuseppina", "Hans"]


@pytest.mark.parametrize("seats", share([8, 7], 2, 0))
def test_the_largest_tables_fit_a_phone_and_a_tablet(served: tuple[Flask, str], anna: Phone, seats: int) -> None:
    sides = NAMES[:seats]
    counted = [{"closer": side, "penalties": {other: 18 for other in sides if other != side}} for side in sides[:2]]
    with served[0].test_request_context():
        new = Match(game="chinchon", options={"limit": 100}, sides=sides, players=sides, deck="spagnole")
        link = f"/m/{store.create(new, 'another phone', new_token(), counted).play_token}/"
    for width, height in [(390, 844), (1280, 800)]:
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.open(f"{link}big")
        digits = anna.page.locator(".big .total").first.bounding_box()
        assert digits
        assert digits["height"] > 0.08 * height
        anna.open(link)
        tiles = [tile.bounding_box() for tile in anna.page.locator(".score").all()]
        assert max(tile["y"] + tile["height"] for tile in tiles if tile) < 0.65 * height
        assert (
            anna.page.evaluate("(at => at.scrollWidth - at.clientWidth)(document.querySelector('.rounds form'))") == 0
        )


def test_a_wide_board_has_two_columns(anna: Phone) -> None:
    anna.new_match("Anna", "Bruno")
    for width, height in [(844, 390), (820, 1180), (1280, 800)]:
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.reload()
        left = anna.page.locator("#board").bounding_box()
        right = anna.page.locator("#next-round .next-sheet").bounding_box()
        assert left
        assert right
        assert left["x"] + left["width"] <= right["x"]
        assert right["y"] < 100


def test_a_round_in_the_middle_is_deleted_in_two_taps_and_put_back_by_one(anna: Phone, bruno: Phone) -> None:
    board = anna.new_match("Anna", "Bruno")
    for number in (1, 2):
        anna.win(board, number, number - 1)
    anna.to_board(board)
    anna.sees_totals({"Anna": 4, "Bruno": 4})
    anna.page.get_by_label("Round 1: Delete or insert a round").click()
    delete = anna.page.get_by_role("button", name="Delete round 1")
    bruno.win(board, 3, 1)  # a row comes above: the menu stays that of its round
    anna.sees_totals({"Anna": 4, "Bruno": 8})
    expect(delete).to_be_visible()
    expect(anna.page.locator(".row-menu[open]")).to_have_count(1)
    delete.click()
    anna.sees_totals({"Anna": 0, "Bruno": 8})
    anna.page.get_by_role("button", name="Undo").click()
    anna.sees_totals({"Anna": 4, "Bruno": 8})


def test_players_without_names_can_be_told_apart_above_who_won_what(anna: Phone) -> None:
    """A narrow column cuts a word; the number of "Player 2" stands below it, whole."""
    board = anna.new_match("", "")
    anna.open(f"{board}rounds/1/entry/quick")
    names = anna.page.locator(".award-names .name")
    for number in (1, 2):
        name = names.filter(has_text=f"Player {number}")
        assert name.evaluate("(each) => each.scrollWidth <= each.clientWidth")


def test_totals_of_four_places_fit_three_columns(anna: Phone) -> None:
    """Burraco for three: neither totals nor points of a round are cut, and the page is no wider than a phone."""
    names = {f"name_{seat}": name for seat, name in enumerate(("Annemarie", "Bruno", "Cia"))}
    board = anna._send("/new/burraco", "/new/burraco", None, {"count": "3", **names})
    numbers = {"cards_0": "400", "clean_0": "5", "cards_1": "300", "hand_1": "10", "clean_1": "4", "cards_2": "20"}
    ends = {"hand_2": "250", "pot_0": "y", "pot_1": "y", "closed": "0"}
    anna.open(anna._send(f"{board}rounds/1/entry/quick", "/quick", "count", {**numbers, **ends}))
    anna.sees_totals({"Annemarie": 1500, "Bruno": 1090, "Cia": -330})
    assert anna.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for place in (".gave", ".rounds .scroll-x"):
        assert anna.page.locator(place).evaluate("(each) => each.scrollWidth <= each.clientWidth"), place


def test_a_name_of_one_long_word_stays_in_its_tile(anna: Phone) -> None:
    names = {f"name_{seat}": name for seat, name in enumerate(("Ferdinandacarolinaxy", "WWWWWWWWWWWWWWWWWWWW", "Ada"))}
    anna.open(anna._send("/new/scarto", "/new/scarto", None, names))
    for name in anna.page.locator(".score .side-name").all():
        inside = name.evaluate("""name => {
          const { left, right } = name.closest(".score").getBoundingClientRect();
          return [...name.children].every((part) => {
            const box = part.getBoundingClientRect();
            return box.left >= left && box.right <= right && part.scrollWidth <= part.offsetWidth;
          });
        }""")
        assert inside, name.inner_text()
