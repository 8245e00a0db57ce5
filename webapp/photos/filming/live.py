"""Live filming: a phone sends frame after frame; each is read at once and answered with all cards so far.

The state between frames lies in the database, for all processes. Frames are numbered, so late and duplicate ones change
nothing. When the phone is done, or silent for a while, the upload is queued and read as a whole.
"""

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
"""Most frames of a film; at two a second, enough for three minutes of dealing."""
MOST_SECONDS = 900.0
"""Most seconds between first and last frame; a phone at rest sends few frames."""
MOST_SEEN = 2_500_000
"""Most bytes of all frames' `seen` together: some 1500 outlines, at 2,300 bytes for each picture."""
MOST_FILMS = 40
"""Live films of one server at the same time."""
LEFT = timedelta(seconds=60)
"""After this silence a phone counts as done, and its film is read with the frames it has."""

BEGAN_WITH = "began_with"
"""Key of `Upload.about`: the deck that a live film began with, if its first cards showed another."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Seen:
    """The state of a film after frame `number`, with all cards so far; `full`: no more frames are taken."""

    number: int
    glance: Glance | None
    full: bool


def has_room() -> bool:
    """Whether another live film may begin."""
    with database().reading() as session:
        going = session.scalar(select(func.count()).where(Upload.state == uploads.FILMING)) or 0
    return going < MOST_FILMS


def begin(upload: Upload) -> None:
    """Store a live film; idempotent by the token of `upload`, which may have been cancelled before it arrived."""
    with database().writing() as session:
        upload.state, upload.live, upload.film, upload.begun = uploads.FILMING, True, upload.token, now()
        added(session, upload)


def finish(token: str) -> Upload | None:
    """Queue a live film to be read as a whole; returns its upload, or None if it has already ended."""
    with database().writing() as session:
        upload = session.scalar(_filming(token).with_for_update())
        if upload is not None:
            upload.state = uploads.WAITING
        return upload


def left() -> Sequence[str]:
    """The tokens of live films whose phones have been silent for `LEFT`."""
    old = select(Upload.token).where(Upload.state == uploads.FILMING, Upload.begun < now() - LEFT)
    with database().reading() as session:
        return session.scalars(old).all()


def read(token: str, frame: Frame, expects: Callable[[Upload], Expected]) -> Seen | None:
    """Read a frame of this film and store the cards seen; raises `TooBusy`.

    None if the frame is late or unreadable, or the film has ended. `expects` gives the cards in play. If their deck is
    not known, the first cards seen decide it.
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
    earliest = before[-1].at + 0.001 if before else 0.0  # time never runs backwards, whatever the phone sends
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
    """The cards to expect in a frame; None while no frame has shown the deck."""
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
    """Store the cards seen on a frame; False if the film has ended, or another frame was read since `last`."""
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
    """The number of the last frame read."""
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
