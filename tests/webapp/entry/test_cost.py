"""What a tap costs the database: few statements, one transaction, and nothing where nothing has changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from tests.databases import listening
from tests.webapp.conftest import rows
from tests.webapp.pages import Page, Visitor
from webapp.entry import drafts
from webapp.entry.draft import fold
from webapp.entry.events import By, Field
from webapp.entry.models import Draft
from webapp.match import store as matches
from webapp.match.models import Entering, Match

pytestmark = pytest.mark.storing

AWARDS = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
MOST_READS = 5
"""Of a tap: the match of its link, what the table has entered, and once more both and the phone's mark, locked."""


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """The first words of what is asked of the database within the block, and COMMIT."""
    found: list[str] = []
    engine = app.extensions["database"].engine

    def ask(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        found.append(statement.split()[0])

    def commit(_connection: Any) -> None:
        found.append("COMMIT")

    with listening(engine, "before_cursor_execute", ask), listening(engine, "commit", commit):
        yield found


def state(app: Flask) -> tuple[int, object]:
    """The version of the match, and when its draft was changed."""
    return rows(app, Match)[0].version, [(draft.entry, draft.changed) for draft in rows(app, Draft)]


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
    """Where a pile is sent again, too, whose page reads the draft under the lock alone."""
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


def test_a_page_says_no_newer_version_than_it_shows(app: Flask, board: Page) -> None:
    """Else its polls would never bring what another phone has changed before this one was edited."""
    with app.app_context():
        token = rows(app, Match)[0].play_token
        loaded = matches.by_play_token(token)
        assert loaded
        with app.extensions["database"].writing() as session:
            session.execute(update(Match).values(version=Match.version + 1))
        drafts.edit_draft(loaded, 1, "a phone", partial(fold, match=loaded, events=[By("awards")]))
        assert not matches.is_current(loaded)
        current = matches.by_play_token(token)
        assert current
        drafts.edit_draft(
            current, 1, "a phone", partial(fold, match=current, events=[Field("awards", ("sweeps",), {})])
        )
        assert matches.is_current(current)
