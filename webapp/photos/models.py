"""The tables of photographs: uploads, pictures, detections, films."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, LargeBinary, String, false
from sqlalchemy.orm import Mapped, mapped_column

from webapp.base.storage.orm import Base, now


class Photo(Base):
    """A photograph of a side's pile or of a question's subject, re-encoded, with the cards seen on it.

    It belongs to a draft or to a question; in a question `side` is a place such as `table`. `detections`: one JSON
    object a card (`webapp.photos.detections`). `checked`: a player has confirmed the pile with it. `film`: for a
    contact sheet, where and when each card was seen best (`webapp.photos.filming.films.Sheet`).
    """

    __tablename__ = "photo"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    draft_id: Mapped[int | None] = mapped_column(ForeignKey("draft.id", ondelete="CASCADE"), index=True)
    question_id: Mapped[int | None] = mapped_column(ForeignKey("question.id", ondelete="CASCADE"), index=True)
    side: Mapped[str] = mapped_column(String(80))
    width: Mapped[int]  # in pixels of the upright photograph, like the corners
    height: Mapped[int]
    detections: Mapped[list[dict[str, Any]]]
    notes: Mapped[list[str]]
    checked: Mapped[bool] = mapped_column(default=False)
    film: Mapped[dict[str, Any] | None]
    taken: Mapped[datetime] = mapped_column(default=now)


class Picture(Base):
    """The JPEG of a photograph of a draft, question or enrolment, under its token (`webapp.photos.store`)."""

    __tablename__ = "picture"

    token: Mapped[str] = mapped_column(String(32), primary_key=True)
    data: Mapped[bytes]
    created: Mapped[datetime] = mapped_column(default=now, index=True)


class Upload(Base):
    """A photograph sent by a phone, to be read; `token` is the phone's id of the attempt.

    `kind` names the room that handles it, `place` and `about` where it belongs there (`photos.work.jobs.Kind`).
    `replaces`: token of the photograph it was retaken for. `data`: the bytes sent, until they are read; of a film the
    current frame. `state`: `waiting`, `reading`, `kept`, `refused` or `cancelled`. `reason`: why it was refused
    (`webapp.photos.words`). `tries`: number of failed readings. `turn`: number of unread uploads of the same match at
    arrival; the lowest is read first.

    `film`: for a film, the name of its pieces (`FilmPiece`), else empty. `cards`, `share`: cards seen so far, and the
    share of the film read (0-1). `live`: sent frame by frame (`LiveFrame`), in the state `filming` until the phone is
    done; `begun` is when the phone was last heard of.
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
    pattern: Mapped[str] = mapped_column(String(40))  # the deck on the table
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
    """A chunk of a film in the order of `number`, kept until the film is read (`webapp.photos.uploads`)."""

    __tablename__ = "film_piece"

    film: Mapped[str] = mapped_column(String(32), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    data: Mapped[bytes]
    created: Mapped[datetime] = mapped_column(default=now, index=True)


class LiveFrame(Base):
    """A frame of a live film that was read.

    `seen`: the cards on it (`vision.filming.live.Glance`). `still`: a small JPEG, while it is the best view of a card.
    """

    __tablename__ = "live_frame"

    upload_id: Mapped[int] = mapped_column(ForeignKey("upload.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[float]
    seen: Mapped[bytes]
    width: Mapped[int]
    height: Mapped[int]
    still: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
