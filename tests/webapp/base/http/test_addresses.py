"""Addresses and forms with what no database stores, and where a form may lead back to: a page of ours, never a failure.

PostgreSQL refuses what SQLite takes: `TEST_DATABASE_URL` is where most of this can fail.
"""

from itertools import product

import pytest
from flask import Flask

from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.pages import Page, Visitor, check_page
from webapp.entry.models import Draft

pytestmark = pytest.mark.storing

PLACES = (
    "/m/a{}b/", "/m/a{}b/live?version=1.0", "/w/a{}b/", "/w/a{}b/live?version=1.0", "/t/a{}b/", "/p/a{}b",
    "/referee/a{}b", "/enrol/a{}b/", "/enrol/a{}b/cards/D", "/decks/a{}b/", "/new/a{}b", "/nothing/a{}b",
    "{board}photos/a{}b.jpg", "{board}rounds/1/entry/a{}b", "{board}referee/a{}b", "{board}?undone=a{}b",
    "{board}rounds/1/entry/?by=a{}b", "/new/scopa?table=a{}b",
    "/new/scopa?as=a{}b", "/?a{}b=1",
)  # fmt: skip
ELSEWHERE = (
    *("/a\nb", "/a\r\nSet-Cookie: x=1", "/\n/evil.example", "/\t/evil.example", "/a\x7f", "/ü\u2028b"),
    *("//[", "http://[", "//evil.example", "/\\evil.example", "x" * 5000),
)
UNSTORABLE = ("%00", "%01", "%ed%a0%80", "%ff", "%f0%9f")


def test_no_address_breaks_the_server(anna: Visitor, board: Page) -> None:
    for text, place in product(UNSTORABLE, PLACES):
        path = place.replace("{board}", board.path).replace("{}", text)
        answer = anna.client.get(path, follow_redirects=True)
        assert answer.status_code in (200, 204, 400, 404), path
        if text in ("%00", "%01"):
            check_page(answer.text)
        if text == "%00":
            assert answer.status_code in (400, 404), path


def test_no_form_with_nul_is_taken(anna: Visitor, board: Page) -> None:
    """It is refused as a whole: no browser sends it for a player."""
    token = board.form("/language")[1]["csrf_token"][0]
    forms = {
        "/language": "next",
        "/list/delete": "match",
        "/tables/": "table_name",
        "/new/scopa": "name_0",
        "/referee/": "ask",
        f"{board.path}match/names": "name",
        f"{board.path}rounds/1/entry/quick": "adjust_reason_0",
        f"{board.path}undo": "save_token",
    }
    for (path, field), value in product(forms.items(), ("a\x00b", "\x00")):
        for data in ({field: value}, {field: "a", f"b{value}": "c"}):
            answer = anna.client.post(path, data={"csrf_token": token, **data})
            assert answer.status_code == 400, (path, data)
            check_page(answer.text)
    answer = anna.client.post("/tables/", json={"a": "\x00"})
    assert answer.status_code == 400


def test_no_field_without_a_name_is_taken(anna: Visitor, board: Page) -> None:
    token = board.form("/language")[1]["csrf_token"][0].encode()
    for head in (b"form-data", b'form-data; filename="x.jpg"'):
        parts = (b'form-data; name="csrf_token"\r\n\r\n' + token, head + b"\r\n\r\nhello")
        body = b"".join(b"--b\r\nContent-Disposition: " + part + b"\r\n" for part in parts) + b"--b--\r\n"
        answer = anna.client.post("/language", data=body, headers={"Content-Type": "multipart/form-data; boundary=b"})
        assert answer.status_code == 400
        check_page(answer.text)


def test_the_choice_of_a_language_leads_to_a_page_of_ours(anna: Visitor) -> None:
    token = anna.get("/").form("/language")[1]["csrf_token"][0]
    for back in ELSEWHERE:
        answer = anna.client.post("/language", data={"csrf_token": token, "language": "it", "next": back})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/"), back
    answer = anna.client.post("/language", data={"csrf_token": token, "language": "it", "next": "/tables/?a=ü%20b#c"})
    assert answer.headers["Location"].startswith("/tables/?a=%C3%BC")


CALLED = '[{"id": "x", "field": "sweeps_0", "was": "0", "value": "1"}]'


def test_a_round_that_nobody_can_enter_yet_is_not_stored(app: Flask, anna: Visitor) -> None:
    """A form for round 9,999 in a match of one: its phone is led to the board."""
    board = quick_round(anna, start(anna), cards="0", settebello="1")
    token = board.form("/language")[1]["csrf_token"][0]
    answers = {"award_cards": "0", "award_coins": "1", "award_settebello": "0", "award_primiera": "1"}
    for number in (9999, 3, 0):
        for path in ("quick", "", "ways/awards/count", "ways/piles/rest/0", "ways/piles/give/7D/0", "conflict",
                     "piles/0", "piles/0/photo", "piles/0/done", "piles/0/count", "calls/0/events"):  # fmt: skip
            sent = {"csrf_token": token, "choice": "next", "events": CALLED, **answers}
            answer = anna.client.post(f"{board.path}rounds/{number}/entry/{path}", data=sent)
            assert answer.status_code in (303, 400, 404, 409, 422), (number, path)
        sent = {"csrf_token": token, "token": "A" * 22, "action": "count", **answers}
        assert anna.client.post(f"{board.path}offline/rounds/{number}/quick", data=sent).status_code in (303, 409)
    assert rows(app, Draft) == []


def test_what_was_begun_for_a_round_before_one_was_taken_back_is_kept(
    app: Flask, anna: Visitor, bruno: Visitor
) -> None:
    """The page of round 3 was open when round 2 was undone: it is no round that nobody could enter."""
    board = start(anna)
    for _ in range(2):
        board = quick_round(anna, board, cards="0", settebello="1")
    page = bruno.get(f"{board.path}rounds/3/entry/quick")
    anna.send(anna.get(board.path), "/undo")
    answers = {"award_cards": "0", "award_coins": "1", "award_settebello": "0", "award_primiera": "1"}
    bruno.send(page, "/quick", button="count", status=409, **answers)
    assert [draft.number for draft in rows(app, Draft)] == [2, 3]
