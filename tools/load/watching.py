"""Samples CPU and memory of processes while they are measured."""

import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

import psutil

LOOK_SECONDS = 5
MEGABYTE = 1024**2


@dataclass
class Seen:
    """One sample of a process with its children: CPU in percent of one core since the last sample, memory in MB.

    Memory shared by several processes is split between them (PSS).
    """

    at: float
    processor: float
    memory: float


@dataclass
class Watch:
    """Samples named processes from `start` to `stop`; the whole machine is `machine`."""

    processes: Mapping[str, int]
    seen: dict[str, list[Seen]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._ends = threading.Event()
        self._used: dict[str, float] = {}
        self._thread = threading.Thread(target=self._look_on, daemon=True)

    def start(self) -> None:
        """Start sampling."""
        self._thread.start()

    def stop(self) -> None:
        """Stop sampling."""
        self._ends.set()
        self._thread.join()

    def _look_on(self) -> None:
        psutil.cpu_percent()
        before = began = time.monotonic()
        for name, process in self.processes.items():
            self._used[name] = _looked(process)[0]
        while not self._ends.wait(LOOK_SECONDS):
            now = time.monotonic()
            for name, process in self.processes.items():
                used, memory = _looked(process)
                share = max(0.0, used - self._used[name]) / (now - before) * 100
                self._used[name] = used
                self.seen.setdefault(name, []).append(Seen(now - began, share, memory))
            share = psutil.cpu_percent() * (psutil.cpu_count() or 1)
            memory = psutil.virtual_memory().used / MEGABYTE
            self.seen.setdefault("machine", []).append(Seen(now - began, share, memory))
            before = now


def _looked(number: int) -> tuple[float, float]:
    """CPU seconds used by a process and its children, and their memory in MB."""
    seconds = memory = 0.0
    with suppress(psutil.NoSuchProcess):
        first = psutil.Process(number)
        for process in (first, *first.children(recursive=True)):
            with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                times = process.cpu_times()
                seconds += times.user + times.system
                memory += process.memory_full_info().pss / MEGABYTE
    return seconds, memory
