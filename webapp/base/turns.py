"""How many answers are computed at the same time: few, for in one process of Python they only wait for each other.

Eight at a time change places hundreds of times a second, and each is ready when nearly all are. An
answer that waits for something that takes long says so, and another is computed meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from flask import has_request_context, request

AT_A_TIME = 2
"""One computes while another stores."""
OVER_A_NETWORK = 4
"""The same where the database answers over a network, and somebody elsewhere may hold the lock of a match."""
MOST_MORE = 6
"""So many answers may wait while others are computed."""
WAITING = "settebello.waiting"
"""In the environment of a request: what `Turns.waiting` is of the server that answers it."""


class Turns:
    """Sets how many threads answer: `count`, and one for each answer that waits."""

    def __init__(self, count: int, set_threads: Callable[[int], None]) -> None:
        self.count = count
        self._set_threads = set_threads
        self._waiting = 0
        self._is_open = True
        self._lock = threading.Lock()
        self._change(0)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let a further thread answer while this one waits in the block."""
        self._change(1)
        try:
            yield
        finally:
            self._change(-1)

    def end(self) -> None:
        """Change nothing more."""
        with self._lock:
            self._is_open = False

    def _change(self, by: int) -> None:
        with self._lock:
            self._waiting += by
            if self._is_open:
                self._set_threads(self.count + min(self._waiting, MOST_MORE))


def let_others() -> AbstractContextManager[None]:
    """Let another answer be computed while this one waits, in the block, for what takes long."""
    waiting: Callable[[], AbstractContextManager[None]] | None = (
        request.environ.get(WAITING) if has_request_context() else None
    )
    return waiting() if waiting else nullcontext()
