"""Protection of a match: headers, CSRF, limits, bounds, secrets, our own error pages."""

import logging
import re
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from tests.webapp.conftest import quick_round
from tests.webapp.decks.enrolling import begin
from tests.webapp.our_tables.test_table_pages import made
from tests.webapp.pages import Page, Visitor, check_page
from webapp.app import create_app
from webapp.base.http import security
from webapp.base.http.security import limiter
from webapp.base.running.config import database_url
from webapp.base.running.logs import Text, redact
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import new_token


@pytest.mark.parametrize(
    ("path", "status"), [("/", 200), ("/new/scopa", 200), ("/nothing", 404), ("/static/any/base/base.css", 200)]
)
def test_every_answer_carries_the_headers(anna: Visitor, path: str, status: int) -> None:
    answer = anna.client.get(path)
    assert answer.status_code == status
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    answer.close()


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(anna: Visitor) -> None:
    cookie = anna.client.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie  # plain HTTP in a pizzeria


def test_a_slow_answer_does_not_bring_the_last_language_back(anna: Visitor, board: Page) -> None:
    """An answer that was asked for before the change sets no cookie."""
    assert "Set-Cookie" not in anna.client.get("/").headers


@pytest.mark.parametrize("path", ["/", "/static/any/base/base.css"])
def test_a_phone_that_comes_back_keeps_its_cookie(
    anna: Visitor, board: Page, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """A browser drops a cookie after 400 days; a page sets it again once a month, a shared file never."""
    later = now() + timedelta(days=40)
    monkeypatch.setattr(security, "now", lambda: later)
    answers = [anna.client.get(path) for _ in range(2)]
    for answer in answers:
        answer.close()
    assert ["Set-Cookie" in answer.headers for answer in answers] == [path == "/", False]


def test_over_https_the_cookie_is_secure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SETTEBELLO_HTTPS", "1")
    app = create_app({"DATA_DIRECTORY": tmp_path})
    assert app.config["SESSION_COOKIE_SECURE"]
    app.extensions["database"].engine.dispose()


@pytest.mark.parametrize("days", [-4000, -1, 399])
def test_a_clock_that_is_wrong_forgets_no_device(
    anna: Visitor, board: Page, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    assert "Anna" in anna.get("/").words
    stamp = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: stamp(self) + days * 24 * 3600)
    assert "Anna" in anna.get("/").words


def test_no_form_is_taken_without_its_token(app: Flask, anna: Visitor, board: Page) -> None:
    """At every address that takes one."""
    quick_round(anna, board, cards="0")
    table, deck = made(anna), begin(anna)
    known = {"play_token": board, "table_token": table, "enrolment_token": deck}

    def part(found: re.Match[str]) -> str:
        kind, _, name = found[1].rpartition(":")
        chosen = re.match(r"any\((\w+)", kind)
        if chosen:
            return chosen[1]
        if name in known:
            return known[name].path.split("/")[2]
        return "D" if name == "suit" else "1" if kind.startswith("int") else "x"

    paths = {
        re.sub("<([^>]+)>", part, rule.rule) for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())
    }
    assert len(paths) > 90
    for path in sorted(paths):
        answer = anna.client.post(path, data={"number": "1"})
        if answer.status_code == 308:
            continue  # to the same address with a slash, which is among them
        assert answer.status_code == 400, path
        assert "This page is too old" in answer.text
        assert int(answer.headers["Retry-After"]) > 0  # a phone sends a round that waits again
        check_page(answer.text)
    assert "Anna 1" in anna.get(board.path).words


def test_the_links_cannot_be_guessed_and_the_watch_link_does_not_play(app: Flask, anna: Visitor, board: Page) -> None:
    play = board.path.split("/")[2]
    assert len(play) == 22
    watch = anna.get(board.link("Invite")).root.find(".//a[@id='watch-link']")
    assert watch is not None
    token = watch.get("href", "").rstrip("/").split("/")[-1]
    assert token != play
    assert anna.client.get(f"/m/{token}/").status_code == 404
    assert anna.client.get(f"/w/{play}/").status_code == 404


