"""Read photographs in processes of their own: a hostile one harms its reader alone.

A reader has limits of memory and of time. One that passes a limit, crashes or is killed answers for its photograph with
a `BadImage` and is replaced. Nothing of the web application is loaded in it.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
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

START = 60
"""Seconds in which a reader has started, on a machine that has much else to do."""
LOOK = 0.7
"""Seconds between two looks at what a reader does."""


@dataclass(frozen=True)
class Limits:
    """The seconds by the clock that one task may take.

    `patience`: those that it waits for a reader, where a request waits for it; None: as long as it takes. `meanwhile`
    is called now and then until its answer is there.
    """

    clock: float
    patience: float | None = None
    meanwhile: Callable[[], None] = lambda: None


PHOTOGRAPH = Limits(50)
"""A photograph of forty cards takes some four seconds of processor time."""
FILM = Limits(400)
"""Ninety seconds of a film take a second of work each, on two cores; and as much again."""
LIVE = Limits(12, patience=5)
"""Most frames of a live film take a third of a second."""
SHOWN = Limits(50, patience=10)
"""A card that a player has pointed at."""
MEMORY = 800 * 1024 * 1024
"""Bytes that a reader may take beyond its networks: the largest photograph that may be decoded takes 500 MB."""


class TooBusy(Exception):
    """No reader became free within the patience of a request."""


class Readers:
    """A pool of as many processes as photographs are read at the same time; it starts when it is first needed.

    Pebble replaces a process that dies while it reads, or reads too long. A pool that is broken altogether, as by a
    process that was killed while it had nothing to do, is made anew.
    """

    def __init__(
        self, count: int, *, memory: int = MEMORY, nice: int = 0, prepare: Callable[[], object] = warm_up
    ) -> None:
        """Readers, at most `count` and one a core; `prepare` is called in each of them before its first photograph.

        `memory`: bytes that each may take beyond that; `nice`: how far it stands back where others want the processor.
        """
        self.count = max(1, min(count, _cores()))
        self._begin = partial(_begin, prepare, memory, nice)
        self._free = threading.BoundedSemaphore(self.count)
        self._pool: ProcessPool | None = None
        self._waiting: set[ProcessFuture[Any]] = set()
        self._lock = threading.RLock()

    def start(self) -> None:
        """Start every reader, so that no photograph waits for its networks; returns at once."""
        with contextlib.suppress(RuntimeError):  # they cannot start: the first photograph says so
            self._given(_nothing, PHOTOGRAPH)

    def stop(self) -> None:
        """End every reader, whatever it is reading; who waits for it is told. The next photograph starts them again."""
        with self._lock:
            pool, self._pool = self._pool, None
            waiting, self._waiting = self._waiting, set()
        for each in waiting:
            each.cancel()  # type: ignore[no-untyped-call]
        if pool is not None:
            pool.stop()  # type: ignore[no-untyped-call]
            # Of a killed process half an answer may be in the pipe, which is then waited for in vain.
            ending = threading.Thread(target=pool.join, daemon=True)
            ending.start()
            ending.join(3)

    def run(
        self,
        limits: Limits,
        function: Callable[Arguments, Answer],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        """Run a function of a module in the next reader that is free, within these limits.

        Raises BadImage, also where the reader did not live to answer (`too_slow lost`), BadFilm, UnknownDeck, TooBusy.
        """
        if not self._free.acquire(timeout=limits.patience):
            raise TooBusy
        try:
            task = partial(_answer, partial(function, *arguments, **named))
            try:
                return self._answered(task, limits)
            except BrokenProcessPool:  # it ended before it had the photograph: by no fault of this one
                return self._answered(task, limits)
        except (BadFilm, BadImage, UnknownDeck):
            raise
        except TooSlow:
            reason = "too_slow"
        except CancelledError:
            reason = "lost"
        except ProcessExpired as expired:
            reason = "lost"
            log.warning("A reader of photographs ended with %s", expired.exitcode)
        except Exception:
            reason = "lost"
            log.exception("A photograph could not be read")
        finally:
            self._free.release()
        raise BadImage(reason)

    def _answered(self, task: Callable[[], Answer], limits: Limits) -> Answer:
        future, begun = self._given(task, limits), time.monotonic()
        try:
            while True:
                with contextlib.suppress(TooSlow):
                    return future.result(LOOK)
                if future.done():
                    return future.result()  # it took too long
                limits.meanwhile()
                if time.monotonic() - begun > (START + limits.clock if future.running() else START):
                    self.stop()  # one was killed while it was handed a photograph: the others wait for the rest of that
        finally:
            self._waiting.discard(future)

    def _given(self, task: Callable[[], Answer], limits: Limits) -> ProcessFuture[Answer]:
        # Under the lock, so that `stop` finds whatever somebody waits for.
        with self._lock:
            if self._pool is not None and not self._pool.active:
                self.stop()
            if self._pool is None:
                self._pool = ProcessPool(self.count, initializer=self._begin, context=_Context())
            future = self._pool.schedule(task, timeout=limits.clock)
            self._waiting.add(future)
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


def _answer(task: Callable[[], Answer]) -> Answer:
    """Do a task; one that wants too much memory is a bad photograph."""
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
