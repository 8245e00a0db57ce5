"""Matches in the database: created, found by their links, and listed for the devices that opened them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from flask import Flask, current_app
from sqlalchemy import delete, select
from sqlalchemy.orm import Session, selectinload

from webapp.base.db import AT_ONCE, database
from webapp.base.locking import added, locked
from webapp.base.models import Draft, Entry, Match, Photo, Question, Round, Visit, now
from webapp.base.tokens import new_token
from webapp.photos.store import delete_files

LISTED = 40
TO_THINK_AGAIN = timedelta(days=30)
"""So long a deleted match can be taken back."""
NOTED_AGAIN = timedelta(days=1)
CREATED = "match_created"


@dataclass(frozen=True)
class NewMatch:
    """A match to be stored, as the form of a new match says."""

    game: str
    options: dict[str, Any]
    sides: list[str]
    players: list[str]
    first_dealer: int
    deck: str


def create(new: NewMatch, device: str, form_token: str, entries: Sequence[Entry] = ()) -> Match:
    """Store a match and list it for `device`. Idempotent: the same form sent twice makes one match.

    `form_token` was made with the form and becomes the play token, so that sending it again finds the match. `entries`
    are the rounds that were played already.
    """
    with database().writing() as session:
        match = session.scalar(select(Match).where(Match.play_token == form_token))
        if match is None:
            match = add(session, new, form_token, entries=entries)
        visit(session, device, match.id, plays=True)
        return match


def add(
    session: Session, new: NewMatch, token: str, *, series: str | None = None, entries: Sequence[Entry] = ()
) -> Match:
    """Store a match under the play token `token`, once."""
    match = Match(
        play_token=token,
        watch_token=new_token(),
        game=new.game,
        options=new.options,
        sides=new.sides,
        players=new.players,
        first_dealer=new.first_dealer,
        deck=new.deck,
        series=series,
        rounds=[Round(number=at, entry=each, save_token=new_token()) for at, each in enumerate(entries, 1)],
    )
    if not added(session, match):
        return session.scalars(select(Match).where(Match.play_token == token)).one()
    for also in current_app.extensions.get(CREATED, ()):
        also(session, match)
    return match


def also_when_created(app: Flask, also: Callable[[Session, Match], None]) -> None:
    """Let a room above this one do something in the transaction in which a match is made."""
    app.extensions[CREATED] = (*app.extensions.get(CREATED, ()), also)


def by_play_token(token: str) -> Match | None:
    """The match that a play link opens, with its rounds; None where it was deleted and its time is up."""
    with database().reading() as session:
        found = session.scalar(select(Match).where(Match.play_token == token).options(selectinload(Match.rounds)))
    return None if found is not None and found.removed and found.removed < now() - TO_THINK_AGAIN else found


def by_watch_token(token: str) -> Match | None:
    """The match that a watch link opens, with its rounds."""
    with database().reading() as session:
        return session.scalar(select(Match).where(Match.watch_token == token).options(selectinload(Match.rounds)))


def record_visit(device: str, match_id: int, *, plays: bool) -> None:
    """Note that `device` opened the match, so that its start page lists it first.

    Who opens the same match again and again is noted once a day; a board needs no write to be looked at.
    """
    with database().reading() as session:
        last = session.scalar(select(Visit).where(Visit.device == device).order_by(Visit.seen.desc()).limit(1))
    noted = last is not None and last.match_id == match_id and (last.plays or not plays)
    if noted and last is not None and last.seen > now() - NOTED_AGAIN:
        return
    with database().noting() as session:
        visit(session, device, match_id, plays=plays)


def visit(session: Session, device: str, match_id: int, *, plays: bool) -> None:
    """Note it within a transaction."""
    seen = session.get(Visit, (device, match_id))
    if seen is None and not added(session, Visit(device=device, match_id=match_id, plays=plays)):
        seen = session.get(Visit, (device, match_id))
    if seen is not None:
        seen.plays = seen.plays or plays
        seen.seen = now()


def visited(device: str) -> list[tuple[Match, bool]]:
    """(Match, whether it may play there) of the matches that `device` opened, the latest first."""
    query = (
        select(Match, Visit.plays)
        .join(Visit, Visit.match_id == Match.id)
        .where(Visit.device == device, Match.removed.is_(None))
        .order_by(Visit.seen.desc(), Match.id.desc())
        .limit(LISTED)
        .options(selectinload(Match.rounds))
    )
    with database().reading() as session:
        return [(match, plays) for match, plays in session.execute(query)]


def remove(match_id: int) -> None:
    """Delete a match, for everybody: for `TO_THINK_AGAIN` it can be taken back, and nothing else."""
    with database().writing() as session:
        match = locked(session, match_id)
        match.removed = match.removed or now()
        match.version += 1


def take_back(match_id: int, device: str) -> None:
    """Undo `remove`; `device` lists the match again."""
    with database().writing() as session:
        match = locked(session, match_id)
        match.removed = None
        match.version += 1
        visit(session, device, match_id, plays=True)


def unlist(device: str, match_id: int) -> None:
    """Take a match that `device` only watches from its list; the match stays, and `record_visit` lists it again."""
    with database().writing() as session:
        session.execute(delete(Visit).where(Visit.device == device, Visit.match_id == match_id))


def forget_old() -> int:
    """Delete for good some of what was deleted longer than `TO_THINK_AGAIN` ago, with its photographs; how many."""
    with database().writing() as session:
        query = select(Match.id).where(Match.removed < now() - TO_THINK_AGAIN).order_by(Match.id).limit(AT_ONCE)
        old = session.scalars(query.with_for_update(skip_locked=True)).all()
        drafts = select(Draft.id).where(Draft.match_id.in_(old))
        questions = select(Question.id).where(Question.match_id.in_(old))
        photos = Photo.draft_id.in_(drafts) | Photo.question_id.in_(questions)
        delete_files(session.scalars(select(Photo.token).where(photos)))
        # Everything else that belongs to a match goes with it (`ondelete`).
        session.execute(delete(Match).where(Match.id.in_(old)))
        return len(old)
