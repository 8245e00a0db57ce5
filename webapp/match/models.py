"""Tables of matches: rounds, visits, marks of who is entering, and saved house rules.

Totals are not stored: every read scores again from `Match.options` and the entries. An entry is the contract's JSON of
one round.
"""

from __future__ import annotations

from datetime import datetime
from functools import reduce
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, String, UniqueConstraint, bindparam, select
from sqlalchemy.orm import Mapped, Session, mapped_column, relationship

from webapp.base.storage.orm import Base, now


class Match(Base):
    """A match: its game, players and rules.

    `version` grows with every change of the match or its rounds; boards poll with it. `series` is a random name shared
    by a match and its rematches; it opens nothing. `device` started the match or the first of its series, and keeps its
    rights when another phone changes the links. `deck_said` is the deck that the table confirmed, so that nobody is
    asked again. `colours` are those of the sides in seat order; empty means the default of each seat. `way`: the way of
    entering of the first round, from the match before. `ended`: the table stopped before anybody had won. `removed`:
    the match is listed nowhere; `REMOVED_DAYS` later it is deleted. `taken_out` is the round deleted last, while it can
    be put back: its `number` and `entry`, and `dealt_from` before. `renumbered` lists in order how rounds were
    renumbered: -2 when round 2 was deleted, 2 when a round was put in before it. `events`: ids of the taps applied
    last, kept when their round is counted: one that is sent again after an undo is known.
    """

    __tablename__ = "match"

    id: Mapped[int] = mapped_column(primary_key=True)
    play_token: Mapped[str] = mapped_column(String(32), unique=True)
    watch_token: Mapped[str] = mapped_column(String(32), unique=True)
    game: Mapped[str] = mapped_column(String(20))
    options: Mapped[dict[str, Any]]
    sides: Mapped[list[str]]
    players: Mapped[list[str]]  # in seat order, which is the order of dealing
    first_dealer: Mapped[int] = mapped_column(default=0)  # index into players: the dealer of round `dealt_from`
    dealt_from: Mapped[int] = mapped_column(default=1, server_default="1")
    deck: Mapped[str] = mapped_column(String(40))  # that lies on the table; `auto` until the photographs have said it
    deck_said: Mapped[str] = mapped_column(String(40), default="", server_default="")
    colours: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    way: Mapped[str] = mapped_column(String(10), default="", server_default="")
    version: Mapped[int] = mapped_column(default=1)
    series: Mapped[str | None] = mapped_column(String(32), index=True)
    device: Mapped[str | None] = mapped_column(String(32))
    ended: Mapped[datetime | None]
    removed: Mapped[datetime | None]
    taken_out: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    renumbered: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    events: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    created: Mapped[datetime] = mapped_column(default=now)

    rounds: Mapped[list[Round]] = relationship(order_by="Round.number", cascade="all, delete-orphan")

    def number_now(self, number: int, since: int) -> int:
        """The number of the round that had `number` after the first `since` of `renumbered`; 0 if it was deleted."""
        return max(0, reduce(renumbered, self.renumbered[since:], number))


def renumbered(number: int, change: int) -> int:
    """The number of a round after a change in `Match.renumbered`; negative if it was just deleted, later 0.

    A round put in at once where one was deleted is that one: the deletion was undone.
    """
    if number <= 0:
        return change if change == -number else 0
    if change > 0:
        return number + (number >= change)
    return change if number == -change else number - (number > -change)


class Round(Base):
    """One counted round.

    `save_token` is the token of the form that saved it last; `CountedForm` lists all such forms. `version` is for
    optimistic locking: of two corrections of the same version the second is refused. `corrected` is the time of the
    last change after counting.
    """

    __tablename__ = "round"
    __table_args__ = (UniqueConstraint("match_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    number: Mapped[int]  # counted from 1
    entry: Mapped[dict[str, Any]]
    save_token: Mapped[str] = mapped_column(String(32))
    version: Mapped[int] = mapped_column()
    corrected: Mapped[datetime | None]
    saved: Mapped[datetime] = mapped_column(default=now, onupdate=now)

    __mapper_args__ = {"version_id_col": version}


class CountedForm(Base):
    """A form that has counted or corrected round `number`, by its token: submitting it again changes nothing.

    `undone`: the round was undone since. An offline phone may learn of that late and send its form again.
    """

    __tablename__ = "counted_form"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    token: Mapped[str] = mapped_column(String(32), primary_key=True)
    number: Mapped[int]
    undone: Mapped[bool] = mapped_column(default=False)


class Visit(Base):
    """A device that has opened a match; its start page lists the match.

    `revoked`: the link that the device used was changed. It says whether the device played or watched, for when it
    opens the new link. Until then the device may not play and lists nothing.
    """

    __tablename__ = "visit"

    device: Mapped[str] = mapped_column(String(32), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    plays: Mapped[bool] = mapped_column(default=True)  # False: the device has only opened the watch link
    revoked: Mapped[str | None] = mapped_column(String(8))  # None, "play" or "watch"
    seen: Mapped[datetime] = mapped_column(default=now)


class Entering(Base):
    """A device has the pile of `side` open in round `number`; other phones at the table show this for a while."""

    __tablename__ = "entering"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    device: Mapped[str] = mapped_column(String(32), primary_key=True)
    number: Mapped[int]
    side: Mapped[str] = mapped_column(String(80))
    seen: Mapped[datetime] = mapped_column(default=now)


class Profile(Base):
    """House rules saved under a name by one device; anybody with the `token` may see and use them.

    A match copies the options, so changing a profile changes no match. `removed`: it is deleted a day later.
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
"""Keys in a session's `info`: its locked match, the device's mark, and the form that has counted."""
_LOCKED = select(Match).where(Match.id == bindparam("match")).with_for_update()


def locked(session: Session, match_id: int) -> Match:
    """A match, locked against other writers until the transaction of `session` ends; its rounds load on use.

    Nothing stays locked between two forms; then the version of a draft decides (`webapp.match.rounds.conflicts`).
    """
    held: Match | None = session.info.get(LOCKED)
    return held if held and held.id == match_id else session.scalars(_LOCKED, {"match": match_id}).one()
