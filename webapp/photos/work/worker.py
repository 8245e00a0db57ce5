"""A worker of the queue on PostgreSQL: it reads photographs that other processes have taken in.

procrastinate owns waiting, order and retries. A worker says every few seconds that it lives, and the others have the
jobs of one that was killed done again.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import suppress
from typing import Any

from flask import Flask

from webapp.photos.work import jobs

HEARTBEAT_SECONDS, DEAD_SECONDS = 4, 12
AWAY_SECONDS = 1
"""So long a worker waits before it looks again for a database that is away."""
FIRST = 1000
"""The priority of what looks for the dead: it waits for one photograph at most."""

log = logging.getLogger(__name__)


def work(app: Flask, readers: int) -> None:
    """Read photographs, `readers` at a time, until a signal ends it; what is being read is finished first."""
    from procrastinate.jobs import Status

    found: Any = app.extensions["photo_queue"]

    # The sixth field of cron are seconds.
    @found.periodic(cron="* * * * * */5")  # type: ignore[untyped-decorator]
    @found.task(name="find_what_was_left", priority=FIRST)  # type: ignore[untyped-decorator]
    async def find_what_was_left(timestamp: int) -> None:
        for job in await found.job_manager.get_stalled_jobs(seconds_since_heartbeat=DEAD_SECONDS):
            if job.task_name == jobs.TASK:
                await found.job_manager.retry_job(job)
            else:
                await found.job_manager.finish_job(job, status=Status.FAILED, delete_job=True)
        await asyncio.to_thread(_finish_left, app)

    asyncio.run(_work(app, readers))


async def _work(app: Flask, readers: int) -> None:
    """Work until a signal comes; while the database is away, wait for it."""
    from procrastinate.exceptions import ConnectorException

    ending = asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(each, ending.set)
    while not ending.is_set():
        try:
            await _work_once(app, readers, ending)
        except (ConnectorException, OSError) as error:
            log.warning("The database is away: %s", error.__cause__ or error)
        with suppress(TimeoutError):
            await asyncio.wait_for(ending.wait(), AWAY_SECONDS)


async def _work_once(app: Flask, readers: int, ending: asyncio.Event) -> None:
    """Work until `ending`, or until the worker gives up; a job that runs is finished."""
    found: Any = app.extensions["photo_queue"]
    async with found.open_async():
        working = asyncio.create_task(
            found.run_worker_async(
                concurrency=readers,
                delete_jobs="always",
                install_signal_handlers=False,
                fetch_job_polling_interval=2,
                update_heartbeat_interval=HEARTBEAT_SECONDS,
                stalled_worker_timeout=DEAD_SECONDS,
                shutdown_graceful_timeout=app.config["PHOTO_STOP_SECONDS"],
            )
        )
        told = asyncio.create_task(ending.wait())
        await asyncio.wait((working, told), return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
        working.cancel()
        with suppress(asyncio.CancelledError):
            await working


def _finish_left(app: Flask) -> None:
    with app.app_context():
        jobs.finish_left()
