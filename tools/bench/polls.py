"""What a phone at the table costs the server: polls of a board, and the board of thirty rounds, in time of a processor.

An empty answer of Flask, measured between them, says how fast the machine is just now. Each is asked as a server of
WSGI asks it, in one thread; the unchanged poll also of `settebello serve`. On SQLite; on PostgreSQL, too, where
Debian's packages are installed (or, of the first lines, where `TEST_DATABASE_URL` names a server).
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import psutil
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from tests.databases import POSTGRESQL, SQLITE, CannotHave, database, server
from tests.fakes import FakeRecogniser
from tests.oracles import oracle
from tools.load import places
from tools.load.places import Place
from webapp.app import create_app
from webapp.base.storage.tokens import new_token
from webapp.games import GAMES
from webapp.match.models import Match, Round

GAME = next(iter(GAMES))
ROUNDS = 30
PARTS = 40
"""Each is measured in so many parts, one part of each after the other: what else the machine does hits all alike."""
SECONDS = 0.02
"""Of one part."""
RUNS, REQUESTS = 5, 800
"""Over the network."""
START_SECONDS = 60


@dataclass(frozen=True)
class Asked:
    """What is measured: an address of an application, as a phone asks for it."""

    name: str
    app: Flask
    path: str
    headers: Mapping[str, str]
    status: int

    def request(self) -> Callable[[], None]:
        """Asks once."""
        builder = EnvironBuilder(path=self.path.partition("?")[0], query_string=self.path.partition("?")[2])
        builder.headers.extend(self.headers)
        environ = builder.get_environ()
        status = run_wsgi_app(self.app.wsgi_app, dict(environ))[1]
        if int(status.split()[0]) != self.status:
            raise RuntimeError(f"{self.name}: {status}")

        def ask() -> None:
            answer = self.app.wsgi_app(dict(environ), _started)
            for _ in answer:
                pass
            if close := getattr(answer, "close", None):
                close()

        return ask


def _started(status: str, headers: Iterable[tuple[str, str]], _error: Any = None) -> Callable[[bytes], object]:
    return lambda _body: None


def measured(asked: list[Asked]) -> dict[str, float]:
    """Seconds of a processor that each takes, the median of its parts."""
    requests = {each.name: each.request() for each in asked}
    counts = {name: max(1, round(SECONDS / _seconds(request, 3))) for name, request in requests.items()}
    parts: dict[str, list[float]] = {name: [] for name in requests}
    for _ in range(PARTS):
        for name, request in requests.items():
            parts[name].append(_seconds(request, counts[name]))
    return {name: sorted(times)[PARTS // 2] for name, times in parts.items()}


def _seconds(request: Callable[[], None], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        request()
    return max(time.process_time() - start, 1e-7) / count


@contextmanager
def application(url: str, folder: Path, rounds: int = ROUNDS) -> Iterator[tuple[Flask, str]]:
    """The application on this database, and the path of a match of so many rounds in it."""
    app = create_app({"DATA_DIRECTORY": folder, "DATABASE_URL": url, "RATELIMIT_ENABLED": False})
    app.extensions["recogniser"] = FakeRecogniser()
    stored, token = app.extensions["database"], new_token()
    document = oracle(GAME).long_match(Random(7), rounds)
    with app.app_context(), stored.writing() as session:
        session.add(
            Match(
                play_token=token,
                watch_token=new_token(),
                game=GAME,
                options=document["options"],
                sides=document["sides"],
                players=document["sides"],
                deck=GAMES[GAME].first_deck,
                rounds=[
                    Round(number=number, entry=entry, save_token=new_token(), version=1)
                    for number, entry in enumerate(document["rounds"], 1)
                ],
            )
        )
    yield app, f"/m/{token}/"
    stored.engine.dispose()


def measure(engine: str, url: str, folder: Path) -> None:
    """Print a line a request."""
    empty = Flask("empty")
    empty.add_url_rule("/m/<token>/live", "live", lambda token: "")
    with application(url, folder) as (app, board):
        cookie = app.test_client().get(board).headers["Set-Cookie"].partition(";")[0]
        phone = {"Cookie": cookie, "HX-Request": "true", "Accept-Encoding": "gzip", "Accept-Language": "it"}
        browser = {name: value for name, value in phone.items() if name != "HX-Request"}
        found = measured(
            [
                Asked("empty answer of Flask", empty, f"{board}live?version=1.0", phone, 200),
                Asked("unchanged poll", app, f"{board}live?version=1.0", phone, 204),
                Asked("changed poll", app, f"{board}live?version=0.0", phone, 200),
                Asked(f"board of {ROUNDS} rounds", app, board, browser, 200),
            ]
        )
    first = next(iter(found.values()))
    for name, seconds in found.items():
        print(f"{engine:<11} {name:<24} {seconds * 1000:>8.3f} ms {seconds / first:>7.2f}")


def served(engine: str, place: Callable[[Path], AbstractContextManager[Place]]) -> None:
    """Print what an unchanged poll costs the process of `settebello serve`, against an empty answer of that server."""
    with TemporaryDirectory() as name, place(Path(name)) as here:
        command = [sys.executable, "-m", "tools.load.tables", "1"]
        made = subprocess.run(command, env=here.environment, check=True, stdout=subprocess.PIPE, text=True)
        poll = f"{here.address}/m/{json.loads(made.stdout)[0]}/live?version=1.0"
        empty = asked_often(here.empty, here.processes["empty"])
        quick = asked_often(poll, here.processes["web"])
    for what, seconds in (("empty answer, served", empty), ("unchanged poll, served", quick)):
        print(f"{engine:<11} {what:<24} {seconds * 1000:>8.3f} ms {seconds / empty:>7.2f}")


def asked_often(address: str, process: int) -> float:
    """Seconds of a processor that a server takes for an answer: the median of some runs over one connection."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc)
    server = psutil.Process(process)
    _settle(server)
    found = []
    for _ in range(RUNS):
        before = used(server)
        for _ in range(REQUESTS):
            connection.request("GET", f"{parts.path}?{parts.query}")
            connection.getresponse().read()
        found.append((used(server) - before) / REQUESTS)
    connection.close()
    return sorted(found)[RUNS // 2]


def _settle(server: psutil.Process) -> None:
    """Wait until a server that was just started has loaded all that it loads beside its answers."""
    until = time.monotonic() + START_SECONDS
    before = -1.0
    while used(server) > before and time.monotonic() < until:
        before = used(server)
        time.sleep(1)


def used(process: psutil.Process) -> float:
    """Seconds of a processor that a process has used."""
    times = process.cpu_times()
    return float(times.user + times.system)


def main() -> None:
    """Print the lines of each engine that there is."""
    print(f"{'':36} {'processor':>11} {'/ empty':>7}")
    with TemporaryDirectory() as folder:
        measure(SQLITE, f"sqlite:///{folder}/bench.db", Path(folder))
        try:
            with server(), database(POSTGRESQL) as url:
                measure(POSTGRESQL, url, Path(folder))
        except CannotHave as reason:
            print(f"postgresql  not measured: {reason}")
    served(SQLITE, places.sqlite)
    try:
        served(POSTGRESQL, places.postgresql)
    except (CannotHave, places.CannotRun) as reason:
        print(f"postgresql  not measured: {reason}")


if __name__ == "__main__":
    main()
