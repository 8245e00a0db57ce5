"""The board: what was just counted, the winner, our rules in a line, rows that lead somewhere; the scoreboard."""

from collections.abc import Mapping

import pytest
from flask import Flask

from scoring.options import OptionValue
from tests.webapp.conftest import call, quick_round, start
from tests.webapp.pages import Page, Visitor
from webapp import __version__
from webapp.match.rules.house_rules import in_a_line, rules


def watch_link(anna: Visitor, board: Page) -> str:
    """The path of the watch link of a match."""
    share = anna.get(f"{board.path}share")
    link = next(each.get("href", "") for each in share.root.iter("a") if each.get("id") == "watch-link")
    return "/w/" + link.partition("/w/")[2]


def classed(page: Page, name: str) -> list[str]:
    """The class attributes of the elements that have a class."""
    return [each.get("class", "") for each in page.root.iter() if name in each.get("class", "").split()]


def test_after_counting_the_board_says_what_the_round_gave(anna: Visitor, board: Page) -> None:
    quick_round(anna, board, cards="0", settebello="1")
    board = anna.get(f"{board.path}?counted=1")
    assert "Round 1: Anna\N{NO-BREAK SPACE}1, Bruno\N{NO-BREAK SPACE}1" in board.text
    assert anna.get(board.link("Why?")).path.endswith("/rounds/1")
    assert "Round 1 is taken back" in anna.send(board, "/undo").words


@pytest.mark.parametrize("number", ["0", "2", "-1", "x"])
def test_what_was_not_counted_is_not_said(anna: Visitor, board: Page, number: str) -> None:
    quick_round(anna, board, cards="0")
    assert not classed(anna.get(f"{board.path}?counted={number}"), "counted")


@pytest.mark.parametrize("seat", [0, 1])
def test_the_end_is_in_the_colour_of_the_winner(anna: Visitor, seat: int) -> None:
    board = start(anna, option_target="11")
    won = {"cards": seat, "coins": seat, "settebello": seat, "primiera": seat}
    over = quick_round(anna, board, **{rule: str(who) for rule, who in won.items()}, **{f"sweeps_{seat}": "9"})
    assert classed(over, "winner-banner") == [f"winner-banner side-{seat}"]
    assert "Rematch" in over.words


def test_the_row_of_a_round_leads_to_its_correction_and_the_corrected_round_bears_a_mark(
    anna: Visitor, board: Page
) -> None:
    """Correct, one sweep more, count the correction: three taps."""
    quick_round(anna, board, settebello="0")
    quick_round(anna, anna.get(board.path), settebello="1")
    board = anna.get(board.path)
    assert "corrected" not in board.words
    button = next(each for each in board.root.iter("button") if each.get("aria-label") == "Correct round 1")
    _, fields = board.form("/correct")
    page = anna._page(anna.client.post(button.get("formaction"), data=fields, follow_redirects=True), 200)
    assert "Correct round 1" in page.words
    page = anna.send(page, "/quick", button="set/sweeps_1/1")
    anna.send(page, "/quick", button="count")
    board = anna.get(board.path)
    assert board.words.count("corrected") == 2  # in the row, and below the table
    assert "corrected" in anna.get(f"{board.path}rounds/1").words
    assert "corrected" not in anna.get(f"{board.path}rounds/2").words


def test_a_correction_that_changes_nothing_leaves_no_mark(anna: Visitor, board: Page) -> None:
    quick_round(anna, board, settebello="0")
    page = anna.send(anna.get(f"{board.path}rounds/1"), "/correct")
    anna.send(page, "/quick", button="count")
    assert "corrected" not in anna.get(board.path).words


LINES: tuple[tuple[str, Mapping[str, OptionValue], str], ...] = (
    ("scopa", {}, "Scopa to 11"),
    ("scopa", {"target": 21, "napola": True, "re_bello": True}, "Scopa to 21 · Re bello · Napola"),
    ("scopa", {"variant": "cirulla"}, "Cirulla to 51"),
    ("scopa", {"variant": "assi", "hand": 10, "napola": True}, "Asso piglia tutto, ten cards to 11 · Napola"),
    ("scala40", {}, "Scala 40 · Out at: 101"),
    ("scopinion", {}, "Scopinion"),
)


@pytest.mark.parametrize(("game", "options", "line"), LINES)
def test_our_rules_in_a_line(app: Flask, game: str, options: dict[str, OptionValue], line: str) -> None:
    """A bundle has its name; only differences from it are listed beside it."""
    with app.test_request_context("/"):
        assert in_a_line(game, options) == line


def test_many_house_rules_are_counted(app: Flask) -> None:
    """The shortened text is still one line, and the page behind it has every rule."""
    options: dict[str, OptionValue] = {
        "napola": True, "re_bello": True, "coins": "six", "cards": "twenty-one", "last_sweep": True,
    }  # fmt: skip
    with app.test_request_context("/"):
        assert in_a_line("scopa", options).endswith("3 more")
        listed = rules("scopa", options)
        assert [rule.unusual for rule in listed[:6]] == [True] * 5 + [False]


def test_the_page_of_our_rules_explains_each(anna: Visitor, bruno: Visitor) -> None:
    board = start(anna, option_napola="y")
    page = anna.get(board.link("Scopa to 11 · Napola"))
    assert "3 points, and 1 more for each coin that follows" in page.words
    assert "Napola" in bruno.get(f"{watch_link(anna, board)}rules").words


def test_the_scoreboard_shows_totals_round_dealer_and_calls_to_players_and_watchers(
    anna: Visitor, bruno: Visitor, board: Page
) -> None:
    quick_round(anna, board, cards="0", settebello="0")
    board = call(anna, anna.get(board.path), 1)
    for visitor, link in ((anna, board.path), (bruno, watch_link(anna, board))):
        big = visitor.get(f"{link}big")
        assert "Round 2 Bruno deals" in big.words
        assert "Anna 2 9 to go" in big.words
        assert "Scopa! 1" in big.words
        version = next(each for each in big.root.iter("div") if each.get("id") == "board").get("hx-get", "")
        assert visitor.client.get(version).status_code == 204
        assert visitor.client.get(f"{link}big?version=0", headers={"HX-Request": "true"}).status_code == 200


def test_the_scoreboard_says_who_has_won(anna: Visitor) -> None:
    board = start(anna, option_target="11")
    quick_round(anna, board, cards="1", coins="1", settebello="1", primiera="1", sweeps_1="9")
    big = anna.get(f"{board.path}big")
    assert "Bruno wins" in big.words
    assert [each for each in classed(big, "wins") if "side-1" in each]


def test_the_board_shows_the_version_of_the_app_as_every_page_does(anna: Visitor, board: Page) -> None:
    assert f"Settebello {__version__}" in board.text
