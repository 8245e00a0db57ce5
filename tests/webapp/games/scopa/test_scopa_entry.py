"""Entering a round of Scopa: who sits out of four, what is declared in Cirulla, awards with their points."""

from flask import Flask

from tests.webapp.conftest import rows, start
from tests.webapp.pages import Page, Visitor
from webapp.entry.models import Draft
from webapp.match.models import Round

NAMES = ("Anna", "Bruno", "Carla", "Dino")
ROUND = "rounds/1/entry/"
ANNA_WINS = {f"award_{rule}": "1" for rule in ("cards", "coins", "settebello", "primiera")}


def four(visitor: Visitor, **values: object) -> Page:
    """The board of four who play singly; Anna deals the first round."""
    return start(visitor, *NAMES, **values)


# Who sits out (rules.md 1): the dealer of each deal does, unless the table says otherwise


def test_of_four_who_play_singly_the_dealer_sits_out(app: Flask, anna: Visitor) -> None:
    board = four(anna)
    page = anna.get(f"{board.path}{ROUND}")
    assert "Anna sits out" in page.words
    assert "pile-1" in page.text
    assert "pile-0" not in page.text
    anna.get(f"{board.path}{ROUND}piles/0", status=404)
    quick = anna.get(f"{board.path}{ROUND}quick")
    assert 'id="award_cards-0" name="award_cards" value="1"' in quick.text
    anna.send(quick, "/quick", button="count", **ANNA_WINS)
    (played,) = rows(app, Round)
    assert played.entry["sits_out"] == "Anna"


def test_another_side_may_sit_out_or_nobody(app: Flask, anna: Visitor) -> None:
    board = four(anna)
    page = anna.get(f"{board.path}{ROUND}quick")
    page = anna.send(page, "/quick", button="set/sits_out/2", sweeps_1="2")
    assert page.form("/quick", "count")[1]["sweeps_1"] == ["2"]
    assert "sweeps_2" not in page.text
    receipt = anna.send(page, "/quick", button="count", **ANNA_WINS)
    assert rows(app, Round)[0].entry["sits_out"] == "Carla"
    page = anna.send(anna.send(receipt, "/correct"), "/quick", button="set/sits_out/nobody")
    anna.send(page, "/quick", button="count")
    assert "sits_out" not in rows(app, Round)[0].entry


def test_the_next_dealer_sits_out_of_the_next_round(app: Flask, anna: Visitor) -> None:
    board = four(anna)
    anna.send(anna.get(f"{board.path}{ROUND}quick"), "/quick", button="count", **ANNA_WINS)
    anna.send_raw(anna.get(f"{board.path}rounds/2/entry/quick"), "/quick", sweeps_2="1")
    assert rows(app, Draft)[0].entry["sits_out"] == "Bruno"


def test_where_nobody_sat_out_nobody_is_taken_to_in_the_next_round(app: Flask, anna: Visitor) -> None:
    board = four(anna)
    page = anna.send(anna.get(f"{board.path}{ROUND}quick"), "/quick", button="set/sits_out/nobody")
    anna.send(page, "/quick", button="count", **ANNA_WINS)
    quick = anna.get(f"{board.path}rounds/2/entry/quick")
    assert all(f"sweeps_{seat}" in quick.text for seat in range(4))


def test_the_piles_of_three_are_entered_and_corrected(app: Flask, anna: Visitor) -> None:
    board = four(anna)
    for seat, cards in {1: ["1D", "1C"], 2: ["2D", "2C"]}.items():
        anna.send(anna.get(f"{board.path}{ROUND}piles/{seat}"), f"piles/{seat}", button="done", card=cards)
    page = anna.send(anna.get(f"{board.path}{ROUND}"), "/entry/", button="rest/3")
    assert "36 cards" in page.words
    receipt = anna.send(page, "/entry/", button="count")
    (played,) = rows(app, Round)
    assert set(played.entry["piles"]) == {"Bruno", "Carla"}
    assert played.entry["sits_out"] == "Anna"
    again = anna.send(receipt, "/correct")
    assert "36 cards" in again.words
    anna.send(again, "/entry/", button="count")
    assert rows(app, Round)[0].entry == played.entry


def test_two_teams_of_two_are_not_asked(anna: Visitor) -> None:
    board = start(anna, "Anna", "Bruno", count="2x2", partner_0="Carla", partner_1="Dino")
    assert "Who sits out?" not in anna.get(f"{board.path}{ROUND}").words


# Cirulla


def test_hands_declared_in_cirulla_are_counted_along_and_taken_back(app: Flask, anna: Visitor) -> None:
    board = start(anna, option_variant="cirulla")
    page = anna.get(f"{board.path}{ROUND}quick")
    page = anna.send(page, "/quick", button="set/declared_0_3/1")
    page = anna.send(page, "/quick", button="set/declared_0_3/2")
    page = anna.send(page, "/quick", button="set/declared_0_10/1")
    assert "Anna 16" in page.words
    page = anna.send(page, "/quick", button="set/declared_0_3/1")
    assert "Anna 13" in page.words
    receipt = anna.send(page, "/quick", button="count", **ANNA_WINS)
    (played,) = rows(app, Round)
    assert played.entry["declared"] == {"Anna": [3, 10]}
    again = anna.send(receipt, "/correct")
    assert again.form("/quick", "count")[1]["declared_0_10"] == ["1"]


