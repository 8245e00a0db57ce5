"""The tables of what hosts of one PostgreSQL share: the key of the cookies, and files of enrolled decks."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from webapp.base.orm import Base, now


class SharedKey(Base):
    """A secret that every host of one PostgreSQL needs: the key that signs cookies (`webapp.base.cookie_key`)."""

    __tablename__ = "shared_key"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))


class DeckFile(Base):
    """What an enrolled deck looks like, where several hosts share it (`webapp.decks.shelf`).

    `content` is the file that lies in the data directory elsewhere. `cards`: how many drawings are in it; none in a
    deck that was removed. `version` grows with every change of it.
    """

    __tablename__ = "deck_file"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    club: Mapped[bool]
    family: Mapped[str] = mapped_column(String(20))
    cards: Mapped[int]
    version: Mapped[int] = mapped_column(default=1)
    changed: Mapped[datetime] = mapped_column(default=now)
    content: Mapped[bytes]
