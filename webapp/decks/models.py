"""The tables of enrolments, enrolled decks, and cards learned in matches."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.base.storage.orm import Base, now


class Enrolment(Base):
    """A deck being enrolled; anybody with `token` can continue it, one photograph a suit.

    When finished, it is replaced by an `EnrolledDeck`.
    """

    __tablename__ = "enrolment"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    device: Mapped[str] = mapped_column(String(32), index=True)
    name: Mapped[str] = mapped_column(String(40))
    family: Mapped[str] = mapped_column(String(20))  # one of `vision.pipeline.enrolment.ENROLLABLE`
    created: Mapped[datetime] = mapped_column(default=now)

    photos: Mapped[list[EnrolmentPhoto]] = relationship(order_by="EnrolmentPhoto.id", cascade="all, delete-orphan")


class EnrolmentPhoto(Base):
    """The photograph of one suit of an enrolment, re-encoded, with the cards seen (`vision.pipeline.enrolment.Sheet`).

    `corners` and `embeddings` are in naming order. A row of `embeddings` is float32: 128 numbers, then the readings of
    the card's corner indices. `namer`: version of the namer that made them (`vision.nets.versions`). `confirmed`: the
    player said that every name is right.
    """

    __tablename__ = "enrolment_photo"
    __table_args__ = (UniqueConstraint("enrolment_id", "suit"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    enrolment_id: Mapped[int] = mapped_column(ForeignKey("enrolment.id", ondelete="CASCADE"))
    suit: Mapped[str] = mapped_column(String(8))
    token: Mapped[str] = mapped_column(String(32), unique=True)
    width: Mapped[int]  # in pixels of the upright photograph that the corners are measured on
    height: Mapped[int]
    corners: Mapped[list[Any]]
    embeddings: Mapped[bytes]
    namer: Mapped[str] = mapped_column(String(8), default="", server_default="")
    notes: Mapped[list[str]]
    confirmed: Mapped[bool] = mapped_column(default=False)


class EnrolledDeck(Base):
    """The owner of an enrolled deck; the embeddings of its cards are in `DeckFile`.

    `deck` is its name in matches and for the recogniser, `name` its name on pages. The device that enrolled it may
    rename and remove it. `club`: everybody on this server may choose it, not only that device. `learns`: piles that the
    device confirms improve it. `removed`: no menu offers it; a day later it is deleted.
    """

    __tablename__ = "enrolled_deck"

    id: Mapped[int] = mapped_column(primary_key=True)
    deck: Mapped[str] = mapped_column(String(40), unique=True)
    device: Mapped[str] = mapped_column(String(32), index=True)
    name: Mapped[str] = mapped_column(String(40))
    family: Mapped[str] = mapped_column(String(20))
    club: Mapped[bool] = mapped_column(default=False)
    learns: Mapped[bool] = mapped_column(default=False)
    removed: Mapped[datetime | None] = mapped_column(DateTime)
    created: Mapped[datetime] = mapped_column(default=now)


class LearnedCard(Base):
    """A confirmed card of a match with unknown artwork, an example for reading its other photographs.

    `deck` is the match's deck, `number` the round, `seat` the side of the pile, `embedding` the packed embedding
    (`vision.decks.embeddings.pack`). It is deleted with the match, or when a correction takes the card out of that
    pile.
    """

    __tablename__ = "learned_card"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), index=True)
    deck: Mapped[str] = mapped_column(String(40))
    number: Mapped[int]
    seat: Mapped[int]
    code: Mapped[str] = mapped_column(String(8))
    embedding: Mapped[bytes]
