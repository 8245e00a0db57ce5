"""Who reads: on SQLite threads of the serving process (`Pool`), on PostgreSQL workers on any host (`Queue`).

With `Queue` procrastinate owns waiting, order, retries and lost workers. A job is put into its tables in the
transaction that stores the upload: both are there or neither.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from queue import PriorityQueue
from typing import Any

from flask import Flask
from sqlalchemy import make_url, text

from webapp.base.running import background
from webapp.base.storage.db import CANNOT_STORE, QUEUE_SCHEMA, database
from webapp.photos import uploads
from webapp.photos.models import Upload
from webapp.photos.work import reading

Tasks = Mapping[str, Callable[[int], object]]
LOOK_SECONDS = 5
"""Seconds between two looks for live films whose phones are away."""
AGAIN_SECONDS = 1
"""Seconds until a task that has failed is tried again."""

HEARTBEAT_SECONDS, DEAD_SECONDS = 4, 12
AWAY_SECONDS = 1
"""Seconds between two looks for a database that is away."""
ALIVE_SECONDS = 30
"""Seconds without a heartbeat after which a worker counts as dead."""
FIRST_PRIORITY = 1000
"""The priority of what looks for the dead: it waits for one photograph at most."""

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


class Queue:
    """The queue of one application: it puts jobs there, and does them as a worker (`settebello work`)."""

    def __init__(self, app: Flask, tasks: Tasks, finish_left: Callable[[], None], retried: str) -> None:
        """`finish_left` is called every few seconds; jobs of the task `retried` are done again after an error."""
        import procrastinate

        self._app, self._finish_left, self._retried = app, finish_left, retried
        address = make_url(app.config["DATABASE_URL"]).set(drivername="postgresql")
        connector = procrastinate.PsycopgConnector(
            conninfo=address.render_as_string(hide_password=False),
            kwargs={"options": f"-c search_path={QUEUE_SCHEMA}"},
            min_size=1,
            max_size=4,
            timeout=5,
        )
        self.procrastinate: Any = procrastinate.App(connector=connector)
        # Without a bound: `run` refuses what its readers did not survive, and what waits for a reader is not at fault.
        again = procrastinate.RetryStrategy(wait=1)
        self.tasks = {name: self._task(name, task, again if name == retried else False) for name, task in tasks.items()}

    def _task(self, name: str, task: Callable[[int], object], retry: Any) -> Any:
        def run(upload: int) -> None:
            with self._app.app_context():
                task(upload)

        return self.procrastinate.task(name=name, retry=retry)(run)

    def enqueue(self, task: str, upload: Upload) -> None:
        """Store the job in the open transaction; those of lower turns come first. The database tells the workers."""
        priority = -upload.turn if task == self._retried else 0
        with database().writing() as session:
            session.flush()
            session.execute(text(f"SET LOCAL search_path TO public, {QUEUE_SCHEMA}"))
            raw = session.connection().connection.driver_connection
            self.tasks[task].configure(connection=raw, priority=priority).defer(upload=upload.id)

    def is_read(self) -> bool:
        """Whether any worker lives."""
        alive = text(
            f"SELECT count(*) FROM {QUEUE_SCHEMA}.procrastinate_workers"
            " WHERE last_heartbeat > now() - :alive * interval '1 second'"
        )
        with database().reading() as session:
            return bool(session.scalar(alive, {"alive": ALIVE_SECONDS}))

    def work(self, readers: int) -> None:
        """Read photographs, `readers` at a time, until a signal ends it; what is being read is finished first."""
        from procrastinate.jobs import Status

        manager = self.procrastinate.job_manager

        # The sixth field of cron are seconds.
        @self.procrastinate.periodic(cron="* * * * * */5")  # type: ignore[untyped-decorator]
        @self.procrastinate.task(name="find_what_was_left", priority=FIRST_PRIORITY)  # type: ignore[untyped-decorator]
        async def find_what_was_left(timestamp: int) -> None:
            for job in await manager.get_stalled_jobs(seconds_since_heartbeat=DEAD_SECONDS):
                if job.task_name == self._retried:
                    await manager.retry_job(job)
                else:
                    await manager.finish_job(job, status=Status.FAILED, delete_job=True)
            await asyncio.to_thread(self._look)

        asyncio.run(self._work(readers))

    def _look(self) -> None:
        with self._app.app_context():
            self._finish_left()

    async def _work(self, readers: int) -> None:
        """Work until a signal comes; while the database is away, wait for it."""
        from procrastinate.exceptions import ConnectorException

        ending = asyncio.Event()
        for each in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(each, ending.set)
        while not ending.is_set():
            try:
                await self._work_once(readers, ending)
            except (ConnectorException, OSError) as error:
                log.warning("The database is away: %s", error.__cause__ or error)
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), AWAY_SECONDS)

    async def _work_once(self, readers: int, ending: asyncio.Event) -> None:
        """Work until `ending`, or until the worker gives up; a job that runs is finished."""
        async with self.procrastinate.open_async():
            working = asyncio.create_task(
                self.procrastinate.run_worker_async(
                    concurrency=readers,
                    delete_jobs="always",
                    install_signal_handlers=False,
                    fetch_job_polling_interval=2,
                    update_heartbeat_interval=HEARTBEAT_SECONDS,
                    stalled_worker_timeout=DEAD_SECONDS,
                    shutdown_graceful_timeout=self._app.config["PHOTO_STOP_SECONDS"],
                )
            )
            told = asyncio.create_task(ending.wait())
            await asyncio.wait((working, told), return_when=asyncio.FIRST_COMPLETED)
            told.cancel()
            working.cancel()
            with suppress(asyncio.CancelledError):
                await working
