"""A worker of the queue on PostgreSQL: it reads photographs that other processes have taken in.

A worker says every few seconds that it lives. The jobs of one that was killed are put back by the others, and so is an
upload whose job is gone.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Any

from flask import Flask

from webapp.base import queue
from webapp.base.db import database
from webapp.photos import jobs, uploads

HEARTBEAT_SECONDS, DEAD_SECONDS = 4, 12
FIRST = 1000
"""The priority of what looks for the dead: it waits for one photograph at most."""
LEFT = timedelta(seconds=30)
"""An upload of this age without a job has lost it."""

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
        await asyncio.to_thread(enqueue_left, app)

    with found.open():
        found.run_worker(
            concurrency=readers,
            delete_jobs="always",
            fetch_job_polling_interval=2,
            update_heartbeat_interval=HEARTBEAT_SECONDS,
            stalled_worker_timeout=DEAD_SECONDS,
            shutdown_graceful_timeout=app.config["PHOTO_STOP_SECONDS"],
        )


def enqueue_left(app: Flask) -> None:
    """Give a job to every upload that is not read and has none."""
    with app.app_context(), database().reading() as session:
        old = uploads.open_ids(LEFT)
        lost = {each for each, _ in old} - queue.jobs_of(session, jobs.TASK, "upload") if old else set()
    with app.app_context():
        for each, turn in old:
            if each in lost:
                log.warning("An upload had lost its job; it has a new one")
                with database().writing() as session:
                    queue.defer(session, app.extensions["photo_jobs"], priority=-turn, upload=each)
