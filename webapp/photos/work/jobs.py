"""Who reads the photographs that were sent, and when: nobody waits for it in a request.

On SQLite threads of the serving process read them, as many as `PHOTO_READERS`. On PostgreSQL workers do, on any host:
`settebello work` (`worker`). Tests set `PHOTO_JOBS` to `at once`, and each is read before its upload is answered.

The rooms above say what becomes of what was read: each registers a `Kind`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any, Protocol

from flask import Flask, current_app
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from vision import BadFilm, BadImage, Recognition, UnknownDeck
from vision.decks.enrolled import EnrolledDeck
from webapp.base.running import background
from webapp.base.storage import queue
from webapp.base.storage.db import database
from webapp.games.layout import Layout
from webapp.photos import uploads
from webapp.photos.filming import live
from webapp.photos.filming.live import Sent
from webapp.photos.holders import ReadPhoto
from webapp.photos.models import Upload
from webapp.photos.work import reading

AT_ONCE, THREADS, QUEUE = "at once", "threads", "queue"
TASK, FRAME_TASK = "read_photograph", "read_frame"
LOST = "lost"
"""The reason of a `BadImage` whose reader was killed."""
LOOK_SECONDS = 5
"""A thread looks so often for uploads that nobody has told it of."""
HUNG = timedelta(minutes=3)
"""A thread that has read for so long will not end: the photograph is read again."""
WITHOUT_DATABASE = (0.2, 0.5, 1, 2, 4, 8, 15)
"""Seconds between attempts to keep what was read, while the database is away."""

log = logging.getLogger(__name__)


class Refused(Exception):
    """A photograph cannot be used; `reason` as in `webapp.photos.words.refusal_text`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TryAgain(Exception):
    """A photograph was put back: its reader was lost, or had no time for it."""


class Kind(Protocol):
    """What becomes of the uploads of one room."""

    def taught(self, upload: Upload) -> EnrolledDeck | None:
        """The deck on the table with what was learned of it, to read it with; None where that is nothing."""

    def read(self, upload: Upload) -> Any:
        """What is seen on it; raises `Refused`, `LookupError` where its owner is gone, and what `reading` raises."""

    def keep(self, upload: Upload, seen: Any) -> bool:
        """Keep that, in the transaction that is open; False where nobody wants it any more. Idempotent by its token."""


_KINDS: dict[str, Kind] = {}


def register(name: str, kind: Kind) -> None:
    """Say what becomes of uploads whose `kind` is `name`."""
    _KINDS[name] = kind


def read_cards(upload: Upload, layout: Layout, taught: EnrolledDeck | None = None) -> ReadPhoto:
    """A photograph or a film of cards that are played with; raises `Refused`, also where it shows none.

    `taught`: the deck with what was learned of it.
    """
    if upload.live:
        film = reading.live_film(*live.whole(upload), upload.pattern, layout.deck, layout.packs, taught)
        _check(film.seen, "no_cards_filmed")
        return ReadPhoto(upload.token, film.picture, film.seen, upload.replaces, film.sheet)
    if upload.film:
        pieces, note = uploads.pieces_of(upload), partial(uploads.note, upload)
        film = reading.film(pieces, upload.pattern, layout.deck, layout.packs, note, taught)
        _check(film.seen, "no_cards_filmed")
        return ReadPhoto(upload.token, film.picture, film.seen, upload.replaces, film.sheet)
    data = upload.data or b""
    picture, seen = reading.read(data, upload.pattern, layout.deck, layout.packs, taught)
    _check(seen, "no_cards")
    return ReadPhoto(upload.token, picture, seen, upload.replaces)


def _check(seen: Recognition, reason: str) -> None:
    if not seen.cards:
        # A photograph of nothing is no pile of nothing: nothing is kept of it.
        raise Refused(":".join((reason, ",".join(note.code for note in seen.notes))))


def run(upload_id: int | None = None, *, films: bool = True) -> bool:
    """Read one upload and keep what is seen on it: that of this id, else the one whose turn it is, a film if `films`.

    False where there was none. `TryAgain`, and what nobody expects, is raised after the upload was put back.
    """
    upload = uploads.claim(upload_id, films=films)
    if upload is None:
        return False
    kind = _KINDS[upload.kind]
    try:
        try:
            seen, reason = kind.read(upload), ""
        except Refused as refused:
            seen, reason = None, refused.reason
        except (BadImage, BadFilm) as bad:
            if bad.reason == LOST and (_is_ending() or upload.tries < uploads.MOST_TRIES):
                raise TryAgain from bad
            seen, reason = None, f"{'film' if upload.film else 'image'}:{bad.reason}"
        except UnknownDeck:
            seen, reason = None, "unknown_deck"
        except reading.TooMuchSeen:
            seen, reason = None, "too_much"
        except LookupError:
            return True  # it went with its match
        _end(upload, kind, seen, reason)
    except reading.TooBusy as busy:
        uploads.put_back(upload, counts=False)
        raise TryAgain from busy
    except TryAgain:
        uploads.put_back(upload, counts=not _is_ending())
        raise
    except Exception:
        uploads.put_back(upload, counts=True)
        raise
    return True


def read_frame(upload_id: int | None = None) -> bool:
    """Read the frame of a live film that waits, as `webapp.photos.live.run`."""
    return live.run(lambda upload: _KINDS[upload.kind].taught(upload), upload_id)


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
                    row.state = uploads.KEPT if kind.keep(upload, seen) else uploads.CANCELLED
            return
        except OperationalError:
            if seconds is None:
                raise
            time.sleep(seconds)


