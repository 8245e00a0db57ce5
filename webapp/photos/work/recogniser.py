"""Functions that read photographs and films, run in reader processes (`webapp.photos.work.processes`).

They use no database, Flask or sentences, so that a reader starts quickly and loses nothing when it dies.
"""

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
"""A deck to read cards with: a known one by name, or an enrolled one."""
OnTable = Chosen | Candidates
"""A known deck, or the candidates if it is not known."""


@dataclass(frozen=True)
class Expected:
    """The cards to read: of the `deck` on the table, each up to `packs` times, named as cards of `as_family`."""

    deck: OnTable
    packs: int
    as_family: str | None

    @property
    def chosen(self) -> Chosen:
        """The deck if it is known; else raises `UnknownDeck`."""
        if isinstance(self.deck, Candidates):
            raise UnknownDeck(AUTO)
        return self.deck


Frames = tuple[Sequence[Before], tuple[int, int], Mapping[float, bytes]]
"""All frames of a live film, the size (width, height) of the largest, and the stills by their times."""


@dataclass(frozen=True)
class Frame:
    """Frame `number` of a live film, as a phone sends it: a JPEG taken at `at` seconds.

    `still`: the camera saw no motion since the frame before.
    """

    number: int
    at: float
    still: bool
    data: bytes


def read(data: bytes, cards: Expected) -> ReadPhoto:
    """Read a photograph: its JPEG of at most `LONGEST_SIDE`, the cards on it, and hints for a better one.

    It is decoded once. Raises BadImage and UnknownDeck.
    """
    photo = load(data, enough=QUICK_SIDE)
    seen = recognition.recognise(photo, cards.deck, packs=cards.packs, as_family=cards.as_family)
    return ReadPhoto(photo.jpeg(LONGEST_SIDE), replace(seen, notes=(*seen.notes, *advice(photo, seen))))


def film_sheet(clip: Path, cards: Expected, progress: Path) -> ReadPhoto:
    """Read a film: its contact sheet and the cards on it. Progress is written to the file `progress`.

    Raises BadFilm and UnknownDeck.
    """
    told = partial(tell, progress)
    packs, family = cards.packs, cards.as_family
    return contact_sheet(reader.film(clip, cards.deck, packs=packs, as_family=family, progress=told, stills=True))


def glance(frame: Frame, before: Sequence[Before], cards: Expected) -> Glance:
    """Read the next frame of a live film (`vision.filming.live.glance`). Raises BadImage and UnknownDeck."""
    about = (load(frame.data, FILM_SIDE), frame.at, cards.chosen, before)
    return live.glance(*about, still=frame.still, packs=cards.packs, as_family=cards.as_family)


def shown_deck(data: bytes, cards: Expected) -> str:
    """The deck that a frame surely shows, else the family it resembles; empty if no card is seen. Raises BadImage."""
    photo = load(data, FILM_SIDE)
    guess = recognition.recognise(photo, cards.deck, packs=cards.packs, as_family=cards.as_family).deck
    return guess.sure or guess.like if guess else ""


def live_sheet(frames: Frames, cards: Expected) -> ReadPhoto:
    """Read a finished live film: its contact sheet and the cards on it. Raises UnknownDeck."""
    return contact_sheet(live.reading(*frames, cards.chosen, packs=cards.packs, as_family=cards.as_family))


def look(data: bytes) -> tuple[bytes, Sheet]:
    """Read the photograph of a suit: a JPEG of at most `LONGEST_SIDE`, and its cards in order. Raises BadImage."""
    photo = load(data)
    return photo.jpeg(LONGEST_SIDE), enrolment.look(photo)


def look_there(data: bytes, outline: Outline, width: int) -> Shown:
    """Find a card that was missed on a photograph (`vision.pipeline.enrolment`). Raises BadImage."""
    return enrolment.look_there(load(data), outline, width)
