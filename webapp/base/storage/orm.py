"""Base of all tables, column types, the time, the metadata of all tables, and tables without a room of their own."""

import pkgutil
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, TypeVar

from sqlalchemy import JSON, ColumnElement, DateTime, LargeBinary, MetaData, String, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

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


Row = TypeVar("Row", bound=Base)


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


def stored(session: Session, row: Row, *key: ColumnElement[bool]) -> Row:
    """The stored row for which `key` holds; without one, `row`, which is then stored."""
    query = select(type(row)).where(*key)
    found = session.scalar(query)
    if found is None and added(session, row):
        return row
    return found or session.scalars(query).one()


@cache
def metadata() -> MetaData:
    """The metadata of all tables, of the base and of each room that has `models`."""
    rooms = [f"webapp.{room.name}.models" for room in pkgutil.iter_modules(webapp.__path__) if room.ispkg]
    for name in filter(find_spec, rooms):
        import_module(name)
    return Base.metadata


class SharedKey(Base):
    """A secret that all hosts of one PostgreSQL need: the key that signs cookies (`cookie_key`)."""

    __tablename__ = "shared_key"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))


class ChangedLink(Base):
    """A changed link: its `token` opens nothing ever again, even if something is stored under it.

    `successor` is the token that replaced it, for a form that arrives twice.
    """

    __tablename__ = "changed_link"

    token: Mapped[str] = mapped_column(String(32), primary_key=True)
    successor: Mapped[str] = mapped_column(String(32), index=True)


class DeckFile(Base):
    """The file of an enrolled deck (`deck_files`); `cards` is the number of embeddings, 0 if the deck was removed.

    `version` is only used by versions before 0.5.
    """

    __tablename__ = "deck_file"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    club: Mapped[bool]
    family: Mapped[str] = mapped_column(String(20))
    cards: Mapped[int]
    version: Mapped[int] = mapped_column(default=1)
    changed: Mapped[datetime] = mapped_column(default=now)
    content: Mapped[bytes]
