"""A server as a player starts it: `settebello serve` in a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

COMMAND = [sys.executable, "-c", "import sys; from webapp.commands.cli import main; sys.exit(main())"]


@dataclass(frozen=True)
class Served:
    """A server that runs: its port, its data directory, the file with what it printed."""

    port: int
    directory: Path
    printed: Path

    def run(self, *arguments: str) -> None:
        """Run another command on its data."""
        environment = {**os.environ, "XDG_DATA_HOME": str(self.directory.parent)}
        subprocess.run([*COMMAND, *arguments], env=environment, check=True, capture_output=True)


def free_ports() -> int:
    """A port that is free, and so is the next one."""
    while True:
        with socket.socket() as probe, socket.socket() as beside:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
            with suppress(OSError, OverflowError):
                beside.bind(("127.0.0.1", port + 1))
                return port


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[Served]:
    """Serve with its data in `folder`, and wait until it answers."""
    port, printed = free_ports(), folder / "printed"
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "PYTHONUTF8": "1"}
    with printed.open("w") as output:
        process = subprocess.Popen(
            [*COMMAND, "serve", "--host", "127.0.0.1", "--port", str(port), *arguments],
            stdout=output,
            stderr=output,
            env=environment,
        )
        try:
            for _ in range(240):
                if "://" in printed.read_text():
                    break
                time.sleep(0.25)
            yield Served(port, folder / "settebello", printed)
        finally:
            process.terminate()
            process.wait(20)
