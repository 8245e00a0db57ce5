"""What a round costs that is entered by who won what: its page, each tap, counting it, the board that follows.

In time of a processor. Each request is the one that `tools.load.phones` sends, asked as a server of WSGI asks it, in
one thread; beside it an empty answer of Flask, and how many statements go to the database. In a match without a round
and in one of ten; on SQLite, and on PostgreSQL where Debian's packages are installed (or where `TEST_DATABASE_URL`
names a server).
"""

from __future__ import annotations

import gzip
import html
import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from flask import Flask
from sqlalchemy import event
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app

from tests.databases import POSTGRESQL, SQLITE, CannotHave, database, server
from tools.bench.polls import application
from webapp.base.storage.db import Database
from webapp.match.models import CountedForm, Match

PLAYED = (0, 10)
"""Rounds before the one that is entered."""
TURNS = 60
"""So often a round is entered, and taken back unseen."""
WARM = 5
"""So often before: templates are compiled, statements are prepared."""
EMPTY = 10
"""Empty answers between two rounds."""
SENT_ON = ("csrf_token", "token", "was")
"""What an answer to a tap says that the next one sends."""

_FIELD = re.compile(r"<input\b[^>]*>")
_ATTRIBUTE = re.compile(r'([a-z-]+)(?:="([^"]*)")?')


class Phone:
    """A phone of one match; `times` are the seconds of its requests by their names, `statements` their number."""

    def __init__(self, app: Flask, board: str) -> None:
        self.app, self.board = app, board
        self.cookie = ""
        self.times: dict[str, list[float]] = {}
        self.statements: dict[str, list[int]] = {}
        self._asked = 0
        event.listen(app.extensions["database"].engine, "before_cursor_execute", self.count)

    def count(self, *_: object) -> None:
        """Note one more statement."""
        self._asked += 1

    def ask(self, name: str, path: str, fields: dict[str, str] | None = None, *, htmx: bool = False) -> str:
        """The page at `path`, below the board; where it leads htmx on, the address instead."""
        builder = EnvironBuilder(path=self.board + path, method="GET" if fields is None else "POST", data=fields)
        builder.headers.extend({"Accept-Language": "it", "Accept-Encoding": "gzip", "Cookie": self.cookie})
        if htmx:
            builder.headers["HX-Request"] = "true"
        environ, before, start = builder.get_environ(), self._asked, time.process_time()
        parts, status, headers = run_wsgi_app(self.app.wsgi_app, environ, buffered=True)
        self.times.setdefault(name, []).append(time.process_time() - start)
        self.statements.setdefault(name, []).append(self._asked - before)
        if not status.startswith("200"):
            raise RuntimeError(f"{name}: {status}")
        self._keep(headers)
        body = b"".join(parts)
        packed = headers.get("Content-Encoding") == "gzip"
        return headers.get("HX-Redirect") or (gzip.decompress(body) if packed else body).decode()

    def _keep(self, headers: Headers) -> None:
        if cookie := headers.get("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]

    def enter(self, number: int, choice: random.Random) -> None:
        """Enter round `number`: as `tools.load.phones` does it."""
        action = f"rounds/{number}/entry/quick"
        page = fields_of(self.ask("page", action))
        sent = {name: values[0] for name, values in page.items() if name in SENT_ON or name.startswith("sweeps_")}
        for name in [name for name in page if name.startswith("award_")]:
            sent[name] = choice.choice([value for value in page[name] if value != "nobody"])
            kept = fields_of(self.ask("tap", action, sent, htmx=True))
            sent |= {name: values[0] for name, values in kept.items() if name in SENT_ON}
        if not self.ask("count", action, sent | {"action": "count"}, htmx=True).endswith(f"?counted={number}"):
            raise RuntimeError("not counted")
        self.ask("board", f"?counted={number}")

    def forget(self) -> None:
        """Measure anew."""
        self.times.clear()
        self.statements.clear()


def fields_of(page: str) -> dict[str, list[str]]:
    """The values of the fields of a page by name."""
    found: dict[str, list[str]] = {}
    for tag in _FIELD.findall(page):
        attributes = {name: html.unescape(value) for name, value in _ATTRIBUTE.findall(tag)}
        if name := attributes.get("name"):
            found.setdefault(name, []).append(attributes.get("value", ""))
    return found


@contextmanager
def phone(url: str, folder: Path, rounds: int) -> Iterator[Phone]:
    """A phone in a match of so many rounds."""
    cheaply = Database.cheaply
    with application(url, folder, rounds) as (app, board):
        found = Phone(app, board)

        def counted(database: Database, query: Any, **values: Any) -> Any:
            found.count()
            return cheaply(database, query, **values)

        found.ask("board", "")  # which says who this is
        with patch.object(Database, "cheaply", counted):
            yield found


def take_back(app: Flask, rounds: int) -> None:
    """Let the match have so many rounds again."""
    stored = app.extensions["database"]
    with app.app_context(), stored.writing() as session:
        match = session.query(Match).one()
        del match.rounds[rounds:]
        session.query(CountedForm).delete()


def measure(engine: str, url: str, folder: Path, rounds: int) -> None:
    """Print a line a request."""
    empty = Flask("empty")
    empty.add_url_rule("/", "empty", lambda: "")
    nothing, choice = EnvironBuilder().get_environ(), random.Random(7)
    took: list[float] = []
    with phone(url, folder, rounds) as player:
        for turn in range(WARM + TURNS):
            if turn == WARM:
                player.forget()
                took.clear()
            player.enter(rounds + 1, choice)
            take_back(player.app, rounds)
            start = time.process_time()
            for _ in range(EMPTY):
                run_wsgi_app(empty.wsgi_app, dict(nothing), buffered=True)
            took.append((time.process_time() - start) / EMPTY)
    least = median(took)
    for name, times in {"empty": took, **player.times}.items():
        asked = player.statements.get(name, [0])
        print(
            f"{engine:<11} {rounds:>2} rounds  {name:<6} {median(times) * 1000:>8.3f} ms"
            f" {median(times) / least:>7.1f} {median(asked):>7.0f}"
        )


def main() -> None:
    """Print the lines of each engine that there is."""
    print(f"{'':34} processor {'/ empty':>7} statements")
    with TemporaryDirectory() as folder:
        for rounds in PLAYED:
            measure(SQLITE, f"sqlite:///{folder}/bench{rounds}.db", Path(folder), rounds)
        try:
            with server():
                for rounds in PLAYED:
                    with database(POSTGRESQL) as url:
                        measure(POSTGRESQL, url, Path(folder), rounds)
        except CannotHave as reason:
            print(f"postgresql  not measured: {reason}")


if __name__ == "__main__":
    main()
