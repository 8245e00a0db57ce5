"""The table of drafts: rounds that are being entered."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.base.storage.orm import Base, now
from webapp.photos.models import Photo


class Draft(Base):
    """The entry of a round that does not count yet.

    The table has one draft of its next round, which every phone edits: its `device` is empty. A device has a draft of
    its own for a correction, or for a round that another phone has counted meanwhile.

    The columns from `method` to `events` are those of `webapp.entry.draft.Entered`. `base_version` is the version of
    the round that is being corrected, None for a new round.
    """

    __tablename__ = "draft"
    __table_args__ = (UniqueConstraint("match_id", "number", "device"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    number: Mapped[int]
    device: Mapped[str] = mapped_column(String(32), index=True)
    method: Mapped[str] = mapped_column(String(10), default="piles")
    entry: Mapped[dict[str, Any]] = mapped_column(default=dict)
    rest_side: Mapped[str | None] = mapped_column(String(80))
    kept: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    rows: Mapped[dict[str, Any]] = mapped_column("adjust_rows", default=dict, server_default="{}")
    confirmed: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    entered_by: Mapped[dict[str, Any]] = mapped_column(default=dict, server_default="{}")
    asked: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    moved: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    events: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    base_version: Mapped[int | None]
    changed: Mapped[datetime] = mapped_column(default=now, onupdate=now)

    photos: Mapped[list[Photo]] = relationship(order_by="Photo.id", cascade="all, delete-orphan")
