"""The table of questions to the referee."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.base.storage.orm import Base, now
from webapp.photos.models import Photo


class Question(Base):
    """A question to the referee, and the table's decision about it.

    `entry` has the fields of the contract's question, and the house rules if it is not about a match. `choice` is the
    ruling that the table followed (cards, an authority), `decision` its own text, `decided` the time.
    """

    __tablename__ = "question"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    match_id: Mapped[int | None] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), index=True)
    device: Mapped[str] = mapped_column(String(32))
    ask: Mapped[str] = mapped_column(String(20))
    game: Mapped[str] = mapped_column(String(20))
    deck: Mapped[str] = mapped_column(String(40))  # pattern of the cards on the table, for photographs
    entry: Mapped[dict[str, Any]] = mapped_column(default=dict)
    choice: Mapped[str | None] = mapped_column(String(200))
    decision: Mapped[str | None] = mapped_column(String(200))
    decided: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)

    photos: Mapped[list[Photo]] = relationship(order_by="Photo.id", cascade="all, delete-orphan")
