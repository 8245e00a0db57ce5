"""The tables of a pile that is filmed live: what one reader must know of the frames that another has read."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from webapp.base.orm import Base, now


class LiveFilm(Base):
    """A film that a phone sends frame by frame, beside its `Upload`, until that is read (`webapp.photos.live`).

    `frame`: the JPEG that waits to be read, the `number`th, taken `at` seconds, while nothing moved (`still`).
    `reading`: the number of the one that is being read since `begun`; `read`: of the one that was read last. `memory`:
    what the next one needs; `cards`: those seen so far, `again`: which of them the last one showed for the second time
    (`webapp.photos.live.Card`). `full`: no more is taken. `touched`: when the phone was last heard of.
    """

    __tablename__ = "live_film"

    upload_id: Mapped[int] = mapped_column(ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True)
    packs: Mapped[int]
    family: Mapped[str | None] = mapped_column(String(20))  # as which the cards are read, where not as their own
    frame: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    number: Mapped[int] = mapped_column(default=0)
    at: Mapped[float] = mapped_column(default=0.0)
    still: Mapped[bool] = mapped_column(default=True)
    reading: Mapped[int | None]
    begun: Mapped[datetime | None]
    read: Mapped[int] = mapped_column(default=0)
    memory: Mapped[bytes] = mapped_column(LargeBinary, default=b"", deferred=True)
    cards: Mapped[list[Any]] = mapped_column(default=list)
    again: Mapped[list[Any]] = mapped_column(default=list)
    full: Mapped[bool] = mapped_column(default=False)
    touched: Mapped[datetime] = mapped_column(default=now, index=True)


class LiveFrame(Base):
    """A frame of a live film that was read: `seen` on it (`vision.filming.live.Glance`), and a small JPEG (`still`)
    while it shows a card best.
    """

    __tablename__ = "live_frame"

    upload_id: Mapped[int] = mapped_column(ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[float]
    seen: Mapped[bytes]
    width: Mapped[int]
    height: Mapped[int]
    still: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
