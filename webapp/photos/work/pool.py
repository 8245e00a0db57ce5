"""Who reads on SQLite: threads of the serving process."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from queue import PriorityQueue

from flask import Flask

from webapp.base.running import background
from webapp.base.storage.db import CANNOT_STORE, database
from webapp.photos import uploads
from webapp.photos.models import Upload
from webapp.photos.work import reading

Tasks = Mapping[str, Callable[[int], object]]
LOOK_SECONDS = 5
"""Seconds between two looks for live films whose phones are away."""
AGAIN_SECONDS = 1
"""Seconds until a task that has failed is tried again."""

log = logging.getLogger(__name__)


class TryAgain(Exception):
    """A photograph was put back: its reader was lost, or had no time for it."""


class Pool:
    """Threads that do the tasks in the order of their turns; one more is for films, which take a minute.

    There are as many as readers. They stop with the application, and what they leave is begun again at its next start.
    """

    def __init__(self, app: Flask, tasks: Tasks, finish_left: Callable[[], None], first: str) -> None:
        """`finish_left` is called every few seconds; `first` is the task of the uploads that were left."""
        self._app, self._tasks, self._finish_left, self._first = app, tasks, finish_left, first
        self._photographs: PriorityQueue[tuple[int, int, str]] = PriorityQueue()
        self._films: PriorityQueue[tuple[int, int, str]] = PriorityQueue()
        self._ending = background.of(app).ending
        self._threads: list[threading.Thread] = []
        background.while_served(app, self.start, self.stop)

    def start(self) -> None:
        """Begin with what a killed process has left: no photograph is to blame for a power cut."""
        reading.start(self._app)
        uploads.put_all_back()
        self._photographs, self._films = PriorityQueue(), PriorityQueue()
        for upload in uploads.waiting():
            self._put(self._first, upload)
        readers = self._app.extensions["photo_readers"].count
        works: list[Callable[[], None]] = [partial(self._work, self._photographs)] * readers
        works += [partial(self._work, self._films), self._look]
        self._threads = [threading.Thread(target=work, name="photographs", daemon=True) for work in works]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let each thread end after what it reads."""
        for _ in self._threads:
            self._photographs.put((-1, 0, ""))
            self._films.put((-1, 0, ""))
        deadline = time.monotonic() + self._app.config["PHOTO_STOP_SECONDS"]
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        self._threads.clear()

    def enqueue(self, task: str, upload: Upload) -> None:
        """Let a thread do the task once the upload is stored; `start` finds what a killed process has not begun."""
        database().after_writing(partial(self._put, task, upload))

    def _put(self, task: str, upload: Upload) -> None:
        is_film = bool(upload.film) and task == self._first
        (self._films if is_film else self._photographs).put((upload.turn, upload.id, task))

    def is_read(self) -> bool:
        """Whether any thread lives."""
        return any(thread.is_alive() for thread in self._threads)

    def _work(self, queue: PriorityQueue[tuple[int, int, str]]) -> None:
        while not self._ending.is_set():
            turn, upload, task = queue.get()
            if not task:
                return
            try:
                with self._app.app_context():
                    self._tasks[task](upload)
                continue
            except TryAgain:
                pass
            except CANNOT_STORE as error:
                log.warning("A photograph waits for the database: %s", getattr(error, "orig", error))
            except Exception:
                log.exception("A photograph could not be read; it is tried once more")
            self._ending.wait(AGAIN_SECONDS)
            queue.put((turn, upload, task))

    def _look(self) -> None:
        while not self._ending.wait(LOOK_SECONDS):
            try:
                with self._app.app_context():
                    self._finish_left()
            except CANNOT_STORE as error:
                log.warning("Not looked: %s", getattr(error, "orig", error))
            except Exception:
                log.exception("Films of phones that are away could not be finished; it is tried again")
