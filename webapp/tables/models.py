"""Tables of people who play together: their matches, seasons and visits."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.base.storage.orm import Base, now


class OurTable(Base):
    """A table of people who play together; anybody with its `token` sees its matches and adds new ones.

    `device` created it and keeps access when another phone changes the link. `removed`: the table is deleted
    `REMOVED_DAYS` later; its matches stay.
    """

    __tablename__ = "our_table"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    name: Mapped[str] = mapped_column(String(40))
    device: Mapped[str | None] = mapped_column(String(32))
    removed: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)

    seasons: Mapped[list[TableSeason]] = relationship(order_by="TableSeason.began", cascade="all, delete-orphan")


class TableSeason(Base):
    """A season of a table: matches from `began` until the next season. Matches before the first row are season one."""

    __tablename__ = "table_season"

    table_id: Mapped[int] = mapped_column(ForeignKey("our_table.id", ondelete="CASCADE"), primary_key=True)
    began: Mapped[datetime] = mapped_column(primary_key=True)


class TableMatch(Base):
    """Puts a match on a table; a match is on at most one."""

    __tablename__ = "table_match"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("our_table.id", ondelete="CASCADE"), index=True)


class TableVisit(Base):
    """A device has opened the link of a table; its start page lists the table."""

    __tablename__ = "table_visit"

    device: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("our_table.id", ondelete="CASCADE"), primary_key=True)
    seen: Mapped[datetime] = mapped_column(default=now)
