"""A board that was made for one phone is shown to the others of the table: where they would be shown just the same."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest
from flask import Flask

from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.our_tables.test_table_pages import made, put
from tests.webapp.pages import Page, Visitor
from webapp.base.models import Match
from webapp.match import views

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


@pytest.fixture
def carla(app: Flask) -> Visitor:
    return Visitor(app)


def polled(visitor: Visitor, path: str, place: str = "live", language: str = "en") -> str:
    """What a poll of a board that shows an older state is answered with."""
    asked = {"HX-Request": "true", "Accept-Language": language}
    return str(visitor.client.get(f"{path}{place}?version=0.0", headers=asked).text)


def test_it_is_made_once_and_every_phone_gets_its_own_forms(anna: Visitor, bruno: Visitor, board: Page) -> None:
    quick_round(anna, board, cards="0")
    anna.get(board.path)
    bruno.get(board.path)
    with patch.object(views, "Scoreboard", wraps=views.Scoreboard) as made:
        hers, his = polled(anna, board.path), polled(bruno, board.path)
    assert made.call_count == 1
    assert len({*TOKEN.findall(hers)}) == len({*TOKEN.findall(his)}) == 1
    assert TOKEN.findall(hers)[0] != TOKEN.findall(his)[0]
    assert TOKEN.sub("", hers) == TOKEN.sub("", his)
    taken_back = bruno.client.post(
        f"{board.path}undo",
        data={
            "csrf_token": TOKEN.findall(his)[0],
            "number": "1",
            "save_token": (re.findall(r'name="save_token" value="([^"]+)"', his) or [""])[0],
        },
    )
    assert taken_back.status_code == 303


def test_it_says_the_round_that_was_counted_since(anna: Visitor, bruno: Visitor, board: Page) -> None:
    bruno.get(board.path)
    assert "Why?" not in polled(bruno, board.path)
    quick_round(anna, board, cards="0")
    assert "Why?" in polled(bruno, board.path)
    assert "Why?" in polled(anna, board.path)


def test_whoever_enters_something_is_shown_the_board_without_the_own_mark(
    anna: Visitor, bruno: Visitor, carla: Visitor, board: Page
) -> None:
    for visitor in (bruno, carla):
        visitor.get(board.path)
    anna.get(f"{board.path}rounds/1/entry/piles/0")
    assert "being entered" in polled(bruno, board.path)
    assert "being entered" not in polled(anna, board.path)
    assert "being entered" in polled(carla, board.path)


def test_languages_players_watchers_and_the_big_board_have_their_own(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    quick_round(anna, board, cards="0")
    watch = f"/w/{rows(app, Match)[0].watch_token}/"
    assert "Rounds" in polled(anna, board.path)
    assert "Runden" in polled(bruno, board.path, language="de")
    assert "/m/" not in polled(bruno, watch)
    assert "rounds-title" not in polled(bruno, board.path, "big")


def test_only_whoever_knows_the_table_is_led_there(anna: Visitor, bruno: Visitor, board: Page) -> None:
    made(anna, "Thursdays")
    put(anna, board)
    bruno.get(board.path)
    assert "Thursdays" in polled(anna, board.path)
    assert "Thursdays" not in polled(bruno, board.path)


def test_a_match_that_was_deleted_is_not_shown(anna: Visitor, bruno: Visitor, board: Page) -> None:
    bruno.get(board.path)
    polled(anna, board.path)
    page = anna.get(f"{board.path}match")
    anna.send(page, "/match/delete")
    assert 'id="board"' not in polled(bruno, board.path)


def test_two_matches_have_two_boards(anna: Visitor, board: Page) -> None:
    other = start(anna, "Carla", "Dino")
    assert "Carla" not in polled(anna, board.path)
    assert "Carla" in polled(anna, other.path)
