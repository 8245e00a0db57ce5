"""A pile that is filmed live: a phone sends frame after frame, readers read them, and each time the cards are told.

All that one reader must know of the frames before lies in the database, where every process finds it. One frame waits
at most: a newer one takes its place. Frames have numbers, so that late and doubled ones change nothing. When the phone
is done, or was not heard of for a while, the upload waits to be read as a whole, as any other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Select, func, or_, select, update
from sqlalchemy.orm import Session, undefer

from vision import BadImage, Before, FilmCard, Glance, UnknownDeck
from vision.decks.enrolled import Candidates, EnrolledDeck
from webapp.base.storage.db import database
from webapp.base.storage.orm import added, now
from webapp.photos import uploads
from webapp.photos.models import LiveFilm, LiveFrame, Upload
from webapp.photos.work import reader, reading
from webapp.photos.work.reader import Expected, Frame
from webapp.photos.work.readers import LIVE, TooBusy

MOST_FRAMES = 400
"""Of a film; at two a second they are enough for more than three minutes of dealing."""
MOST_SECONDS = 900.0
"""From the first frame to the last: a phone that lies there sends few."""
MOST_SEEN = 1_500_000
"""Bytes of what was seen on all frames together: some 1500 outlines."""
MOST_FILMS = 40
"""Live films of one server at the same time."""
STUCK = timedelta(seconds=20)
"""A reader that has had a frame for so long was killed."""
LEFT = timedelta(seconds=60)
"""A phone that was not heard of for so long is done: what was seen is kept."""

BEGAN_WITH = "began_with"
"""The field of `Upload.about` with the deck that a live film began with, where its first cards have said another."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Sent:
    """A frame as a phone sends it: the `number`th, a JPEG taken `at` seconds, while nothing moved (`still`)."""

    number: int
    at: float
    still: bool
    data: bytes


def has_room() -> bool:
    """Whether another live film may begin."""
    with database().reading() as session:
        going = session.scalar(select(func.count()).select_from(LiveFilm)) or 0
    return going < MOST_FILMS


def begin(upload: Upload, packs: int, family: str | None) -> None:
    """Begin a live film; idempotent by the token of `upload`, which may have been cancelled before it came."""
    with database().writing() as session:
        upload.state, upload.live, upload.film = uploads.FILMING, True, upload.token
        if added(session, upload):
            session.add(LiveFilm(upload_id=upload.id, packs=packs, family=family))


def put(token: str, sent: Sent) -> Upload | None:
    """Let a frame wait to be read, in the place of one that waits already; returns its upload.

    None: the film has ended or is full, or a newer frame has come before.
    """
    with database().writing() as session:
        upload = session.scalar(_filming(token).with_for_update())
        film = session.get(LiveFilm, upload.id) if upload else None
        if upload is None or film is None:
            return None
        film.touched = now()
        film.full = film.full or sent.at > MOST_SECONDS
        if sent.number <= film.number or film.full:
            return None
        # Never back in time, whatever the phone says.
        film.number, film.at = sent.number, round(max(sent.at, film.at + 0.001, 0.0), 3)
        film.still, film.frame = sent.still, sent.data
        return upload


def find(token: str) -> LiveFilm | None:
    with database().reading() as session:
        upload = session.scalar(_filming(token))
        return session.get(LiveFilm, upload.id) if upload else None


def finish(token: str) -> Upload | None:
    """Let a live film be read as a whole; returns its upload, None where it has ended before."""
    with database().writing() as session:
        upload = session.scalar(_filming(token).with_for_update())
        if upload is not None:
            upload.state = uploads.WAITING
        return upload


def left() -> Sequence[str]:
    """The tokens of the live films whose phones were not heard of for a while."""
    old = select(Upload.token).join(LiveFilm, LiveFilm.upload_id == Upload.id)
    with database().reading() as session:
        return session.scalars(old.where(Upload.state == uploads.FILMING, LiveFilm.touched < now() - LEFT)).all()


ReadWith = Callable[[Upload], EnrolledDeck | Candidates | None]


