"""Whatever a form sends, the answer is one of our pages, never a failure.

The forms of every third way are sent each of their fields and buttons; `tests.fuzz` sends all forms.
"""

from collections.abc import Collection
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask

from tests.shares import share
from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.pages import Page, Visitor, check_page, placed
from tests.webapp.tables import TABLES, Table, some_tables
from webapp.entry.models import Draft
from webapp.games import GAMES, CardWay
from webapp.match.models import Round

pytestmark = pytest.mark.slow
NASTY = ("", "-1", "²", "٣", "9" * 5000, "99999999999999999999", "a\x00b", "<script>", "../..", "7D", "none", "ſ", "🂡")
ANYTHING = (*NASTY, ["0", "1"], None)
"""Values for a field: nonsense, repeated, or missing."""
FIELDS = ("action", "token", "choice", "number", "save_token", "card", "shown", "rest_side", "rest_cards")
"""Fields that are in no game's own form; `rest_cards` is sent to the games without it."""
SHARED_FIELDS = ("was", "known")
"""Fields that every form has, beside a row of plus or minus points."""
BUTTONS = ("rest", "give/7D", "give/all", "ask/x", "rows", "set/sweeps_0", "set/x", "set/token")
"""Known and possible buttons of an entry; each game also gets some of all the others'."""
ALL_BUTTONS = tuple(dict.fromkeys((*BUTTONS, *(button for table in TABLES for button in table.buttons))))
VALUES = (*NASTY, "0", "1", "7D-1", "JOKER-0", "T21-1", "none")
WAYS = [(table, path) for table in TABLES for path in dict.fromkeys((table.path, ""))]


def some_ways(place: int) -> pytest.MarkDecorator:
    """Give a test every third way of all games."""
    return pytest.mark.parametrize(
        ("table", "path"), share(WAYS, 3, place), ids=lambda part: getattr(part, "game", part)
    )


def second_round(visitor: Visitor, table: Table) -> tuple[str, int]:
    """Count a round if the game has another after it; returns the path of the match and the round to enter."""
    board = table.begin(visitor)
    if table.only_round:
        return board.path, 1
    table.play(visitor, board, table.ours)
    return board.path, 2


@some_tables(0)
def test_nothing_that_is_sent_breaks_the_server(app: Flask, anna: Visitor, table: Table) -> None:
    match, number = second_round(anna, table)
    paths = ("undo", "rounds/1/correct", f"rounds/{number}/entry/conflict")
    counted = [stored.entry for stored in rows(app, Round)]
    token = anna.get(match).form("/language")[1]["csrf_token"][0]
    for place, (field, path) in enumerate(product(("choice", "number", "save_token"), paths), TABLES.index(table)):
        for value in share(NASTY, len(NASTY), place):
            answer = anna.client.post(match + path, data={"csrf_token": token, field: value})
            assert answer.status_code < 500, (path, field, value)
    assert [stored.entry for stored in rows(app, Round)] == counted


def drafts(app: Flask) -> str:
    """All sent values that the pages of a match's entry can show."""
    parts = ("number", "device", "base_version", "method", "entry", "rest_side")
    return repr([[getattr(draft, part) for part in parts] for draft in rows(app, Draft)])


def sent_to(names: Collection[str], seat: int) -> list[tuple[str, Any]]:
    """Values to send, by field: one to each, another in each way of each game."""
    return [
        (name, value)
        for place, name in enumerate(sorted(names), seat)
        for value in share(ANYTHING, len(ANYTHING), place)
    ]


@some_ways(0)
def test_no_field_of_any_form_breaks_it_nor_loses_the_answers_beside_it(
    app: Flask, anna: Visitor, table: Table, path: str
) -> None:
    """Each field in turn has nonsense, is repeated, or is missing; the others keep their answers.

    Stored values decide the page's content: the page is opened after every new stored value.
    """
    match, number = second_round(anna, table)
    counted = [stored.entry for stored in rows(app, Round)]
    address = f"{match}rounds/{number}/entry/{path}"
    way = next(each.name for each in GAMES[table.game].ways if each.path == path)
    page_of_way = f"{match}?round={number}&by={way}"
    _, fields = anna.get(page_of_way).form(f"/entry/{path}", "count")
    # The rows of plus and minus points are alike: the first stands for all.
    places = placed(fields)
    row = {name for name, place in places.items() if place.endswith("_0")}
    others = {*places} - row
    names = {*fields, *row, *table.theirs, *FIELDS, *SHARED_FIELDS} - {"csrf_token", "action"} - others
    looked_at: set[str] = set()
    anna.client.post(address, data={**fields, **table.theirs, "action": ""})
    for name, value in sent_to(names, WAYS.index((table, path))):
        sent = {**fields, **table.theirs, "action": "", name: value}
        answer = anna.client.post(address, data={key: value for key, value in sent.items() if value is not None})
        assert answer.status_code < 500, (name, value)
        if (stored := drafts(app)) in looked_at:
            continue
        looked_at.add(stored)
        _, kept = anna.get(page_of_way).form(f"/entry/{path}", "count")
        asked = {key: [text] for key, text in table.theirs.items() if key in fields and key != name}
        assert {key: kept.get(key) for key in asked} == asked, (name, value)
    assert [stored.entry for stored in rows(app, Round)] == counted


