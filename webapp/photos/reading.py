"""Reading photographs: by the readers' processes, as many at the same time as there are readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Concatenate, ParamSpec, TypeVar

from flask import Flask, current_app

from scoring.cards import FRENCH, Deck
from vision import enrolled
from vision.decks import PATTERNS, family_of
from vision.enrolled import EnrolledDeck
from vision.enrolment import Sheet
from vision.types import Recognition
from webapp.base import running
from webapp.photos import reader
from webapp.photos.corners import Outline
from webapp.photos.reader import Recogniser, VisionRecogniser
from webapp.photos.readers import Readers
from webapp.photos.second_look import Shown
from webapp.photos.store import file_of

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class TooMuchSeen(Exception):
    """Far more cards were seen than the deck has: asking about each of them would help nobody."""


class TooBusy(Exception):
    """Every reader of photographs stayed busy for `PHOTO_PATIENCE` seconds."""


MOST_SEEN = 60
"""More cards than this on a photograph are refused."""


@dataclass
class PhotoReader:
    """The readers, with a bound on how long a photograph waits for one."""

    readers: Readers
    turns: BoundedSemaphore
    patience: float


def init_app(app: Flask) -> None:
    """Give `app` its recogniser, unless a test has set one, and the processes that it reads in."""
    app.extensions.setdefault("recogniser", VisionRecogniser())
    readers = Readers(app.config["PHOTO_READERS"])
    app.extensions["photo_reader"] = PhotoReader(readers, BoundedSemaphore(readers.count), app.config["PHOTO_PATIENCE"])
    running.while_served(app, readers.start, readers.stop)


def read(data: bytes, pattern: str, deck: Deck, packs: int = 1) -> tuple[bytes, Recognition]:
    """The re-encoded JPEG and what is seen on it: cards of `deck`, printed in `pattern`, out of `packs`.

    The photograph is decoded once for both. A French pattern in a game of Italian cards is read as what its cards stand
    for. Raises `BadImage` for what is no usable picture, `TooMuchSeen`, and `TooBusy` when no reader becomes free.
    """
    family = deck.name if family_of(pattern) == FRENCH.name and deck.name != FRENCH.name else None
    picture, seen = _run(reader.read, data, _as_stored(pattern), packs, family, _longest())
    if len(seen.cards) > MOST_SEEN:
        raise TooMuchSeen
    return picture, seen


def look(data: bytes) -> tuple[bytes, Sheet]:
    """The re-encoded JPEG and the cards of a deck that is being enrolled, in their order.

    Raises `BadImage`, and `TooBusy` when no reader becomes free.
    """
    return _run(reader.look, data, _longest())


def second_look(token: str, outline: Outline, width: int) -> Shown:
    """A card that was missed on a stored photograph `width` wide, drawn as `outline` where it was shown.

    Raises `BadImage`, and `TooBusy` when no reader becomes free.
    """
    return _run(reader.look_there, file_of(token).read_bytes(), outline, width)


def _longest() -> int:
    longest: int = current_app.config["PHOTO_LONGEST_SIDE"]
    return longest


def _as_stored(pattern: str) -> str | EnrolledDeck:
    """What a reader is to compare with: a deck that somebody taught goes along, as it is stored at this moment."""
    recogniser: Recogniser = current_app.extensions["recogniser"]
    if pattern in PATTERNS or not isinstance(recogniser, VisionRecogniser):
        return pattern
    return enrolled.load(pattern) or pattern


def _run(
    function: Callable[Concatenate[Recogniser, Arguments], Answer],
    *arguments: Arguments.args,
    **named: Arguments.kwargs,
) -> Answer:
    """What a function of `webapp.photos.reader` answers in a reader; with the recogniser of a test, here."""
    recogniser: Recogniser = current_app.extensions["recogniser"]
    with _turn() as readers:
        if isinstance(recogniser, VisionRecogniser):
            return readers.run(function, *arguments, **named)
        return function(recogniser, *arguments, **named)


@contextmanager
def _turn() -> Iterator[Readers]:
    """Wait for one of the readers of photographs; raises `TooBusy`."""
    bound: PhotoReader = current_app.extensions["photo_reader"]
    if not bound.turns.acquire(timeout=bound.patience):
        raise TooBusy
    try:
        yield bound.readers
    finally:
        bound.turns.release()
