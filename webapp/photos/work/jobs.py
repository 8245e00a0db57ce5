"""Background jobs that read uploaded photographs; no request waits for them.

On SQLite threads of the serving process read (`Pool`), on PostgreSQL workers on any host (`Queue`); `init_app` decides.
`PHOTO_JOBS` overrides the class; tests read within the request.

Each room that takes photographs registers a `Kind`, which stores the results.
"""

import logging
import time
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Flask, current_app
from sqlalchemy.exc import OperationalError

from vision import BadFilm, BadImage, Note, Recognition, SeenCard, UnknownDeck
from vision.decks.catalogue import AUTO
from webapp.base.running import background
from webapp.base.storage.db import database
from webapp.photos import uploads
from webapp.photos.filming import live
from webapp.photos.filming.films import ReadPhoto
from webapp.photos.filming.live import BEGAN_WITH, Seen
from webapp.photos.models import Upload
from webapp.photos.work import reading, recogniser
from webapp.photos.work.processes import PHOTOGRAPH
from webapp.photos.work.queues import Pool, Queue
from webapp.photos.work.reading import Refused
from webapp.photos.work.recogniser import Expected, Frame
from webapp.words.photos import BETWEEN, UNKNOWN_DECK

MOST_SEEN = 60
"""Most cards per pack; a photograph with more is refused, since nobody would answer that many questions."""
RIVAL = 0.05
"""Least probability for a second deck to be offered."""
LOST = "lost"
"""The reason of a `BadImage` if the reader was killed."""
WITHOUT_DATABASE = (0.2, 0.5, 1, 2, 4, 8, 15)
"""Seconds between attempts to store the result while the database is unreachable."""

log = logging.getLogger(__name__)


class Kind:
    """The handling of the uploads of one room."""

    def expected(self, upload: Upload) -> Expected:
        """The cards in play, with the deck on the table; raises `Refused` if the owner was deleted."""
        raise NotImplementedError

    def read(self, upload: Upload) -> Any:
        """Read the cards on it; raises `Refused`, and the errors of `reading`."""
        return _cards_on(upload, self.expected(upload))

    def keep(self, upload: Upload, seen: Any) -> bool:
        """Store the result in the open transaction; False if it is no longer wanted. Idempotent by its token."""
        raise NotImplementedError


_KINDS: dict[str, Kind] = {}


def register(name: str, kind: Kind) -> None:
    """Register the handler of uploads whose `kind` is `name`."""
    _KINDS[name] = kind


def _cards_on(upload: Upload, cards: Expected) -> ReadPhoto:
    """Read a photograph or film of the cards in play; raises `Refused`, also if it shows none."""
    if upload.live and upload.pattern == AUTO:  # no frame has shown a card
        raise Refused("no_cards_filmed:")
    if upload.live:
        read = reading.run(PHOTOGRAPH, recogniser.live_sheet, live.whole(upload), cards)
    elif upload.film:
        read = reading.film(uploads.pieces_of(upload), cards, partial(uploads.note, upload))
    else:
        read = reading.run(PHOTOGRAPH, recogniser.read, upload.data or b"", cards)
    seen = read.seen
    if len(seen.cards) > MOST_SEEN * cards.packs:
        raise Refused("too_much")
    if not seen.cards:
        # A photograph without cards does not mean an empty pile.
        reason = "no_cards_filmed" if upload.film else "no_cards"
        raise Refused(":".join((reason, ",".join(note.code for note in seen.notes))))
    if AUTO in (upload.pattern, upload.about.get(BEGAN_WITH)):
        seen = _of_unsure_deck(seen)
    return replace(read, seen=seen, token=upload.token, replaces=upload.replaces)


def _of_unsure_deck(seen: Recognition) -> Recognition:
    """Note the two decks it may show. If the deck is unknown, leave unsure cards unnamed, to be asked about."""
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
    """Read one upload and store the result; False if it need not be read any more.

    If the reader was lost or an unexpected error occurs, the error is raised; the queue then tries again.
    """
    upload = uploads.begin(upload_id)
    if upload is None:
        return False
    try:
        _read_and_keep(upload, _KINDS[upload.kind])
    except Exception:
        if not _is_ending():
            uploads.failed(upload_id)
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
        if bad.reason == LOST and (_is_ending() or upload.tries + 1 < uploads.MOST_TRIES):
            raise
        reason = f"{'film' if upload.film else 'image'}:{bad.reason}"
    _end(upload, kind, seen, reason)


def _is_ending() -> bool:
    """Whether this process is stopping; a lost reader is then not the photograph's fault."""
    return background.of(current_app).ending.is_set()


def _end(upload: Upload, kind: Kind, seen: Any, reason: str) -> None:
    """Store the result and end the upload in one transaction, retrying while the database is unreachable."""
    for seconds in (*WITHOUT_DATABASE, None):
        try:
            with uploads.ending(upload) as row:
                if row is None:
                    return
                if reason:
                    row.state, row.reason = uploads.REFUSED, reason
                else:
                    upload.about = row.about  # its round may have been renumbered
                    row.state = uploads.KEPT if kind.keep(upload, seen) else uploads.CANCELLED
            return
        except OperationalError:
            if seconds is None:
                raise
            time.sleep(seconds)


def init_app(app: Flask) -> None:
    """Choose the queue that reads the photographs of `app`."""
    is_sqlite = app.config["DATABASE_URL"].startswith("sqlite")
    app.extensions["photo_jobs"] = app.config.setdefault("PHOTO_JOBS", Pool if is_sqlite else Queue)(app, run)


def _way() -> Pool | Queue:
    found: Pool | Queue = current_app.extensions["photo_jobs"]
    return found


def read_frame(token: str, frame: Frame) -> Seen | None:
    """Read a frame of the live film with this token (`live.read`)."""
    return live.read(token, frame, lambda upload: _KINDS[upload.kind].expected(upload))


def finish_live(token: str) -> None:
    """Queue the live film with this token to be read as a whole: its phone is done, or silent."""
    with database().writing():
        if upload := live.finish(token):
            _way().enqueue(upload)


def finish_left() -> int:
    """Finish the live films whose phones have been silent for a while; returns how many."""
    left = live.left()
    for token in left:
        finish_live(token)
    return len(left)


def submit(upload: Upload, pieces: Iterable[bytes] = ()) -> None:
    """Store an upload, and the `pieces` of a film, and queue it; a known token is not read again.

    Within an open transaction it is queued once that commits.
    """
    upload.film = film = uploads.store_pieces(pieces)
    is_kept = False
    try:
        with database().writing():
            if is_new := uploads.store(upload):
                _way().enqueue(upload)
        is_kept = is_new
    finally:
        if not is_kept:
            uploads.delete_pieces(film)


def is_read() -> bool:
    """Whether any reader is running."""
    return _way().is_read()
