"""Rounds that waited on a phone and do not count: another phone was first, or the server does not take them."""

import re

from flask import Flask
from playwright.sync_api import Route, expect

from tests.browser.no_network import WAITS, offline, open_match
from tests.browser.table import Phone
from tests.browser.test_offline import enter, newest, rounds_of
from tests.shares import only_thorough
from webapp.match import rounds
from webapp.match import store as matches

EVENTS = "settebello events"
"""Where a phone keeps what waits."""


def third_round_offline(kept: Phone) -> str:
    """One round of Anna's and one of Bruno's; then a phone begins the third without a network. The board's address."""
    board = open_match(kept)
    for number in (1, 2):
        kept.win(board, number, number - 1)
    kept.to_board(board)
    kept.start_round(3)
    offline(kept)
    kept.reload()
    return board


def delete_round_1(phone: Phone, board: str) -> None:
    """Delete Anna's round on another phone; the form is sent beside the page."""
    phone._send(board.removeprefix(phone.address), "", "1/delete", {})


def test_rounds_after_the_end_are_kept_and_say_why(kept: Phone, served: tuple[Flask, str]) -> None:
    """The phone cannot know that the first of them ends the match."""
    board = open_match(kept)
    kept.win(board, 1, sweeps_0="4")
    kept.to_board(board)
    offline(kept)
    kept.reload()
    for number in (2, 3, 4):
        enter(kept, number, 0)
    offline(kept, False)
    waiting = kept.page.locator("#waiting")
    expect(waiting).to_contain_text("Round 3 does not count yet: something is open, or the match is over.")
    kept.tap("Look at it")
    expect(kept.page.get_by_role("heading", name="Round 3")).to_be_visible()
    expect(waiting).to_contain_text("Round 4 cannot be sent now: the match is over, changed or deleted.")
    kept.sees_totals({"Anna": 12, "Bruno": 0})
    assert len(rounds_of(served[0])) == 2


def test_a_round_beyond_the_next_counts_only_when_its_player_says_as_which(
    kept: Phone, bruno: Phone, served: tuple[Flask, str]
) -> None:
    """Bruno takes a round back meanwhile, and enters another by hand: sent by itself, one would count too often."""
    board = third_round_offline(kept)
    for number in (3, 4):
        enter(kept, number, 0)
    bruno._send(board.removeprefix(bruno.address), "/undo", None, {})
    offline(kept, False)
    waiting = kept.page.locator("#waiting")
    expect(waiting).to_contain_text("Round 3 is still on this phone: an earlier round was taken back or deleted.")
    expect(waiting).to_contain_text("Round 4 waits on this phone, and is sent later.")
    bruno.win(board, 2, 1)
    kept.to_board(board)
    expect(waiting.get_by_role("button", name="Count it as round 3")).to_be_visible()
    kept.sees_totals({"Anna": 4, "Bruno": 4})
    waiting.get_by_role("button", name="Delete").first.click()
    expect(waiting).to_contain_text("Round 3 is deleted from this phone.")
    waiting.get_by_role("button", name="Count it as round 3").click()
    kept.sees_totals({"Anna": 8, "Bruno": 4})
    assert len(rounds_of(served[0])) == 3


def test_rounds_that_wait_count_as_themselves_though_an_earlier_one_is_deleted(
    kept: Phone, bruno: Phone, served: tuple[Flask, str]
) -> None:
    """Bruno has entered one of them by hand: its player is asked, and the other counts."""
    board = third_round_offline(kept)
    for number in (3, 4):
        enter(kept, number, 0)
    delete_round_1(bruno, board)
    bruno.win(board, 3, 1)  # the number that it had before
    offline(kept, False)
    waiting = kept.page.locator("#waiting")
    expect(waiting).to_contain_text("Another phone was quicker with round 3")
    kept.tap("Compare")
    expect(kept.page.get_by_role("heading", name="Round 2 is counted already")).to_be_visible()
    kept.page.get_by_role("button", name="Keep").first.click()
    kept.sees_totals({"Anna": 4, "Bruno": 8})
    assert len(rounds_of(served[0])) == 3


@only_thorough
def test_a_round_to_look_at_leaves_the_phone_though_it_was_renumbered(kept: Phone, bruno: Phone) -> None:
    board = third_round_offline(kept)
    kept.open(f"{board}rounds/3/entry/")
    kept.page.locator("#award_cards-0").check()
    for _ in range(2):
        kept.page.get_by_role("button", name="Count the round").last.click()
    expect(kept.page.locator("#waiting")).to_contain_text(f"Round 3 {WAITS}")
    delete_round_1(bruno, board)
    offline(kept, False)
    waiting = kept.page.locator("#waiting")
    expect(waiting).to_contain_text("Round 3 does not count yet")
    kept.tap("Look at it")
    kept.start_round(2)
    expect(kept.page.locator("#award_cards-0")).to_be_checked()
    expect(waiting).to_be_hidden()


