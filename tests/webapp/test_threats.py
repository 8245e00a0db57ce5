"""Threats of docs/security.md that no other test covers: by a watch link, and from other sites."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.match.test_series import over
from tests.webapp.our_tables.test_table_pages import made, put
from tests.webapp.pages import Page, Visitor
from webapp.match.models import Match
from webapp.referee.models import Question
from webapp.tables.models import OurTable

WATCHED = ("", "live", "big", "rules", "rounds/1", "story")


def test_no_page_of_those_who_watch_holds_another_link(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    """Neither the play link of the match or its rematch, nor the link of its table."""
    first = over(anna)
    made(anna)
    put(anna, first)
    anna.send(first, "/rematch")
    secret = [match.play_token for match in rows(app, Match)] + [table.token for table in rows(app, OurTable)]
    for page in WATCHED:
        answer = bruno.client.get(f"/w/{rows(app, Match)[0].watch_token}/{page}")
        assert answer.status_code == 200
        assert not [token for token in secret if token in answer.text + str(answer.headers)], page


@pytest.mark.parametrize("page", ["share", "match/", "match/match.json", "rounds/1/entry/", "referee/", "offline/kept"])
def test_who_watches_finds_no_page_of_players(
    app: Flask, bruno: Visitor, anna: Visitor, board: Page, page: str
) -> None:
    quick_round(anna, board, cards="0")
    assert bruno.client.get(f"/w/{rows(app, Match)[0].watch_token}/{page}").status_code == 404


def test_what_belongs_to_one_match_opens_in_no_other(app: Flask, anna: Visitor, bruno: Visitor, board: Page) -> None:
    asked = anna.send(anna.get(f"{board.path}referee/"), "/referee/", button="captures")
    theirs = start(bruno, "Carla", "Dino")
    (question,) = rows(app, Question)
    assert question.token in asked.path
    elsewhere = asked.path.replace(board.path, theirs.path)
    assert elsewhere != asked.path
    assert bruno.client.get(elsewhere).status_code == 404
    assert bruno.client.get(f"/referee/{question.token}/").status_code == 404
    assert anna.client.get(asked.path).status_code == 200


def test_another_site_frames_embeds_and_opens_nothing(anna: Visitor, board: Page) -> None:
    for path in ("/", board.path, "/static/any/base/base.css", "/nothing"):
        answer = anna.client.get(path)
        answer.close()
        headers = answer.headers
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Referrer-Policy"] == "same-origin", (
            "a link that is followed from here does not carry ours along"
        )


def test_no_page_loads_anything_from_elsewhere(anna: Visitor, board: Page) -> None:
    for path in ("/", "/new/scopa", board.path, f"{board.path}share", "/help/", "/phone/"):
        page = anna.get(path)
        for element in page.root.iter():
            loaded = element.get("src") or (element.get("href") if element.tag in ("link", "use", "image") else None)
            assert not loaded or not urlsplit(loaded).netloc, (path, loaded)


def test_no_page_that_holds_a_link_is_kept_by_a_cache_on_the_way(anna: Visitor, board: Page) -> None:
    for path in (board.path, f"{board.path}share", "/", "/phone/", "/phone/matches.zip"):
        kept = anna.client.get(path).headers["Cache-Control"]
        assert re.search("private|no-store", kept) or "no-cache" in kept, (path, kept)
        assert "public" not in kept
