"""The database: matches and their rounds, drafts, questions, photographs, house rules, tables of people, visits.

Decks that are taught (`webapp.base.deck_models`) and live films (`webapp.base.live_models`) belong to it, on PostgreSQL
also what its hosts share (`webapp.base.shared_models`).

No total is stored: every read scores again from `Match.options` and the entries. An entry is the JSON of one round in
the contract.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, ForeignKey, LargeBinary, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webapp.base.deck_models import EnrolledDeck as EnrolledDeck
from webapp.base.deck_models import Enrolment as Enrolment
from webapp.base.deck_models import EnrolmentPhoto as EnrolmentPhoto
from webapp.base.deck_models import LearnedCard as LearnedCard
from webapp.base.live_models import LiveFilm as LiveFilm
from webapp.base.live_models import LiveFrame as LiveFrame
from webapp.base.orm import Base as Base
from webapp.base.orm import Entry as Entry
from webapp.base.orm import now as now
from webapp.base.shared_models import DeckFile as DeckFile
from webapp.base.shared_models import SharedKey as SharedKey


class Match(Base):
    """A match: who plays what under which rules.

    `version` grows with every change of the match or its rounds: a board polls with it. `series` is shared by a match
    and its rematches: a random name, which opens nothing. `device` started it, or the first of its series: it keeps its
    right when another phone changes the links. `deck_said`: the deck that the table was asked about and said is right:
    it is not asked again. `ended`: the table stopped before somebody had won. `removed`: it is
    listed nowhere any more; `REMOVED_DAYS` later it is deleted.
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
    version: Mapped[int] = mapped_column(default=1)
    series: Mapped[str | None] = mapped_column(String(32), index=True)
    device: Mapped[str | None] = mapped_column(String(32))
    ended: Mapped[datetime | None]
    removed: Mapped[datetime | None]
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


class Draft(Base):
    """What is entered for a round that does not count yet.

    The table has one draft of its next round, which every phone edits: its `device` is empty. A device has a draft of
    its own for a correction, or for a round that another phone has counted meanwhile.

    `entry` may hold piles and awards at once: `method` says which of them counts. `rest_side` takes the cards that are
    in no pile. `base_version` is the version of the round that is being corrected, None for a new round.
    """

    __tablename__ = "draft"
    __table_args__ = (UniqueConstraint("match_id", "number", "device"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    number: Mapped[int]
    device: Mapped[str] = mapped_column(String(32), index=True)
    method: Mapped[str] = mapped_column(String(10), default="piles")
    entry: Mapped[dict[str, Any]] = mapped_column(default=dict)
    rest_side: Mapped[str | None] = mapped_column(String(80))
    base_version: Mapped[int | None]
    changed: Mapped[datetime] = mapped_column(default=now, onupdate=now)

    photos: Mapped[list[Photo]] = relationship(order_by="Photo.id", cascade="all, delete-orphan")


class Question(Base):
    """A question to the referee, and what the table decided about it.

    `entry` has the fields of the contract's question, and the house rules where no match gives them. `choice` is the
    ruling that the table followed (cards, an authority), `decision` what it wrote down, `decided` when.
    """

    __tablename__ = "question"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    match_id: Mapped[int | None] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), index=True)
    device: Mapped[str] = mapped_column(String(32))
    ask: Mapped[str] = mapped_column(String(20))
    game: Mapped[str] = mapped_column(String(20))
    deck: Mapped[str] = mapped_column(String(40))  # the pattern of the cards on the table, for photographs
    entry: Mapped[dict[str, Any]] = mapped_column(default=dict)
    choice: Mapped[str | None] = mapped_column(String(200))
    decision: Mapped[str | None] = mapped_column(String(200))
    decided: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)

    photos: Mapped[list[Photo]] = relationship(order_by="Photo.id", cascade="all, delete-orphan")


class Photo(Base):
    """A photograph of one side's pile or of what a question is about, re-encoded, and what was seen on it.

    It belongs to a draft or to a question; there `side` is the place that it shows, such as `table`. `detections`: one
    JSON object a card, see `webapp.photos.detections`. `checked`: a player has confirmed the pile with it. `film`: of
    the contact sheet of a film, where and when each card was seen best (`webapp.photos.films.Sheet`).
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

    `kind` says which room it is for, `place` and `about` where it belongs there (`webapp.photos.jobs.Kind`), `replaces`
    which photograph it was taken again for. `data` is what was sent, until it is read. `state`: `waiting`, `reading`,
    `kept`, `refused` or `cancelled`; `reason`: why it was refused (`webapp.photos.words`). `tries`: how often a reader
    has begun. `turn`: so many of the same match were not read when it came; the lowest is read first.

    `film`: it is a film, and this the name of its pieces (`FilmPiece`), else empty. `cards`, `share`: so many were seen
    in it so far, and how much of it is read (0-1). `live`: it is sent frame by frame (`LiveFilm`), in the state
    `filming` until the phone is done.
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


class OurTable(Base):
    """A table of people who play together: whoever knows `token` sees its matches and adds new ones.

    `device` made it: it keeps the table when another phone changes the link. `removed`: `REMOVED_DAYS` later it is
    deleted; its matches stay.
    """

    __tablename__ = "our_table"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    name: Mapped[str] = mapped_column(String(40))
    device: Mapped[str | None] = mapped_column(String(32))
    removed: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)

    seasons: Mapped[list[TableSeason]] = relationship(order_by="TableSeason.began", cascade="all, delete-orphan")


class TableSeason(Base):
    """A season of a table: the matches begun from then on, up to the next. Before the first one lies the season one."""

    __tablename__ = "table_season"

    table_id: Mapped[int] = mapped_column(ForeignKey("our_table.id", ondelete="CASCADE"), primary_key=True)
    began: Mapped[datetime] = mapped_column(primary_key=True)


class TableMatch(Base):
    """A match was played at a table; at no more than one."""

    __tablename__ = "table_match"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("our_table.id", ondelete="CASCADE"), index=True)


class TableVisit(Base):
    """A device has opened the link of a table: its start page lists it."""

    __tablename__ = "table_visit"

    device: Mapped[str] = mapped_column(String(32), primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("our_table.id", ondelete="CASCADE"), primary_key=True)
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


class ChangedLink(Base):
    """A link that was changed: its `token` opens nothing ever again, whoever makes something under it.

    `successor`: the token that took its place, for a form that arrives twice.
    """

    __tablename__ = "changed_link"

    token: Mapped[str] = mapped_column(String(32), primary_key=True)
    successor: Mapped[str] = mapped_column(String(32), index=True)