def test_a_napola_counts_its_fewest_points_unless_more_are_said(app: Flask, anna: Visitor) -> None:
    board = start(anna, option_napola="y", option_target="21")
    page = anna.get(f"{board.path}{ROUND}quick")
    anna.send(page, "/quick", button="count", award_napola="1", **ANNA_WINS)
    page = anna.get(f"{board.path}rounds/2/entry/quick")
    anna.send(page, "/quick", button="count", award_napola="1", napola_points="5", **ANNA_WINS)
    assert [each.entry["awards"]["napola"]["points"] for each in rows(app, Round)] == [3, 5]


def test_great_and_small_are_entered_with_their_points(app: Flask, anna: Visitor) -> None:
    board = start(anna, option_variant="cirulla")
    page = anna.get(f"{board.path}{ROUND}quick")
    won = {**ANNA_WINS, "award_great": "1", "award_small": "0", "small_points": "4"}
    receipt = anna.send(page, "/quick", button="count", **won)
    awards = rows(app, Round)[0].entry["awards"]
    assert awards["great"] == {"side": "Bruno", "points": 5}
    assert awards["small"] == {"side": "Anna", "points": 4}
    assert anna.send(receipt, "/correct").form("/quick", "count")[1]["small_points"] == ["4"]


def test_all_ten_coins_are_asked_for_where_they_win(app: Flask, anna: Visitor) -> None:
    """In Cirulla they do, and no napola says it; who has them has the settebello, too."""
    board = start(anna, option_variant="cirulla")
    page = anna.get(f"{board.path}{ROUND}quick")
    won = {**ANNA_WINS, "award_great": "1", "award_small": "1", "small_points": "6", "award_cappotto": "1"}
    receipt = anna.send(page, "/quick", button="count", **won)
    assert rows(app, Round)[0].entry["awards"]["cappotto"] == "Bruno"
    assert "All ten coins for Bruno" in anna.get(board.path).words
    assert "Bruno wins" in receipt.words
    plain = start(anna, option_variant="classic")
    assert "All ten coins" not in anna.get(f"{plain.path}{ROUND}quick").words


def test_no_more_hands_are_declared_than_are_dealt(app: Flask, anna: Visitor) -> None:
    board = start(anna, option_variant="cirulla")
    page = anna.get(f"{board.path}{ROUND}quick")
    anna.send(page, "/quick", button="count", status=422, **ANNA_WINS, declared_0_10="7")
    refused = anna.send(page, "/quick", button="count", status=422, **ANNA_WINS, declared_0_10="4", declared_0_3="3")
    assert "7 hands declared by Anna, but only 6 are dealt." in refused.words
    assert not rows(app, Round)


def test_a_plain_match_declares_nothing(anna: Visitor, board: Page) -> None:
    assert "Declared" not in anna.get(f"{board.path}{ROUND}").words


def test_three_make_a_team(anna: Visitor) -> None:
    trio = {"partner_0": "Carla", "partner_1": "Dino", "third_0": "Elena", "third_1": "Franco"}
    board = start(anna, "Anna", "Bruno", count="2x3", **trio)
    assert "Anna & Carla & Elena" in board.words


def test_last_cards_that_are_asked_for_no_more_hold_up_no_round(app: Flask, anna: Visitor) -> None:
    """Scopa a quindici became Scopa while a round was entered: who captured last could be said nowhere."""
    board = start(anna, option_variant="quindici")
    anna.send_raw(anna.get(f"{board.path}{ROUND}"), "/entry/", rest_cards=["10B"])
    anna.send(anna.get(f"{board.path}match/rules/"), "/match/rules/", option_variant="classic")
    anna.send(anna.get(f"{board.path}{ROUND}piles/0"), "piles/0", button="done", card=["1D", "1C", "2D", "2C"])
    page = anna.send(anna.get(f"{board.path}{ROUND}"), "entry/", button="rest/1")
    anna.send(page, "entry/", button="count")
    assert "rest" not in rows(app, Round)[0].entry


def test_hands_declared_before_cirulla_became_scopa_hold_up_no_round(app: Flask, anna: Visitor) -> None:
    board = start(anna, option_variant="cirulla")
    anna.send_raw(anna.get(f"{board.path}{ROUND}quick"), "/quick", declared_0_3="1")
    assert rows(app, Draft)[0].entry["declared"]["Anna"] == [3]
    anna.send(anna.get(f"{board.path}match/rules/"), "/match/rules/", option_variant="classic")
    anna.send(anna.get(f"{board.path}{ROUND}quick"), "/quick", button="count", **ANNA_WINS)
    assert "declared" not in rows(app, Round)[0].entry
