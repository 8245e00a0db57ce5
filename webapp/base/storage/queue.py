"""The job queue on PostgreSQL: procrastinate, with its tables in a schema of their own.

A job is queued in the transaction that stores its data: both are there or neither. SQLite has no queue: threads of the
serving process poll the table `upload` (`webapp.photos.work.jobs`).
"""

from __future__ import annotations

from importlib import resources
from typing import Any

from sqlalchemy import Connection, make_url, text
from sqlalchemy.orm import Session

SCHEMA = "procrastinate"
ALIVE_SECONDS = 30
"""Seconds without a heartbeat after which a worker counts as dead."""


def connector(url: str) -> Any:
    """Procrastinate's connector for the database at this SQLAlchemy URL."""
    import procrastinate

    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    return procrastinate.PsycopgConnector(
        conninfo=plain, kwargs={"options": f"-c search_path={SCHEMA}"}, min_size=1, max_size=4, timeout=5
    )


def prepare(connection: Connection) -> None:
    """Create procrastinate's tables, or migrate them to the installed version; idempotent.

    The comment of its first table records the last migration.
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
    raw.commit()  # SQLAlchemy does not know of this transaction


def defer(session: Session, task: Any, *, priority: int, **arguments: int) -> None:
    """Queue a job in the transaction of `session`; higher `priority` runs first."""
    session.flush()
    session.execute(text(f"SET LOCAL search_path TO public, {SCHEMA}"))
    raw = session.connection().connection.driver_connection
    task.configure(connection=raw, priority=priority).defer(**arguments)


def has_worker(session: Session) -> bool:
    query = text(
        f"SELECT count(*) FROM {SCHEMA}.procrastinate_workers"
        " WHERE last_heartbeat > now() - :alive * interval '1 second'"
    )
    return bool(session.scalar(query, {"alive": ALIVE_SECONDS}))
