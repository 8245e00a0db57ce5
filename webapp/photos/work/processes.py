"""Read photographs in processes of their own: a hostile one harms its reader alone.

A reader has limits of processor time, of memory and of time. One that passes a limit, crashes or is killed answers for
its photograph with a `BadImage` and is replaced. Nothing of the web application is loaded in it.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as TooSlow
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from vision import BadFilm, BadImage, UnknownDeck
from vision.pipeline.recognition import warm_up

try:
    import resource
except ImportError:  # not on this system: the limit of time is left
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # in the readers: on a busy machine threads wait for each other

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

START = 30
"""Seconds in which a reader has started, on a machine that has much else to do."""


@dataclass(frozen=True)
class Limits:
    """The seconds of processor time, and by the clock, that one task may take.

    `patience`: those that it waits for a reader, where a request waits for it; None: as long as it takes.
    """

    processor: int
    clock: float
    patience: float | None = None


PHOTOGRAPH = Limits(processor=40, clock=50)
"""A photograph of forty cards takes some four seconds of processor time."""
FILM = Limits(processor=300, clock=400)
"""Ninety seconds of a film take a second of work each, on two cores; and as much again."""
LIVE = Limits(processor=20, clock=12, patience=5)
"""Most frames of a live film take a third of a second."""
SHOWN = Limits(processor=40, clock=50, patience=10)
"""A card that a player has pointed at."""
MEMORY = 800 * 1024 * 1024
"""Bytes that a reader may take beyond its networks: the largest photograph that may be decoded takes 500 MB."""


class TooBusy(Exception):
    """No reader became free within the patience of a request."""


class Readers:
    """As many processes as photographs are read at the same time; they start when they are first needed."""

    def __init__(
        self, count: int, *, memory: int = MEMORY, nice: int = 0, prepare: Callable[[], object] = warm_up
    ) -> None:
        """Readers, at most `count` and one a core; `prepare` is called in each of them before its first photograph.

        `memory`: bytes that each may take beyond that; `nice`: how far it stands back where others want the processor.
        """
        self.count = max(1, min(count, _cores()))
        self._free: queue.LifoQueue[Reader] = queue.LifoQueue()
        self._all = [Reader(partial(_begin, prepare, memory, nice)) for _ in range(self.count)]
        for each in self._all:
            self._free.put(each)

    def start(self) -> None:
        """Start every reader, so that no photograph waits for its networks; returns at once."""
        for each in self._all:
            each.start()

    def stop(self) -> None:
        """End every reader, whatever it is reading; one that is needed later starts again."""
        for each in self._all:
            each.stop()

    def run(
        self,
        limits: Limits,
        function: Callable[Arguments, Answer],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        """Run a function as soon as a reader is free, as `Reader.run` does; raises `TooBusy`."""
        try:
            reader = self._free.get(timeout=limits.patience)
        except queue.Empty:
            raise TooBusy from None
        try:
            return reader.run(limits, function, *arguments, **named)
        finally:
            self._free.put(reader)


class Reader:
    """One process, in a pool of its own.

    Processes that share a pool share its pipe: one that is killed while it takes a photograph from it leaves half of
    that to the others.
    """

    def __init__(self, begin: Callable[[], None]) -> None:
        """`begin` is called in the process when it starts."""
        self._begin = begin
        self._pool: ProcessPool | None = None
        self._reading: ProcessFuture[Any] | None = None
        self._stops = 0
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the process, and have it prepared."""
        with contextlib.suppress(RuntimeError):  # it cannot start: the first photograph says so
            self._given(_nothing, PHOTOGRAPH)

    def stop(self) -> None:
        """End the process, whatever it is reading."""
        self._stops += 1
        self._end()

    def _end(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
            reading, self._reading = self._reading, None
        if pool is not None:
            pool.stop()  # type: ignore[no-untyped-call]
            # Of a killed process half an answer may be in the pipe, which is then waited for in vain.
            ending = threading.Thread(target=pool.join, daemon=True)
            ending.start()
            ending.join(3)
        if reading is not None:
            reading.cancel()  # type: ignore[no-untyped-call]  # nobody else would wake who waits for it

    def run(
        self,
        limits: Limits,
        function: Callable[Arguments, Answer],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        """Run a function of a module in the process, within these limits.

        Raises BadImage, also where the process did not live to answer (`too_slow lost`), BadFilm and UnknownDeck.
        """
        task = partial(_answer, limits.processor, partial(function, *arguments, **named))
        stops = self._stops
        try:
            try:
                return self._answered(task, limits)
            except BrokenProcessPool:
                if self._stops != stops:
                    raise CancelledError from None
                self._end()  # it ended before it had the photograph: by no fault of this one
                return self._answered(task, limits)
        except (BadFilm, BadImage, UnknownDeck):
            raise
        except TooSlow:
            reason = "too_slow"
        except CancelledError:
            reason = "lost"
        except ProcessExpired as expired:
            reason = "too_slow" if expired.exitcode == -signal.SIGXCPU else "lost"
            log.warning("A reader of photographs ended with %s", expired.exitcode)
        except Exception:
            reason = "lost"
            log.exception("A photograph could not be read")
        self._end()
        raise BadImage(reason)

    def _answered(self, task: Callable[[], Answer], limits: Limits) -> Answer:
        # The pool counts from when the process has the photograph, here its start counts as well.
        return self._scheduled(task, limits).result(limits.clock + START)

    def _scheduled(self, task: Callable[[], Answer], limits: Limits) -> ProcessFuture[Answer]:
        try:
            return self._given(task, limits)
        except RuntimeError:  # it ended while it had nothing to do
            self._end()
            return self._given(task, limits)

    def _given(self, task: Callable[[], Answer], limits: Limits) -> ProcessFuture[Answer]:
        # Under the lock, so that `stop` finds whatever somebody waits for.
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPool(1, initializer=self._begin, context=_Context())
            self._reading = future = self._pool.schedule(task, timeout=limits.clock)
            return future


class _Process(SpawnProcess):
    """A process to which Ctrl-C on the terminal does not get through, not even while Python is starting in it."""

    def start(self) -> None:
        resource_tracker.ensure_running()  # to start it below would end the hold
        with _interrupts_held():
            super().start()


class _Context(SpawnContext):
    Process = _Process


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # a new process inherits the mask
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# From here on: what runs in a reader.


def _begin(prepare: Callable[[], object], memory: int, nice: int) -> None:
    """Load the networks (`prepare`), then bound the memory by what they have taken and `memory` beyond."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # it ends in the middle of whatever it does
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.stdout = sys.stderr  # the answer of a command is written by the command alone
    os.nice(nice)
    prepare()
    taken = _data_bytes()
    if taken:
        _lower(resource.RLIMIT_DATA, taken + memory)
    if resource:
        _lower(resource.RLIMIT_CORE, 0)


def _end_with_parent() -> None:
    """End as soon as the server has, even if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _nothing() -> None:
    """The first task, by which the process starts."""


def _answer(seconds: int, task: Callable[[], Answer]) -> Answer:
    """Do a task with `seconds` of processor time left."""
    if resource:
        used = resource.getrusage(resource.RUSAGE_SELF)
        _lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 1 + seconds)
    try:
        return task()
    except MemoryError:
        raise BadImage("too_large") from None
    except Exception as error:
        # OpenCV and onnxruntime have errors of their own for it.
        if any(said in str(error) for said in ("Insufficient memory", "bad_alloc", "bad allocation")):
            raise BadImage("too_large") from None
        raise


def _lower(kind: int, limit: int) -> None:
    """Set the limit that ends or refuses; the one above it, which cannot be raised again, stays."""
    _, most = resource.getrlimit(kind)
    if most != resource.RLIM_INFINITY:
        limit = min(limit, most)
    resource.setrlimit(kind, (limit, most))


def _data_bytes() -> int:
    """Bytes that this process has asked for and may write to; 0 where the system does not say."""
    try:
        with open("/proc/self/status") as status:
            return next((int(line.split()[1]) * 1024 for line in status if line.startswith("VmData:")), 0)
    except OSError:
        return 0
