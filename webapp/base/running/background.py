"""Background work while the application is served: threads of jobs, timers. Tests and commands start none.

Parts register with `while_served` in their `init_app`; the server wraps its run in `served`.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask

log = logging.getLogger(__name__)


class Running:
    """The background companions of one application, and whether it is shutting down."""

    def __init__(self) -> None:
        self.companions: list[tuple[Callable[[], None], Callable[[], None]]] = []
        self.ending = threading.Event()


def of(app: Flask) -> Running:
    """The background state of `app`; `of(app).ending` is set at shutdown and wakes everything that waits for it."""
    found: Running = app.extensions.setdefault("running", Running())
    return found


def while_served(app: Flask, start: Callable[[], None], stop: Callable[[], None] = lambda: None) -> None:
    """Call `start` before the first answer and `stop` after the last one, both in a context of `app`.

    Both return soon: `start` makes threads, `stop` tells them to end. The process exits some seconds later in any case,
    so unfinished work must be found again at the next start.
    """
    of(app).companions.append((start, stop))


@contextmanager
def served(app: Flask) -> Iterator[None]:
    """Start the companions in order and stop them in reverse; if one fails to stop, the others still do."""
    running = of(app)
    started: list[Callable[[], None]] = []
    try:
        with app.app_context():
            for start, stop in running.companions:
                start()
                started.append(stop)
        yield
    finally:
        running.ending.set()
        for stop in reversed(started):
            try:
                with app.app_context():
                    stop()
            except Exception:
                log.exception("What runs beside the answers could not be stopped")
