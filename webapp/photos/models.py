"""The tables of photographs: what was sent and waits, the pictures, what was seen on them, and films."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, LargeBinary, String, false
from sqlalchemy.orm import Mapped, mapped_column

from webapp.base.storage.orm import Base, now


class Photo(Base):
    """A photograph of one side's pile or of what a question is about, re-encoded, and what was seen on it.

    It belongs to a draft or to a question; there `side` is the place that it shows, such as `table`. `detections`: one
    JSON object a card, see `webapp.photos.detections`. `checked`: a player has confirmed the pile with it. `film`: of
    the contact sheet of a film, where and when each card was seen best (`webapp.photos.filming.films.Sheet`).
    """

    __tablename__ = "photo"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    draft_id: Mapped[int | None] = mapped_column(ForeignKey("draft.id", ondelete="CASCADE"), index=True)
    question_id: Mapped[int | None] = mapped_column(ForeignKey("question.id", ondelete="CASCADE"), index=True)
    side: Mapped[str] = mapped_column(String(80))
    width: Mapped[int]  # of the upright photograph that the corners are measured on
    height: Mapped[int]
    detections: Mapped[list[dict[str, Any]]]
    notes: Mapped[list[str]]
    checked: Mapped[bool] = mapped_column(default=False)
    film: Mapped[dict[str, Any] | None]
    taken: Mapped[datetime] = mapped_column(default=now)


class Picture(Base):
    """The JPEG of a photograph, of a draft, a question or an enrolment, under its token (`webapp.photos.store`)."""

    __tablename__ = "picture"

    token: Mapped[str] = mapped_column(String(32), primary_key=True)
    data: Mapped[bytes]
    created: Mapped[datetime] = mapped_column(default=now, index=True)


class Upload(Base):
    """A photograph that a phone has sent, to be read: `token` is the phone's name for this attempt.

    `kind` says which room it is for, `place` and `about` where it belongs there (`photos.work.jobs.Kind`), `replaces`
    which photograph it was taken again for. `data` is what was sent, until it is read; of a film the frame that is
    looked at. `state`: `waiting`, `reading`, `kept`, `refused` or `cancelled`; `reason`: why it was refused
    (`webapp.photos.words`). `tries`: how often a reader has begun, `begun`: when it did last. `turn`: so many of the
    same match were not read when it came; the lowest is read first.

    `film`: it is a film, and this the name of its pieces (`FilmPiece`), else empty. `cards`, `share`: so many were seen
    in it so far, and how much of it is read (0-1). `live`: it is sent frame by frame (`LiveFrame`), in the state
    `filming` until the phone is done; `begun` is when that was last heard of.
    """

    __tablename__ = "upload"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    kind: Mapped[str] = mapped_column(String(12))
    match_id: Mapped[int | None] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), index=True)
    question_id: Mapped[int | None] = mapped_column(ForeignKey("question.id", ondelete="CASCADE"), index=True)
    enrolment_id: Mapped[int | None] = mapped_column(ForeignKey("enrolment.id", ondelete="CASCADE"), index=True)
    place: Mapped[str] = mapped_column(String(80))
    about: Mapped[dict[str, Any]] = mapped_column(default=dict)
    replaces: Mapped[str] = mapped_column(String(32), default="")
    device: Mapped[str] = mapped_column(String(32))
    pattern: Mapped[str] = mapped_column(String(40))  # of the cards on the table
    data: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    state: Mapped[str] = mapped_column(String(10), default="waiting", index=True)
    reason: Mapped[str] = mapped_column(String(120), default="")
    tries: Mapped[int] = mapped_column(default=0)
    turn: Mapped[int] = mapped_column(default=0)
    created: Mapped[datetime] = mapped_column(default=now, index=True)
    begun: Mapped[datetime | None]
    film: Mapped[str] = mapped_column(String(32), default="", server_default="")
    cards: Mapped[int | None]
    share: Mapped[float | None]
    live: Mapped[bool] = mapped_column(default=False, server_default=false())


class FilmPiece(Base):
    """A piece of a film that was sent, in the order of `number`, until the film is read (`webapp.photos.uploads`)."""

    __tablename__ = "film_piece"

    film: Mapped[str] = mapped_column(String(32), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    data: Mapped[bytes]
    created: Mapped[datetime] = mapped_column(default=now, index=True)


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
