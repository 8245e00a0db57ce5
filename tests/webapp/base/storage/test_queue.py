"""The queue on PostgreSQL: its tables are made once, a job is there when what it is about is there, and not before."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import text

from tests.webapp.conftest import rows
from webapp.base.storage.tokens import new_token
from webapp.photos import uploads
from webapp.photos.models import Upload
from webapp.photos.work import jobs

pytestmark = pytest.mark.storing


@pytest.fixture
def club(app: Flask) -> Flask:
    """The application as a club has it: photographs are read by workers."""
    if app.extensions["database"].engine.dialect.name != "postgresql":
        pytest.skip("SQLite needs no queue")
    app.config["PHOTO_JOBS"] = jobs.Queue
    jobs.init_app(app)
    return app


def sent(turn: int = 0) -> Upload:
    return Upload(
        token=new_token(), kind="pile", place="0", about={}, device="anna", pattern="italian", data=b"x", turn=turn
    )


def waiting(app: Flask) -> list[tuple[int, int]]:
    """(Upload, priority) of the jobs, as a worker takes them."""
    query = text(
        "SELECT (args ->> 'upload')::int, priority FROM procrastinate.procrastinate_jobs ORDER BY priority DESC, id"
    )
    with app.extensions["database"].reading() as session:
        return [(int(upload), priority) for upload, priority in session.execute(query)]


def test_the_tables_of_the_queue_are_made_once(club: Flask) -> None:
    with club.app_context():
        jobs.submit(sent())
    club.extensions["database"].upgrade()
    assert len(waiting(club)) == 1


def test_a_job_is_there_when_its_upload_is_there(club: Flask) -> None:
    with club.app_context():
        jobs.submit(sent())
        with pytest.raises(ZeroDivisionError):
            _submit_and_fail(club)
    (kept,) = rows(club, Upload)
    assert waiting(club) == [(kept.id, 0)]


def _submit_and_fail(club: Flask) -> None:
    with club.extensions["database"].writing():
        jobs.submit(sent())
        raise ZeroDivisionError


def test_the_task_of_the_queue_reads_what_it_is_for(club: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    monkeypatch.setattr(jobs, "run", read.append)
    jobs.init_app(club)
    club.extensions["photo_jobs"].task.func(7)
    assert read == [7]


def test_an_upload_that_is_sent_twice_has_one_job(club: Flask) -> None:
    once = sent()
    with club.app_context():
        jobs.submit(once)
        again = sent()
        again.token = once.token
        jobs.submit(again)
    assert len(waiting(club)) == 1


def test_an_upload_never_loses_its_job(club: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing gives it another one: it is tried again while its reader is lost, and refused if they die of it."""
    with club.app_context():
        jobs.submit(sent())
    ((number, _),) = waiting(club)
    task, job = club.extensions["photo_jobs"].task, SimpleNamespace(attempts=0)

    def fail(error: Exception) -> bool:
        """Whether the job is done again after this."""

        def read(_upload: Upload) -> None:
            raise error

        monkeypatch.setitem(jobs._KINDS, "pile", SimpleNamespace(read=read))
        try:
            task.func(number)
        except Exception as raised:
            job.attempts += 1
            return task.get_retry_exception(raised, job) is not None
        return False

    assert [fail(RuntimeError("broken")) for _ in range(3)] == [True, True, False]
    (upload,) = rows(club, Upload)
    assert (upload.state, upload.reason) == (uploads.REFUSED, uploads.FAILED)


def test_an_upload_that_killed_its_workers_is_refused(club: Flask) -> None:
    """Else it would kill each worker that is started, and nobody's photographs would be read."""
    with club.app_context():
        jobs.submit(sent())
    queue, said = club.extensions["photo_jobs"], []

    async def find() -> None:
        async with queue.procrastinate.open_async():
            await queue.find_lost()

    for _ in range(2):
        with club.app_context(), club.extensions["database"].writing() as session:
            assert uploads.begin(rows(club, Upload)[0].id)
            session.execute(text("SET LOCAL search_path TO procrastinate"))
            session.execute(text("UPDATE procrastinate_jobs SET status = 'doing'"))  # by no live worker
        with ThreadPoolExecutor(1) as thread:  # tests of the browser leave a running event loop in this one
            thread.submit(asyncio.run, find()).result()
        said.append(rows(club, Upload)[0].state)
    assert said == ["waiting", "refused"]


def test_without_a_worker_nobody_reads(club: Flask) -> None:
    with club.app_context():
        assert not jobs.is_read()
        with club.extensions["database"].writing() as session:
            session.execute(text("INSERT INTO procrastinate.procrastinate_workers DEFAULT VALUES"))
        assert jobs.is_read()
