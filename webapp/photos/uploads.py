"""Uploads of photographs: stored at once, read one after the other, each kept or refused exactly once.

Reading ends in the transaction that stores the result (`ending`). A result that comes second, or after a cancellation,
is dropped, so a reader may be killed at any moment, and two may read the same upload.

A film is stored in pieces, one transaction each: no process holds it whole, and no other writer waits for it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from typing import Any

from flask import current_app
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session, undefer

from webapp.base.storage.db import database
from webapp.base.storage.orm import added, now
from webapp.base.storage.tokens import new_token
from webapp.decks.models import Enrolment
from webapp.match.models import Match
from webapp.photos.models import FilmPiece, LiveFrame, Upload
from webapp.referee.models import Question

WAITING, READING, KEPT, REFUSED, CANCELLED = "waiting", "reading", "kept", "refused", "cancelled"
FILMING = "filming"
"""A phone is still sending frames (`webapp.photos.filming.live`)."""
OPEN = (WAITING, READING)
MOST_TRIES = 2
"""An upload whose reading failed this often is refused, since it may have killed its reader."""
FAILED = "failed"
"""The reason of that refusal."""
REFUSED_SHOWN = timedelta(hours=1)
"""Time for which the page of a place says why its last photograph was refused."""

PIECE = 1024 * 1024
"""Bytes of a film's piece."""
PIECES_AT_ONCE = 8
"""Pieces deleted in one transaction."""
AFTER_PHOTOGRAPHS = 2
"""Added to a film's turn: a film keeps a reader busy as long as several photographs."""
LOST_PIECES = timedelta(hours=1)
"""Older pieces without an open upload were left by a killed process."""

Owner = Match | Question | Enrolment
_KEYS: dict[type[Owner], str] = {Match: "match_id", Question: "question_id", Enrolment: "enrolment_id"}


def made(kind: str, owner: Owner, place: str, pattern: str, about: Mapping[str, Any] | None = None) -> Upload:
    """A new upload for a place of `owner` (and for a question's match), without token, device and data yet."""
    upload = Upload(kind=kind, place=place, pattern=pattern, about=dict(about or {}))
    setattr(upload, _KEYS[type(owner)], owner.id)
    if isinstance(owner, Question):
        upload.match_id = owner.match_id
    return upload


def store_pieces(pieces: Iterable[bytes]) -> str:
    """Store a film in pieces of at most `PIECE` bytes; returns the film's new name, empty if there are no pieces."""
    name, stored = new_token(), 0
    try:
        for stored, data in enumerate(pieces, 1):
            with database().writing() as session:
                session.add(FilmPiece(film=name, number=stored, data=data))
    except BaseException:
        delete_pieces(name)
        raise
    return name if stored else ""


def delete_pieces(film: str) -> None:
    """Delete the pieces of a film in batches: SQLite overwrites deleted data, which takes time."""
    pieces = select(FilmPiece.number).where(FilmPiece.film == film).limit(PIECES_AT_ONCE)
    while film:
        with database().writing() as session:
            numbers = session.scalars(pieces).all()
            if not numbers:
                return
            session.execute(delete(FilmPiece).where(FilmPiece.film == film, FilmPiece.number.in_(numbers)))


def _delete_frames(session: Session, upload: Upload) -> None:
    session.execute(delete(LiveFrame).where(LiveFrame.upload_id == upload.id))


def pieces_of(upload: Upload) -> Iterator[bytes]:
    """Yield the pieces of a film in order, loading one at a time."""
    for number in count(1):
        with database().reading() as session:
            piece = session.get(FilmPiece, (upload.film, number))
        if piece is None:
            return
        yield piece.data


def has_room() -> bool:
    """Whether another film may be stored: the waiting ones take less than `FILM_ROOM` bytes."""
    with database().reading() as session:
        pieces = session.scalar(select(func.count()).select_from(FilmPiece)) or 0
    most: int = current_app.config["FILM_ROOM"]
    return pieces * PIECE < most


def note(upload: Upload, cards: int, share: float | None, frame: bytes) -> None:
    """Store the progress of reading a film: `cards`, `share`, current `frame`."""
    with database().writing() as session:
        read = update(Upload).where(Upload.id == upload.id, Upload.state == READING)
        session.execute(read.values(cards=cards, share=share, data=frame or None))


def frame_of(token: str) -> bytes | None:
    """The current frame of a film being read."""
    with database().reading() as session:
        film = (Upload.token == token, Upload.state == READING, Upload.film != "")
        return session.scalar(select(Upload.data).where(*film))


def store(upload: Upload) -> bool:
    """Store a new upload; False if its token exists because it was sent twice."""
    with database().writing() as session:
        key = next((name for name in _KEYS.values() if getattr(upload, name) is not None), "match_id")
        same_owner = getattr(Upload, key) == getattr(upload, key)
        unread = select(func.count()).where(same_owner, Upload.state.in_(OPEN))
        upload.turn = (session.scalar(unread) or 0) + (AFTER_PHOTOGRAPHS if upload.film else 0)
        return added(session, upload)


def find(token: str) -> Upload | None:
    """The upload with this token, without its bytes."""
    with database().reading() as session:
        return session.scalar(select(Upload).where(Upload.token == token))


