"""A profiler for the stages of reading a photograph: a stage is a decorated function, `watched` measures its seconds.

The application itself never measures; a stage then costs one look-up of a context variable.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class _Watch:
    """Exclusive seconds by stage: while a stage runs inside another, the outer one's clock is stopped."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._running: list[str] = []
        self._since = 0.0

    def _book(self) -> None:
        now = time.perf_counter()
        if self._running:
            name = self._running[-1]
            self.seconds[name] = self.seconds.get(name, 0.0) + now - self._since
        self._since = now

    def enter(self, name: str) -> None:
        self._book()
        self._running.append(name)

    def leave(self) -> None:
        self._book()
        self._running.pop()


_watch: ContextVar[_Watch | None] = ContextVar("watch", default=None)


def stage(name: str) -> Callable[[Callable[Arguments, Answer]], Callable[Arguments, Answer]]:
    """Count the time spent in the decorated function as that of stage `name`."""

    def decorate(work: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
        @functools.wraps(work)
        def timed(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
            watch = _watch.get()
            if watch is None:
                return work(*args, **kwargs)
            watch.enter(name)
            try:
                return work(*args, **kwargs)
            finally:
                watch.leave()

        return timed

    return decorate


@contextmanager
def watched() -> Iterator[dict[str, float]]:
    """Seconds by stage for the work of this thread inside the block."""
    watch = _Watch()
    token = _watch.set(watch)
    try:
        yield watch.seconds
    finally:
        _watch.reset(token)
