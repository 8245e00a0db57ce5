"""What the loop of the server answers itself, as it costs less than to wake a thread: the application says which.

The loop may not wait for anything, nor compute for long: everybody waits for it. A database that is asked over a
network is asked in a thread, any other in the loop; for all requests together that have come meanwhile, so that each
costs less the more come.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Generic, NamedTuple, Protocol, TypeVar

IS_AT_ONCE = "settebello.at_once"
"""True in the environment of a request that the loop answers."""

logger = logging.getLogger(__name__)
Request = TypeVar("Request")


class Asked(NamedTuple):
    """What a request asks for, as far as its first line says so."""

    method: str
    path: str
    query: str


class AtOnce(Protocol):
    """What an application knows of requests that it answers without waiting for anything or computing much."""

    waits: bool
    """Whether `are` may wait for something."""

    def may_be(self, asked: Asked) -> bool:
        """Whether this may be one; to be told at once."""

    def are(self, asked: Sequence[Asked]) -> Sequence[bool]:
        """Which of those that may be are."""


class Nothing:
    """Knows none."""

    waits = False

    def may_be(self, _asked: Asked) -> bool:
        """No request is."""
        return False

    def are(self, asked: Sequence[Asked]) -> Sequence[bool]:
        """None is."""
        return [False] * len(asked)


class Looker(Generic[Request]):
    """Finds out which requests are answered at once, and `tell`s of them: whenever it is asked to, or by itself."""

    def __init__(self, at_once: AtOnce, tell: Callable[[Sequence[tuple[Request, bool]]], None]) -> None:
        """By itself where it may wait, in a thread; the loop asks it else."""
        self.at_once = at_once
        self.tell = tell
        self._asked: SimpleQueue[tuple[Asked, Request] | None] = SimpleQueue()
        self._is_alone = at_once.waits
        if self._is_alone:
            threading.Thread(target=self._go_on_looking, name="looker", daemon=True).start()

    def takes(self, asked: Asked, request: Request) -> bool:
        """Whether it looks at this request: it does at those that may be answered at once."""
        if may_be := self.at_once.may_be(asked):
            self._asked.put((asked, request))
        return may_be

    def look(self) -> None:
        """Look at all that has come, in the loop."""
        if not self._is_alone and not self._asked.empty():
            self._look_at([])

    def end(self) -> None:
        """Look at nothing more."""
        self._asked.put(None)

    def _go_on_looking(self) -> None:
        while (first := self._asked.get()) is not None:
            self._look_at([first])

    def _look_at(self, together: list[tuple[Asked, Request]]) -> None:
        while not self._asked.empty() and (found := self._asked.get()) is not None:
            together.append(found)
        try:
            answers = self.at_once.are([asked for asked, _request in together])
        except Exception:
            logger.exception("Which requests are answered at once is not known")
            answers = [False] * len(together)
        self.tell([(request, is_at_once) for (_, request), is_at_once in zip(together, answers, strict=True)])
