"""Who is entering what: the other phones and those who watch see it while it happens."""

from datetime import timedelta

import pytest
from flask import Flask

from tests.webapp.conftest import rows
from tests.webapp.pages import Page, Visitor
from webapp.base.storage.orm import now
from webapp.match import presence
from webapp.match.models import Entering, Match

HTMX = {"HX-Request": "true"}


def test_the_others_see_whose_cards_are_being_entered(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, text = f"{board.path}rounds/1/entry/", "being entered"
    with app.app_context():
        watch = f"/w/{rows(app, Match)[0].watch_token}/"
    for page in (board.path, path):
        assert text not in bruno.get(page).words
    anna.get(f"{path}piles/0")
    for page in (board.path, path, watch, f"{watch}big"):
        assert text in bruno.get(page).words
    assert text not in anna.client.get(f"{board.path}live?version=0.0", headers=HTMX).text  # it is hers
    assert "Another phone is entering these cards, too." in bruno.get(f"{path}piles/0").words
    anna.send_raw(anna.get(f"{path}piles/0"), "piles/0", card=["7D"])
    assert "entered" not in bruno.get(path).words.replace(text, "")  # not both at once
    bruno.get(board.path)  # he has left it
    assert len(rows(app, Entering)) == 1
    anna.send(anna.get(f"{path}piles/0"), "piles/0", button="done", card=["7D"])
    assert text not in bruno.get(board.path).words
    anna.get(f"{path}piles/0")
    later = now() + presence.LAPSES + timedelta(seconds=1)
    monkeypatch.setattr(presence, "now", lambda: later)
    assert text not in bruno.get(board.path).words


def test_who_taps_who_won_what_is_seen_by_the_others(anna: Visitor, bruno: Visitor, board: Page) -> None:
    """Nobody has said whose phone it is: it is another one."""
    path = f"{board.path}rounds/1/entry/quick"
    watcher = anna.get(f"{board.path}share").text.partition("/w/")[2][:22]
    said = "Another phone is entering this round."
    anna.send_raw(anna.get(path), "/quick", award_cards="0")
    assert said in bruno.get(path).words
    panel = bruno.client.get(f"{board.path}rounds/1/entry/?by=awards", headers=HTMX)
    assert said in panel.text
    assert 'name="award_cards" value="0" checked' in panel.text
    for page in ("", "big"):
        assert "being entered" in bruno.get(f"/w/{watcher}/{page}").words
    assert said not in anna.get(path).words
    assert said not in anna.client.get(f"{board.path}rounds/1/entry/?by=awards", headers=HTMX).text
    anna.send(anna.get(path), "/quick", button="count", status=422)
    anna.get(board.path)
    assert said not in bruno.get(path).words
