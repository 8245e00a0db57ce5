"""The layers before the application: hosts, health, metrics, request numbers, and a log without tokens."""

import io
import json
import logging
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask import Flask, abort
from prometheus_client.parser import text_string_to_metric_families
from werkzeug.test import Client, TestResponse

from tests.application import application
from webapp.base.http import front
from webapp.base.http.health import Health
from webapp.base.http.security import limiter
from webapp.base.running import background, logs
from webapp.base.running.config import networks
from webapp.base.storage.db import Database
from webapp.photos.models import Upload

TOKEN = "3Jq9xT-k2_pQ7bD0fGhIjK"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = application(tmp_path)
    yield app
    app.extensions["database"].engine.dispose()


@pytest.fixture
def client(app: Flask) -> Client:
    front.put_before(app)
    return Client(app)


def get(client: Client, path: str, host: str = "localhost", **environ: Any) -> TestResponse:
    return client.get(path, base_url=f"http://{host}", environ_overrides={"REMOTE_ADDR": "127.0.0.1", **environ})


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8000", "127.0.0.1", "192.168.1.7:8000", "[::1]:8000", "[fe80::1]", "LOCALHOST."]
)
def test_own_names_are_allowed(host: str) -> None:
    assert front.is_allowed(host, ())


def test_the_name_of_this_machine_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Pizzeria.lan")
    front.own_names.cache_clear()
    front.is_allowed.cache_clear()
    try:
        assert front.own_names() == {"localhost", "pizzeria", "pizzeria.lan", "pizzeria.local"}
        assert front.is_allowed("pizzeria.local:8000", ())
        assert not front.is_allowed("pizzeria.evil.example", ())
    finally:
        front.own_names.cache_clear()
        front.is_allowed.cache_clear()


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "1.2.3", "[::1", "[evil]", "x:y", "a b", ""]
)
def test_other_names_are_not(host: str) -> None:
    assert not front.is_allowed(host, ())


def test_with_the_setting_only_those() -> None:
    names = ("scores.example.org",)
    assert front.is_allowed("Scores.Example.org:443", names)
    assert not front.is_allowed("localhost", names)
    assert not front.is_allowed("127.0.0.1", names)


