"""Unchanged polls are answered before Flask: only those that Flask would answer with a page."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from werkzeug.test import EnvironBuilder, run_wsgi_app

from tests.shares import examples
from tests.webapp.conftest import rows
from tests.webapp.pages import Page
from webapp.base.storage.orm import now
from webapp.match import polls, presence, store
from webapp.match.models import Entering, Match
from webapp.match.polls import Polls

pytestmark = pytest.mark.storing

Answer = tuple[str, list[tuple[str, str]], bytes]


@dataclass
class Both:
    """The layer and Flask behind it, and how often the layer asked Flask."""

    app: Flask
    passed_on: int = 0

    def __post_init__(self) -> None:
        assert isinstance(self.app.wsgi_app, Polls)
        self.layer = self.app.wsgi_app
        self.flask = self.layer.behind
        self.layer.behind = self._pass_on

    def _pass_on(self, *request: Any) -> Any:
        self.passed_on += 1
        return self.flask(*request)

    def ask(self, path: str, query: str, method: str = "GET", **headers: str) -> tuple[int, bool]:
        """The status, and whether the layer needed no Flask, which must then have the page, with the same headers."""
        before = self.passed_on
        quick, flask = (answer(way, path, query, method, **headers) for way in (self.layer, self.flask))
        if quick[0].startswith("204"):
            assert flask[0] == "200 OK"
            assert {*quick[1]} <= {*flask[1]}
        else:
            assert quick[0] == flask[0]
        return int(quick[0].split()[0]), self.passed_on == before


def answer(way: Any, path: str, query: str, method: str = "GET", **headers: str) -> Answer:
    """The answer of `way`, with its headers sorted by name."""
    builder = EnvironBuilder(path=path, query_string=query, method=method)
    builder.headers.extend({name.replace("_", "-"): value for name, value in headers.items()})
    body, status, answered = run_wsgi_app(way, builder.get_environ())
    return status, sorted(answered), b"".join(body)


@pytest.fixture
def both(app: Flask) -> Both:
    return Both(app)


@pytest.fixture
def match(app: Flask, board: Page) -> Match:
    found: Match = rows(app, Match)[0]
    return found


def test_an_unchanged_poll_is_answered_before_flask_and_a_changed_one_is_not(both: Both, match: Match) -> None:
    play, watch = f"/m/{match.play_token}", f"/w/{match.watch_token}"
    for path in (f"{play}/live", f"{play}/big", f"{play}/rounds/1/entry/piles/0/news", f"{watch}/live", f"{watch}/big"):
        for method in ("GET", "HEAD"):
            assert both.ask(path, f"version={match.version}.0", method) == (204, True)
        assert both.ask(path, f"page=hands&version={match.version}.0") == (204, True)
        assert both.ask(path, f"version={match.version + 1}.0") == (200, False)
        assert both.ask(path, f"version={match.version}.1") == (200, False)


def test_every_poll_of_the_application_is_known(app: Flask) -> None:
    """A new poll must be known here too: otherwise Flask answers it, which is slow."""
    adapter = app.url_map.bind("localhost")
    found = [rule for rule in app.url_map.iter_rules() if rule.endpoint.endswith((".live", ".big", ".news"))]
    assert len(found) == 5
    for rule in found:
        values: dict[str, Any] = {name: 7 if name in ("number", "index") else "token" for name in rule.arguments}
        path = adapter.build(rule.endpoint, values)
        poll = polls.poll_of("GET", path, "version=3.0")
        assert poll
        assert (poll.link, poll.token, poll.shown) == (
            "play_token" if path.startswith("/m/") else "watch_token",
            *("token", "3.0"),
        )


LINKS = ("/m/PLAY", "/w/WATCH", "/m/WATCH", "/w/PLAY", "/m/unknown", "//m/PLAY", "/M/PLAY", "/m/")
PAGES = (
    *(
        "/live",
        "/big",
        "/rounds/1/entry/piles/0/news",
        "/rounds/0001/entry/piles/0/news",
        "/rounds/10000/entry/piles/0/news",
    ),
    *("/rounds/x/entry/piles/0/news", "/live/", "/news", "/big%0A", "", "/", "/liv\u00e9", "/share"),
)
PATHS = st.builds(str.__add__, st.sampled_from(LINKS), st.sampled_from(PAGES))
PARAMETERS = st.sampled_from(
    (
        *("version=NOW", "version=NOW", "version=NOW", "version=NOW.", "version=", "version", "version=0.0"),
        *("Version=NOW", "version=+NOW", "version=NOW%20", "%76ersion=NOW", "version=%31.0", "version=x\u0000", "a=1"),
        *("page=hands", "page=0", "page=a%26version=NOW", "page=a+b", "p\u00e0ge=1", "", "version=NOW#", ";", "x=y=z"),
    )
)
HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "Cookie": st.sampled_from(["", "settebello=gone", "settebello=eyJhIjoxfQ.Z.Z", "a=b; c=d", "\u0000"]),
        "HX_Request": st.sampled_from(["true", "false"]),
        "Accept_Encoding": st.sampled_from(["gzip", "identity", ""]),
        "Host": st.sampled_from(["localhost", "other.example", "[::1]:8000", "a b"]),
        "If_None_Match": st.just("*"),
        "Range": st.just("bytes=0-1"),
        "Upgrade": st.sampled_from(["websocket", "h2c"]),
        "Connection": st.sampled_from(["Upgrade", "close"]),
        "Sec_Fetch_Site": st.sampled_from(["same-origin", "cross-site"]),
        "Content_Length": st.sampled_from(["0", "99999999999"]),
    },
)


@given(
    asked=st.lists(
        st.tuples(
            PATHS,
            st.lists(PARAMETERS, max_size=3).map("&".join),
            st.sampled_from(["GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "DELETE", "get", "X"]),
            HEADERS,
        ),
        min_size=1,
        max_size=8,
    )
)
@example(asked=[("/m/PLAY/big%0A", "version=NOW", "GET", {})])  # bare, a line feed is dropped before it is sent
@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
def test_any_request_is_answered_as_flask_answers_it(
    both: Both, match: Match, asked: list[tuple[str, str, str, dict[str, str]]]
) -> None:
    for path, query, method, headers in asked:
        path = path.replace("PLAY", match.play_token).replace("WATCH", match.watch_token)
        both.ask(path, query.replace("NOW", f"{match.version}.0"), method, **headers)


def test_marks_of_phones_count_until_they_lapse(
    app: Flask, both: Both, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context(), app.extensions["database"].writing() as session:
        session.add(Entering(match_id=match.id, device="x", number=1, side="Anna", seen=now()))
    path = f"/m/{match.play_token}/live"
    assert both.ask(path, f"version={match.version}.0") == (200, False)
    assert both.ask(path, f"version={match.version}.1") == (204, True)
    later = now() + presence.LAPSES + timedelta(seconds=1)
    monkeypatch.setattr(presence, "now", lambda: later)
    assert both.ask(path, f"version={match.version}.1") == (200, False)
    assert both.ask(path, f"version={match.version}.0") == (204, True)


def test_a_deleted_match_sends_its_polls_away(app: Flask, both: Both, match: Match) -> None:
    with app.app_context():
        store.remove(match.id)
    assert both.ask(f"/m/{match.play_token}/live", f"version={match.version}.0") == (303, False)
    assert both.ask(f"/w/{match.watch_token}/live", f"version={match.version}.0") == (404, False)


def test_a_poll_that_the_database_does_not_answer_is_not_said_to_be_unchanged(
    app: Flask, both: Both, match: Match
) -> None:
    """Flask answers it, like any page at that moment; the next poll is answered here again."""
    path, query = f"/m/{match.play_token}/live", f"version={match.version}.0"
    engine = app.extensions["database"].engine
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE entering RENAME TO elsewhere"))
    status, quick = both.ask(path, query)
    assert status in (500, 503)
    assert not quick
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE elsewhere RENAME TO entering"))
    assert both.ask(path, query) == (204, True)


def test_a_database_that_was_started_anew_is_asked_again(app: Flask, both: Both, match: Match) -> None:
    database = app.extensions["database"]
    if database.engine.dialect.name != "postgresql":
        pytest.skip("a file is never away")
    path, query = f"/m/{match.play_token}/live", f"version={match.version}.0"
    assert both.ask(path, query) == (204, True)
    with database.engine.connect() as connection:
        others = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        connection.execute(text(f"{others} AND datname = current_database()"))
    assert both.ask(path, query) == (204, True)
