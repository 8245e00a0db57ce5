"""Tables that no room owns: the key and the decks that hosts share, and changed links."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from webapp.base.storage.orm import Base, now


class SharedKey(Base):
    """A secret that all hosts of one PostgreSQL need: the key that signs cookies (`cookie_key`)."""

    __tablename__ = "shared_key"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))


class ChangedLink(Base):
    """A changed link: its `token` opens nothing ever again, even if something is stored under it.

    `successor` is the token that replaced it, for a form that arrives twice.
    """

    __tablename__ = "changed_link"

    token: Mapped[str] = mapped_column(String(32), primary_key=True)
    successor: Mapped[str] = mapped_column(String(32), index=True)


class DeckFile(Base):
    """An enrolled deck that several hosts share (`webapp.decks.shelf`).

    `content` is the deck's file, which otherwise lies in the data directory. `cards` counts its drawings; 0 if the deck
    was removed. `version` grows with every change.
    """

    __tablename__ = "deck_file"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    club: Mapped[bool]
    family: Mapped[str] = mapped_column(String(20))
    cards: Mapped[int]
    version: Mapped[int] = mapped_column(default=1)
    changed: Mapped[datetime] = mapped_column(default=now)
    content: Mapped[bytes]
