"""Reading photographs: the recogniser, and a bound on how many are read at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Protocol

from flask import Flask, current_app

from scoring.cards import FRENCH, Deck
from vision.decks import family_of
from vision.enrol import Sheet
from vision.types import Recognition
from webapp.photos.corners import Outline
from webapp.photos.second_look import Shown
from webapp.photos.store import file_of


class TooMuchSeen(Exception):
    """Far more cards were seen than the deck has: whatever it shows, it is no pile to be asked about card by card."""


class TooBusy(Exception):
    """Every reader of photographs stayed busy for `PHOTO_PATIENCE` seconds."""


MOST_SEEN = 60


class Recogniser(Protocol):
    """What reads photographs: `app.extensions["recogniser"]`, `vision` unless a test puts another there."""

    def recognise(self, data: bytes, deck: str, packs: int = 1, as_family: str | None = None) -> Recognition:
        """Return the cards on the photograph, as `vision.recognise` does; raises `vision.image.BadImage`."""

    def upright(self, data: bytes, longest: int) -> bytes:
        """Return the photograph as a clean JPEG; raises `vision.image.BadImage`."""

    def deck_names(self) -> tuple[str, ...]:
        """Return the names of the decks that `recognise` takes."""

    def look(self, data: bytes) -> Sheet:
        """Return the cards of a deck that is being enrolled, as `vision.enrol.look` does; raises `BadImage`."""

    def look_there(self, data: bytes, outline: Outline, width: int) -> Shown:
        """A card of such a deck that was missed, as `webapp.photos.second_look.look_there` does; raises `BadImage`."""


class VisionRecogniser:
    """`vision` behind the `Recogniser` protocol, imported when first used: its models take a moment to load."""

    def recognise(self, data: bytes, deck: str, packs: int = 1, as_family: str | None = None) -> Recognition:
        """Read the photograph."""
        from vision.recognise import recognise

        return recognise(data, deck, packs=packs, as_family=as_family)

    def upright(self, data: bytes, longest: int) -> bytes:
        """Re-encode the photograph for display."""
        from vision.image import upright

        return upright(data, longest)

    def deck_names(self) -> tuple[str, ...]:
        """Return the patterns and families that are known."""
        from vision.decks import deck_names

        return deck_names()

    def look(self, data: bytes) -> Sheet:
        """Look at cards that are laid out in order."""
        from vision.enrol import look

        return look(data)

    def look_there(self, data: bytes, outline: Outline, width: int) -> Shown:
        """Look at one card nearer."""
        from webapp.photos.second_look import look_there

        return look_there(data, outline, width)


@dataclass
class PhotoReader:
    """The recogniser with a bound on how many photographs are read at once."""

    turns: BoundedSemaphore
    patience: float


def init_app(app: Flask) -> None:
    """Give `app` its recogniser, unless a test has put one there."""
    app.extensions.setdefault("recogniser", VisionRecogniser())
    app.extensions["photo_reader"] = PhotoReader(
        BoundedSemaphore(app.config["PHOTO_READERS"]), app.config["PHOTO_PATIENCE"]
    )


def read(data: bytes, pattern: str, deck: Deck, packs: int = 1) -> tuple[bytes, Recognition]:
    """Return the clean picture and what is seen on it: cards of `deck`, printed in `pattern`, out of `packs`.

    A French pattern in a game of Italian cards is read as what its cards stand for.

    Raises `vision.image.BadImage` for what is no usable picture, `TooMuchSeen`, and `TooBusy` when no reader becomes
    free.
    """
    with _turn() as recogniser:
        picture = recogniser.upright(data, current_app.config["PHOTO_LONGEST_SIDE"])
        family = deck.name if family_of(pattern) == FRENCH.name and deck != FRENCH else None
        seen = recogniser.recognise(data, pattern, packs, family)
    if len(seen.cards) > MOST_SEEN:
        raise TooMuchSeen
    return picture, seen


def look(data: bytes) -> tuple[bytes, Sheet]:
    """Return the clean picture and the cards of a deck that is being enrolled, in their order.

    Raises `vision.image.BadImage`, and `TooBusy` when no reader becomes free.
    """
    with _turn() as recogniser:
        return recogniser.upright(data, current_app.config["PHOTO_LONGEST_SIDE"]), recogniser.look(data)


def look_there(token: str, outline: Outline, width: int) -> Shown:
    """Return a card that was missed on a stored photograph `width` wide, drawn as `outline` where it was shown.

    Raises `vision.image.BadImage`, and `TooBusy` when no reader becomes free.
    """
    with _turn() as recogniser:
        return recogniser.look_there(file_of(token).read_bytes(), outline, width)


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