def run(read_with: ReadWith, upload_id: int) -> bool:
    """Read the frame that waits of the upload of this id; False where none waits.

    `read_with` says which decks are possible; where the cards have to say it, the first that are seen do. A frame that
    cannot be read is passed over: another one comes.
    """
    claimed = _claim(upload_id)
    if claimed is None:
        return False
    film, upload, frame = claimed
    glance: Glance | None = None
    try:
        if (cards := _cards_of(upload, film, frame, read_with)) is not None:
            glance = reading.run(LIVE, reader.glance, frame, cards)
    except (BadImage, UnknownDeck, TooBusy) as error:
        log.info("A frame was not read: %s", error)
    finally:
        _keep(film, glance, frame)
    return True


def _cards_of(upload: Upload, film: LiveFilm, frame: Frame, read_with: ReadWith) -> Expected | None:
    """The cards that a frame is read by; None while none has said of which deck they are."""
    deck = read_with(upload)
    cards = Expected(reading.on_table(upload.pattern, deck), film.packs, film.family)
    if not isinstance(deck, Candidates):
        return cards
    pattern = reading.run(LIVE, reader.shown_deck, frame.data, cards)
    if not pattern:
        return None
    with database().writing() as session:
        row = session.get_one(Upload, upload.id)
        row.about, row.pattern = {**row.about, BEGAN_WITH: row.pattern}, pattern
    upload.pattern = pattern
    chosen = next((each for each in deck.taught if each.name == pattern), None)
    return replace(cards, deck=reading.on_table(pattern, chosen or read_with(upload)))


def _claim(upload_id: int) -> tuple[LiveFilm, Upload, Frame] | None:
    """Take the frame that waits, unless another one of the film is being read."""
    free = or_(LiveFilm.reading.is_(None), LiveFilm.begun < now() - STUCK)
    waits = (LiveFilm.upload_id == upload_id, LiveFilm.number > LiveFilm.read, LiveFilm.frame.is_not(None), free)
    query = select(LiveFilm).where(*waits).options(undefer(LiveFilm.frame))
    with database().writing() as session:
        film = session.scalar(query.with_for_update())
        if film is None or film.frame is None:
            return None
        upload = session.get_one(Upload, film.upload_id)
        data, film.frame = film.frame, None
        film.reading, film.begun = film.number, now()
        return film, upload, Frame(data, film.at, film.still, _before(session, film.upload_id))


def _before(session: Session, upload_id: int) -> tuple[Before, ...]:
    read = select(LiveFrame.at, LiveFrame.seen).where(LiveFrame.upload_id == upload_id).order_by(LiveFrame.number)
    return tuple(Before(at, seen) for at, seen in session.execute(read))


def _keep(claimed: LiveFilm, glance: Glance | None, frame: Frame) -> None:
    """Keep what was seen on a frame, unless its film has ended or somebody else reads it meanwhile."""
    with database().writing() as session:
        mine = (LiveFilm.upload_id == claimed.upload_id, LiveFilm.reading == claimed.reading)
        film = session.scalar(select(LiveFilm).where(*mine).with_for_update())
        if film is None or claimed.reading is None:
            return
        film.reading, film.read = None, claimed.reading
        if glance is None:
            film.again = []
            return
        film.cards = [[_code(card), card.doubtful] for card in glance.cards]
        film.again = [code for place in glance.again if (code := _code(glance.cards[place]))]
        seen = sum(len(each.seen) for each in frame.before) + len(glance.seen)
        film.full = film.full or len(frame.before) + 1 >= MOST_FRAMES or seen > MOST_SEEN
        width, height = glance.size
        theirs = LiveFrame.upload_id == film.upload_id
        outdone = (theirs, LiveFrame.still.is_not(None), LiveFrame.at.not_in(glance.best))
        session.execute(update(LiveFrame).where(*outdone).values(still=None))
        row = LiveFrame(upload_id=film.upload_id, number=claimed.reading, at=frame.at, seen=glance.seen)
        row.width, row.height, row.still = width, height, glance.still or None
        session.add(row)


def _code(card: FilmCard) -> str | None:
    return card.card.code if card.card else None


def whole(upload: Upload) -> tuple[tuple[Before, ...], tuple[int, int], dict[float, bytes]]:
    """All frames of a live film that was finished, the size of the largest, and the stills by their times."""
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
        return _before(session, upload.id), (size[0], size[1]) if size else (1, 1), stills


def _filming(token: str) -> Select[Upload]:
    return select(Upload).where(Upload.token == token, Upload.state == uploads.FILMING)
