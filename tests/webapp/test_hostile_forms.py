"""Whatever a form sends, the answer is a page of ours, and never a failure of ours."""

from __future__ import annotations

from itertools import product

import pytest

from tests.webapp.conftest import quick_round, start
from tests.webapp.pages import Page, Visitor, check_page

NASTY = ("", "-1", "²", "٣", "9" * 5000, "99999999999999999999", "a\x00b", "<script>", "../..", "7D", "none", "ſ", "🂡")
FIELDS = (
    "action",
    "token",
    "choice",
    "number",
    "save_token",
    "card",
    "shown",
    "sweeps_0",
    "award_cards",
    "napola_points",
)


@pytest.mark.parametrize(
    "path",
    [
        "undo",
        "rounds/1/correct",
        "rounds/2/entry/",
        "rounds/2/entry/quick",
        "rounds/2/entry/piles/0",
        "rounds/2/entry/conflict",
    ],
)
def test_nothing_that_is_sent_breaks_the_server(anna: Visitor, path: str) -> None:
    board = quick_round(anna, start(anna, option_napola="y"), cards="0", napola="nobody")
    token = board.form("/undo")[1]["csrf_token"][0]
    for field, value in product(FIELDS, NASTY):
        answer = anna.client.post(board.path + path, data={"csrf_token": token, field: value})
        assert answer.status_code < 500, (field, value)
    for action, value in product(("rest", "give", "sweeps", "sweeps-0", "give-7D", "remove", "count"), NASTY):
        answer = anna.client.post(board.path + path, data={"csrf_token": token, "action": f"{action}-{value}"})
        assert answer.status_code < 500, (action, value)


@pytest.mark.parametrize("value", NASTY)
def test_no_answer_about_a_photograph_breaks_it(anna: Visitor, board: Page, value: str) -> None:
    token = board.form("/language")[1]["csrf_token"][0]
    data = {f"answer:{value}:0": "7D", f"other:x:{value}": value, "shown": f"7D.{value}", "csrf_token": token}
    answer = anna.client.post(f"{board.path}rounds/1/entry/piles/1", data=data)
    assert answer.status_code < 500


@pytest.mark.parametrize("number", ["0", "10000", "9" * 30, "-1"])
@pytest.mark.parametrize("page", ["", "/entry/", "/entry/quick", "/entry/piles/0", "/entry/piles/9", "/entry/piles/10"])
def test_a_round_that_cannot_be_is_not_found_or_leads_to_one_that_can(
    anna: Visitor, board: Page, number: str, page: str
) -> None:
    answer = anna.client.get(f"{board.path}rounds/{number}{page}", follow_redirects=True)
    assert answer.status_code in (200, 404)
    check_page(answer.text)


@pytest.mark.parametrize("name", ["a\x00b", "  ", "\u202e\u2066", "🂡" * 20, "%s%(x)s{{7*7}}"])
def test_any_name_is_a_name(anna: Visitor, name: str) -> None:
    board = start(anna, name, "Bruno")
    board = quick_round(anna, board, cards="0")
    assert "49" not in board.words


@pytest.mark.parametrize("token", ["", "x", "a/b" * 8, "../../../../../../etc", "\x00" * 22])
def test_a_new_match_takes_only_tokens_of_ours(anna: Visitor, token: str) -> None:
    assert anna.send_raw(anna.get("/new/scopa"), "/new/scopa", token=token).status_code == 400
