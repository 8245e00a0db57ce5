"""The tasks of reading photographs that were sent, and who does them: nobody waits for it in a request.

On SQLite threads of the serving process (`Pool`), on PostgreSQL workers on any host (`Queue`): `init_app` decides.
`PHOTO_JOBS` overrides the class; tests read within the request.

The rooms above say what becomes of what was read: each registers a `Kind`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from flask import Flask, current_app
from sqlalchemy.exc import OperationalError

from vision import BadFilm, BadImage, Note, Recognition, SeenCard, UnknownDeck
from vision.decks.catalogue import AUTO
from vision.decks.enrolled import Candidates, EnrolledDeck
from webapp.base.running import background
from webapp.base.storage.db import database
from webapp.games.layout import Layout
from webapp.photos import uploads
from webapp.photos.filming import live
from webapp.photos.filming.films import ReadPhoto
from webapp.photos.filming.live import BEGAN_WITH, Sent
from webapp.photos.models import Upload
from webapp.photos.work import reader, reading
from webapp.photos.work.queues import Pool, Queue
from webapp.photos.work.queues import TryAgain as TryAgain
from webapp.photos.work.readers import PHOTOGRAPH, TooBusy
from webapp.photos.work.reading import Refused
from webapp.words.photos import BETWEEN, UNKNOWN_DECK

TASK, FRAME_TASK = "read_photograph", "read_frame"
MOST_SEEN = 60
"""More cards than this a pack are refused: nobody would answer that many questions."""
RIVAL = 0.05
"""Least probability of the second deck that a photograph may show."""
LOST = "lost"
"""The reason of a `BadImage` whose reader was killed."""
WITHOUT_DATABASE = (0.2, 0.5, 1, 2, 4, 8, 15)
"""Seconds between attempts to keep what was read, while the database is away."""

log = logging.getLogger(__name__)


class Kind(Protocol):
    """The handling of the uploads of one room."""

    def read_with(self, upload: Upload) -> EnrolledDeck | Candidates | None:
        """The deck on the table with what was learned of it, or those that it may be; None for it as it is known."""
        return None

    def read(self, upload: Upload) -> Any:
        """Read the cards on it; raises `Refused`, also where its owner is gone, and the errors of `reading`."""

    def keep(self, upload: Upload, seen: Any) -> bool:
        """Keep that, in the transaction that is open; False where nobody wants it any more. Idempotent by its token."""


_KINDS: dict[str, Kind] = {}


def register(name: str, kind: Kind) -> None:
    """Say what becomes of uploads whose `kind` is `name`."""
    _KINDS[name] = kind


def read_cards(upload: Upload, layout: Layout, deck: EnrolledDeck | Candidates | None = None) -> ReadPhoto:
    """A photograph or a film of cards that are played with; raises `Refused`, also where it shows none.

    `deck`: what it is read with, as `Kind.read_with`.
    """
    if upload.live and upload.pattern == AUTO:  # no frame has shown a card
        raise Refused("no_cards_filmed:")
    cards = reading.expected(upload.pattern, layout.deck, layout.packs, deck)
    if upload.live:
        read = reading.run(PHOTOGRAPH, reader.live_sheet, *live.whole(upload), cards)
    elif upload.film:
        read = reading.film(uploads.pieces_of(upload), cards, partial(uploads.note, upload))
    else:
        read = reading.run(PHOTOGRAPH, reader.read, upload.data or b"", cards)
    seen = read.seen
    if len(seen.cards) > MOST_SEEN * layout.packs:
        raise Refused("too_much")
    if not seen.cards:
        # A photograph of nothing is no pile of nothing: nothing is kept of it.
        reason = "no_cards_filmed" if upload.film else "no_cards"
        raise Refused(":".join((reason, ",".join(note.code for note in seen.notes))))
    if AUTO in (upload.pattern, upload.about.get(BEGAN_WITH)):
        seen = _of_unsure_deck(seen)
    return replace(read, seen=seen, token=upload.token, replaces=upload.replaces)


def _of_unsure_deck(seen: Recognition) -> Recognition:
    """Note the two decks that it may be. Of a deck that nobody knows, ask which card each unsure one is."""
    guess = seen.deck
    if guess is None or guess.sure or not guess.like:
        return seen
    if guess.name:
        rivals = [name for name, share in guess.alternatives if share >= RIVAL]
        return replace(seen, notes=(*seen.notes, Note(BETWEEN, ",".join([guess.name, *rivals][:2]))))
    notes = [note for note in seen.notes if note.code != UNKNOWN_DECK]
    return replace(seen, cards=tuple(map(_asked, seen.cards)), notes=(*notes, Note(UNKNOWN_DECK)))


def _asked(card: SeenCard) -> SeenCard:
    if not card.doubtful or card.card is None:
        return card
    return replace(card, card=None, alternatives=((card.card, card.confidence), *card.alternatives))


def run(upload_id: int) -> bool:
    """Read one upload and keep what is seen on it; False where it is not to be read any more.

    `TryAgain`, and what nobody expects, is raised after the upload was put back.
    """
    upload = uploads.claim(upload_id)
    if upload is None:
        return False
    try:
        _read_and_keep(upload, _KINDS[upload.kind])
    except TooBusy as busy:
        uploads.put_back(upload, counts=False)
        raise TryAgain from busy
    except TryAgain:
        uploads.put_back(upload, counts=not _is_ending())
        raise
    except Exception:
        uploads.put_back(upload, counts=True)
        raise
    return True


def _read_and_keep(upload: Upload, kind: Kind) -> None:
    seen, reason = None, ""
    try:
        seen = kind.read(upload)
    except UnknownDeck:
        reason = "unknown_deck"
    except Refused as refused:
        reason = refused.reason
    except (BadImage, BadFilm) as bad:
        if bad.reason == LOST and (_is_ending() or upload.tries < uploads.MOST_TRIES):
            raise TryAgain from bad
        reason = f"{'film' if upload.film else 'image'}:{bad.reason}"
    _end(upload, kind, seen, reason)


def read_frame(upload_id: int) -> bool:
    """Read the frames of a live film that come while this reads; False where none waits, or somebody reads one."""
    found = False
    while live.run(lambda upload: _KINDS[upload.kind].read_with(upload), upload_id):
        found = True
    return found


def _is_ending() -> bool:
    """Whether this process ends, and its readers with it: no photograph is to blame then."""
    return background.of(current_app).ending.is_set()


def _end(upload: Upload, kind: Kind, seen: Any, reason: str) -> None:
    """Keep what was seen and end the upload in one transaction, as soon as the database is there."""
    for seconds in (*WITHOUT_DATABASE, None):
        try:
            with uploads.ending(upload) as row:
                if row is None:
                    return
                if reason:
                    row.state, row.reason = uploads.REFUSED, reason
                else:
                    upload.about = row.about  # its round may have another number by now
                    row.state = uploads.KEPT if kind.keep(upload, seen) else uploads.CANCELLED
            return
        except OperationalError:
            if seconds is None:
                raise
            time.sleep(seconds)


def init_app(app: Flask) -> None:
    """Decide who reads the photographs of `app`."""
    is_sqlite = app.config["DATABASE_URL"].startswith("sqlite")
    way = app.config.setdefault("PHOTO_JOBS", Pool if is_sqlite else Queue)
    app.extensions["photo_jobs"] = way(app, {TASK: run, FRAME_TASK: read_frame}, finish_left, TASK)


def _way() -> Pool | Queue:
    found: Pool | Queue = current_app.extensions["photo_jobs"]
    return found


def submit_frame(token: str, sent: Sent) -> None:
    """Take in a frame of the live film of this token, and have it read."""
    with database().writing():
        if upload := live.put(token, sent):
            _way().enqueue(FRAME_TASK, upload)


def finish_live(token: str) -> None:
    """Have the live film of this token read as a whole: its phone is done, or away."""
    with database().writing():
        if upload := live.finish(token):
            _way().enqueue(TASK, upload)


def finish_left() -> None:
    """Have the live films read whose phones were not heard of for a while: what was seen is kept."""
    for token in live.left():
        finish_live(token)


def submit(upload: Upload, pieces: Iterable[bytes] = ()) -> None:
    """Store an upload, of a film its `pieces`, and have it read; one that is there already is not read again.

    Within an open transaction it is read once that has ended.
    """
    upload.film = film = uploads.store_pieces(pieces)
    is_kept = False
    try:
        with database().writing():
            if is_new := uploads.store(upload):
                _way().enqueue(TASK, upload)
        is_kept = is_new
    finally:
        if not is_kept:
            uploads.delete_pieces(film)


def is_read() -> bool:
    """Whether anybody reads photographs at this moment."""
    return _way().is_read()
