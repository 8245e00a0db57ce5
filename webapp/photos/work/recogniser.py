"""Read photographs and films, in a process of its own (`webapp.photos.work.processes`).

No database, no Flask and no sentence: a reader starts quickly and has nothing to lose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from vision import Before, Glance, UnknownDeck
from vision.decks.catalogue import AUTO
from vision.decks.enrolled import Candidates, EnrolledDeck
from vision.filming import live, reader
from vision.io.photo import FILM_SIDE, QUICK_SIDE, load
from vision.pipeline import enrolment, recognition
from vision.pipeline.enrolment import Sheet, Shown
from vision.pipeline.feedback import advice
from webapp.photos.corners import Outline
from webapp.photos.filming.films import ReadPhoto, contact_sheet, tell

LONGEST_SIDE = 1600
"""Pixels of the longest side of a stored picture."""
Chosen = str | EnrolledDeck
"""The deck that cards are read by: its name, or an enrolled one as it is stored."""
OnTable = Chosen | Candidates
"""The same, or those that it may be."""


@dataclass(frozen=True)
class Expected:
    """The cards that are read: of the `deck` on the table, each up to `packs` times, named as cards of `as_family`."""

    deck: OnTable
    packs: int
    as_family: str | None

    @property
    def chosen(self) -> Chosen:
        """The deck, where it is one; raises `UnknownDeck`."""
        if isinstance(self.deck, Candidates):
            raise UnknownDeck(AUTO)
        return self.deck


Frames = tuple[Sequence[Before], tuple[int, int], Mapping[float, bytes]]
"""All frames of a live film, the size (width, height) of the largest, and the stills by their times."""


@dataclass(frozen=True)
class Frame:
    """A frame of a live film as a phone sends it: the `number`th, a JPEG taken `at` seconds.

    `still`: nothing moved meanwhile.
    """

    number: int
    at: float
    still: bool
    data: bytes


def read(data: bytes, cards: Expected) -> ReadPhoto:
    """The photograph as a JPEG of at most `LONGEST_SIDE`, the cards on it, and what would make the next one surer.

    It is decoded once. Raises BadImage and UnknownDeck.
    """
    photo = load(data, enough=QUICK_SIDE)
    seen = recognition.recognise(photo, cards.deck, packs=cards.packs, as_family=cards.as_family)
    return ReadPhoto(photo.jpeg(LONGEST_SIDE), replace(seen, notes=(*seen.notes, *advice(photo, seen))))


def film_sheet(clip: Path, cards: Expected, progress: Path) -> ReadPhoto:
    """The contact sheet of a film and the cards on it; how far it is read stands in the file `progress` meanwhile.

    Raises BadFilm and UnknownDeck.
    """
    told = partial(tell, progress)
    packs, family = cards.packs, cards.as_family
    return contact_sheet(reader.film(clip, cards.deck, packs=packs, as_family=family, progress=told, stills=True))


def glance(frame: Frame, before: Sequence[Before], cards: Expected) -> Glance:
    """The next frame of a film that is sent live, as `vision.filming.live.glance`. Raises BadImage and UnknownDeck."""
    about = (load(frame.data, FILM_SIDE), frame.at, cards.chosen, before)
    return live.glance(*about, still=frame.still, packs=cards.packs, as_family=cards.as_family)


def shown_deck(data: bytes, cards: Expected) -> str:
    """The deck that a frame surely shows, else the family that it is like; empty without a card. Raises BadImage."""
    photo = load(data, FILM_SIDE)
    guess = recognition.recognise(photo, cards.deck, packs=cards.packs, as_family=cards.as_family).deck
    return guess.sure or guess.like if guess else ""


def live_sheet(frames: Frames, cards: Expected) -> ReadPhoto:
    """The contact sheet of a film that was sent live and the cards on it. Raises UnknownDeck."""
    return contact_sheet(live.reading(*frames, cards.chosen, packs=cards.packs, as_family=cards.as_family))


def look(data: bytes) -> tuple[bytes, Sheet]:
    """The photograph of a suit as a JPEG of at most `LONGEST_SIDE`, and the cards on it in order. Raises BadImage."""
    photo = load(data)
    return photo.jpeg(LONGEST_SIDE), enrolment.look(photo)


def look_there(data: bytes, outline: Outline, width: int) -> Shown:
    """A card that was missed on a photograph; see `vision.pipeline.enrolment`. Raises BadImage."""
    return enrolment.look_there(load(data), outline, width)
