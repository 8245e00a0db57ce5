"""Simultaneous duplicates are done once and answered twice: a double tap, two tabs, a repeated request.

On SQLite writers queue; on PostgreSQL they run side by side, where this can fail.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.webapp.conftest import rows, start
from tests.webapp.pages import Page, Visitor
from webapp.match.models import Match, Visit
from webapp.tables.models import OurTable, TableMatch, TableSeason, TableVisit

pytestmark = pytest.mark.storing

MANY = 6


def at_once(app: Flask, visitor: Visitor, ask: Callable[[Visitor], TestResponse]) -> list[int]:
    """Send the same request many times at once from one device; returns the kinds of answers."""
    cookie = visitor.client.get_cookie("settebello")
    assert cookie is not None
    gate = Barrier(MANY)

    def one(_number: int) -> int:
        tab = Visitor(app)
        tab.client.set_cookie("settebello", cookie.value)
        gate.wait()
        return ask(tab).status_code

    with ThreadPoolExecutor(MANY) as threads:
        return sorted(set(threads.map(one, range(MANY))))


def sent(app: Flask, visitor: Visitor, page: Page, action: str, **values: str) -> list[int]:
    """Send one form many times."""
    address, fields = page.form(action)
    return at_once(app, visitor, lambda tab: tab.client.post(address, data={**fields, **values}))


@pytest.fixture
def table(anna: Visitor) -> Page:
    return anna.send(anna.get("/tables/"), "/tables/", table_name="Thursdays")


def test_a_link_that_is_opened_twice_is_listed_once(app: Flask, anna: Visitor, bruno: Visitor, table: Page) -> None:
    board = start(anna)
    bruno.get("/")
    for path, visits in ((board.path, Visit), (table.path, TableVisit)):
        assert at_once(app, bruno, lambda tab, path=path: tab.client.get(path)) == [200]
        assert len(rows(app, visits)) == 2


def test_a_form_that_is_sent_twice_makes_one(app: Flask, anna: Visitor) -> None:
    form = anna.get("/new/scopa")
    assert sent(app, anna, form, "/new/scopa", name_0="Anna", name_1="Bruno", count="2") == [303]
    assert len(rows(app, Match)) == 1
    assert sent(app, anna, anna.get("/tables/"), "/tables/", table_name="Thursdays") == [303]
    assert len(rows(app, OurTable)) == 1


def test_a_match_is_put_on_its_table_once(app: Flask, anna: Visitor, table: Page) -> None:
    share = anna.get(f"{start(anna).path}share")
    assert sent(app, anna, share, "/table", table=table.path.split("/")[2]) == [303]
    assert len(rows(app, TableMatch)) == 1


def test_two_taps_begin_one_season(app: Flask, anna: Visitor, table: Page) -> None:
    board = start(anna)
    anna.send(anna.get(f"{board.path}share"), "/table")
    assert sent(app, anna, anna.get(table.path), "/season", season="begin") == [303]
    assert len(rows(app, TableSeason)) == 1
