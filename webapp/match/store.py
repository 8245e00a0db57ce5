"""Matches in the database: created, found by link, and listed for the devices that opened them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial

from flask import Flask, current_app
from sqlalchemy import ColumnElement, bindparam, delete, select, update
from sqlalchemy.orm import Session, joinedload, selectinload

from webapp.base.storage import tokens
from webapp.base.storage.db import database
from webapp.base.storage.orm import Entry, now, stored
from webapp.base.storage.tokens import new_token
from webapp.entry.models import Draft
from webapp.match.models import FORM, LOCKED, MARK, CountedForm, Entering, Match, Profile, Round, Visit, locked
from webapp.photos.models import Photo, Upload
from webapp.photos.store import delete_pictures
from webapp.referee.models import Question

LISTED = 40
NOTED_AGAIN = timedelta(days=1)
"""Time in which repeated visits of a device to the same match are recorded once."""
CREATED = "match_created"
PLAYED, WATCHED = "play", "watch"
"""The role of a device in a match whose link was changed (`Visit.revoked`)."""

_TO_CHANGE = (
    select(Match, Entering, CountedForm)
    .outerjoin(Entering, (Entering.match_id == Match.id) & (Entering.device == bindparam("device")))
    .outerjoin(CountedForm, (CountedForm.match_id == Match.id) & (CountedForm.token == bindparam("form")))
    .where(Match.play_token == bindparam("token"))
    .options(joinedload(Match.rounds))
)
_LOCK = select(Match.id).where(Match.play_token == bindparam("token")).with_for_update()
"""A separate query: PostgreSQL would read joined tables as they were before it waited for the lock."""


def create(new: Match, device: str, form_token: str, entries: Sequence[Entry] = ()) -> Match:
    """Store a match and list it for `device`. Idempotent: submitting a form twice makes one match.

    `form_token` was created with the form and becomes the play token, so submitting again finds the match. `entries`
    are rounds already played.
    """
    with database().writing() as session:
        new.rounds = [Round(number=at, entry=each, save_token=new_token()) for at, each in enumerate(entries, 1)]
        match = add(session, new, tokens.usable(form_token, partial(plays, device)), device)
        visit(session, device, match, plays=True)
        return match


def plays(device: str, play_token: str) -> bool:
    """Whether `device` has opened the match by this play link and may still play in it."""
    query = select(Visit.match_id).join(Match, Match.id == Visit.match_id)
    mine = query.where(Match.play_token == play_token, Visit.device == device, Visit.plays)
    with database().reading() as session:
        return session.scalar(mine) is not None


def add(session: Session, new: Match, token: str, device: str | None) -> Match:
    """Store a match under the play token `token`, once.

    `device` started it, or the first match of its series.
    """
    new.play_token, new.watch_token, new.device = token, new_token(), device
    match = stored(session, new, Match.play_token == token)
    for also in current_app.extensions.get(CREATED, ()) if match is new else ():
        also(session, match)
    return match


def also_when_created(app: Flask, also: Callable[[Session, Match], None]) -> None:
    """Register a function of a higher room that runs in the transaction that creates a match."""
    app.extensions[CREATED] = (*app.extensions.get(CREATED, ()), also)


def by_play_token(token: str) -> Match | None:
    """The match of a play link, with its rounds; None if it was deleted and can no longer be restored."""
    found = _opened(Match.play_token == token)
    return None if found is not None and found.removed and found.removed < now() - to_think_again() else found


def to_change(session: Session, token: str, device: str, form: str | None) -> Match | None:
    """The match of a play link, locked, with its rounds, the mark of `device` and the earlier count of `form`."""
    if database().is_shared:  # SQLite has locked the whole database
        session.execute(_LOCK, {"token": token})
    found = session.execute(_TO_CHANGE, {"token": token, "device": device, "form": form}).unique().one_or_none()
    if found is not None:
        session.info[LOCKED], session.info[MARK], session.info[FORM] = found
    return found[0] if found else None


def by_watch_token(token: str) -> Match | None:
    """The match of a watch link, with its rounds."""
    return _opened(Match.watch_token == token)


def _opened(link: ColumnElement[bool]) -> Match | None:
    with database().reading() as session:
        return session.scalars(select(Match).where(link).options(joinedload(Match.rounds))).unique().one_or_none()


def rematches(series: str) -> int:
    """Number of matches of a series after its first."""
    with database().reading() as session:
        return len(session.scalars(select(Match.id).where(Match.series == series)).all()) - 1


def record_visit(device: str, match_id: int, *, plays: bool) -> None:
    """Record that `device` opened the match, so that its start page lists it first.

    Repeated visits to the same match are recorded once a day, so that showing a board needs no write.
    """
    visits = select(Visit.match_id, Visit.plays, Visit.revoked, Visit.seen).where(Visit.device == device)
    last = database().cheaply(visits.order_by(Visit.seen.desc()).limit(1))
    recent = now() - NOTED_AGAIN
    if last and last.match_id == match_id and not last.revoked and last.plays >= plays and last.seen > recent:
        return
    with database().noting() as session:
        visit(session, device, session.get_one(Match, match_id), plays=plays)


def visit(session: Session, device: str, match: Match, *, plays: bool) -> None:
    """Record a visit in a transaction; a device that lost the series by changed links regains access."""
    new = Visit(device=device, match_id=match.id, plays=plays)
    seen = stored(session, new, Visit.device == device, Visit.match_id == match.id)
    seen.plays = seen.plays or plays
    seen.revoked, was_revoked = None, seen.revoked
    seen.seen = now()
    if was_revoked and match.series:
        _give_back(session, device, match.series, plays=plays)


def _give_back(session: Session, device: str, series: str, *, plays: bool) -> None:
    """List the other matches of a series again: by a play link in their old roles, else only watched ones."""
    query = select(Visit).join(Match, Match.id == Visit.match_id)
    for other in session.scalars(query.where(Visit.device == device, Match.series == series)):
        if other.revoked and (plays or other.revoked == WATCHED):
            other.plays, other.revoked = other.revoked == PLAYED, None


def visited(device: str) -> list[tuple[Match, bool]]:
    """The matches that `device` opened, latest first, each with whether it may play there."""
    query = (
        select(Match, Visit.plays)
        .join(Visit, Visit.match_id == Match.id)
        .where(Visit.device == device, Visit.revoked.is_(None), Match.removed.is_(None))
        .order_by(Visit.seen.desc(), Match.id.desc())
        .limit(LISTED)
        .options(selectinload(Match.rounds))
    )
    with database().reading() as session:
        return [(match, plays) for match, plays in session.execute(query)]


@contextmanager
def changing(match_id: int) -> Iterator[Match]:
    """The locked match in a transaction of its own; its version grows, so that all boards show the change."""
    with database().writing() as session:
        match = locked(session, match_id)
        yield match
        match.version += 1


def remove(match_id: int) -> None:
    """Delete a match for everybody; for `REMOVED_DAYS` it can be restored."""
    with database().writing() as session:
        remove_all(session, [match_id])


def take_back(match_id: int, device: str) -> None:
    """Undo `remove`; `device` lists the match again."""
    with database().writing() as session, changing(match_id) as match:
        match.removed = None
        visit(session, device, match, plays=True)


def unlist(device: str, match_id: int) -> None:
    """Remove a watched match from the list of `device`; the match stays, and `record_visit` lists it again."""
    with database().writing() as session:
        session.execute(delete(Visit).where(Visit.device == device, Visit.match_id == match_id))


def remove_all(session: Session, ids: Sequence[int]) -> None:
    """Delete these matches for everybody, each locked in the order of the ids."""
    for match_id in sorted(ids):
        match = locked(session, match_id)
        match.removed = match.removed or now()
        match.version += 1


def forget_device(session: Session, device: str) -> None:
    """Delete the visits, marks, profiles, drafts and uploads of `device`, and its name on matches it started.

    The matches and all shared entries stay.
    """
    own = select(Draft.id).where(Draft.device == device)
    delete_pictures(session.scalars(select(Photo.token).where(Photo.draft_id.in_(own))))
    for table in (Upload, Draft, Entering, Visit, Profile):
        session.execute(delete(table).where(table.device == device))
    session.execute(update(Match).where(Match.device == device).values(device=None))


def to_think_again() -> timedelta:
    """The time for which a deleted match can be restored."""
    return timedelta(days=current_app.config["REMOVED_DAYS"])


def remove_untouched() -> int:
    """Remove matches that nobody has opened or changed for `MATCH_DAYS`; returns how many. 0 days: none.

    They can be restored like other removed matches, and are deleted with these.
    """
    days = current_app.config["MATCH_DAYS"]
    if not days:
        return 0
    since = now() - timedelta(days=days) - NOTED_AGAIN
    touched = (
        select(Visit.match_id).where(Visit.seen >= since),
        select(Round.match_id).where(Round.saved >= since),
        select(Draft.match_id).where(Draft.changed >= since),
    )
    old = update(Match).where(Match.removed.is_(None), Match.created < since)
    for newer in touched:
        old = old.where(Match.id.not_in(newer))
    with database().writing() as session:
        gone = old.values(removed=now(), version=Match.version + 1).returning(Match.id)
        return len(session.scalars(gone).all())


def forget_old() -> int:
    """Delete a batch of matches removed longer than `REMOVED_DAYS` ago, with their photographs; returns how many."""

    def pictures(session: Session, old: Sequence[int]) -> None:
        drafts = select(Draft.id).where(Draft.match_id.in_(old))
        questions = select(Question.id).where(Question.match_id.in_(old))
        photos = Photo.draft_id.in_(drafts) | Photo.question_id.in_(questions)
        delete_pictures(session.scalars(select(Photo.token).where(photos)))

    return database().delete_some(Match, Match.removed < now() - to_think_again(), first=pictures)
