"""A server as a player starts it: `settebello serve` in a process of its own."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

COMMAND = [sys.executable, "-c", "import sys; from webapp.commands.cli import main; sys.exit(main())"]


@dataclass(frozen=True)
class Served:
    """A server that runs: its port, its data directory, the file with what it printed."""

    port: int
    directory: Path
    printed: Path


SECONDS = 300
"""Seconds after which a server that has printed no address has failed: a busy machine starts it in a minute."""
TRIES = 3
"""How often a server is started with `--https`, whose next port may be taken by another program."""


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[Served]:
    """Serve with its data in `folder` on a port that the system chooses, and wait until it listens there."""
    printed = folder / "printed"
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONUTF8": "1"}
    command = [*COMMAND, "serve", "--host", "127.0.0.1", "--port", "0", *arguments]
    for _ in range(TRIES):
        with printed.open("w") as output:
            process = subprocess.Popen(command, stdout=output, stderr=output, env=environment)
        try:
            if port := _printed_port(process, printed):
                yield Served(port, folder / "settebello", printed)
                return
        finally:
            process.terminate()
            process.wait(20)
    raise AssertionError(printed.read_text())


def _printed_port(process: subprocess.Popen[bytes], printed: Path) -> int | None:
    """Wait for the port in the address that is printed once it listens; None if the port beside it was taken."""
    until = time.monotonic() + SECONDS
    while True:
        has_ended = process.poll() is not None  # asked first: it prints before it ends
        text = printed.read_text()
        if found := re.search(r"://127\.0\.0\.1:(\d+)", text):
            return int(found[1])
        if has_ended and "is taken" in text:
            return None
        assert not has_ended, text
        assert time.monotonic() < until, text
        time.sleep(0.05)
