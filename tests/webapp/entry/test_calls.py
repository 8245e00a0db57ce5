""" "Scopa!" on the board: counted into the round that is being played, once, and only while one is."""

import json

import pytest
from flask import Flask

from tests.webapp.conftest import call, called, quick_round, rows, start
from tests.webapp.match.test_manage import page_of
from tests.webapp.pages import Page, Visitor
from webapp.entry.models import Draft


def said(page: Page, seat: int = 0) -> str:
    """The text of a side's button."""
    (button,) = (each for each in page.root.iter("button") if each.get("id") == f"call-{seat}")
    return " ".join("".join(button.itertext()).split())


def test_a_call_counts_at_once_and_is_found_when_the_round_is_entered(anna: Visitor, board: Page) -> None:
    board = call(anna, board, 1)
    assert said(board, 1) == "Scopa! 1 Bruno"
    board = call(anna, board, 1, 2)
    board = call(anna, board, 0)
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    _, fields = page.form("/quick", "count")
    assert (fields["sweeps_0"], fields["sweeps_1"]) == (["1"], ["2"])


def test_a_call_is_taken_back(anna: Visitor, board: Page) -> None:
    board = call(anna, call(anna, board), 0, 2)
    board = call(anna, board, 0, 1)
    assert said(board) == "Scopa! 1 Anna"


def test_a_double_tap_and_a_second_phone_count_one_sweep_once(anna: Visitor, bruno: Visitor, board: Page) -> None:
    """Three taps on pages that show 0: each sets it to 1."""
    seen = bruno.get(board.path)
    call(anna, board)
    call(anna, board)
    assert said(call(bruno, seen)) == "Scopa! 1 Anna"


def test_an_old_page_takes_nothing_back(anna: Visitor, board: Page) -> None:
    """It shows 0 and sets it to 1, but two have been called meanwhile."""
    call(anna, call(anna, board), 0, 2)
    assert said(call(anna, board)) == "Scopa! 2 Anna"


def test_a_call_counts_where_a_number_was_refused_and_takes_its_place(anna: Visitor, board: Page) -> None:
    board = call(anna, board)
    anna.send_raw(anna.get(f"{board.path}rounds/1/entry/quick"), "/quick", sweeps_0="999")
    board = call(anna, anna.get(board.path), 0, 2)
    assert said(board) == "Scopa! 2 Anna"
    assert anna.get(f"{board.path}rounds/1/entry/quick").form("/quick", "count")[1]["sweeps_0"] == ["2"]


def polled(board: Page) -> str:
    """The address of the board's poll."""
    return next(each.get("hx-get", "") for each in board.root.iter("div") if each.get("id") == "board")


def test_htmx_gets_no_page_but_the_board_has_changed(anna: Visitor, board: Page) -> None:
    address, fields = board.form("/calls/0/events")
    sent = fields | {"events": called(board)}
    assert anna.client.get(polled(board)).status_code == 204
    answer = anna.client.post(address, data=sent, headers={"HX-Request": "true"})
    assert answer.status_code == 204
    assert anna.client.get(polled(board)).status_code == 200
    assert anna.client.get(polled(anna.get(board.path))).status_code == 204


def test_a_round_that_is_only_called_is_not_begun(anna: Visitor, board: Page) -> None:
    board = call(anna, board)
    assert "Count the round" not in board.text.partition('class="actions counting"')[2]
    pile = anna.get(f"{board.path}rounds/1/entry/piles/0")
    anna.send(pile, "piles/0", button="done", card=["7D"])
    board = anna.get(board.path)
    assert "Count the round" in board.text.partition('class="actions counting"')[2]
    assert said(board) == "Scopa! 1 Anna"


def test_a_call_that_comes_too_late_counts_nowhere_and_is_told_what_was_counted(
    app: Flask, anna: Visitor, board: Page
) -> None:
    quick_round(anna, board, settebello="0")
    late = anna.send_raw(board, "/calls/0/events", events=called(board))
    assert late.headers["Location"] == f"{board.path}?counted=1#round-panel"
    address, fields = board.form("/calls/0/events")
    late = anna.client.post(address, data=fields | {"events": called(board)}, headers={"HX-Request": "true"})
    assert late.headers["HX-Redirect"] == f"{board.path}?counted=1#round-panel"
    assert said(anna.get(board.path)) == "Scopa! 0 Anna"
    assert not rows(app, Draft)


def test_nothing_is_called_when_the_match_is_over(anna: Visitor) -> None:
    board = start(anna, option_target="11")
    over = quick_round(anna, board, cards="0", coins="0", settebello="0", primiera="0", sweeps_0="9")
    assert "Anna wins" in over.words
    assert not [each for each in over.root.iter("button") if "call" in (each.get("class") or "")]


def test_a_call_on_a_board_from_before_the_table_ended_the_match_is_no_call(
    app: Flask, anna: Visitor, board: Page
) -> None:
    anna.send(page_of(anna, board), "/end")
    address, fields = board.form("/calls/0/events")
    late = anna.client.post(address, data=fields | {"events": called(board)}, headers={"HX-Request": "true"})
    assert late.headers["HX-Redirect"].startswith(board.path)
    assert not rows(app, Draft)


@pytest.mark.parametrize(
    ("field", "value"), [("", "1"), ("sweeps", "1"), ("sweeps_0", "100"), ("sweeps_0", "x"), ("piles_0", "1")]
)
def test_a_made_up_call_changes_nothing(app: Flask, anna: Visitor, board: Page, field: str, value: str) -> None:
    address, fields = board.form("/calls/0/events")
    events = json.dumps([{"id": "x", "field": field, "was": "0", "value": value}])
    answer = anna.client.post(address, data={**fields, "events": events})
    assert answer.status_code == 303
    assert said(anna.get(board.path)) == "Scopa! 0 Anna"
    for draft in rows(app, Draft):
        assert not any(draft.entry.get("sweeps", {}).values())
        assert not draft.entry.get("piles")


@pytest.mark.parametrize(("at", "events", "status"), [("0", "[]x", 400), ("x", "[]", 404), ("99", "[]", 404)])
def test_a_call_that_cannot_be_read_or_of_no_seat_is_refused(
    anna: Visitor, board: Page, at: str, events: str, status: int
) -> None:
    address, fields = board.form("/calls/0/events")
    answer = anna.client.post(address.replace("/calls/0/", f"/calls/{at}/"), data={**fields, "events": events})
    assert answer.status_code == status


def test_who_sits_out_calls_nothing(anna: Visitor) -> None:
    """Of four who play singly the dealer of the deal sits out."""
    board = start(anna, "Anna", "Bruno", "Carla", "Dario")
    buttons = [each.get("id") for each in board.root.iter("button") if each.get("class") == "call"]
    assert buttons == ["call-1", "call-2", "call-3"]


@pytest.mark.parametrize(("language", "word"), [("es", "¡Escoba!"), ("it", "Escoba!"), ("en", "Escoba!")])
def test_a_call_is_written_as_the_language_writes_it(app: Flask, language: str, word: str) -> None:
    visitor = Visitor(app, language)
    board = visitor.send(visitor.get("/new/escoba"), "/new/escoba", name_0="Ana", name_1="Beto")
    assert said(visitor.get(board.path.removesuffix("share"))) == f"{word} 0 Ana"
