"""Kills the web server, the worker and the database at any moment, while tables play, and counts what was lost.

    python -m tools.kill sqlite --kills 60
    python -m tools.kill postgresql --kills 60

Each table enters rounds and sends photographs, and sends again what had no answer, as phones do. In between one process
after the other is killed (`kill -9`) and started again. At the end every round that was confirmed must be there once,
and every photograph that was taken in must be kept once, or refused because it had killed its reader twice. Exit status
1 where anything is missing.

Photographs are read by a made-up recogniser that takes 0.3 s; everything else is as it is served. PostgreSQL is a
cluster of Debian's packages in a temporary folder, with its files safe on the disk (`fsync`).
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener, urlopen

from PIL import Image
from sqlalchemy import create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError

READING_SECONDS = 0.3
PHOTOGRAPHS, ROUNDS = 5, 3  # of a match, then the table begins another
SETTLE_SECONDS = 60
ANSWER_SECONDS = 15
AMID_A_START = 0.2
"""So many of the kills do not wait until everything is up again."""


# What is started: this module again, with the name of a part.


def _serve(port: int) -> None:
    """A web server with the made-up recogniser."""
    import waitress

    from webapp.base import running

    app = _app()
    with running.served(app):
        waitress.serve(app, host="127.0.0.1", port=port, threads=8, _quiet=True)


def _work() -> None:
    """A worker with the made-up recogniser."""
    from webapp.base import running
    from webapp.photos import worker

    app = _app()
    with running.served(app):
        worker.work(app, 2)


def _app() -> Any:
    from tests.fakes import FakeRecogniser
    from webapp.app import create_app

    class Slow(FakeRecogniser):
        def recognise(self, *arguments: Any, **named: Any) -> Any:
            time.sleep(READING_SECONDS)
            return super().recognise(*arguments, **named)

    app = create_app({"LIMIT_NEW_MATCH": "9999 per hour", "LIMIT_PHOTO": "9999 per hour"})
    app.extensions["recogniser"] = Slow(cards=("7D", "1C", "5S"))
    return app


# What a phone does.


class _Stay(HTTPRedirectHandler):
    """Redirects are answers to be looked at."""

    def redirect_request(self, *arguments: Any, **named: Any) -> None:
        return None


@dataclass
class Table:
    """A table that plays until it is told to end, and what it was told is stored."""

    addresses: list[str]
    ending: threading.Event
    rounds: dict[str, int] = field(default_factory=dict)  # play token -> rounds confirmed
    photographs: list[str] = field(default_factory=list)  # tokens that were taken in
    errors: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()), _Stay())

    def play(self) -> None:
        """Begin matches, enter rounds and send photographs."""
        picture = io.BytesIO()
        Image.effect_noise((640, 480), 60).convert("RGB").save(picture, "JPEG")
        while not self.ending.is_set():
            with suppress(_Ended):
                board = self._new_match()
                for number in range(1, ROUNDS + 1):
                    self._round(board, number)
                for _ in range(PHOTOGRAPHS):
                    self._photograph(board, picture.getvalue())

    def _again(self, step: Callable[[], str | None]) -> str:
        """Do a step until it has its answer, as a phone with a bad connection does."""
        while not self.ending.is_set():
            try:
                if answer := step():
                    return answer
            except (OSError, ValueError) as error:
                self.errors[type(error).__name__] += 1
            time.sleep(0.05)
        raise _Ended

    def _open(self, path: str, data: bytes | None = None, kind: str = "application/x-www-form-urlencoded") -> Any:
        address = random.choice(self.addresses)
        headers = {"Content-Type": kind, "Referer": address} if data is not None else {}
        try:
            return self.opener.open(Request(address + path, data, headers), timeout=ANSWER_SECONDS)
        except HTTPError as error:
            if error.code in (302, 303):
                return error
            self.errors[str(error.code)] += 1
            raise

    def _form(self, path: str) -> tuple[str, str]:
        """The forgery token of a page, and the token of its form."""
        page = self._open(path).read().decode()
        csrf = re.search(r'name="csrf_token" value="([^"]+)"', page)
        token = re.search(r'name="token"[^>]* value="([^"]+)"', page)
        if csrf is None:
            raise ValueError(path)
        return csrf[1], token[1] if token else ""

    def _new_match(self) -> str:
        def begin() -> str | None:
            csrf, token = self._form("/new/scopa")
            fields = {"csrf_token": csrf, "token": token, "count": "2", "name_0": "Anna", "name_1": "Bruno"}
            answer = self._open("/new/scopa", urlencode(fields).encode())
            path = urlsplit(str(answer.headers.get("Location"))).path
            return path if path.startswith("/m/") else None

        return self._again(begin)

    def _round(self, board: str, number: int) -> None:
        path = f"{board}rounds/{number}/entry/quick"
        sent: dict[str, str] = {}

        def enter() -> str | None:
            if not sent:
                csrf, token = self._form(path)
                awards = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
                sent.update({"csrf_token": csrf, "token": token, "action": "count", **awards})
            return _location(self._open(path, urlencode(sent).encode()))

        self._again(enter)
        self.rounds[board.split("/")[2]] = number

    def _photograph(self, board: str, picture: bytes) -> None:
        path = f"{board}rounds/{ROUNDS + 1}/entry/piles/0"
        name = secrets.token_urlsafe(16)
        csrf = self._again(lambda: self._form(path)[0])
        border = secrets.token_hex(8)
        parts = b""
        for key, value in (("csrf_token", csrf), ("upload", name)):
            parts += f'--{border}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        parts += f'--{border}\r\nContent-Disposition: form-data; name="photo"; filename="p"\r\n\r\n'.encode()
        body = parts + picture + f"\r\n--{border}--\r\n".encode()

        def send() -> str | None:
            return _location(self._open(f"{path}/photo", body, f"multipart/form-data; boundary={border}"))

        follow = urlsplit(self._again(send)).path
        self.photographs.append(name)

        def shown() -> str | None:
            return _location(self._open(follow))

        self._again(shown)


def _location(answer: Any) -> str | None:
    """Where an answer leads to."""
    location = answer.headers.get("Location")
    return str(location) if location else None


class _Ended(Exception):
    """The table was told to end."""


# What is killed.


@dataclass
class Part:
    """A process that is started again whenever it was killed."""

    name: str
    command: list[str]
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; what it says goes to a file."""
        with Path(os.environ["XDG_DATA_HOME"], f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self) -> None:
        """Kill it with whatever it has started."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def _database(folder: Path) -> Part:
    """A new cluster of PostgreSQL that keeps its files safe; root may not run it."""
    from tests.databases import ACCOUNT, programs

    as_owner = ["setpriv", f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups"] if not os.geteuid() else []
    data = folder / "postgresql"
    data.mkdir()
    if as_owner:
        shutil.chown(data, ACCOUNT)
        folder.chmod(0o755)
    initdb = [*as_owner, str(programs() / "initdb"), "-D", str(data / "data"), "-U", ACCOUNT, "-A", "trust"]
    subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, cwd=data)
    port = _free_port()
    os.environ["DATABASE_URL"] = f"postgresql://{ACCOUNT}@127.0.0.1:{port}/postgres"
    server = [*as_owner, str(programs() / "postgres"), "-D", str(data / "data"), "-p", str(port), "-k", str(data)]
    return Part("database", [*server, "-c", "listen_addresses=127.0.0.1"])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _parts(kind: str, folder: Path) -> Iterator[tuple[list[Part], list[str]]]:
    """Everything that runs, and the addresses of the web servers."""
    here = [sys.executable, "-m", "tools.kill"]
    ports = [_free_port() for _ in range(1 if kind == "sqlite" else 2)]
    parts = [Part(f"web-{port}", [*here, "serve", "--port", str(port)]) for port in ports]
    os.environ["XDG_DATA_HOME"] = str(folder)
    try:
        if kind == "postgresql":
            parts = [_database(folder), *parts, Part("worker", [*here, "work"])]
            parts[0].start()
            _wait_for(_migrated)
        for part in parts:
            if part.process is None:
                part.start()
        yield parts, [f"http://127.0.0.1:{port}" for port in ports]
    finally:
        for part in reversed(parts):
            part.kill()


def _answers(address: str) -> bool:
    """Whether a web server has a page to show, from its database."""
    try:
        with urlopen(f"{address}/", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _migrated() -> bool:
    return subprocess.run([sys.executable, "-m", "webapp.base.migrations"], stderr=subprocess.DEVNULL).returncode == 0


def _wait_for(true: Callable[[], bool], seconds: float = SETTLE_SECONDS) -> bool:
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
    return True


# What is counted at the end.


def _unread() -> bool:
    from webapp.base.models import Upload

    try:
        return bool(_scalar(select(func.count()).where(Upload.state.in_(("waiting", "reading")))))
    except SQLAlchemyError:
        return True


def _scalar(query: Any) -> Any:
    with _engine().connect() as connection:
        return connection.scalar(query)


def _engine() -> Any:
    from webapp.base.config import data_directory, database_url

    return create_engine(database_url(data_directory()))


def _count(tables: list[Table]) -> list[str]:
    """What was lost or is there twice, a sentence each."""
    from webapp.base.models import Match, Photo, Picture, Round, Upload

    wrong = []
    with _engine().connect() as connection:
        for table in tables:
            for token, confirmed in table.rounds.items():
                query = select(Round.number).join(Match).where(Match.play_token == token).order_by(Round.number)
                there = list(connection.scalars(query))
                if there not in (list(range(1, confirmed + 1)), list(range(1, confirmed + 2))):
                    wrong.append(f"rounds {there}, {confirmed} were confirmed")
            for name in table.photographs:
                row = connection.execute(
                    select(Upload.state, Upload.reason, Upload.data).where(Upload.token == name)
                ).first()
                photos = connection.scalar(select(func.count()).where(Photo.token == name))
                pictures = connection.scalar(select(func.count()).where(Picture.token == name))
                if row is None:
                    wrong.append("a photograph was taken in and is gone")
                elif (row.state, photos, pictures) == ("kept", 1, 1) and row.data is None:
                    continue
                elif (row.state, row.reason, photos, pictures) != ("refused", "failed", 0, 0):
                    wrong.append(f"a photograph is {row.state} ({row.reason}): {photos} rows, {pictures} pictures")
        refused = connection.scalar(select(func.count()).where(Upload.state == "refused"))
        print(f"photographs refused because their reader was killed twice: {refused}")
    return wrong


def kill(kind: str, kills: int, tables: int, pause: float) -> int:
    """Play and kill; the exit status."""
    folder = Path(mkdtemp(prefix="settebello-kill-"))
    killed: Counter[str] = Counter()
    ending = threading.Event()
    with _parts(kind, folder) as (parts, addresses):
        playing = [Table(addresses, ending) for _ in range(tables)]
        threads = [threading.Thread(target=table.play, daemon=True) for table in playing]
        for thread in threads:
            thread.start()
        _wait_for(lambda: any(table.photographs for table in playing))
        begun = time.monotonic()
        for _ in range(kills):
            if random.random() < AMID_A_START:
                time.sleep(random.uniform(0, pause))
            else:
                _wait_for(lambda: all(_answers(address) for address in addresses))
                time.sleep(random.uniform(0, 2 * pause))
            part = random.choice(parts)
            part.kill()
            part.start()
            killed[part.name.partition("-")[0]] += 1
        _wait_for(lambda: all(_answers(address) for address in addresses))
        ending.set()
        for thread in threads:
            thread.join(ANSWER_SECONDS + 5)
        settled = _wait_for(lambda: not _unread())
        seconds = time.monotonic() - begun
        rounds = sum(sum(table.rounds.values()) for table in playing)
        sent = sum(len(table.photographs) for table in playing)
        print(f"{kind}: {sum(killed.values())} kills ({dict(killed)}) in {seconds:.0f} s")
        print(f"confirmed rounds: {rounds}; photographs taken in: {sent}")
        print(f"answers that were lost: {dict(sum((table.errors for table in playing), Counter()))}")
        wrong = _count(playing)
        if not settled:
            wrong.append(f"photographs are still waiting after {SETTLE_SECONDS} s")
    print("\n".join(wrong) or "nothing was lost, nothing is there twice")
    if wrong:
        print(f"what the processes said: {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if wrong else 0


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("sqlite", "postgresql", "serve", "work"))
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between two kills, the mean")
    parser.add_argument("--port", type=int, default=0)
    chosen = parser.parse_args()
    if chosen.what == "serve":
        _serve(chosen.port)
    elif chosen.what == "work":
        _work()
    else:
        return kill(chosen.what, chosen.kills, chosen.tables, chosen.pause)
    return 0


if __name__ == "__main__":
    sys.exit(main())
