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
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, ParamSpec, TypeVar

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

START_SECONDS = 30
"""Seconds beyond those of its first task in which a reader has started, on a machine that has much else to do."""
TOLD, DONE, REFUSED, BROKEN, ENDED = range(5)
"""Kinds of messages of a reader: `tell`, the answer, an error that says why there is none, any other, no message."""


@dataclass(frozen=True)
class Limits:
    """The seconds of processor time, and by the clock, that one task may take."""

    processor: int
    clock: float


PHOTOGRAPH = Limits(processor=40, clock=50)
"""A photograph of forty cards takes some four seconds of processor time."""
FILM = Limits(processor=300, clock=400)
"""Ninety seconds of a film take a second of work each, on two cores; and as much again."""
LIVE = Limits(processor=20, clock=12)
"""Most frames of a live film take a third of a second."""
MEMORY = 800 * 1024 * 1024
"""Bytes that a reader may take beyond its networks: the largest photograph that may be decoded takes 500 MB."""


class TooBusy(Exception):
    """No reader became free in time."""


class _Ended(Exception):
    """A process ended before it had the task."""


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

    @contextlib.contextmanager
    def free(self, patience: float | None = None) -> Iterator[Reader]:
        """The next reader that is free; raises `TooBusy` after `patience` seconds, None: it waits for ever."""
        try:
            reader = self._free.get(timeout=patience)
        except queue.Empty:
            raise TooBusy from None
        try:
            yield reader
        finally:
            self._free.put(reader)

    def run(
        self,
        limits: Limits,
        function: Callable[Arguments, Answer],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        """Run a function as soon as a reader is free, as `Reader.run` does."""
        with self.free() as reader:
            return reader.run(limits, partial(function, *arguments, **named))


class Reader:
    """One process, and the pipe to it."""

    def __init__(self, begin: Callable[[], None]) -> None:
        """`begin` is called in the process when it starts."""
        self._begin = begin
        self._running: tuple[BaseProcess, Connection] | None = None
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the process, and have it prepared."""
        with contextlib.suppress(OSError):  # it cannot start: the first photograph says so
            self._started()

    def stop(self) -> None:
        """End the process, whatever it is reading; who waits for it finds its end of the pipe closed."""
        with self._lock:
            running, self._running = self._running, None
        if running is not None:
            running[0].kill()
            running[0].join(3)

    def run(self, limits: Limits, task: Callable[[], Answer], told: Callable[[Any], object] | None = None) -> Answer:
        """Run a task in the process, within these limits; `told` gets whatever it tells meanwhile (`tell`).

        Raises BadImage, also where the process did not live to answer (`too_slow lost`), BadFilm and UnknownDeck.
        """
        for _ in range(2):
            with contextlib.suppress(_Ended):  # it ended before it had the task: by no fault of this one
                return self._run(limits, task, told)
        log.error("No reader of photographs starts")
        raise BadImage("lost")

    def _run(self, limits: Limits, task: Callable[[], Answer], told: Callable[[Any], object] | None) -> Answer:
        try:
            running = process, pipe = self._started()
        except OSError as error:
            log.warning("A reader of photographs does not start: %s", error)
            raise _Ended from None
        too_slow, begun = threading.Event(), False
        answer: tuple[int, Any]
        try:
            with _killed_after(START_SECONDS + limits.clock, process, too_slow):
                pipe.send((limits.processor, task))
                begun = pipe.recv()
            with _killed_after(limits.clock, process, too_slow):
                while (answer := pipe.recv())[0] == TOLD:
                    if told:
                        told(answer[1])
        except (EOFError, OSError):  # the process has ended
            answer = (ENDED, None)
        except Exception:  # the task cannot be sent, or its answer not understood
            answer = (BROKEN, traceback.format_exc())
        except BaseException:
            self.stop()  # the answer of this task must not be taken for that of the next
            raise
        kind, value = answer
        if kind == DONE:
            return value  # type: ignore[no-any-return]
        if kind == REFUSED:
            raise value
        if self._running is not running:
            raise BadImage("lost")  # it was stopped
        self.stop()
        if kind == BROKEN:
            log.error("A photograph could not be read\n%s", value)
        elif begun or too_slow.is_set():
            log.warning("A reader of photographs ended with %s", process.exitcode)
        else:
            raise _Ended
        raise BadImage("too_slow" if too_slow.is_set() or process.exitcode == -signal.SIGXCPU else "lost")

    def _started(self) -> tuple[BaseProcess, Connection]:
        # Under the lock, so that `stop` finds whatever somebody waits for.
        with self._lock:
            if self._running is None:
                spawn = multiprocessing.get_context("spawn")
                ours, theirs = spawn.Pipe()
                process = spawn.Process(target=_serve, args=(theirs, self._begin), daemon=True)
                resource_tracker.ensure_running()  # to start it below would end the hold
                with theirs, _interrupts_held():
                    process.start()
                self._running = process, ours
            return self._running


@contextlib.contextmanager
def _killed_after(seconds: float, process: BaseProcess, too_slow: threading.Event) -> Iterator[None]:
    """Kill a process that the block still waits for after so many seconds, and say that it was `too_slow`."""

    def kill() -> None:
        too_slow.set()
        process.kill()

    timer = threading.Timer(seconds, kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let Ctrl-C on the terminal not get through to a process that starts in the block, which inherits the mask."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# From here on: what runs in a reader.

_to_server: Connection | None = None


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


def _serve(pipe: Connection, begin: Callable[[], None]) -> None:
    """Do one task after the other, until the server closes the pipe."""
    global _to_server
    begin()
    _to_server = pipe
    with contextlib.suppress(EOFError):
        while True:
            seconds, task = pipe.recv()
            pipe.send(True)  # it has the task: from now on that is to blame
            pipe.send(_answer(seconds, task))


def _answer(seconds: int, task: Callable[[], object]) -> tuple[int, object]:
    """The kind and the value of the answer to a task, which has `seconds` of processor time."""
    if resource:
        used = resource.getrusage(resource.RUSAGE_SELF)
        _lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 1 + seconds)
    try:
        return DONE, task()
    except (BadFilm, BadImage, UnknownDeck) as refused:
        return REFUSED, refused
    except Exception as error:
        # OpenCV and onnxruntime have errors of their own for it.
        out_of_memory = ("Insufficient memory", "bad_alloc", "bad allocation")
        if isinstance(error, MemoryError) or any(said in str(error) for said in out_of_memory):
            return REFUSED, BadImage("too_large")
        return BROKEN, traceback.format_exc()


def tell(value: object) -> None:
    """Tell who waits for the task how far it is; elsewhere than in a reader nobody waits."""
    if _to_server is not None:
        _to_server.send((TOLD, value))


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
