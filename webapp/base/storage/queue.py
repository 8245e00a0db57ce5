"""The queue of jobs on PostgreSQL: procrastinate. Its tables lie in a schema of their own beside ours.

A job is put there in the transaction that stores what it is about: both are there or neither. On SQLite there is no
queue: threads of the serving process look into the table `upload` (`webapp.photos.work.jobs`).
"""

from __future__ import annotations

from importlib import resources
from typing import Any

from sqlalchemy import Connection, make_url, text
from sqlalchemy.orm import Session

SCHEMA = "procrastinate"
ALIVE_SECONDS = 30
"""A worker that has not said for so long that it lives is taken for dead."""


def connector(url: str) -> Any:
    """How procrastinate reaches the database of this SQLAlchemy URL."""
    import procrastinate

    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    return procrastinate.PsycopgConnector(
        conninfo=plain, kwargs={"options": f"-c search_path={SCHEMA}"}, min_size=1, max_size=4, timeout=5
    )


def prepare(connection: Connection) -> None:
    """Make procrastinate's tables, or bring them to its version that is installed; idempotent.

    Which of its migrations the tables have is noted in the comment of its first table.
    """
    sql = resources.files("procrastinate.sql")
    migrations = sorted(
        (file for file in (sql / "migrations").iterdir() if file.name.endswith(".sql")), key=lambda file: file.name
    )
    raw: Any = connection.connection.driver_connection
    raw.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    raw.execute(f"SET LOCAL search_path TO {SCHEMA}")
    found = raw.execute(
        "SELECT obj_description(c.oid) FROM pg_class c WHERE c.oid = to_regclass('procrastinate_jobs')"
    ).fetchone()
    missing = [sql / "schema.sql"] if found is None else [file for file in migrations if file.name > found[0]]
    for file in missing:
        raw.execute(file.read_text("utf-8"))
    if missing:
        raw.execute(f"COMMENT ON TABLE procrastinate_jobs IS '{migrations[-1].name}'")
    raw.commit()  # SQLAlchemy does not know that a transaction was begun


def defer(session: Session, task: Any, *, priority: int, **arguments: int) -> None:
    """Put a job into the queue in the transaction of `session`; the highest `priority` is done first."""
    session.flush()
    session.execute(text(f"SET LOCAL search_path TO public, {SCHEMA}"))
    raw = session.connection().connection.driver_connection
    task.configure(connection=raw, priority=priority).defer(**arguments)


def has_worker(session: Session) -> bool:
    """Whether any worker lives."""
    query = text(
        f"SELECT count(*) FROM {SCHEMA}.procrastinate_workers"
        " WHERE last_heartbeat > now() - :alive * interval '1 second'"
    )
    return bool(session.scalar(query, {"alive": ALIVE_SECONDS}))
