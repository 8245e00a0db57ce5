"""Forms of words: a file or JSON in the place of words is nothing that was entered, and no failure of ours."""

from io import BytesIO

import pytest

from tests.webapp.conftest import entry_of
from tests.webapp.pages import Page, Visitor

NEW = ("/new/scopa", "/new/scala40", "/new/scopa/people", "/new/scopa/keep")


@pytest.mark.parametrize("path", NEW)
def test_a_file_is_no_word_of_a_new_match(anna: Visitor, path: str) -> None:
    _, fields = anna.get("/new/scopa").form("/new/scopa")
    for name in ("name_0", "target", "count", "token"):
        answer = anna.client.post(path, data={**fields, name: (BytesIO(b"Anna"), "a.jpg")})
        assert answer.status_code < 500, name


@pytest.mark.parametrize("path", ["quick", "", "piles/0"])
def test_a_file_is_no_word_of_a_round(anna: Visitor, board: Page, path: str) -> None:
    _, fields = entry_of(anna, board).form("/language")
    for name in ("award_cards", "sweeps_0", "adjust_points_0", "card", "action"):
        sent = {"csrf_token": fields["csrf_token"][0], name: (BytesIO(b"1"), "a.jpg")}
        assert anna.client.post(f"{board.path}rounds/1/entry/{path}", data=sent).status_code < 500, name


@pytest.mark.parametrize("path", [*NEW, "{board}rounds/1/entry/quick", "{board}rounds/1/entry/piles/0"])
def test_json_is_no_form(anna: Visitor, board: Page, path: str) -> None:
    token = board.form("/language")[1]["csrf_token"][0]
    for sent in ({"name_0": 7, "target": [1], "sweeps_0": 1, "card": {}}, [], 7, None, "x"):
        answer = anna.client.post(path.format(board=board.path), json=sent, headers={"X-CSRFToken": token})
        assert answer.status_code < 500, sent
