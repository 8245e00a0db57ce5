"""Storage times are settings; deletion and the texts of the pages follow them."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.our_tables.test_table_pages import made
from tests.webapp.pages import Page, Visitor
from webapp.base.running import config
from webapp.base.storage.db import database
from webapp.base.storage.orm import now
from webapp.match import store as matches
from webapp.match.models import Match, Round, Visit
from webapp.tables.models import OurTable

pytestmark = pytest.mark.storing

SETTINGS = {
    "SETTEBELLO_PHOTO_DAYS": ("PHOTO_DAYS", 2),
    "SETTEBELLO_REMOVED_DAYS": ("REMOVED_DAYS", 30),
    "SETTEBELLO_QUESTION_DAYS": ("QUESTION_DAYS", 30),
    "SETTEBELLO_MATCH_DAYS": ("MATCH_DAYS", 0),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_every_time_is_a_setting(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, usual = SETTINGS[name]
    assert config.defaults(tmp_path)[key] == usual
    monkeypatch.setenv(name, "7")
    assert config.defaults(tmp_path)[key] == 7


@pytest.mark.parametrize("value", ["soon", "-1", "1.5", "٣", "999999"])
@pytest.mark.parametrize("name", SETTINGS)
def test_a_wrong_number_is_said_in_a_sentence(
    name: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(config.StartError, match=f"{name}.*{value}"):
        config.defaults(tmp_path)


def aged(app: Flask, table: type, days: float, **values: Any) -> None:
    """Make everything in a table as old as that."""
    with app.app_context(), database().writing() as session:
        session.execute(update(table).values({name: now() - timedelta(days=days) for name in values}))


def test_what_is_deleted_is_there_as_long_as_the_setting_says(app: Flask, anna: Visitor, board: Page) -> None:
    app.config["REMOVED_DAYS"] = 7
    table = made(anna)
    manage = anna.get(f"{board.path}match/")
    assert "brought back for 7 days" in manage.words
    anna.send(manage, "/delete")
    assert "brought back for 7 days" in anna.get("/help/stored").words
    assert "For 7 days it can be brought back" in anna.send(anna.get(table.path), "/remove").words
    for days, there in ((6.9, True), (7.1, False)):
        aged(app, Match, days, removed=0)
        aged(app, OurTable, days, removed=0)
        assert anna.client.get(table.path).status_code == (200 if there else 404)
        start(anna, "Carla", "Dino")  # whenever a match is begun the old ones go
        assert anna.client.get(board.path, follow_redirects=True).status_code == (200 if there else 404)


def test_without_the_setting_a_match_stays_for_ever(app: Flask, anna: Visitor, board: Page) -> None:
    aged(app, Match, 9999, created=0)
    aged(app, Visit, 9999, seen=0)
    with app.app_context():
        assert matches.remove_untouched() == 0
    assert "They stay until somebody deletes them." in anna.get("/help/stored").words
    assert anna.get(board.path).status == 200


def test_a_match_that_nobody_has_touched_for_so_long_is_deleted_and_can_be_taken_back(
    app: Flask, anna: Visitor, board: Page
) -> None:
    app.config["MATCH_DAYS"] = 90
    assert "A match that nobody has opened for 90 days is deleted." in anna.get("/help/stored").words
    quick_round(anna, board, cards="0")

    def removed(**days: float) -> int:
        aged(app, Match, days.get("created", 92), created=0)
        aged(app, Visit, days.get("seen", 92), seen=0)
        aged(app, Round, days.get("saved", 92), saved=0)
        with app.app_context():
            return matches.remove_untouched()

    for recent in ("created", "seen", "saved"):
        assert removed(**{recent: 89}) == 0, recent
    assert removed() == 1
    assert removed() == 0
    assert board.path not in anna.get("/").text
    anna.send(anna.get(board.path), "/take-back")
    assert board.path in anna.get("/").text
    assert len(rows(app, Round)) == 1
    with app.app_context():
        assert matches.remove_untouched() == 0, "whoever takes it back has touched it"


def test_questions_say_how_long_they_are_kept(app: Flask, anna: Visitor) -> None:
    app.config["QUESTION_DAYS"] = 9
    assert "sees it for 9 days." in anna.get("/referee/").words
