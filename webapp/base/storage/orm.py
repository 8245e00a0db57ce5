"""What all tables stand on: their base, the JSON of an entry, the time."""

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
    """Store a new row; False where another request has stored one with its key meanwhile, which counts then.

    On PostgreSQL writers are side by side: between looking for a row and adding it another may have come.
    """
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        return False
    return True
