"""The processes that are killed: web servers, a worker, a database. Each is started again at once."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

PROGRAM = str(Path(sys.executable).parent / "settebello")
SETTLE_SECONDS = 60


@dataclass
class Part:
    """A process that is started again whenever it was killed."""

    name: str
    command: list[str]
    process: subprocess.Popen[bytes] | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def keep_up(self) -> None:
        """Start it again where it has ended by itself, as systemd does: at a start without a database, say."""
        with self.lock:
            if self.process is not None and self.process.poll() is not None:
                self.start()

    def kill_and_start(self) -> None:
        """Kill it with whatever it has started, and start it again."""
        with self.lock:
            self.kill()
            self.start()

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
def running_parts(kind: str, folder: Path) -> Iterator[tuple[list[Part], list[str]]]:
    """Everything that runs, and the addresses of the web servers."""
    ports = [_free_port() for _ in range(1 if kind == "sqlite" else 2)]
    parts = [Part(f"web-{port}", [PROGRAM, "serve", "--host", "127.0.0.1", "--port", str(port)]) for port in ports]
    os.environ["XDG_DATA_HOME"] = str(folder)
    try:
        if kind == "postgresql":
            parts = [_database(folder), *parts, Part("worker", [PROGRAM, "work"])]
            parts[0].start()
            wait_for(_migrated)
        for part in parts:
            if part.process is None:
                part.start()
        yield parts, [f"http://127.0.0.1:{port}" for port in ports]
    finally:
        for part in reversed(parts):
            part.kill()


def answers(address: str) -> bool:
    """Whether a web server has a page to show, from its database."""
    try:
        with urlopen(f"{address}/", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _migrated() -> bool:
    return (
        subprocess.run([sys.executable, "-m", "webapp.base.storage.migrations"], stderr=subprocess.DEVNULL).returncode
        == 0
    )


def wait_for(true: Callable[[], bool], seconds: float = SETTLE_SECONDS) -> bool:
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
    return True
