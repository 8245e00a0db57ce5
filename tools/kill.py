"""Kills the server at random moments while tables play, and counts losses: `python -m tools.kill [--minutes 2]`.

Four tables enter rounds, two send photographs. Each retries until it has an answer, as phones do. Meanwhile
`settebello serve` is killed (`kill -9`) and restarted; with `postgresql`, also `settebello work` and PostgreSQL. At the
end each confirmed round must be stored once. Each accepted photograph must be kept once, or be refused because its
reader was killed twice. Exit status 1 otherwise.
"""

import argparse
import os
import random
import re
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener, urlopen

from sqlalchemy import Engine, create_engine, text

from tests.databases import ACCOUNT, DRIVER, programs
from tests.photographs import compose
from tools.load.places import PROGRAM, free_port

ENTERING, PHOTOGRAPHING = 4, 2  # tables
ROUNDS, PHOTOGRAPHS = 3, 5  # per match; then the table begins another
UP_SECONDS = 6.0  # seconds, at most, from a completed start to the next kill
AMID_A_START = 0.2  # share of kills that do not wait for the server to answer
ANSWER_SECONDS, SETTLE_SECONDS = 15, 60


class Ended(Exception):
    """The table was told to end."""


class _Stay(HTTPRedirectHandler):
    """Returns redirects as answers instead of following them."""

    def redirect_request(self, *arguments: Any, **named: Any) -> None:
        return None


@dataclass
class Table:
    """A table that plays until told to end; keeps what the server confirmed."""

    addresses: list[str]
    ending: threading.Event
    rounds: dict[str, int] = field(default_factory=dict)  # play token -> rounds confirmed
    photographs: list[str] = field(default_factory=list)  # tokens of accepted uploads
    unanswered: int = 0  # requests without an answer

    def __post_init__(self) -> None:
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()), _Stay())

    def play(self, picture: bytes | None) -> None:
        """Begin one match after the other; enter rounds, or send the picture."""
        with suppress(Ended):
            while True:
                board = self._until_answered(self._new_match)
                for number in range(1, ROUNDS + 1) if picture is None else ():
                    self._round(board, number)
                for _ in range(PHOTOGRAPHS if picture else 0):
                    self._photograph(board, picture or b"")

    def _until_answered(self, step: Callable[[], str]) -> str:
        while not self.ending.wait(0.05):
            try:
                if answer := step():
                    return answer
            except (OSError, HTTPException, ValueError):
                self.unanswered += 1
        raise Ended

    def _open(self, path: str, data: bytes | None = None, kind: str = "application/x-www-form-urlencoded") -> Any:
        address = random.choice(self.addresses)
        headers = {"Content-Type": kind, "Referer": address} if data is not None else {}
        try:
            return self.opener.open(Request(address + path, data, headers), timeout=ANSWER_SECONDS)
        except HTTPError as answer:
            if answer.code in (302, 303):
                return answer
            raise

    def _form(self, path: str) -> dict[str, str]:
        """The CSRF token of the page, and the token of the form if it has one."""
        page = self._open(path).read().decode()
        found = {name: re.search(rf'name="{name}"[^>]* value="([^"]+)"', page) for name in ("csrf_token", "token")}
        if not found["csrf_token"]:
            raise ValueError(path)
        return {name: match[1] for name, match in found.items() if match}

    def _new_match(self) -> str:
        fields = self._form("/new/scopa") | {"count": "2", "name_0": "Anna", "name_1": "Bruno"}
        path = _leads_to(self._open("/new/scopa", urlencode(fields).encode()))
        return path if path.startswith("/m/") else ""

    def _round(self, board: str, number: int) -> None:
        sent: dict[str, str] = {}

        def enter() -> str:
            if not sent:  # a retry sends the same form
                awards = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
                sent.update(self._form(f"{board}?round={number}&by=awards") | awards)
            return _leads_to(self._open(f"{board}rounds/{number}/entry/ways/awards/count", urlencode(sent).encode()))

        self._until_answered(enter)
        self.rounds[board.split("/")[2]] = number

    def _photograph(self, board: str, picture: bytes) -> None:
        path, name, border = f"{board}rounds/1/entry/piles/0", secrets.token_urlsafe(16), secrets.token_hex(8)

        def send() -> str:
            part = f'--{border}\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n'
            fields = {"csrf_token": self._form(path)["csrf_token"], "upload": name}
            before = "".join(part % (key, "") + f"{value}\r\n" for key, value in fields.items())
            before += part % ("photo", '; filename="pile.jpg"')
            body = before.encode() + picture + f"\r\n--{border}--\r\n".encode()
            return _leads_to(self._open(f"{path}/photo", body, f"multipart/form-data; boundary={border}"))

        follow = self._until_answered(send)
        self.photographs.append(name)
        self._until_answered(lambda: _leads_to(self._open(follow)))


