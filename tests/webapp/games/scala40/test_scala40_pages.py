"""Scala 40 on its pages: hands and numbers, the danger zone, who is out, who comes back."""

import pytest
from flask import Flask

from tests.webapp.conftest import rows
from tests.webapp.pages import Page, Visitor
from webapp.match.models import Round

NAMES = ("Anna", "Bruno", "Carla", "Dino")


def begin(visitor: Visitor, **values: object) -> Page:
    """A match of four, on its board."""
    fields = {f"name_{index}": name for index, name in enumerate(NAMES)}
    return visitor.begin("scala40", **{"count": "4", **fields, **values})


def numbers(visitor: Visitor, board: Page, closer: int, **values: object) -> Page:
    """Enter the next round by numbers; returns the receipt."""
    address = f"{board.path}rounds/{len(board.root.findall('.//tbody/tr')) + 1}/entry/quick"
    sent = {"closer": str(closer), **values}
    return visitor.once((address, sent), lambda: visitor.send(visitor.get(address), "/quick", button="count", **sent))


def test_a_round_by_numbers(app: Flask, anna: Visitor) -> None:
    board = begin(anna)
    receipt = numbers(anna, board, 0, penalty_1="34", penalty_2="85", penalty_3="101", penalty_0="7")
    assert "Left in hand, as the players counted it: 34 for Bruno." in receipt.words
    (stored,) = rows(app, Round)
    assert stored.entry["penalties"] == {"Bruno": 34, "Carla": 85, "Dino": 101}
    board = anna.get(board.path)
    assert "in danger" in board.words
    assert "out" in board.words
    entry = anna.get(f"{board.path}rounds/2/entry/quick")
    assert "Left with Dino" not in entry.text


@pytest.mark.parametrize("number", ["-5", "99999999999"])
def test_a_number_that_no_hand_has_says_which_there_are(anna: Visitor, number: str) -> None:
    entry = anna.get(f"{begin(anna).path}rounds/1/entry/quick")
    refused = anna.send(entry, "/quick", button="count", status=422, closer="0", penalty_1=number)
    assert "Points left in the hand of Bruno: a whole number from 0 to 9999, please." in refused.words


def test_a_round_by_cards(app: Flask, anna: Visitor) -> None:
    board = begin(anna)
    for index, cards in {1: ["KH", "KH", "JOKER"], 2: ["AS"], 3: ["2C", "3C"]}.items():
        pile = anna.get(f"{board.path}rounds/1/entry/piles/{index}")
        anna.send(pile, f"/piles/{index}", button="done", card=cards)
    entry = anna.get(f"{board.path}rounds/1/entry/?by=hands")
    assert "45 points" in entry.words
    receipt = anna.send(entry, "/entry/", button="count", closer="0", in_hand="y")
    assert "Closed in hand, so it counts double: 45 more for Bruno." in receipt.words
    (stored,) = rows(app, Round)
    assert stored.entry["hands"]["Bruno"] == ["KH", "KH", "JOKER"]
    corrected = anna.send(receipt, "/correct")
    assert "Correct round 1" in corrected.words


def test_a_hand_of_who_closed_is_not_left_out_in_silence(app: Flask, anna: Visitor) -> None:
    """A tap on the wrong name would cost her nothing, and nobody would see it."""
    board = begin(anna)
    for index, cards in {0: ["10S", "KH"], 1: ["KH"], 2: ["AS"], 3: ["2C"]}.items():
        pile = anna.get(f"{board.path}rounds/1/entry/piles/{index}")
        anna.send(pile, f"/piles/{index}", button="done", card=cards)
    entry = anna.get(f"{board.path}rounds/1/entry/?by=hands")
    refused = anna.send(entry, "/entry/", button="count", status=422, closer="0")
    assert "Anna closed, so these cards cannot be left over: " in refused.words
    assert not rows(app, Round)
    anna.send(anna.get(f"{board.path}rounds/1/entry/piles/0"), "/piles/0", button="done", card=[])
    anna.send(anna.get(board.path), "/entry/", button="count")
    assert len(rows(app, Round)) == 1