def test_cards_that_wait_while_their_round_is_renumbered_and_counted_are_asked_about(kept: Phone, bruno: Phone) -> None:
    """They are of no other round: also where the phone shows the board when they are sent."""
    board = open_match(kept)
    for number in (1, 2):
        kept.win(board, number, number - 1)
    kept.open(f"{board}rounds/3/entry/piles/0")
    offline(kept)
    for code in ("7D", "1C"):
        kept.page.locator(f"#card-{code}").check()
    kept.open(board)
    delete_round_1(bruno, board)
    bruno.win(board, 3, 1)  # the number that it had before
    offline(kept, False)
    expect(kept.page.get_by_role("heading", name="Round 2 is counted already")).to_be_visible()
    kept.tap("Look at mine, to count it instead")
    expect(kept.page.locator(".next-pile").first).to_contain_text("2 cards")


def test_a_round_that_was_taken_back_meanwhile_counts_only_when_its_player_says_so(
    kept: Phone, served: tuple[Flask, str]
) -> None:
    """It had counted, but the answer was lost, and Bruno took it back."""
    open_match(kept)
    offline(kept)
    enter(kept, 1, 0)
    lost: list[int] = []

    def swallow(route: Route) -> None:
        if 200 in lost:
            return route.continue_()
        lost.append(route.fetch().status)
        with served[0].app_context():
            for counted in rounds_of(served[0]):  # two may have been under way, which count once
                assert rounds.undo(counted.match_id, "bruno", 1, counted.save_token)
        return route.abort()

    kept.page.context.route("**/offline/rounds/1/quick", swallow)
    offline(kept, False)
    note = kept.page.locator("#waiting")
    expect(note).to_contain_text("Round 1 was counted and then taken back. It is still on this phone.")
    assert 200 in lost
    assert rounds_of(served[0]) == []
    kept.reload()
    note.get_by_role("button", name="Count it again").click()
    expect(note).to_be_hidden()
    kept.sees_totals({"Anna": 4, "Bruno": 0})
    assert len(rounds_of(served[0])) == 1


@only_thorough
def test_a_round_of_a_deleted_match_waits_until_that_is_taken_back(kept: Phone, served: tuple[Flask, str]) -> None:
    board = open_match(kept)
    offline(kept)
    enter(kept, 1, 0)
    with served[0].app_context():
        matches.remove(match_id := newest(served[0]))
    with kept.page.expect_response("**/offline/rounds/**"):
        offline(kept, False)
    with served[0].app_context():
        matches.take_back(match_id, "somebody")
    kept.to_board(board)
    expect(kept.page.locator("#waiting")).to_be_hidden()
    kept.to_board(board)
    assert len(rounds_of(served[0])) == 1


def test_a_round_that_the_server_cannot_take_says_why_and_is_changed(kept: Phone, served: tuple[Flask, str]) -> None:
    """Its cards are those of a deck that the match does not have any more; a form that is too old is no reason."""
    board = open_match(kept)
    offline(kept)
    kept.open(f"{board}offline/")
    for code in ("7D", "1C", "10S", "4B", "6D", "2C"):
        kept.page.locator(f"#of-0-{code}").check()
    kept.page.get_by_role("button", name="Count the round").last.click()
    kept.page.wait_for_url(board)
    expect(kept.page.locator("#waiting")).to_contain_text(WAITS)
    kept.page.evaluate("(key) => localStorage.setItem(key, localStorage.getItem(key).replace('7D', 'JOKER'))", EVENTS)
    asked: list[str] = []

    def spoil(route: Route) -> None:
        asked.append(route.request.url)
        data = route.request.post_data or ""
        route.continue_(post_data=re.sub("csrf_token=[^&]*", "csrf_token=old", data) if len(asked) <= 2 else data)

    kept.page.context.route("**/m/*/offline/rounds/*/*", spoil)
    offline(kept, False)
    said = kept.page.locator("#waiting")
    expect(said).to_contain_text("Round 1 cannot be counted like this. It is kept on this phone.")
    expect(said).to_contain_text("There is no such card in this deck: joker.")
    often = len(asked)
    kept.reload()
    expect(said).to_contain_text("There is no such card in this deck")
    kept.page.evaluate("window.dispatchEvent(new Event('online'))")
    kept.tap("Change")
    kept.page.locator("#of-0-7D").check()
    assert len(asked) == often  # it asks no more by itself
    kept.page.get_by_role("button", name="Count the round").last.click()
    kept.sees_totals({"Anna": 1, "Bruno": 3})
    expect(said).to_be_hidden()
    assert "7D" in rounds_of(served[0])[0].entry["piles"]["Anna"]
    kept.complaints.clear()  # 400 is noted by the browser
