"""Reading photographs: by the readers' processes, as many at the same time as there are readers."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from threading import BoundedSemaphore, Event, Thread
from typing import Concatenate, ParamSpec, TypeVar

from flask import Flask, current_app
from sqlalchemy.exc import SQLAlchemyError

from scoring.cards import FRENCH, ITALIAN, Deck
from vision import Before, Glance, Recognition, UnknownDeck
from vision.arrays import Floats
from vision.decks import enrolled
from vision.decks.catalogue import AUTO, PATTERNS, family_of
from vision.decks.enrolled import Candidates, EnrolledDeck
from vision.pipeline.enrolment import Sheet
from webapp.base.running import background
from webapp.photos.corners import Outline
from webapp.photos.filming import films
from webapp.photos.filming.films import ReadFilm
from webapp.photos.store import picture_of
from webapp.photos.work import reader
from webapp.photos.work.reader import Chosen, OnTable, VisionRecogniser
from webapp.photos.work.readers import FILM, LIVE, PHOTOGRAPH, Limits, Readers
from webapp.photos.work.second_look import Shown

Note = Callable[[int, float | None, bytes], None]
"""Takes in how far a film is read: how many cards were seen so far, which share of it is read, and the frame."""
Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class TooMuchSeen(Exception):
    """Far more cards were seen than the deck has: asking about each of them would help nobody."""


class TooBusy(Exception):
    """Every reader of photographs stayed busy for `PHOTO_PATIENCE` seconds."""


MOST_SEEN = 60
"""More cards than this on a photograph are refused, and in a film as many for each pack."""
FOLDER = "settebello-film-"
"""So begin the names of the temporary folders in which films lie while they are read."""
LEFT_SECONDS = 3600
"""A folder of this age was left by a process that was killed: no film takes its reader so long."""
LOOK_SECONDS = 0.7
"""So often it is looked how far a film is read."""


@dataclass
class PhotoReader:
    """The readers, with a bound on how long a photograph waits for one."""

    readers: Readers
    free: BoundedSemaphore
    patience: float


def init_app(app: Flask) -> None:
    """Give `app` its recogniser, unless a test has set one, and the processes that it reads in."""
    app.extensions.setdefault("recogniser", VisionRecogniser())
    readers = Readers(app.config["PHOTO_READERS"], Limits(nice=10))  # whoever plays is answered first
    app.extensions["photo_reader"] = PhotoReader(readers, BoundedSemaphore(readers.count), app.config["PHOTO_PATIENCE"])
    background.while_served(app, lambda: None, readers.stop)


def start(app: Flask) -> None:
    """Start the readers where photographs are read in them; elsewhere the first second look at a card does."""
    if isinstance(app.extensions["recogniser"], VisionRecogniser):
        bound: PhotoReader = app.extensions["photo_reader"]
        bound.readers.start()


def read(
    data: bytes, pattern: str, deck: Deck, packs: int = 1, taught: EnrolledDeck | Candidates | None = None
) -> tuple[bytes, Recognition]:
    """The re-encoded JPEG and what is seen on it: cards of `deck`, printed in `pattern`, out of `packs`.

    `taught`: the pattern with what was learned of it, or those that it may be (`webapp.decks.examples`). The photograph
    is decoded once for both. A French pattern in a game of Italian cards is read as what its cards stand for. Raises
    `BadImage` for what is no usable picture, `TooMuchSeen`, and `TooBusy` when no reader becomes free.
    """
    with _free_reader():
        picture, seen = _run(
            PHOTOGRAPH, reader.read, data, _as_stored(pattern, taught), packs, read_as(pattern, deck), _longest()
        )
    if len(seen.cards) > MOST_SEEN:
        raise TooMuchSeen
    return picture, seen


def film(
    pieces: Iterable[bytes],
    pattern: str,
    deck: Deck,
    packs: int,
    note: Note,
    taught: EnrolledDeck | Candidates | None = None,
) -> ReadFilm:
    """The contact sheet of a film and what is seen on it; everything else as `read`, but `BadFilm` for no usable film.

    `note` is called now and then.
    """
    with _free_reader(), TemporaryDirectory(prefix=FOLDER) as folder:
        clip, progress = Path(folder) / "film", Path(folder) / "progress"
        with clip.open("wb") as file:
            file.writelines(pieces)
        with _followed(progress, note):
            seen = _run(
                FILM, reader.film_sheet, clip, _as_stored(pattern, taught), packs, read_as(pattern, deck), progress
            )
    if len(seen.seen.cards) > MOST_SEEN * packs:
        raise TooMuchSeen
    return seen


@dataclass(frozen=True)
class ToRead:
    """A frame of a live film, a JPEG, and all that its reader has to know; see `vision.filming.live.glance`.

    `taught`: the pattern with what was learned of it, as for `read`.
    """

    data: bytes
    at: float
    still: bool
    pattern: str
    before: tuple[Before, ...]
    memory: bytes
    packs: int
    family: str | None
    taught: EnrolledDeck | Candidates | None = None


def glance(frame: ToRead) -> Glance:
    """Read the next frame of a live film; raises `BadImage`, `UnknownDeck` and `TooBusy`."""
    deck = _chosen(frame.pattern, frame.taught)
    with _free_reader():
        return _run(
            LIVE,
            reader.glance,
            frame.data,
            frame.at,
            deck,
            frame.before,
            frame.memory,
            still=frame.still,
            packs=frame.packs,
            as_family=frame.family,
        )


def shown_deck(frame: ToRead) -> str:
    """The deck by which a live film is read that this frame begins, of those that it may be; empty: no card is seen."""
    with _free_reader():
        return _run(
            LIVE, reader.shown_deck, frame.data, _as_stored(frame.pattern, frame.taught), frame.packs, frame.family
        )


def live_film(
    frames: Sequence[Before],
    size: tuple[int, int],
    stills: Mapping[float, bytes],
    pattern: str,
    deck: Deck,
    packs: int,
    taught: EnrolledDeck | Candidates | None = None,
) -> ReadFilm:
    """The contact sheet of a live film and what is seen on it; everything else as `film`."""
    with _free_reader():
        seen = _run(
            PHOTOGRAPH, reader.live_sheet, frames, size, stills, _chosen(pattern, taught), packs, read_as(pattern, deck)
        )
    if len(seen.seen.cards) > MOST_SEEN * packs:
        raise TooMuchSeen
    return seen


def forget_folders() -> int:
    """Delete the films that killed processes have left in temporary folders; how many."""
    gone = 0
    for folder in list(Path(gettempdir()).glob(f"{FOLDER}*")):
        with suppress(OSError):  # one that has just been read, or is another user's
            if folder.lstat().st_mtime < time.time() - LEFT_SECONDS:
                shutil.rmtree(folder)
                gone += 1
    return gone


@contextmanager
def _followed(progress: Path, note: Note) -> Iterator[None]:
    """Tell `note` what the file `progress` says, while the block waits for a reader."""
    done, app = Event(), current_app._get_current_object()  # type: ignore[attr-defined]

    def follow() -> None:
        last = None
        while not done.wait(LOOK_SECONDS):
            now = films.told(progress)
            if now is not None and now != last:
                last = now
                # A failed note is made the next time.
                with app.app_context(), suppress(SQLAlchemyError):
                    note(*now)

    follower = Thread(target=follow, daemon=True)
    follower.start()
    try:
        yield
    finally:
        done.set()
        follower.join()


def look(data: bytes) -> tuple[bytes, Sheet]:
    """The re-encoded JPEG and the cards of a deck that is being enrolled, in their order.

    Raises `BadImage`, and `TooBusy` when no reader becomes free.
    """
    with _free_reader():
        return _run(PHOTOGRAPH, reader.look, data, _longest())


def second_look(token: str, outline: Outline, width: int) -> Shown:
    """A card that was missed on a stored photograph `width` wide, drawn as `outline` where it was shown.

    Raises `BadImage`, and `TooBusy` when no reader becomes free.
    """
    with _free_reader():
        return _run(PHOTOGRAPH, reader.look_there, picture_of(token) or b"", outline, width)


def embeddings(data: bytes, corners: Sequence[Outline], width: int) -> Floats:
    """The unit embeddings (N, 128) of cards on a stored photograph; `corners` in pixels of it as `width` wide.

    A round that counts waits for it: raises `TooBusy` where no reader is free, and `BadImage`.
    """
    with _free_reader(patience=0):
        return _run(PHOTOGRAPH, reader.embeddings, data, corners, width)


def read_as(pattern: str, deck: Deck) -> str | None:
    """The family as whose cards French ones are read, in a game that is played with others."""
    may_be_french = family_of(pattern) == FRENCH.name or (pattern == AUTO and deck.name == ITALIAN.name)
    return deck.name if may_be_french and deck.name != FRENCH.name else None


def _longest() -> int:
    longest: int = current_app.config["PHOTO_LONGEST_SIDE"]
    return longest


def _as_stored(pattern: str, taught: EnrolledDeck | Candidates | None = None) -> OnTable:
    """Return the decks that a reader compares with; a taught deck goes along as it is stored at this moment."""
    if taught is not None:
        return taught
    recogniser: VisionRecogniser = current_app.extensions["recogniser"]
    if pattern in PATTERNS or not isinstance(recogniser, VisionRecogniser):
        return pattern
    return enrolled.load(pattern) or pattern


def _chosen(pattern: str, taught: EnrolledDeck | Candidates | None) -> Chosen:
    """The same for a film that is read frame by frame: its first cards have said the deck (`live.run`)."""
    deck = _as_stored(pattern, taught)
    if isinstance(deck, Candidates):
        raise UnknownDeck(pattern)
    return deck


@contextmanager
def _free_reader(patience: float | None = None) -> Iterator[None]:
    """Wait for a reader, `PHOTO_PATIENCE` seconds unless another `patience` is given; raises `TooBusy`."""
    bound: PhotoReader = current_app.extensions["photo_reader"]
    if not bound.free.acquire(timeout=bound.patience if patience is None else patience):
        raise TooBusy
    try:
        yield
    finally:
        bound.free.release()


def _run(
    limits: Limits,
    function: Callable[Concatenate[VisionRecogniser, Arguments], Answer],
    *arguments: Arguments.args,
    **named: Arguments.kwargs,
) -> Answer:
    """The answer of a function of `reader`, run in the free reader; here if a test has set the recogniser."""
    recogniser: VisionRecogniser = current_app.extensions["recogniser"]
    if not isinstance(recogniser, VisionRecogniser):
        return function(recogniser, *arguments, **named)
    bound: PhotoReader = current_app.extensions["photo_reader"]
    return bound.readers.within(limits, function, *arguments, **named)