def test_a_hand_leads_to_the_next_one_that_is_not_entered(anna: Visitor) -> None:
    board = begin(anna)
    entry = f"{board.path}rounds/1/entry/"
    hand = anna.get(f"{entry}piles/1")
    for side in ("Anna", "Carla", "Dino"):  # nobody has said yet who closed
        assert f"All right? Now the cards of {side}" in hand.words
    anna.send_raw(anna.get(f"{entry}?by=hands"), "/entry/", closer="2")
    hand = anna.get(f"{entry}piles/1")
    assert "Now the cards of Dino" in hand.words
    assert hand.words.count("Now the cards of") == 1
    hand = anna.send(hand, "/piles/1", button="next/3", card=["KH", "KH"])
    assert hand.path == f"{entry}piles/3"
    hand = anna.send(hand, "/piles/3", button="next/0", card=["AS"])
    assert "Now the cards of" not in hand.words
    receipt = anna.send(anna.send(hand, "/piles/0", button="done", card=["2C"]), "/entry/", button="count")
    assert "Anna 2, Bruno 20, Dino 11." in receipt.words


@pytest.mark.parametrize("path", ["", "quick"])
def test_everything_that_is_missing_is_said_at_once(anna: Visitor, path: str) -> None:
    board = begin(anna)
    entry = anna.get(f"{board.path}rounds/1/entry/{path or '?by=hands'}")
    refused = anna.send(entry, f"/entry/{path}", button="count", status=422, closer="0")
    for side in NAMES[1:]:
        assert f"The hand of {side} is not entered yet." in refused.words
    assert "Who closed?" in anna.send(entry, f"/entry/{path}", button="count", status=422).words


def test_a_number_that_no_hand_makes_is_doubted_and_counted(anna: Visitor) -> None:
    board = begin(anna)
    entry = anna.get(f"{board.path}rounds/1/entry/quick")
    anna.send(entry, "/quick", button="count", status=422, closer="0", penalty_1="199")
    left = {"penalty_1": "199", "penalty_2": "1", "penalty_3": "2"}
    asked = anna.send(entry, "/quick", button="count", status=422, closer="0", **left)
    assert "199 for Bruno: no hand makes that." in asked.words
    receipt = anna.send(asked, "/quick", button="anyway")
    assert "no hand makes that" in receipt.words


def test_the_last_one_in_wins(anna: Visitor) -> None:
    board = begin(anna)
    numbers(anna, board, 0, penalty_1="10", penalty_2="90", penalty_3="10")
    numbers(anna, anna.get(board.path), 2, penalty_0="150", penalty_1="150", penalty_3="150")
    words = anna.get(board.path).words
    assert "Carla wins" in words
    assert "in danger" not in words


def test_coming_back_in(anna: Visitor) -> None:
    """Who comes back is folded away until somebody may go out soon."""
    board = begin(anna, option_rejoin="highest-once")
    receipt = numbers(anna, board, 0, penalty_1="50", penalty_2="10", penalty_3="120", rejoin_3="y")
    assert "Back in: Dino, from 120 to 50" in receipt.words
    entry = anna.get(f"{board.path}rounds/2/entry/quick")
    assert "rejoin_3" not in entry.text
    assert 'id="rejoin" tabindex="-1">' in entry.text
    numbers(anna, anna.get(board.path), 0, penalty_1="35", penalty_2="10", penalty_3="10")
    assert 'id="rejoin" tabindex="-1" open>' in anna.get(f"{board.path}rounds/3/entry/quick").text


def test_of_two_nobody_comes_back(anna: Visitor) -> None:
    board = begin(anna, count="2", option_rejoin="highest-once")
    assert 'id="rejoin"' not in anna.get(f"{board.path}rounds/1/entry/quick").text


def test_packs_without_jokers_have_none_on_the_grid(anna: Visitor) -> None:
    board = begin(anna)
    assert "JOKER" in anna.get(f"{board.path}rounds/1/entry/piles/1").text
    board = begin(anna, option_jokers=None)  # the switch is on: a form without it takes the jokers out
    assert "JOKER" not in anna.get(f"{board.path}rounds/1/entry/piles/1").text
    assert "a joker" not in anna.get(f"{board.path}rounds/1/entry/quick").words


def test_six_pairs_sit_down(anna: Visitor) -> None:
    form = anna.get("/new/scala40")
    names = {f"{kind}_{seat}": f"{kind}{seat}" for kind in ("name", "partner") for seat in range(6)}
    share = anna.send(form, "/new/scala40", count="6x2", **names)
    assert "name5 & partner5" in anna.get(share.path).words
