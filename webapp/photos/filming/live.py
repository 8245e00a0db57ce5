"""A pile that is filmed live: a phone sends frame after frame, each is read at once and answered with all cards so far.

All that one reader must know of the frames before lies in the database, where every process finds it. Frames have
numbers, so that late and doubled ones change nothing. When the phone is done, or was not heard of for a while, the
upload waits to be read as a whole, as any other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Select, func, select, update
from sqlalchemy.orm import Session

from vision import BadImage, Before, Glance, UnknownDeck
from vision.decks.enrolled import Candidates
from webapp.base.storage.db import database
from webapp.base.storage.orm import added, now
from webapp.photos import uploads
from webapp.photos.models import LiveFrame, Upload
from webapp.photos.work import reading, recogniser
from webapp.photos.work.processes import LIVE
from webapp.photos.work.recogniser import Expected, Frame, Frames

MOST_FRAMES = 400
"""Of a film; at two a second they are enough for more than three minutes of dealing."""
MOST_SECONDS = 900.0
"""From the first frame to the last: a phone that lies there sends few."""
MOST_SEEN = 2_500_000
"""Bytes of what was seen on all frames together: some 1500 outlines, and 2,300 of each picture."""
MOST_FILMS = 40
"""Live films of one server at the same time."""
LEFT = timedelta(seconds=60)
"""A phone that was not heard of for so long is done: what was seen is kept."""

BEGAN_WITH = "began_with"
"""The field of `Upload.about` with the deck that a live film began with, where its first cards have said another."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Seen:
    """How a film stands after its frame of this `number`: with all cards so far; `full`: no more frames are taken."""

    number: int
    glance: Glance | None
    full: bool


def has_room() -> bool:
    """Whether another live film may begin."""
    with database().reading() as session:
        going = session.scalar(select(func.count()).where(Upload.state == uploads.FILMING)) or 0
    return going < MOST_FILMS


def begin(upload: Upload) -> None:
    """Begin a live film; idempotent by the token of `upload`, which may have been cancelled before it came."""
    with database().writing() as session:
        upload.state, upload.live, upload.film, upload.begun = uploads.FILMING, True, upload.token, now()
        added(session, upload)


def finish(token: str) -> Upload | None:
    """Let a live film be read as a whole; returns its upload, None where it has ended before."""
    with database().writing() as session:
        upload = session.scalar(_filming(token).with_for_update())
        if upload is not None:
            upload.state = uploads.WAITING
        return upload


def left() -> Sequence[str]:
    """The tokens of the live films whose phones were not heard of for a while."""
    old = select(Upload.token).where(Upload.state == uploads.FILMING, Upload.begun < now() - LEFT)
    with database().reading() as session:
        return session.scalars(old).all()


def read(token: str, frame: Frame, expects: Callable[[Upload], Expected]) -> Seen | None:
    """Read a frame of the film of this token and keep what it shows; raises `TooBusy`.

    None: it came late, or the film has ended. So is a frame that cannot be read: another one comes. `expects` says
    which cards are played with; where they have to say of which deck, the first that are seen do.
    """
    with database().writing() as session:
        upload = session.scalar(_filming(token).with_for_update())
        if upload is None:
            return None
        upload.begun = now()
        last, before = _last(session, upload), _before(session, upload)
    if frame.at > MOST_SECONDS or _is_full(before):
        return Seen(frame.number, None, full=True)
    if frame.number <= last:
        return None
    earliest = before[-1].at + 0.001 if before else 0.0  # never back in time, whatever the phone says
    frame = replace(frame, at=round(max(frame.at, earliest), 3))
    try:
        if (cards := _cards_of(upload, frame, expects)) is None:
            return None
        glance = reading.run(LIVE, recogniser.glance, frame, before, cards)
    except (BadImage, UnknownDeck) as error:
        log.info("A frame was not read: %s", error)
        return None
    if not _keep(token, last, frame, glance):
        return None
    return Seen(frame.number, glance, _is_full((*before, Before(frame.at, glance.seen))))


def _cards_of(upload: Upload, frame: Frame, expects: Callable[[Upload], Expected]) -> Expected | None:
    """The cards that a frame is read by; None while none has said of which deck they are."""
    cards = expects(upload)
    if not isinstance(cards.deck, Candidates):
        return cards
    pattern = reading.run(LIVE, recogniser.shown_deck, frame.data, cards)
    if not pattern:
        return None
    with database().writing() as session:
        row = session.get_one(Upload, upload.id)
        row.about, row.pattern = {**row.about, BEGAN_WITH: row.pattern}, pattern
    upload.pattern = pattern
    chosen = next((each for each in cards.deck.taught if each.name == pattern), None)
    return replace(cards, deck=chosen) if chosen else expects(upload)


def _keep(token: str, last: int, frame: Frame, glance: Glance) -> bool:
    """Keep what was seen on a frame; False where its film has ended or another was read since the `last` one."""
    with database().writing() as session:
        upload = session.scalar(_filming(token).with_for_update())
        if upload is None or _last(session, upload) != last:
            return False
        upload.begun = now()
        width, height = glance.size
        outdone = (LiveFrame.upload_id == upload.id, LiveFrame.still.is_not(None), LiveFrame.at.not_in(glance.best))
        session.execute(update(LiveFrame).where(*outdone).values(still=None))
        row = LiveFrame(upload_id=upload.id, number=frame.number, at=frame.at, seen=glance.seen)
        row.width, row.height, row.still = width, height, glance.still or None
        session.add(row)
        return True


def _is_full(frames: Sequence[Before]) -> bool:
    return len(frames) >= MOST_FRAMES or sum(len(each.seen) for each in frames) > MOST_SEEN


def _last(session: Session, upload: Upload) -> int:
    """The number of the frame that was read last."""
    return session.scalar(select(func.max(LiveFrame.number)).where(LiveFrame.upload_id == upload.id)) or 0


def _before(session: Session, upload: Upload) -> tuple[Before, ...]:
    read = select(LiveFrame.at, LiveFrame.seen).where(LiveFrame.upload_id == upload.id).order_by(LiveFrame.number)
    return tuple(Before(at, seen) for at, seen in session.execute(read))


def whole(upload: Upload) -> Frames:
    """All frames of a live film that was finished."""
    theirs = LiveFrame.upload_id == upload.id
    with database().reading() as session:
        shown: Any = select(LiveFrame.at, LiveFrame.still).where(theirs, LiveFrame.still.is_not(None))
        size = session.execute(
            select(LiveFrame.width, LiveFrame.height)
            .where(theirs)
            .order_by((LiveFrame.width * LiveFrame.height).desc(), LiveFrame.number)
            .limit(1)
        ).first()
        stills: dict[float, bytes] = {at: still for at, still in session.execute(shown) if still}
        return _before(session, upload), (size[0], size[1]) if size else (1, 1), stills


def _filming(token: str) -> Select[Upload]:
    return select(Upload).where(Upload.token == token, Upload.state == uploads.FILMING)
