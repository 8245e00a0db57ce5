"""Reads photographs in separate processes, so that a malicious one can harm only its reader.

A reader has limits of memory and time. If it exceeds one, crashes or is killed, the caller gets a `BadImage` and the
reader is replaced. Readers load nothing of the web application.
"""

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

from pebble import CONSTS, ProcessExpired, ProcessFuture, ProcessPool

from vision import BadFilm, BadImage, UnknownDeck
from vision.pipeline.recognition import warm_up

try:
    import resource
except ImportError:  # not on this system: only the time limit remains
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for the readers: more threads only slow a busy machine

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

START = 60
"""Seconds allowed for a reader to start, on a busy machine."""
LOCKED = 5
"""Seconds after which a reader goes on though another, killed while it was handed a photograph, holds the lock."""
LOOK = 0.7
"""Seconds between two checks of a running task."""


@dataclass(frozen=True)
class Limits:
    """The limit of a task in seconds of wall-clock time.

    `patience`: seconds that a request waits for a free reader; None: no limit. `meanwhile` is called at intervals until
    the answer arrives.
    """

    clock: float
    patience: float | None = None
    meanwhile: Callable[[], None] = lambda: None


PHOTOGRAPH = Limits(50)
"""A photograph of forty cards takes some four seconds of processor time."""
FILM = Limits(400)
"""Ninety seconds of film take as many seconds of work on two cores; the rest is reserve."""
LIVE = Limits(12, patience=5)
"""A frame of a live film usually takes a third of a second."""
SHOWN = Limits(50, patience=10)
"""Reading a card that a player pointed at."""
MEMORY = 800 * 1024 * 1024
"""Bytes that a reader may use beyond its networks; the largest allowed photograph decodes to 500 MB."""


class TooBusy(Exception):
    """No reader became free within the request's patience."""


class Readers:
    """A pool of reader processes, one for each photograph read at the same time; started on first use.

    Pebble replaces a process that dies or exceeds its time. If the whole pool breaks, as after an idle process is
    killed, a new pool is made.
    """

    def __init__(
        self, count: int, *, memory: int = MEMORY, nice: int = 0, prepare: Callable[[], object] = warm_up
    ) -> None:
        """At most `count` readers, and at most one a core; each calls `prepare` before its first photograph.

        `memory`: bytes that each may use beyond that. `nice`: niceness of the processes.
        """
        self.count = max(1, min(count, _cores()))
        self._begin = partial(_begin, prepare, memory, nice)
        self._free = threading.BoundedSemaphore(self.count)
        self._pool: ProcessPool | None = None
        self._waiting: set[ProcessFuture[Any]] = set()
        self._lock = threading.RLock()

    def start(self) -> None:
        """Start every reader, so that the first photograph need not wait for the networks to load; returns at once."""
        with contextlib.suppress(RuntimeError):  # if they cannot start, the first photograph raises the error
            self._given(_nothing, PHOTOGRAPH)

    def stop(self) -> None:
        """End every reader, also within a task; its caller gets an error. The next photograph starts them again."""
        with self._lock:
            pool, self._pool = self._pool, None
            waiting, self._waiting = self._waiting, set()
        for each in waiting:
            each.cancel()  # type: ignore[no-untyped-call]
        if pool is not None:
            pool.stop()  # type: ignore[no-untyped-call]
            # After a kill the pipe may hold half an answer: `join` could wait forever.
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
        """Run a module-level function in the next free reader, within these limits.

        Raises BadImage (reason `too_slow` or `lost` if the reader did not answer), BadFilm, UnknownDeck, TooBusy.
        """
        if not self._free.acquire(timeout=limits.patience):
            raise TooBusy
        try:
            task = partial(_answer, partial(function, *arguments, **named))
            try:
                return self._answered(task, limits)
            except BrokenProcessPool:  # the reader died before it got the photograph: try once more
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
                    return future.result()  # raises `TooSlow`
                limits.meanwhile()
                if time.monotonic() - begun > (START + limits.clock if future.running() else START):
                    self.stop()  # a reader was killed while receiving a photograph and blocks the pipe
        finally:
            self._waiting.discard(future)

    def _given(self, task: Callable[[], Answer], limits: Limits) -> ProcessFuture[Answer]:
        # Under the lock, so that `stop` cancels every future somebody waits for.
        with self._lock:
            if self._pool is not None and not self._pool.active:
                self.stop()
            if self._pool is None:
                self._pool = ProcessPool(self.count, initializer=self._begin, context=_Context())
            future = self._pool.schedule(task, timeout=limits.clock)
            self._waiting.add(future)
            return future


class _Process(SpawnProcess):
    """A process that ignores Ctrl-C on the terminal, even while Python is starting in it."""

    def start(self) -> None:
        resource_tracker.ensure_running()  # started below, it would unblock the signal
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


# From here on: code that runs in a reader.


def _begin(prepare: Callable[[], object], memory: int, nice: int) -> None:
    """Load the networks (`prepare`), then limit the memory to that in use plus `memory`."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # SIGTERM ends it at once, also within a task
    threading.Thread(target=_end_with_parent, daemon=True).start()
    CONSTS.channel_lock_timeout = LOCKED
    sys.stdout = sys.stderr  # only the command itself writes to stdout
    os.nice(nice)
    prepare()
    taken = _data_bytes()
    if taken:
        _lower(resource.RLIMIT_DATA, taken + memory)
    if resource:
        _lower(resource.RLIMIT_CORE, 0)


def _end_with_parent() -> None:
    """Exit when the server exits, even if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _nothing() -> None:
    """An empty task, which makes a process start."""


def _answer(task: Callable[[], Answer]) -> Answer:
    """Run a task; exhausted memory is reported as a bad photograph."""
    try:
        return task()
    except MemoryError:
        raise BadImage("too_large") from None
    except Exception as error:
        # OpenCV and onnxruntime raise their own errors for exhausted memory.
        if any(said in str(error) for said in ("Insufficient memory", "bad_alloc", "bad allocation")):
            raise BadImage("too_large") from None
        raise


def _lower(kind: int, limit: int) -> None:
    """Set a soft resource limit; the hard limit, which cannot be raised again, stays."""
    _, most = resource.getrlimit(kind)
    if most != resource.RLIM_INFINITY:
        limit = min(limit, most)
    resource.setrlimit(kind, (limit, most))


def _data_bytes() -> int:
    """Bytes of private writable memory of this process (VmData); 0 if the system does not tell."""
    try:
        with open("/proc/self/status") as status:
            return next((int(line.split()[1]) * 1024 for line in status if line.startswith("VmData:")), 0)
    except OSError:
        return 0
