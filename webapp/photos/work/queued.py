"""Who reads on PostgreSQL: workers on any host (`settebello work`), which procrastinate gives the jobs.

procrastinate owns waiting, order, retries and lost workers. A job is put into its tables in the transaction that stores
the upload: both are there or neither.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import Flask

from webapp.base.storage import queue
from webapp.base.storage.db import database
from webapp.photos.models import Upload
from webapp.photos.work.pool import Tasks

HEARTBEAT_SECONDS, DEAD_SECONDS = 4, 12
AWAY_SECONDS = 1
"""Seconds between two looks for a database that is away."""
FIRST_PRIORITY = 1000
"""The priority of what looks for the dead: it waits for one photograph at most."""

log = logging.getLogger(__name__)


class Queue:
    """The queue of one application: it puts jobs there, and does them as a worker."""

    def __init__(self, app: Flask, tasks: Tasks, finish_left: Callable[[], None], retried: str) -> None:
        """`finish_left` is called every few seconds; jobs of the task `retried` are done again after an error."""
        import procrastinate

        self._app, self._finish_left, self._retried = app, finish_left, retried
        self.procrastinate: Any = procrastinate.App(connector=queue.connector(app.config["DATABASE_URL"]))
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
            queue.defer(session, self.tasks[task], priority=priority, upload=upload.id)

    def is_read(self) -> bool:
        """Whether any worker lives."""
        with database().reading() as session:
            return queue.has_worker(session)

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
