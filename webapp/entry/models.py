"""The table of drafts: rounds that are being entered."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, MappedAsDataclass, mapped_column, relationship

from webapp.base.storage.orm import Base, now
from webapp.photos.models import Photo


class Draft(MappedAsDataclass, Base, kw_only=True, eq=False, repr=False):
    """The entry of a round that is not counted yet: `entry`, the contract's JSON, and values beside it. A dataclass.

    Every phone edits the table's draft of the next round; its `device` is empty. A device has its own draft for a
    correction, or for a round that another phone has counted meanwhile.

    `entry` may hold both piles and awards; `method` says which counts. `rest_side` takes the cards that are in no pile.
    `kept`: additional values of a way of entering (`Way.draft_fields`). `rows`: id -> row of plus or minus points,
    perhaps incomplete. `confirmed`: side -> number of cards in its pile when a player confirmed it. `entered_by`: side
    -> device that last entered its pile. `asked`: a photograph that seems to show another side's pile, until a player
    answers. `moved`: the state before and after a photograph last changed sides, to undo that. `base_version`: version
    of the round being corrected, None for a new round.
    """

    __tablename__ = "draft"
    __table_args__ = (UniqueConstraint("match_id", "number", "device"),)

    id: Mapped[int] = mapped_column(primary_key=True, init=False)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), default=None)
    number: Mapped[int]
    device: Mapped[str] = mapped_column(String(32), index=True, default="")
    method: Mapped[str] = mapped_column(String(10), default="piles")
    entry: Mapped[dict[str, Any]] = mapped_column(default_factory=dict)
    rest_side: Mapped[str | None] = mapped_column(String(80), default=None)
    kept: Mapped[dict[str, Any]] = mapped_column(default_factory=dict, server_default="{}")
    rows: Mapped[dict[str, Any]] = mapped_column("adjust_rows", default_factory=dict, server_default="{}")
    confirmed: Mapped[dict[str, Any]] = mapped_column(default_factory=dict, server_default="{}")
    entered_by: Mapped[dict[str, Any]] = mapped_column(default_factory=dict, server_default="{}")
    asked: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    moved: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    base_version: Mapped[int | None] = mapped_column(default=None)
    changed: Mapped[datetime] = mapped_column(insert_default=now, onupdate=now, init=False)

    photos: Mapped[list[Photo]] = relationship(order_by="Photo.id", cascade="all, delete-orphan", default_factory=list)
