"""Database cost of a tap: few statements, one transaction, and no write if nothing has changed."""

import json
from typing import Any

import pytest
from flask import Flask

from tests.webapp.conftest import rows
from tests.webapp.entry.costs import MOST, costs, statements, told
from tests.webapp.pages import Page, Visitor
from tests.webapp.tables import TABLES, Table
from webapp.entry.models import Draft
from webapp.games import GAMES
from webapp.match.models import Entering, Match, Round

AWARDS = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
MOST_OF_A_PAGE = 10
"""Reads of the page of a pile."""
MOST_READS = 5
"""Reads of a tap: the match of its link, the table's entry, and again both and the phone's mark, locked."""


def state(app: Flask) -> tuple[int, object]:
    """The version of the match, and when its draft was changed."""
    return rows(app, Match)[0].version, [(draft.entry, draft.changed) for draft in rows(app, Draft)]


@pytest.mark.storing
def test_a_tap_is_one_transaction_of_few_statements(app: Flask, anna: Visitor, board: Page) -> None:
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    anna.send_raw(page, "/quick", award_cards="0")
    with statements(app) as asked:
        anna.send_raw(page, "/quick", award_cards="0", award_coins="0")
    assert asked.count("SELECT") <= MOST_READS
    assert asked.count("COMMIT") == 1
    assert [each for each in asked if each in ("INSERT", "UPDATE", "DELETE")] == ["UPDATE", "UPDATE"]


def test_a_tap_that_is_sent_again_writes_nothing(app: Flask, anna: Visitor, board: Page) -> None:
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    anna.send_raw(page, "/quick", award_cards="0")
    before = state(app)
    with statements(app) as asked:
        assert anna.send_raw(page, "/quick", award_cards="0").status_code == 200
    assert not {"INSERT", "UPDATE", "DELETE"} & {*asked}
    assert state(app) == before


def test_an_edit_that_changes_nothing_brings_no_phone_a_new_board(app: Flask, anna: Visitor, board: Page) -> None:
    """Also if a pile is sent again, whose page reads the draft only under the lock."""
    pile = anna.get(f"{board.path}rounds/1/entry/piles/0")
    anna.send_raw(pile, "piles/0", card=["7D"])
    before = state(app)
    anna.send_raw(pile, "piles/0", card=["7D"])
    assert state(app) == before
    anna.send_raw(pile, "piles/0", card=["7D", "6D"])
    assert state(app)[0] > before[0]


def test_the_board_after_a_round_has_nothing_left_to_write(app: Flask, anna: Visitor, board: Page) -> None:
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    anna.send_raw(page, "/quick", award_cards="0")
    assert rows(app, Entering)
    answer = anna.send_raw(page, "/quick", button="count", **AWARDS)
    assert not rows(app, Entering)
    with statements(app) as asked:
        anna.get(answer.headers["Location"])
    assert "COMMIT" not in asked


@pytest.mark.parametrize(
    "table", [table for table in TABLES if GAMES[table.game].card_way], ids=lambda table: table.game
)
def test_a_pile_is_opened_with_few_statements(app: Flask, anna: Visitor, table: Table) -> None:
    """Also of a deck that no photograph has named: a club's server asked for that deck again for each card."""
    board = table.begin(anna)
    with statements(app) as asked:
        anna.get(f"{board.path}rounds/1/entry/piles/0")
    assert asked.count("SELECT") <= MOST_OF_A_PAGE


def test_the_panel_of_many_hands_asks_no_more_than_that_of_two(app: Flask, anna: Visitor) -> None:
    for players in (2, 6):
        board = anna.begin("scala40", count=str(players), **{f"name_{seat}": f"P{seat}" for seat in range(players)})
        with statements(app) as asked:
            anna.client.get(f"{board.path}rounds/1/entry/?by=hands", headers={"HX-Request": "true"})
        assert asked.count("SELECT") <= MOST_READS


@pytest.mark.storing
def test_a_tap_of_a_phone_is_five_statements_and_counting_eight(app: Flask) -> None:
    seen = [(what, len(asked)) for what, asked in costs(app)]
    assert {what for what, _ in seen} == {*MOST}
    assert [(what, count) for what, count in seen if count > MOST[what]] == []


@pytest.mark.storing
def test_the_same_event_twice_counts_once(app: Flask, anna: Visitor, bruno: Visitor, board: Page) -> None:
    """A repeated event does not override a later one of another phone."""
    path = f"{board.path}rounds/1/entry/"
    for visitor, seat, name in ((anna, "0", "a"), (bruno, "1", "b"), (anna, "0", "a")):
        token = visitor.get(f"{path}quick").form("/quick")[1]["csrf_token"][0]
        sent = told("award_cards", seat, name) | {"csrf_token": token}
        assert visitor.client.post(f"{path}ways/awards/events", data=sent).status_code == 200
    assert rows(app, Draft)[0].entry["awards"]["cards"] == "Bruno"
    for wrong in ("", "{}", "[1]", '[{"field": "x"}]', '[{"id": ""}]', "[" * 9000):
        sent = {"csrf_token": token, "events": wrong}
        assert anna.client.post(f"{path}ways/awards/events", data=sent).status_code == 400


@pytest.mark.storing
def test_a_tap_that_is_sent_again_after_its_round_was_taken_back_is_no_second_one(app: Flask, anna: Visitor) -> None:
    """Its answer was lost; of two packs the hand got a second card."""
    board = anna.begin("scala40", count="2", name_0="Anna", name_1="Bruno")
    pile = f"{board.path}rounds/1/entry/piles/1"
    tap = json.dumps([{"id": "a", "card": "KS", "put": True}])
    sent = {"csrf_token": anna.get(pile).form("piles/1")[1]["csrf_token"][0], "events": tap}
    for again in (False, True):
        assert anna.client.post(f"{pile}/events", data=sent).status_code == 200
        assert rows(app, Draft)[0].entry["hands"] == {"Bruno": ["KS"]}
        if not again:
            anna.send(anna.get(board.path), "/entry/", button="count", closer="0")
            assert len(rows(app, Round)) == 1
            anna.send(anna.get(board.path), "/undo")


def test_events_about_cards_rows_and_nonsense(app: Flask, anna: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/piles/0"
    token = anna.get(path).form("piles/0")[1]["csrf_token"][0]
    events: list[dict[str, Any]] = [
        {"id": "1", "card": "7D", "put": True},
        {"id": "2", "card": "1C", "put": True},
        {"id": "3", "card": "7D", "put": False, "back": 7},
        {"id": "4", "field": "adjust_points_r", "value": "2"},
        {"id": "5", "field": "no such field", "value": ["x", 3, None]},
        {"id": "6", "field": "answer:x:0", "value": "7D"},
        {"id": "7"},
    ]
    sent = {"csrf_token": token, "token": "A" * 22, "events": json.dumps(events)}
    for _ in range(2):
        assert anna.client.post(f"{path}/events", data=sent).status_code == 200
    (draft,) = rows(app, Draft)
    assert draft.entry["piles"] == {"Anna": ["1C"]}
    assert draft.rows == {"r": {"side": None, "minus": False, "points": 2, "reason": ""}}
    strange = json.dumps([{"id": "8", "card": "QQ", "put": True}])
    assert anna.client.post(f"{path}/events", data=sent | {"events": strange}).status_code == 422
    assert rows(app, Draft)[0].entry["piles"] == {"Anna": ["1C"]}
