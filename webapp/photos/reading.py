"""Reading photographs: the recogniser, and a semaphore that bounds how many are read at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Protocol

from flask import Flask, current_app

from scoring.cards import FRENCH, Deck
from vision import enrolment, recognition
from vision.decks import deck_names, family_of
from vision.enrolment import Sheet
from vision.image import QUICK_SIDE, Photo, load
from vision.types import Recognition
from webapp.photos.corners import Outline
from webapp.photos.second_look import Shown, look_there
from webapp.photos.store import picture_of


class TooMuchSeen(Exception):
    """Far more cards were seen than the deck has: asking about each of them would help nobody."""


class TooBusy(Exception):
    """Every reader of photographs stayed busy for `PHOTO_PATIENCE` seconds."""


MOST_SEEN = 60
"""More cards than this on a photograph are refused."""


class Recogniser(Protocol):
    """What reads photographs: `app.extensions["recogniser"]`, which is `vision` unless a test sets another."""

    def recognise(self, photo: Photo, deck: str, packs: int = 1, as_family: str | None = None) -> Recognition:
        """The cards on a photograph, as `vision.recognise` reads them."""

    def deck_names(self) -> tuple[str, ...]:
        """The names of the decks that `recognise` takes."""

    def look(self, photo: Photo) -> Sheet:
        """The cards of a deck that is being enrolled, in their order."""

    def look_there(self, photo: Photo, outline: Outline, width: int) -> Shown:
        """A card of such a deck that was missed, as `webapp.photos.second_look` finds it."""


class VisionRecogniser:
    """`vision` as a `Recogniser`; it loads its networks when the first photograph is read."""

    def recognise(self, photo: Photo, deck: str, packs: int = 1, as_family: str | None = None) -> Recognition:
        """Read a photograph."""
        return recognition.recognise(photo, deck, packs=packs, as_family=as_family)

    def deck_names(self) -> tuple[str, ...]:
        """The patterns and families that are known."""
        return deck_names()

    def look(self, photo: Photo) -> Sheet:
        """Look at cards that are laid out in order."""
        return enrolment.look(photo)

    def look_there(self, photo: Photo, outline: Outline, width: int) -> Shown:
        """Look at one card in a closer crop."""
        return look_there(photo, outline, width)


@dataclass
class PhotoReader:
    """The recogniser with a bound on how many photographs are read at once."""

    turns: BoundedSemaphore
    patience: float


def init_app(app: Flask) -> None:
    """Give `app` its recogniser, unless a test has set one."""
    app.extensions.setdefault("recogniser", VisionRecogniser())
    app.extensions["photo_reader"] = PhotoReader(
        BoundedSemaphore(app.config["PHOTO_READERS"]), app.config["PHOTO_PATIENCE"]
    )


def read(data: bytes, pattern: str, deck: Deck, packs: int = 1) -> tuple[bytes, Recognition]:
    """The re-encoded JPEG and what is seen on it: cards of `deck`, printed in `pattern`, out of `packs`.

    The photograph is decoded once for both. A French pattern in a game of Italian cards is read as what its cards stand
    for. Raises `BadImage` for what is no usable picture, `TooMuchSeen`, and `TooBusy` when no reader becomes free.
    """
    with _turn() as recogniser:
        photo = load(data, enough=QUICK_SIDE)
        family = deck.name if family_of(pattern) == FRENCH.name and deck.name != FRENCH.name else None
        seen = recogniser.recognise(photo, pattern, packs, family)
    if len(seen.cards) > MOST_SEEN:
        raise TooMuchSeen
    return _picture(photo), seen


def look(data: bytes) -> tuple[bytes, Sheet]:
    """The re-encoded JPEG and the cards of a deck that is being enrolled, in their order.

    Raises `BadImage`, and `TooBusy` when no reader becomes free.
    """
    with _turn() as recogniser:
        photo = load(data)
        return _picture(photo), recogniser.look(photo)


def second_look(token: str, outline: Outline, width: int) -> Shown:
    """A card that was missed on a stored photograph `width` wide, drawn as `outline` where it was shown.

    Raises `BadImage`, and `TooBusy` when no reader becomes free.
    """
    with _turn() as recogniser:
        return recogniser.look_there(load(picture_of(token) or b""), outline, width)


def _picture(photo: Photo) -> bytes:
    longest: int = current_app.config["PHOTO_LONGEST_SIDE"]
    return photo.jpeg(longest)


@contextmanager
def _turn() -> Iterator[Recogniser]:
    """Wait for one of the readers of photographs; raises `TooBusy`."""
    reader: PhotoReader = current_app.extensions["photo_reader"]
    if not reader.turns.acquire(timeout=reader.patience):
        raise TooBusy
    try:
        yield current_app.extensions["recogniser"]
    finally:
        reader.turns.release()
