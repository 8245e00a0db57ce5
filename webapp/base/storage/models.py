"""The tables that no room owns: the key and the decks that hosts share, and links that were changed."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from webapp.base.storage.orm import Base, now


class SharedKey(Base):
    """A secret that every host of one PostgreSQL needs: that which signs cookies (`cookie_key`)."""

    __tablename__ = "shared_key"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))


class ChangedLink(Base):
    """A link that was changed: its `token` opens nothing ever again, whoever makes something under it.

    `successor`: the token that took its place, for a form that arrives twice.
    """

    __tablename__ = "changed_link"

    token: Mapped[str] = mapped_column(String(32), primary_key=True)
    successor: Mapped[str] = mapped_column(String(32), index=True)


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
