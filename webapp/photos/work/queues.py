"""Queues of uploads: on SQLite threads of the serving process (`Pool`), on PostgreSQL workers on any host (`Queue`).

With `Queue` procrastinate handles order, retries and lost workers. A job is added in the transaction that stores its
upload, so there is never one without the other.
"""

import asyncio
import logging
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import PriorityQueue
from typing import Any

from flask import Flask
from sqlalchemy import make_url, text

from vision import BadImage
from webapp.base.running import background
from webapp.base.storage.db import CANNOT_STORE, QUEUE_SCHEMA, database
from webapp.photos import uploads
from webapp.photos.models import Upload

Read = Callable[[int], object]
"""Reads the upload with this id."""
TASK = "read_photograph"
AGAIN_SECONDS = 1
"""Seconds before a failed reading is retried."""

HEARTBEAT_SECONDS = 4
DEAD_SECONDS = 12
"""Seconds without a heartbeat after which a worker counts as dead."""
AWAY_SECONDS = 1
"""Seconds between attempts to reach the database."""
FIRST_PRIORITY = 1000
"""Priority of the job that looks for dead workers: at most one photograph goes before it."""

log = logging.getLogger(__name__)


class Pool:
    """Threads that read photographs by turn, as many as readers, plus one for films, which take a minute.

    They stop with the application; unfinished uploads are read after its next start.
    """

    def __init__(self, app: Flask, read: Read) -> None:
        self._app, self._read = app, read
        self._photographs: PriorityQueue[tuple[int, int]] = PriorityQueue()
        self._films: PriorityQueue[tuple[int, int]] = PriorityQueue()
        self._ending = background.of(app).ending
        self._threads: list[threading.Thread] = []
        background.while_served(app, self.start, self.stop)

    def start(self) -> None:
        """Queue the uploads that an earlier process has left; one that it died reading may have killed it."""
        self._app.extensions["photo_readers"].start()
        self._photographs, self._films = PriorityQueue(), PriorityQueue()
        for upload in uploads.unread():
            if upload.state == uploads.READING:
                uploads.failed(upload.id)
            self._put(upload)
        queues = [self._photographs] * self._app.extensions["photo_readers"].count + [self._films]
        self._threads = [
            threading.Thread(target=self._work, args=(queue,), name="photographs", daemon=True) for queue in queues
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let each thread finish its current photograph, then end; one cut off by a second Ctrl-C has not failed."""
        uploads.put_back()
        for _ in self._threads:
            self._photographs.put((-1, 0))
            self._films.put((-1, 0))
        deadline = time.monotonic() + self._app.config["PHOTO_STOP_SECONDS"]
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        self._threads.clear()

    def enqueue(self, upload: Upload) -> None:
        """Queue an upload once it is committed; after a crash `start` finds it."""
        database().after_writing(partial(self._put, upload))

    def _put(self, upload: Upload) -> None:
        (self._films if upload.film else self._photographs).put((upload.turn, upload.id))

    def is_read(self) -> bool:
        """Whether any thread is alive."""
        return any(thread.is_alive() for thread in self._threads)

    def _work(self, queue: PriorityQueue[tuple[int, int]]) -> None:
        while True:
            turn, upload = queue.get()
            if self._ending.is_set():
                return
            try:
                with self._app.app_context():
                    self._read(upload)
                continue
            except BadImage:
                pass  # the reader was lost
            except CANNOT_STORE as error:
                log.warning("A photograph waits for the database: %s", getattr(error, "orig", error))
            except Exception:
                log.exception("A photograph could not be read; it is tried once more")
            self._ending.wait(AGAIN_SECONDS)
            queue.put((turn, upload))


class Queue:
    """The job queue of one application: adds jobs, and runs them as a worker (`settebello work`)."""

    def __init__(self, app: Flask, read: Read) -> None:
        import procrastinate

        self._app = app
        address = make_url(app.config["DATABASE_URL"]).set(drivername="postgresql")
        connector = procrastinate.PsycopgConnector(
            conninfo=address.render_as_string(hide_password=False),
            kwargs={"options": f"-c search_path={QUEUE_SCHEMA}"},
            min_size=1,
            max_size=4,
            timeout=5,
        )
        self.procrastinate: Any = procrastinate.App(connector=connector)

        # Unlimited retries: `read` itself refuses an upload that killed its readers.
        @self.procrastinate.task(name=TASK, retry=procrastinate.RetryStrategy(wait=AGAIN_SECONDS))
        def task(upload: int) -> None:
            with app.app_context():
                read(upload)

        self.task = task

    def enqueue(self, upload: Upload) -> None:
        """Store the job in the open transaction; lower turns come first. The database notifies the workers."""
        with database().writing() as session:
            session.flush()
            session.execute(text(f"SET LOCAL search_path TO public, {QUEUE_SCHEMA}"))
            raw = session.connection().connection.driver_connection
            self.task.configure(connection=raw, priority=-upload.turn).defer(upload=upload.id)

    def is_read(self) -> bool:
        """Whether any worker is alive."""
        alive = text(
            f"SELECT count(*) FROM {QUEUE_SCHEMA}.procrastinate_workers"
            " WHERE last_heartbeat > now() - :dead * interval '1 second'"
        )
        with database().reading() as session:
            return bool(session.scalar(alive, {"dead": DEAD_SECONDS}))

    def work(self, readers: int) -> None:
        """Read photographs, `readers` at a time, until a signal; current ones are finished first."""

        # The sixth field of cron is the seconds.
        @self.procrastinate.periodic(cron="* * * * * */5")  # type: ignore[untyped-decorator]
        @self.procrastinate.task(name="find_what_was_left", priority=FIRST_PRIORITY)  # type: ignore[untyped-decorator]
        async def find_what_was_left(timestamp: int) -> None:
            await self.find_lost()

        with suppress(asyncio.CancelledError):
            asyncio.run(self._work(readers))

    async def find_lost(self) -> None:
        """Queue the jobs of killed workers again, each a failed reading: its photograph may have killed them."""
        manager = self.procrastinate.job_manager
        for job in await manager.get_stalled_jobs(seconds_since_heartbeat=DEAD_SECONDS):
            await manager.retry_job(job)
            if job.task_name == TASK:
                await asyncio.to_thread(self._count_failure, job.task_kwargs["upload"])

    def _count_failure(self, upload: int) -> None:
        with self._app.app_context():
            uploads.failed(upload)

    async def _work(self, readers: int) -> None:
        """Work until a signal cancels this; reconnect while the database is unreachable."""
        from procrastinate.exceptions import ConnectorException

        working: Any = asyncio.current_task()
        for each in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(each, working.cancel)
        while True:
            try:
                async with self.procrastinate.open_async():
                    await self.procrastinate.run_worker_async(
                        concurrency=readers,
                        delete_jobs="always",
                        install_signal_handlers=False,
                        fetch_job_polling_interval=2,
                        update_heartbeat_interval=HEARTBEAT_SECONDS,
                        stalled_worker_timeout=DEAD_SECONDS,
                        shutdown_graceful_timeout=self._app.config["PHOTO_STOP_SECONDS"],
                    )
            except (ConnectorException, OSError) as error:
                log.warning("The database is away: %s", error.__cause__ or error)
            await asyncio.sleep(AWAY_SECONDS)