@pytest.mark.parametrize(("language", "word"), [("en", "not called"), ("it", "non si chiama"), ("de", "heißt nicht")])
def test_another_host_is_refused_in_a_sentence(client: Client, language: str, word: str) -> None:
    answer = get(client, "/", "evil.example", HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 400
    assert word in answer.text
    assert "evil.example" in answer.text
    assert answer.mimetype == "text/plain"


HOSTS = ["localhost...", "localhost..:8741", "127.0.0.1..:8741", "localhost.", "localhost:", "localhost:99999", "."]
HOSTS += ["[::1].", "localhost:0", "..", ":80", "[]", "[::1]:x", "LOCALHOST..", "127.0.0.1.", "127.1", ":", "a:80:80"]


@pytest.mark.parametrize("host", HOSTS)
def test_no_host_is_a_server_error(client: Client, host: str, caplog: pytest.LogCaptureFixture) -> None:
    for path in ("/", "/nowhere"):
        answer = client.get(path, environ_overrides={"HTTP_HOST": host, "REMOTE_ADDR": "127.0.0.1"})
        assert answer.status_code in (200, 400, 404), path
        assert answer.status_code != 400 or answer.mimetype == "text/plain"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("proxies", [0, 1])
def test_a_forwarded_host_counts_where_a_proxy_is(app: Flask, proxies: int) -> None:
    app.config.update(PROXIES=proxies, HOSTS=("localhost",))
    front.put_before(app)
    answer = get(Client(app), "/help/", HTTP_X_FORWARDED_HOST="evil.example")
    assert (answer.status_code == 400) == bool(proxies)


def test_health_is_asked_under_any_name_without_limit_or_cookie(app: Flask, client: Client) -> None:
    app.config["LIMIT_DEFAULT"] = "1 per minute"
    limiter.reset()
    for path in ("/healthz", "/readyz", "/metrics") * 2:
        answer = get(client, path, "10.1.2.3.balancer")
        assert answer.status_code == 200, path
        assert "Set-Cookie" not in answer.headers
    assert get(client, "/readyz").text == "ready\n"


def test_a_server_that_ends_or_has_no_database_is_not_ready(
    app: Flask, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.base.storage.db.newest", lambda: "9999")
    assert (get(client, "/readyz").status_code, get(client, "/readyz").text) == (503, "database of another version\n")
    monkeypatch.undo()
    background.of(app).ending.set()
    try:
        assert get(client, "/readyz").text == "ending\n"
        assert get(client, "/healthz").status_code == 200
    finally:
        background.of(app).ending.clear()


def test_a_database_that_hangs_keeps_the_thread_of_one_check(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs, answers, health = Event(), Event(), Health(app)

    def why_not(_database: Database) -> None:
        hangs.set()
        assert answers.wait(20)

    monkeypatch.setattr("webapp.base.http.health.WAIT_SECONDS", 0.05)
    monkeypatch.setattr("webapp.base.storage.db.why_not", why_not)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(health.why_not)
        try:
            assert hangs.wait(20)
            assert [health.why_not() for _ in range(3)] == ["database not reachable"] * 3
        finally:
            answers.set()
        assert first.result() is None


@pytest.mark.parametrize(
    ("address", "forwarded", "may"),
    [
        ("127.0.0.1", None, True),
        ("::1", None, True),
        ("::ffff:127.0.0.1", None, True),
        ("192.168.1.9", None, False),
        ("", None, False),
        ("127.0.0.1", "8.8.8.8", False),  # a proxy that nobody has counted
    ],
)
def test_who_may_read_the_metrics(client: Client, address: str, forwarded: str | None, may: bool) -> None:
    more = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    assert (get(client, "/metrics", REMOTE_ADDR=address, **more).status_code == 200) == may


def test_the_setting_lets_others_read_them(app: Flask, client: Client) -> None:
    app.config["METRICS"] = networks("192.168.0.0/16")
    assert get(client, "/metrics", REMOTE_ADDR="192.168.1.9").status_code == 200
    assert get(client, "/metrics", REMOTE_ADDR="127.0.0.1").status_code == 404


def counted(client: Client) -> dict[tuple[str, str], float]:
    families = text_string_to_metric_families(get(client, "/metrics").text)
    return {
        (sample.labels["endpoint"], sample.labels["status"]): sample.value
        for family in families
        for sample in family.samples
        if sample.name == "settebello_requests_total"
    }


def test_answers_are_counted_by_endpoint_and_status_and_by_nothing_of_the_request(client: Client) -> None:
    before = counted(client)
    for path in ("/", f"/m/{TOKEN}/", f"/{TOKEN}", f"/?table={TOKEN}"):
        get(client, path, HTTP_X_REQUEST_ID=TOKEN)
    get(client, "/", "evil.example")
    after = counted(client)
    more = {key: count - before.get(key, 0) for key, count in after.items() if count != before.get(key, 0)}
    assert more == {
        ("home.start", "200"): 2,
        ("match.board", "404"): 1,
        ("none", "404"): 1,
        ("refused_host", "400"): 1,
    }
    page = get(client, "/metrics").text
    assert TOKEN not in page
    for name in ("settebello_request_seconds_bucket", "process_resident_memory_bytes"):
        assert name in page


def test_an_answer_before_flask_is_counted_as_a_poll(app: Flask) -> None:
    def before(environ: Any, start_response: Any) -> list[bytes]:
        start_response("204 NO CONTENT", [])
        return []

    app.wsgi_app = before  # type: ignore[method-assign]
    front.put_before(app)
    client = Client(app)
    polls = counted(client).get(("poll", "204"), 0)
    get(client, f"/m/{TOKEN}/live?version=1.0")
    assert counted(client)["poll", "204"] == polls + 1


@pytest.mark.parametrize("given", ["0123456789abcdef0123456789abcdef", "8b0f6f5e-9a3c-4a52-9d0c-0a6a4c2f9e11"])
def test_the_number_of_a_proxy_is_kept(client: Client, given: str) -> None:
    assert get(client, "/healthz").headers.get("X-Request-ID") is None
    assert get(client, "/", HTTP_X_REQUEST_ID=given).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", [None, "1", TOKEN, "0" * 65, "00000000\n", "<script>"])
def test_else_one_is_made_that_can_be_said(client: Client, given: str | None) -> None:
    answer = get(client, "/", **({"HTTP_X_REQUEST_ID": given} if given else {}))
    assert re.fullmatch(r"\d{3}-\d{3}-\d{3}", answer.headers["X-Request-ID"])


@pytest.fixture(params=["text", "json"])
def log(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """The configured log, written into memory."""
    root, answers = logging.getLogger(), logs.answers
    kept = (root.handlers[:], root.level, answers.level)
    import sys
    import threading

    hooks = (sys.excepthook, threading.excepthook)
    logs.set_up(request.param)
    written = io.StringIO()
    handler = root.handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(written)
    written.form = request.param  # type: ignore[attr-defined]
    yield written
    root.handlers[:] = kept[0]
    root.setLevel(kept[1])
    answers.setLevel(kept[2])
    logging.captureWarnings(False)
    sys.excepthook, threading.excepthook = hooks


def fail(*_: object, **__: object) -> None:
    token = TOKEN
    raise RuntimeError(f"Key (play_token)=({token}) already exists, photo {TOKEN}.jpg, {{'token': '{TOKEN}'}}")


def test_a_failure_is_found_by_its_number_and_shows_no_token(
    app: Flask, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.match.links.matches.by_play_token", fail)
    monkeypatch.setitem(app.view_functions, "home.start", fail)
    front.put_before(app)
    client = Client(app)
    answer = get(client, "/")
    assert answer.status_code == 500
    number = answer.headers["X-Request-ID"]
    assert f"the number {number}" in answer.text
    written = log.getvalue()
    assert "RuntimeError" in written
    assert "Traceback" in written
    assert number in written
    assert TOKEN not in written
    if log.form == "json":  # type: ignore[attr-defined]
        broken, line = [json.loads(line) for line in written.splitlines()]
        assert broken["level"] == "error"
        assert "Traceback" in broken["exception"]
        assert broken["endpoint"] == "home.start"
        assert {key: line[key] for key in ("endpoint", "method", "status", "request", "level")} == {
            "endpoint": "home.start", "method": "GET", "status": 500, "request": number, "level": "info"
        }  # fmt: skip
        assert line["milliseconds"] >= 0
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])


@pytest.mark.parametrize("name", ["waitress", "sqlalchemy.pool", "procrastinate.worker", "werkzeug", "settebello"])
def test_no_logger_writes_a_token(log: io.StringIO, name: str) -> None:
    logger = logging.getLogger(name)
    logger.error("Exception while serving /m/%s/rounds/2", TOKEN)
    try:
        fail()
    except RuntimeError:
        logger.exception("failed for %s", TOKEN, stack_info=True)
    assert log.getvalue().count("\n") >= 2
    assert TOKEN not in log.getvalue()


def test_other_failures_are_no_business_of_players(app: Flask) -> None:
    app.view_functions = {**app.view_functions, "home.start": lambda: abort(403)}
    front.put_before(app)
    answer = get(Client(app), "/")
    assert answer.status_code == 403
    assert answer.headers["X-Request-ID"] not in answer.text


def test_a_request_costs_little() -> None:
    """At most a tenth of a poll of 300 microseconds; a rough measurement, because the machine is busy."""
    from timeit import repeat

    def behind(environ: Any, start_response: Any) -> list[bytes]:
        start_response("204 NO CONTENT", [])
        return []

    app = Flask("measured")
    app.config.update(HOSTS=(), METRICS=(), PROXIES=0)
    layer = front.Front(app, behind)
    environ = {"PATH_INFO": "/m/x/live", "REQUEST_METHOD": "GET", "HTTP_HOST": "localhost:8000", "SERVER_NAME": "x"}

    def start(*_: object) -> Any:
        return None

    def ask() -> None:
        layer({**environ}, start)

    assert min(repeat(ask, number=500, repeat=7)) / 500 < 100e-6


def test_photographs_are_counted_by_what_became_of_them(app: Flask, client: Client) -> None:
    with app.app_context(), app.extensions["database"].writing() as session:
        for at, state in enumerate(["waiting", "waiting", "reading", "kept"]):
            session.add(
                Upload(token=str(at), kind="pile", place="0", device="d", pattern="napoletane", state=state, about={})
            )
    page = get(client, "/metrics").text
    assert 'settebello_photographs{state="waiting"} 2.0' in page
    assert 'settebello_photographs{state="kept"} 1.0' in page
    app.extensions["database"].engine.dispose()
    Path(app.config["DATA_DIRECTORY"], "settebello.db").write_text("no database at all")
    answer = get(client, "/metrics")
    assert answer.status_code == 200
    assert "settebello_photographs{" not in answer.text
