"""Read photographs and films: in a process of its own (`webapp.photos.work.readers`), or here in tests.

No database, no Flask and no sentence: a reader starts quickly and has nothing to lose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from vision import Before, FilmProgress, FilmReading, Glance, Recognition, UnknownDeck
from vision.decks.catalogue import AUTO, builtin_names
from vision.decks.enrolled import Candidates, EnrolledDeck
from vision.filming import live, reader
from vision.io.photo import FILM_SIDE, QUICK_SIDE, Photo, load
from vision.pipeline import enrolment, recognition
from vision.pipeline.enrolment import Sheet
from vision.pipeline.feedback import advice
from webapp.photos.corners import Outline
from webapp.photos.filming.films import ReadPhoto, contact_sheet, tell
from webapp.photos.work import second_look
from webapp.photos.work.second_look import Shown

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


@dataclass(frozen=True)
class Frame:
    """A frame of a live film: a JPEG, and the other arguments of `vision.filming.live.glance`."""

    data: bytes
    at: float
    still: bool
    before: tuple[Before, ...]
    memory: bytes


class VisionRecogniser:
    """`vision`, which loads its networks when the first photograph is read; tests set another with these methods.

    It is `app.extensions["recogniser"]`.
    """

    def recognise(self, photo: Photo, deck: OnTable, packs: int = 1, as_family: str | None = None) -> Recognition:
        """Read a photograph, and say what would make the next one surer."""
        seen = recognition.recognise(photo, deck, packs=packs, as_family=as_family)
        return replace(seen, notes=(*seen.notes, *advice(photo, seen)))

    def film(
        self,
        clip: Path,
        deck: OnTable,
        packs: int,
        as_family: str | None,
        progress: Callable[[FilmProgress], None],
    ) -> FilmReading:
        return reader.film(clip, deck, packs=packs, as_family=as_family, progress=progress, stills=True)

    glance = staticmethod(live.glance)
    live = staticmethod(live.reading)
    deck_names = staticmethod(builtin_names)
    look = staticmethod(enrolment.look)
    look_there = staticmethod(second_look.look_there)


def read(recogniser: VisionRecogniser, data: bytes, expected: Expected) -> ReadPhoto:
    """The photograph as a JPEG of at most `LONGEST_SIDE`, and the cards on it; it is decoded once.

    Raises BadImage and UnknownDeck.
    """
    photo = load(data, enough=QUICK_SIDE)
    seen = recogniser.recognise(photo, expected.deck, expected.packs, expected.as_family)
    return ReadPhoto(photo.jpeg(LONGEST_SIDE), seen)


def film_sheet(recogniser: VisionRecogniser, clip: Path, expected: Expected, progress: Path) -> ReadPhoto:
    """The contact sheet of a film and the cards on it; how far it is read stands in the file `progress` meanwhile.

    Raises BadFilm and UnknownDeck.
    """
    told = partial(tell, progress)
    return contact_sheet(recogniser.film(clip, expected.deck, expected.packs, expected.as_family, told))


def glance(recogniser: VisionRecogniser, frame: Frame, expected: Expected) -> Glance:
    """The next frame of a film that is sent live. Raises BadImage and UnknownDeck."""
    return recogniser.glance(
        load(frame.data, FILM_SIDE),
        frame.at,
        expected.chosen,
        frame.before,
        frame.memory,
        still=frame.still,
        packs=expected.packs,
        as_family=expected.as_family,
    )


def shown_deck(recogniser: VisionRecogniser, data: bytes, expected: Expected) -> str:
    """The deck that a frame surely shows, else the family that it is like; empty without a card. Raises BadImage."""
    photo = load(data, FILM_SIDE)
    guess = recogniser.recognise(photo, expected.deck, expected.packs, expected.as_family).deck
    return guess.sure or guess.like if guess else ""


def live_sheet(
    recogniser: VisionRecogniser,
    frames: Sequence[Before],
    size: tuple[int, int],
    stills: Mapping[float, bytes],
    expected: Expected,
) -> ReadPhoto:
    """The contact sheet of a film that was sent live and the cards on it. Raises UnknownDeck."""
    packs, as_family = expected.packs, expected.as_family
    return contact_sheet(recogniser.live(frames, size, stills, expected.chosen, packs=packs, as_family=as_family))


def look(recogniser: VisionRecogniser, data: bytes) -> tuple[bytes, Sheet]:
    """The photograph of a suit as a JPEG of at most `LONGEST_SIDE`, and the cards on it in order.

    Raises BadImage.
    """
    photo = load(data)
    return photo.jpeg(LONGEST_SIDE), recogniser.look(photo)


def look_there(recogniser: VisionRecogniser, data: bytes, outline: Outline, width: int) -> Shown:
    """A card that was missed on a photograph; see `webapp.photos.work.second_look`. Raises BadImage."""
    return recogniser.look_there(load(data), outline, width)