def may_be_at(upload: Upload, owner: Owner, place: str) -> bool:
    """Whether the upload belongs to this place, or was cancelled before it arrived and so has no place."""
    return not upload.kind or (getattr(upload, _KEYS[type(owner)]) == owner.id and upload.place == place)


def before(upload: Upload) -> int:
    """The number of uploads waiting ahead of this one."""
    earlier = select(func.count()).where(Upload.state == WAITING, Upload.id < upload.id)
    with database().reading() as session:
        return session.scalar(earlier) or 0


def at_places(owner: Owner, device: str, number: int | None = None) -> dict[str, list[Upload]]:
    """Place -> its waiting uploads; if none, the latest upload if it was refused and sent by `device`."""
    theirs = getattr(Upload, _KEYS[type(owner)]) == owner.id
    query = select(Upload).where(theirs, Upload.created > now() - REFUSED_SHOWN, Upload.state != CANCELLED)
    found: dict[str, list[Upload]] = {}
    with database().reading() as session:
        for each in session.scalars(query.order_by(Upload.id)):
            if each.about.get("number") == number:
                found.setdefault(each.place, []).append(each)

    def shown(sent: list[Upload]) -> list[Upload]:
        refused = [each for each in sent[-1:] if each.state == REFUSED and each.device == device]
        return [each for each in sent if each.state in OPEN] or refused

    return {place: shown(sent) for place, sent in found.items()}


def unread_places(match: Match, number: int) -> set[str]:
    """The places of a round with an upload that is waiting or being read, or a live film."""
    states = (*OPEN, FILMING)
    unread = select(Upload.place, Upload.about).where(Upload.match_id == match.id, Upload.state.in_(states))
    with database().reading() as session:
        return {place for place, about in session.execute(unread) if about.get("number") == number}


def cancel(token: str, device: str) -> None:
    """Cancel an upload, or dismiss its refusal. If it has not arrived yet, it is cancelled on arrival."""
    with database().writing() as session:
        upload = session.scalar(select(Upload).where(Upload.token == token).with_for_update())
        if upload is None:
            upload = Upload(token=token, kind="", place="", about={}, device=device, pattern="", state=CANCELLED)
            added(session, upload)
        elif upload.state in (*OPEN, FILMING, REFUSED):
            upload.state, upload.data = CANCELLED, None
            _delete_frames(session, upload)
    delete_pieces(upload.film)


def begin(upload_id: int) -> Upload | None:
    """Begin to read an upload, with its bytes; None if it need not be read any more.

    The bytes of a film are read by `pieces_of`.
    """
    query = select(Upload).options(undefer(Upload.data)).where(Upload.id == upload_id, Upload.state.in_(OPEN))
    with database().writing() as session:
        upload = session.scalar(query.with_for_update())
        if upload is not None:
            upload.state, upload.cards, upload.share = READING, None, None
            upload.data = None if upload.film else upload.data  # for a film: the frame of an earlier try
        return upload


@contextmanager
def ending(upload: Upload) -> Iterator[Upload | None]:
    """The transaction that ends reading: yields the upload's row, or None if it has ended already.

    The owner is locked first, the lock order of every writer.
    """
    with database().writing() as session:
        for table, name in _KEYS.items():
            if (key := getattr(upload, name)) is not None:
                session.execute(select(table.id).where(table.id == key).with_for_update())
        row = session.scalar(select(Upload).where(Upload.id == upload.id, Upload.state.in_(OPEN)).with_for_update())
        yield row
        has_ended = row is not None and row.state not in OPEN
        if row is not None and has_ended:
            row.data = None
            _delete_frames(session, row)
    if has_ended:
        delete_pieces(upload.film)


def failed(upload_id: int) -> None:
    """Count a failed reading: the upload waits again, or is refused after `MOST_TRIES`."""
    with database().reading() as session:
        upload = session.get(Upload, upload_id)
    if upload is None:  # deleted meanwhile
        return
    with ending(upload) as row:
        if row is not None:
            row.tries += 1
            row.state, row.reason = (WAITING, "") if row.tries < MOST_TRIES else (REFUSED, FAILED)


def put_back() -> None:
    """Let the uploads being read wait again: their server stops, which is no failure of theirs."""
    with database().writing() as session:
        session.execute(update(Upload).where(Upload.state == READING).values(state=WAITING))


def unread() -> Sequence[Upload]:
    """The uploads to read, in their order, without their bytes; also those whose reading was cut off."""
    with database().reading() as session:
        return session.scalars(select(Upload).where(Upload.state.in_(OPEN)).order_by(Upload.turn, Upload.id)).all()


def forget_old() -> int:
    """Delete a batch of uploads older than `PHOTO_DAYS`, read or not; returns how many."""
    oldest = now() - timedelta(days=current_app.config["PHOTO_DAYS"])
    return database().delete_some(Upload, Upload.created < oldest)


def forget_pieces() -> int:
    """Delete the pieces of one film without an open upload; returns the number of films deleted."""
    waiting = select(Upload.film).where(Upload.state.in_(OPEN))
    left = (FilmPiece.created < now() - LOST_PIECES, FilmPiece.film.not_in(waiting))
    with database().reading() as session:
        film = session.scalar(select(FilmPiece.film).where(*left).limit(1))
    delete_pieces(film or "")
    return 1 if film else 0