class Readers:
    """The threads of one application that read what was sent, on SQLite."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.news = threading.Condition()
        self.ending = threading.Event()
        self.threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin with what a killed process has left: no photograph is to blame for a power cut."""
        uploads.put_all_back(counts=False)
        self.ending.clear()
        count = self.app.extensions["photo_reader"].readers.count
        for number in range(count):
            # One reads no films, where there are several: a photograph does not wait for a minute of film.
            work = partial(self._work, films=number > 0 or count == 1)
            self.threads.append(threading.Thread(target=work, name=f"photographs-{number}", daemon=True))
            self.threads[-1].start()

    def stop(self) -> None:
        """Let each thread end after the photograph that it reads."""
        self.ending.set()
        self.tell()
        deadline = time.monotonic() + self.app.config["PHOTO_STOP_SECONDS"]
        for thread in self.threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        if any(thread.is_alive() for thread in self.threads):
            uploads.put_all_back(counts=False)  # the next start reads it
        self.threads.clear()

    def tell(self) -> None:
        """Something was sent."""
        with self.news:
            self.news.notify_all()

    def _work(self, *, films: bool) -> None:
        while not self.ending.is_set():
            try:
                with self.app.app_context():
                    uploads.put_all_back(HUNG)
                    finish_left()
                    # By turns: a phone that films live waits for no photograph longer than this one takes, and the
                    # other way round.
                    while not self.ending.is_set() and any([read_frame(), run(films=films)]):
                        pass
            except TryAgain:
                continue
            except Exception:
                log.exception("A photograph could not be read; it is tried once more")
            with self.news:
                if not self.ending.is_set():
                    self.news.wait(LOOK_SECONDS)


def init_app(app: Flask) -> None:
    """Decide who reads the photographs of `app`."""
    url = app.config["DATABASE_URL"]
    app.config.setdefault("PHOTO_JOBS", THREADS if url.startswith("sqlite") else QUEUE)
    if app.config["PHOTO_JOBS"] == THREADS:
        readers = app.extensions["photo_jobs"] = Readers(app)
        background.while_served(app, partial(reading.start, app), lambda: None)
        background.while_served(app, readers.start, readers.stop)
    elif app.config["PHOTO_JOBS"] == QUEUE:
        import procrastinate

        app.extensions["photo_queue"] = procrastinate.App(connector=queue.connector(url))
        app.extensions["photo_jobs"] = task_of(app)
        app.extensions["photo_frames"] = frame_task_of(app)


def task_of(app: Flask) -> Any:
    """The task of `app`'s queue that reads one photograph."""
    import procrastinate

    def read_photograph(upload: int) -> None:
        with app.app_context():
            run(upload)

    # Without a bound: `run` refuses what its readers did not survive, and what waits for a reader is not at fault.
    again = procrastinate.RetryStrategy(wait=1)
    return app.extensions["photo_queue"].task(name=TASK, retry=again)(read_photograph)


def frame_task_of(app: Flask) -> Any:
    """The task of `app`'s queue that reads the frame of a live film that waits."""

    def read_one(upload: int) -> None:
        with app.app_context():
            read_frame(upload)

    return app.extensions["photo_queue"].task(name=FRAME_TASK)(read_one)


def submit_frame(token: str, sent: Sent) -> None:
    """Take in a frame of the live film of this token, and have it read."""
    how = current_app.config["PHOTO_JOBS"]
    live.put(token, sent, _enqueue_frame if how == QUEUE else _nothing)
    if how == AT_ONCE:
        read_frame()
    elif how == THREADS:
        current_app.extensions["photo_jobs"].tell()


def finish_live(token: str) -> None:
    """Have the live film of this token read as a whole: its phone is done, or away."""
    how = current_app.config["PHOTO_JOBS"]
    live.finish(token, enqueue if how == QUEUE else _nothing)
    if how == AT_ONCE:
        with suppress(TryAgain):
            run()
    elif how == THREADS:
        current_app.extensions["photo_jobs"].tell()


def finish_left() -> None:
    """Have the live films read whose phones were not heard of for a while: what was seen is kept."""
    for token in live.left():
        finish_live(token)


def _nothing(_session: Session, _upload: Upload) -> None:
    """No job is needed: threads look for themselves."""


def _enqueue_frame(session: Session, upload: Upload) -> None:
    session.flush()
    queue.defer(session, current_app.extensions["photo_frames"], priority=0, upload=upload.id)


def submit(upload: Upload, pieces: Iterable[bytes] = ()) -> None:
    """Store an upload, of a film its `pieces`, and have it read; one that is there already is not read again."""
    if put(upload, pieces):
        begin(upload)


def put(upload: Upload, pieces: Iterable[bytes] = ()) -> bool:
    """Store an upload to be read, also within a transaction; False where it is there already. `begin` comes after."""
    how = current_app.config["PHOTO_JOBS"]
    return uploads.store(upload, enqueue if how == QUEUE else _nothing, pieces)


def begin(upload: Upload) -> None:
    """Have an upload read that was `put`, now that the transaction has ended."""
    how = current_app.config["PHOTO_JOBS"]
    if how == AT_ONCE:
        with suppress(TryAgain):
            run(upload.id)
    elif how == THREADS:
        current_app.extensions["photo_jobs"].tell()


def enqueue(session: Session, upload: Upload) -> None:
    """Put the job of an upload into the queue, in its own transaction; those of lower turns come first."""
    session.flush()
    queue.defer(session, current_app.extensions["photo_jobs"], priority=-upload.turn, upload=upload.id)


def is_read() -> bool:
    """Whether anybody reads photographs at this moment."""
    how = current_app.config["PHOTO_JOBS"]
    if how == QUEUE:
        with database().reading() as session:
            return queue.has_worker(session)
    return how == AT_ONCE or any(thread.is_alive() for thread in current_app.extensions["photo_jobs"].threads)