def _leads_to(answer: Any) -> str:
    return urlsplit(answer.headers.get("Location") or "").path


@dataclass
class Part:
    """A process that is restarted whenever it has ended."""

    name: str
    command: list[str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def kill(self) -> None:
        """Kill the process with all its children."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def keep_up(self, *, killed: bool = False) -> None:
        """Start the process if it is not running, as systemd does: without a database it exits by itself."""
        with self.lock:
            if killed:
                self.kill()
            if self.process is None or self.process.poll() is not None:
                with self.log.open("ab") as log:
                    self.process = subprocess.Popen(
                        self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
                    )


@contextmanager
def running(kind: str, folder: Path) -> Iterator[tuple[list[Part], list[str]]]:
    """Start all processes; yields them and the addresses of the web servers."""
    os.environ["XDG_DATA_HOME"] = str(folder)
    ports = [free_port("127.0.0.1") for _ in range(1 if kind == "sqlite" else 2)]
    commands = {f"web {port}": [str(PROGRAM), "serve", "--host", "127.0.0.1", "--port", str(port)] for port in ports}
    if kind == "postgresql":
        commands = {"database": _postgresql(folder), **commands, "worker": [str(PROGRAM), "work"]}
    parts = [Part(name, command, folder / f"{name}.log") for name, command in commands.items()]
    try:
        for part in parts:
            part.keep_up()
            if part.name == "database":
                wait_for(lambda: not subprocess.run([PROGRAM, "migrate"], capture_output=True).returncode)
        yield parts, [f"http://127.0.0.1:{port}" for port in ports]
    finally:
        for part in reversed(parts):
            part.kill()


def _postgresql(folder: Path) -> list[str]:
    """Create a PostgreSQL cluster with `fsync`, not as root, and name it in the environment; returns its command."""
    as_owner = ["setpriv", f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups"] if not os.geteuid() else []
    data = folder / "postgresql"
    data.mkdir()
    if as_owner:
        folder.chmod(0o755)
        shutil.chown(data, ACCOUNT)
    make = [*as_owner, str(programs() / "initdb"), "-D", str(data / "data"), "-U", ACCOUNT, "-A", "trust"]
    subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd=data)
    os.environ["DATABASE_URL"] = f"{DRIVER}://{ACCOUNT}@/postgres?host={data}"
    return [*as_owner, str(programs() / "postgres"), "-D", f"{data}/data", "-k", str(data), "-c", "listen_addresses="]


def wait_for(true: Callable[[], bool]) -> bool:
    """Wait until the condition is true; False after `SETTLE_SECONDS`."""
    until = time.monotonic() + SETTLE_SECONDS
    while not (done := true()) and time.monotonic() < until:
        time.sleep(0.2)
    return done


def _answers(address: str) -> bool:
    try:
        with urlopen(f"{address}/", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _is_read(engine: Engine) -> bool:
    with engine.connect() as connection:
        return not connection.scalar(text("SELECT count(*) FROM upload WHERE state IN ('waiting', 'reading')"))


def counted(engine: Engine, tables: list[Table]) -> tuple[Counter[str], list[str]]:
    """Count the rounds and photographs that are right; list what is wrong, a sentence each."""
    found: Counter[str] = Counter({"rounds lost": 0, "photographs lost": 0})
    wrong = []
    with engine.connect() as connection:

        def rows(query: str, token: str) -> list[Any]:
            return list(connection.execute(text(query), {"token": token}))

        for token, confirmed in [each for table in tables for each in table.rounds.items()]:
            query = "SELECT number FROM round JOIN match ON match.id = match_id WHERE play_token = :token"
            there = Counter(number for (number,) in rows(query, token))
            found["rounds confirmed"] += confirmed
            found["rounds lost"] += sum(not there[number] for number in range(1, confirmed + 1))
            # One more round may be stored: its answer was lost when play ended.
            if there not in (Counter(range(1, confirmed + 1)), Counter(range(1, confirmed + 2))):
                wrong.append(f"{confirmed} rounds were confirmed, stored are {sorted(there.elements())}")
        for token in [each for table in tables for each in table.photographs]:
            found["photographs accepted"] += 1
            state = [tuple(row) for row in rows("SELECT state, reason FROM upload WHERE token = :token", token)]
            kept = tuple(
                len(rows(f"SELECT token FROM {name} WHERE token = :token", token)) for name in ("photo", "picture")
            )
            if state == [("refused", "failed")] and kept == (0, 0):
                found["photographs refused, their reader was killed twice"] += 1
            elif (state, kept) != ([("kept", "")], (1, 1)):
                found["photographs lost"] += not all(kept)
                wrong.append(f"a photograph is {state}: {kept[0]} rows, {kept[1]} pictures")
    wrong += [f"no {what}" for what in ("rounds confirmed", "photographs accepted") if not found[what]]
    return found, wrong


def play(kind: str, minutes: float, folder: Path) -> list[str]:
    """Play and kill; print the figures and return what is wrong."""
    killed: Counter[str] = Counter()
    ending, still = threading.Event(), threading.Event()
    with running(kind, folder) as (parts, addresses):

        def keep_up() -> None:
            while not still.wait(0.5):
                for part in parts:
                    part.keep_up()

        picture = compose(["7D", "1C", "5S"])
        tables = [Table(addresses, ending) for _ in range(ENTERING + PHOTOGRAPHING)]
        threads = [
            threading.Thread(target=table.play, args=(picture if place >= ENTERING else None,), daemon=True)
            for place, table in enumerate(tables)
        ]
        for thread in (*threads, threading.Thread(target=keep_up, daemon=True)):
            thread.start()
        wait_for(lambda: any(table.photographs for table in tables))
        until = time.monotonic() + minutes * 60
        while time.monotonic() < until:
            if random.random() >= AMID_A_START:
                wait_for(lambda: all(map(_answers, addresses)))
                time.sleep(random.uniform(0, UP_SECONDS))
            part = random.choice(parts)
            part.keep_up(killed=True)
            killed[part.name.partition(" ")[0]] += 1
        wait_for(lambda: all(map(_answers, addresses)))
        ending.set()
        for thread in threads:
            thread.join(ANSWER_SECONDS + 5)
        engine = create_engine(os.environ.get("DATABASE_URL") or f"sqlite:///{next(folder.rglob('*.db'))}")
        settled = wait_for(lambda: _is_read(engine))
        still.set()
        found, wrong = counted(engine, tables)
        engine.dispose()
        unanswered = sum(table.unanswered for table in tables)
    print(f"{kind}, {minutes:g} minutes: kills {dict(killed)}, {unanswered} requests without an answer")
    print("; ".join(f"{count} {what}" for what, count in found.items()))
    return wrong if settled else [*wrong, f"photographs still wait after {SETTLE_SECONDS} s"]


def main() -> int:
    """Read the command line, play, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database", nargs="?", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--minutes", type=float, default=2)
    chosen = parser.parse_args()
    for name in [name for name in os.environ if name.startswith(("SETTEBELLO_", "DATABASE_URL"))]:
        del os.environ[name]
    folder = Path(mkdtemp(prefix="settebello-kill-"))
    wrong = play(chosen.database, chosen.minutes, folder)
    print("\n".join(wrong) or "nothing was lost, nothing is there twice")
    if wrong:
        print(f"what the processes said: {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