@pytest.mark.parametrize("path", ["/m/", "/w/", "/nothing", "/new/bridge", "/m/AAAAAAAAAAAAAAAAAAAAAA/", "/m/x/live"])
def test_nothing_there_is_said_on_a_page_of_ours(anna: Visitor, path: str) -> None:
    page = anna.get(path, status=404)
    assert "There is nothing here" in page.words


def test_a_form_that_is_too_large_is_refused(anna: Visitor, board: Page) -> None:
    page = anna.get(f"{board.path}rounds/1/entry/piles/0")
    answer = anna.send(page, "piles/0", status=413, card=["7D"] * 100_000)
    assert "That is too large" in answer.words


def test_a_photograph_that_is_too_large_is_refused(app: Flask, anna: Visitor, board: Page) -> None:
    app.config["PHOTO_BYTES"] = 1024
    _, fields = anna.get(f"{board.path}rounds/1/entry/").form("piles/0/photo")
    data = {"csrf_token": fields["csrf_token"][0], "photo": (BytesIO(bytes(5000)), "pile.jpg")}
    answer = anna.client.post(
        f"{board.path}rounds/1/entry/piles/0/photo", data=data, content_type="multipart/form-data"
    )
    assert answer.status_code == 413
    check_page(answer.text)


def test_limits_count_a_match_and_an_address(app: Flask, anna: Visitor, bruno: Visitor, board: Page) -> None:
    other = quick_round(bruno, _fresh(bruno), cards="0")
    app.config["LIMIT_DEFAULT"] = "3 per minute"
    limiter.reset()
    codes = [anna.client.get(f"{board.path}live?version=old").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
    assert bruno.client.get(f"{other.path}live?version=old").status_code == 200
    slow = anna.get(f"{board.path}live?version=old", status=429)
    assert "A little slower, please" in slow.words


def test_each_photograph_counts_once_of_its_own_limit(app: Flask, anna: Visitor, board: Page) -> None:
    """A film counts against a limit of its own."""
    app.config["LIMIT_PHOTO"] = "3 per minute"
    limiter.reset()
    piles = f"{board.path}rounds/1/entry/piles/0"
    data = {"csrf_token": anna.get(piles).form("piles/0/photo")[1]["csrf_token"][0]}
    assert [anna.client.post(f"{piles}/photo", data=data).status_code for _ in range(4)] == [422, 422, 422, 429]
    assert anna.client.post(f"{piles}/film", data=data).status_code == 422


def _fresh(visitor: Visitor) -> Page:
    from tests.webapp.conftest import start

    return start(visitor)


def test_a_failure_shows_our_page_and_logs_no_link(
    app: Flask, anna: Visitor, board: Page, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("webapp.match.views.matches.record_visit", fail)
    with caplog.at_level(logging.ERROR):
        page = anna.get(board.path, status=500)
    assert "Something broke on our side" in page.words
    assert page.link("Back to the match") == board.path
    logged = "\n".join(map(Text().format, caplog.records))
    assert "on purpose" in logged
    assert board.path.split("/")[2] not in logged


def test_tokens_are_taken_out_of_log_lines() -> None:
    assert redact("GET /m/3Jq9xT-k2_pQ/rounds/2 and /w/abcdefghij") == "GET /m/.../rounds/2 and /w/..."


def test_a_token_begins_and_ends_with_a_letter_or_a_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-ng3Jq9xT-k2_pQ4vWzYab", "ang3Jq9xT-k2_pQ4vWzYa-", "_ng3Jq9xT-k2_pQ4vWzYab", "ang3Jq9xT-k2_pQ4vWz9"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(drawn))
    assert new_token() == "ang3Jq9xT-k2_pQ4vWz9"


def test_the_database_url_names_its_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert database_url(tmp_path).startswith("sqlite:///")
    monkeypatch.setenv("DATABASE_URL", "postgres://a:b@host/c")
    assert database_url(tmp_path) == "postgresql+psycopg://a:b@host/c"


def test_names_are_shown_as_they_are_and_never_as_markup(anna: Visitor) -> None:
    from tests.webapp.conftest import start

    board = start(anna, "<b>Anna</b>", "Bru'\"&no", "%(x)s")
    board = quick_round(anna, board, cards="0")
    assert "<b>Anna</b>" in board.words
    assert "%(x)s" in board.words
    receipt = anna.get(board.link("Why?"))
    assert "<b>Anna</b>" in receipt.words
