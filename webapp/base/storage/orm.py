"""Base of all tables: their column types, the JSON of an entry, the current time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import JSON, DateTime, LargeBinary
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Session

Entry = dict[str, Any]


def now() -> datetime:
    """The time in UTC, without a time zone, which SQLite does not store."""
    return datetime.now(UTC).replace(tzinfo=None)


class Base(DeclarativeBase):
    """The base of all tables."""

    type_annotation_map: ClassVar = {
        dict[str, Any]: JSON,
        list[str]: JSON,
        list[dict[str, Any]]: JSON,
        list[Any]: JSON,
        bytes: LargeBinary,
        datetime: DateTime,
    }


def added(session: Session, row: Base) -> bool:
    """Store a new row; False if another request has stored one with the same key meanwhile, which then counts.

    On PostgreSQL writers run concurrently: a row may appear between looking for it and adding it.
    """
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        return False
    return True