@some_ways(1)
def test_no_button_breaks_it_nor_counts_unasked(app: Flask, anna: Visitor, table: Table, path: str) -> None:
    match, number = second_round(anna, table)
    counted = [stored.entry for stored in rows(app, Round)]
    ways = GAMES[table.game].ways
    way = next(each.name for each in ways if each.path == path)
    page_of_way = f"{match}?round={number}&by={way}"
    token = anna.get(match).form("/language")[1]["csrf_token"][0]
    looked_at: set[str] = set()
    forms = 2 * sum(each is table for each, _ in WAYS)  # each takes its share of the game's own buttons
    pages = [f"ways/{ways[-1].name}"] if path else [f"ways/{ways[0].name}", "piles/1"]
    others = [button for button in ALL_BUTTONS if button not in (*BUTTONS, *table.buttons)]
    buttons = [*BUTTONS, *table.buttons, *share(others, len(others), WAYS.index((table, path)))]
    for place, action in enumerate(dict.fromkeys(buttons), WAYS.index((table, path))):
        parts = forms if action in table.buttons else len(VALUES)
        for value in share(VALUES, parts, place):
            end = f"{action}/{quote(value[:500], safe='')}{'/drop' if action == 'rows' else ''}"
            data = {"csrf_token": token}
            for page in pages:
                answer = anna.client.post(f"{match}rounds/{number}/entry/{page}/{end}", data=data)
                assert answer.status_code < 500, (page, end)
            if (stored := drafts(app)) not in looked_at:
                looked_at.add(stored)
                assert anna.client.get(page_of_way).status_code == 200, end
    assert [stored.entry for stored in rows(app, Round)] == counted


@some_tables(1)
def test_no_card_breaks_a_grid_nor_loses_another_pile(anna: Visitor, table: Table) -> None:
    """Codes of other decks, of none, of two packs at once; a side's nonsense never removes another side's cards."""
    match, number = second_round(anna, table)
    piles = f"{match}rounds/{number}/entry/piles/"
    token = anna.get(match).form("/language")[1]["csrf_token"][0]
    if not any(isinstance(way, CardWay) for way in GAMES[table.game].ways):
        assert anna.client.post(f"{piles}0", data={"csrf_token": token, "card": "7D"}).status_code == 404
        return
    held = {"csrf_token": token, "card": ["1D", "7D"]}
    own = [each for each in ("AD", "1D", "7D") if f'id="card-{each}' in anna.get(f"{piles}0").text]
    held["card"] = own
    anna.client.post(f"{piles}0/done", data=held)
    cards = share((*NASTY, "JOKER", "T21", "FOOL", "KH", "7D.1"), 2, TABLES.index(table))
    for place, card in enumerate(cards, TABLES.index(table)):
        for shift, field in enumerate(("card", "shown")):
            for action in share(("", "/done", "/next/0"), 3, place + shift):
                data = {"csrf_token": token, field: [card] * 120}
                assert anna.client.post(f"{piles}1{action}", data=data).status_code < 500, data
    for index in ("7", "9" * 30, "-1", "x"):
        assert anna.client.post(f"{piles}{index}", data=held).status_code in (400, 404, 405)
    _, fields = anna.get(f"{piles}0").form("/piles/0", "done")
    assert {*own} - {"7D"} <= {*fields.get("card", [])}


def test_no_answer_about_a_photograph_breaks_it(anna: Visitor, board: Page) -> None:
    token = board.form("/language")[1]["csrf_token"][0]
    for value in NASTY:
        data = {f"answer:{value}:0": "7D", f"other:x:{value}": value, "shown": f"7D.{value}", "csrf_token": token}
        answer = anna.client.post(f"{board.path}rounds/1/entry/piles/1", data=data)
        assert answer.status_code < 500, value


def test_a_round_that_cannot_be_is_not_found_or_leads_to_one_that_can(anna: Visitor, board: Page) -> None:
    pages = ("", "/entry/", "/entry/quick", "/entry/piles/0", "/entry/piles/9", "/entry/piles/10")
    for number, page in product(("0", "10000", "9" * 30, "-1"), pages):
        answer = anna.client.get(f"{board.path}rounds/{number}{page}", follow_redirects=True)
        assert answer.status_code in (200, 404), (number, page)
        check_page(answer.text)


@pytest.mark.parametrize("name", ["a\x01b", "  ", "\u202e\u2066", "🂡" * 20, "%s%(x)s{{7*7}}"])
def test_any_name_is_a_name(anna: Visitor, name: str) -> None:
    board = start(anna, name, "Bruno")
    board = quick_round(anna, board, cards="0")
    assert "49" not in board.words


@pytest.mark.parametrize("token", ["", "x", "a/b" * 8, "../../../../../../etc", "\x00" * 22])
def test_a_new_match_takes_only_tokens_of_ours(anna: Visitor, token: str) -> None:
    assert anna.send_raw(anna.get("/new/scopa"), "/new/scopa", token=token).status_code == 400
