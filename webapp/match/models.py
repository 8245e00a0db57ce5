"""The tables of matches: their rounds, who has opened them, who is entering, and house rules under a name.

No total is stored: every read scores again from `Match.options` and the entries. An entry is the JSON of one round in
the contract.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, String, UniqueConstraint, bindparam, select
from sqlalchemy.orm import Mapped, Session, mapped_column, relationship

from webapp.base.storage.orm import Base, now


class Match(Base):
    """A match: who plays what under which rules.

    `version` grows with every change of the match or its rounds: a board polls with it. `series` is shared by a match
    and its rematches: a random name, which opens nothing. `device` started it, or the first of its series: it keeps its
    right when another phone changes the links. `deck_said`: the deck that the table was asked about and said is right:
    it is not asked again. `colours`: that of each side in seat order, empty where each has the colour of its seat.
    `way`: how these people entered the last round of their match before: the first round begins so.
    `ended`: the table stopped before somebody had won. `removed`: it is listed nowhere any more; `REMOVED_DAYS` later
    it is deleted. `taken_out`: the round that was deleted last, with its `number` and `entry`, until it is put back or
    another change makes that impossible.
    """

    __tablename__ = "match"

    id: Mapped[int] = mapped_column(primary_key=True)
    play_token: Mapped[str] = mapped_column(String(32), unique=True)
    watch_token: Mapped[str] = mapped_column(String(32), unique=True)
    game: Mapped[str] = mapped_column(String(20))
    options: Mapped[dict[str, Any]]
    sides: Mapped[list[str]]
    players: Mapped[list[str]]  # in seat order, in which the deal goes round
    first_dealer: Mapped[int] = mapped_column(default=0)  # index into players: who deals round `dealt_from`
    dealt_from: Mapped[int] = mapped_column(default=1)
    deck: Mapped[str] = mapped_column(String(40))  # the pattern of the cards on the table, for photographs
    deck_said: Mapped[str] = mapped_column(String(40), default="", server_default="")
    colours: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    way: Mapped[str] = mapped_column(String(10), default="", server_default="")
    version: Mapped[int] = mapped_column(default=1)
    series: Mapped[str | None] = mapped_column(String(32), index=True)
    device: Mapped[str | None] = mapped_column(String(32))
    ended: Mapped[datetime | None]
    removed: Mapped[datetime | None]
    taken_out: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    created: Mapped[datetime] = mapped_column(default=now)

    rounds: Mapped[list[Round]] = relationship(order_by="Round.number", cascade="all, delete-orphan")


class Round(Base):
    """One round as it counts.

    `save_token` is that of the form that saved it last; `CountedForm` has every form that did. `version` is for
    optimistic locking: of two corrections of the same version the second is refused. `corrected`: when it was last
    changed after it had counted.
    """

    __tablename__ = "round"
    __table_args__ = (UniqueConstraint("match_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    number: Mapped[int]  # from 1
    entry: Mapped[dict[str, Any]]
    save_token: Mapped[str] = mapped_column(String(32))
    version: Mapped[int] = mapped_column()
    corrected: Mapped[datetime | None]
    saved: Mapped[datetime] = mapped_column(default=now, onupdate=now)

    __mapper_args__ = {"version_id_col": version}


class CountedForm(Base):
    """A form that has counted or corrected round `number`, by its token: sent again it changes nothing.

    `undone`: the round was undone since. A phone without a network may learn of that late, and send its form again.
    """

    __tablename__ = "counted_form"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    token: Mapped[str] = mapped_column(String(32), primary_key=True)
    number: Mapped[int]
    undone: Mapped[bool] = mapped_column(default=False)


class Visit(Base):
    """A device has opened a match: its start page lists it.

    `revoked`: the link was changed that it opened the match by; whether it played or watched, should it open the new
    one. Until then it does not play, and lists nothing.
    """

    __tablename__ = "visit"

    device: Mapped[str] = mapped_column(String(32), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    plays: Mapped[bool] = mapped_column(default=True)  # False: it has only opened the watch link
    revoked: Mapped[str | None] = mapped_column(String(8))  # None, "play" or "watch"
    seen: Mapped[datetime] = mapped_column(default=now)


class Entering(Base):
    """A device has the pile of `side` open in round `number`: the other phones at the table say so for a while."""

    __tablename__ = "entering"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    device: Mapped[str] = mapped_column(String(32), primary_key=True)
    number: Mapped[int]
    side: Mapped[str] = mapped_column(String(80))
    seen: Mapped[datetime] = mapped_column(default=now)


class Profile(Base):
    """House rules under a name, kept by one device; whoever knows `token` may see them and play by them.

    A match copies the options: changing a profile changes no match. `removed`: a day later it is deleted.
    """

    __tablename__ = "profile"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    device: Mapped[str] = mapped_column(String(32), index=True)
    game: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, Any]]
    removed: Mapped[datetime | None] = mapped_column(DateTime)
    changed: Mapped[datetime] = mapped_column(default=now, onupdate=now)


LOCKED, MARK, FORM = "locked", "mark", "form"
"""Names under which a session keeps its locked match, the phone's mark and the form that has counted."""
_LOCKED = select(Match).where(Match.id == bindparam("match")).with_for_update()


def locked(session: Session, match_id: int) -> Match:
    """A match, locked against other writers until the transaction of `session` ends; its rounds are loaded on use.

    Between two forms nothing is locked: there the version of a draft decides (`webapp.match.rounds.conflict`).
    """
    held: Match | None = session.info.get(LOCKED)
    return held if held and held.id == match_id else session.scalars(_LOCKED, {"match": match_id}).one()
