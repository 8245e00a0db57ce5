"""Threats of docs/security.md that no other test covers: by a watch link, and from other sites."""

import re
from urllib.parse import urlsplit

from flask import Flask

from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.match.test_series import over
from tests.webapp.our_tables.test_table_pages import made, put
from tests.webapp.pages import Page, Visitor
from webapp.match.models import Match
from webapp.referee.models import Question
from webapp.tables.models import OurTable

WATCHED = ("", "?counted=2", "live", "big", "rules", "rounds/1", "story", "result.svg")
CHANGES = (
    *("/undo", "/correct", "/delete", "/calls/", "/3/entry/", "match/rules"),
    *("formaction", "next-round", "data-match"),
)
"""Leads to a change: pages of players have it, and none of those who watch."""


def test_no_page_of_those_who_watch_leads_to_another_link_or_a_change(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    """Neither the play link of the match or its rematch, nor the link of its table; no form but of the language."""
    made(anna)
    put(anna, quick_round(anna, quick_round(anna, board, cards="0"), cards="0"))
    finished = over(anna)
    put(anna, finished)
    anna.send(finished, "/rematch")
    theirs = anna.get(board.path).text + anna.get(f"{board.path}rules").text
    assert [change for change in CHANGES if change not in theirs] == []
    secret = [match.play_token for match in rows(app, Match)] + [table.token for table in rows(app, OurTable)]
    for match in rows(app, Match)[:2]:
        for page in WATCHED:
            answer = bruno.client.get(f"/w/{match.watch_token}/{page}")
            assert answer.status_code == 200
            assert "/m/" not in answer.text, page
            assert not [token for token in secret if token in answer.text + str(answer.headers)], page
            assert not [change for change in CHANGES if change in answer.text], page
            # The list of rounds is a form for players, whose buttons say where it goes.
            assert {*re.findall(r'<form[^>]* action="([^"]*)"', answer.text)} <= {"/language", ""}, page
    seen = bruno.get(f"/w/{rows(app, Match)[0].watch_token}/")
    assert "Watching" in seen.text
    assert "Anna deals 2 9 to go" in seen.words
    assert "Round 2: Anna" in bruno.get(f"{seen.path}?counted=2").words
    assert "Anna leads 2 to 0." in bruno.get(seen.link("Why?")).words


def test_no_address_of_those_who_watch_changes_anything(app: Flask, bruno: Visitor, board: Page) -> None:
    watching = {rule.rule.partition(">")[2]: rule.methods for rule in app.url_map.iter_rules() if "/w/" in rule.rule}
    round_1 = "/rounds/<int(max=9999):number>"
    assert watching.keys() == {"/", "/live", "/big", "/rules", round_1, "/story", "/result.svg"}
    assert all(methods <= {"GET", "HEAD", "OPTIONS"} for methods in watching.values() if methods)
    assert bruno.client.get(f"/w/{rows(app, Match)[0].watch_token}/match/").status_code == 404


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
