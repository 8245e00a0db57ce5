"""Base of all tables: their column types, the JSON of an entry, the current time, and all of them together."""

from __future__ import annotations

import pkgutil
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from sqlalchemy import JSON, DateTime, LargeBinary, MetaData
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Session

import webapp

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


@cache
def metadata() -> MetaData:
    """The metadata of all tables, of the base and of each room that has `models`."""
    rooms = [f"webapp.{room.name}.models" for room in pkgutil.iter_modules(webapp.__path__) if room.ispkg]
    for name in ("webapp.base.storage.models", *filter(find_spec, rooms)):
        import_module(name)
    return Base.metadata
