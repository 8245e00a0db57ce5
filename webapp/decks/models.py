"""The tables of decks that somebody teaches or has taught, and of cards of strange decks that were confirmed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.base.storage.orm import Base, now


class Enrolment(Base):
    """A deck that somebody is enrolling: whoever knows `token` continues it, one photograph a suit.

    When it is finished an `EnrolledDeck` takes its place.
    """

    __tablename__ = "enrolment"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    device: Mapped[str] = mapped_column(String(32), index=True)
    name: Mapped[str] = mapped_column(String(40))
    family: Mapped[str] = mapped_column(String(20))  # of `vision.pipeline.enrolment.ENROLLABLE`
    created: Mapped[datetime] = mapped_column(default=now)

    photos: Mapped[list[EnrolmentPhoto]] = relationship(order_by="EnrolmentPhoto.id", cascade="all, delete-orphan")


class EnrolmentPhoto(Base):
    """The photograph of one suit of an enrolment, re-encoded, with the cards seen on it
    (`vision.pipeline.enrolment.Sheet`).

    `corners` and `embeddings` (float32: 128 a card, then what is read in its corners) are in the order in which the
    cards are named. `namer`: the version of the namer that saw them (`vision.nets.versions`). `confirmed`: the player
    said that every card has its right name.
    """

    __tablename__ = "enrolment_photo"
    __table_args__ = (UniqueConstraint("enrolment_id", "suit"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    enrolment_id: Mapped[int] = mapped_column(ForeignKey("enrolment.id", ondelete="CASCADE"))
    suit: Mapped[str] = mapped_column(String(8))
    token: Mapped[str] = mapped_column(String(32), unique=True)
    width: Mapped[int]  # of the upright photograph that the corners are measured on
    height: Mapped[int]
    corners: Mapped[list[Any]]
    embeddings: Mapped[bytes]
    namer: Mapped[str] = mapped_column(String(8), default="", server_default="")
    notes: Mapped[list[str]]
    confirmed: Mapped[bool] = mapped_column(default=False)


class EnrolledDeck(Base):
    """Whose an enrolled deck is; the embeddings of its cards are in `DeckFile`.

    `deck` is what matches and the recogniser call it, `name` what people do. The device that enrolled it may rename and
    remove it. With `club` everybody on this server may choose it, else that device only. `learns`: piles that the
    device confirms improve it. `removed`: no menu offers it any more; a day later it is deleted.
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
    """A confirmed card of a match whose artwork is strange: its other photographs are read with it.

    `deck` is what the match called its deck, `number` the round and `seat` the side whose pile it lay in, `embedding`
    what was seen (`vision.decks.embeddings.pack`). It goes when a correction takes the card out of that pile,
    and with the match.
    """

    __tablename__ = "learned_card"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), index=True)
    deck: Mapped[str] = mapped_column(String(40))
    number: Mapped[int]
    seat: Mapped[int]
    code: Mapped[str] = mapped_column(String(8))
    embedding: Mapped[bytes]
