"""Read one photograph from its bytes: in a process of its own (`webapp.photos.work.readers`), or here in tests.

No database, no Flask and no sentence: a reader starts quickly and has nothing to lose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from vision import Before, FilmProgress, FilmReading, Glance, Recognition, deck_names
from vision.arrays import Floats
from vision.decks.enrolled import Candidates, EnrolledDeck
from vision.filming import live, reader
from vision.io.photo import FILM_SIDE, QUICK_SIDE, Photo, load
from vision.pipeline import enrolment, recognition
from vision.pipeline.enrolment import Sheet
from vision.pipeline.feedback import advice
from webapp.photos.corners import Outline
from webapp.photos.filming.films import ReadFilm, contact_sheet, tell
from webapp.photos.work import second_look
from webapp.photos.work.second_look import Shown

Chosen = str | EnrolledDeck
"""The deck that cards are read by: its name, or an enrolled one as it is stored."""
OnTable = Chosen | Candidates
"""The same, or those that it may be."""


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
        """Read a film."""
        return reader.film(clip, deck, packs=packs, as_family=as_family, progress=progress, stills=True)

    def glance(
        self,
        frame: Photo,
        at: float,
        deck: Chosen,
        before: Sequence[Before],
        memory: bytes,
        *,
        still: bool,
        packs: int,
        as_family: str | None,
    ) -> Glance:
        """Read a frame."""
        return live.glance(frame, at, deck, before, memory, still=still, packs=packs, as_family=as_family)

    def live(
        self,
        before: Sequence[Before],
        size: tuple[int, int],
        stills: Mapping[float, bytes],
        deck: Chosen,
        *,
        packs: int,
        as_family: str | None,
    ) -> FilmReading:
        """Say what all frames show together."""
        return live.reading(before, size, stills, deck, packs=packs, as_family=as_family)

    def deck_names(self) -> tuple[str, ...]:
        """The patterns and families that are known."""
        return deck_names()

    def look(self, photo: Photo) -> Sheet:
        """Look at the cards of a deck that is being enrolled, laid out in order."""
        return enrolment.look(photo)

    def look_there(self, photo: Photo, outline: Outline, width: int) -> Shown:
        """Look at one card of such a deck that was missed, in a closer crop."""
        return second_look.look_there(photo, outline, width)


def read(
    recogniser: VisionRecogniser,
    data: bytes,
    deck: OnTable,
    packs: int,
    as_family: str | None,
    longest: int,
) -> tuple[bytes, Recognition]:
    """The photograph as a JPEG, its longest side at most `longest` pixels, and the cards on it; it is decoded once.

    Raises BadImage and UnknownDeck.
    """
    photo = load(data, enough=QUICK_SIDE)
    seen = recogniser.recognise(photo, deck, packs, as_family)
    return photo.jpeg(longest), seen


def film_sheet(
    recogniser: VisionRecogniser, clip: Path, deck: OnTable, packs: int, as_family: str | None, progress: Path
) -> ReadFilm:
    """The contact sheet of a film and the cards on it; how far it is read stands in the file `progress` meanwhile.

    Raises BadFilm and UnknownDeck.
    """
    return contact_sheet(recogniser.film(clip, deck, packs, as_family, partial(tell, progress)))


def glance(
    recogniser: VisionRecogniser,
    data: bytes,
    at: float,
    deck: Chosen,
    before: Sequence[Before],
    memory: bytes,
    *,
    still: bool,
    packs: int,
    as_family: str | None,
) -> Glance:
    """The next frame of a film that is sent live. Raises BadImage and UnknownDeck."""
    frame = load(data, FILM_SIDE)
    return recogniser.glance(frame, at, deck, before, memory, still=still, packs=packs, as_family=as_family)


def shown_deck(recogniser: VisionRecogniser, data: bytes, deck: OnTable, packs: int, as_family: str | None) -> str:
    """The deck that a frame surely shows, else the family that it is like; empty without a card. Raises BadImage."""
    guess = recogniser.recognise(load(data, FILM_SIDE), deck, packs, as_family).deck
    return guess.sure or guess.like if guess else ""


def live_sheet(
    recogniser: VisionRecogniser,
    before: Sequence[Before],
    size: tuple[int, int],
    stills: Mapping[float, bytes],
    deck: Chosen,
    packs: int,
    as_family: str | None,
) -> ReadFilm:
    """The contact sheet of a film that was sent live and the cards on it. Raises UnknownDeck."""
    return contact_sheet(recogniser.live(before, size, stills, deck, packs=packs, as_family=as_family))


def recognise(_: VisionRecogniser, data: bytes, deck: OnTable, packs: int, as_family: str | None) -> Recognition:
    """The cards on a photograph; its `seconds` count from the bytes. Raises BadImage and UnknownDeck."""
    return recognition.recognise(data, deck, packs=packs, as_family=as_family)


def film(
    _: VisionRecogniser,
    path: str,
    deck: OnTable,
    packs: int,
    as_family: str | None,
    stills: bool = False,
    progress: Callable[[FilmProgress], None] | None = None,
) -> FilmReading:
    """The cards of a film, which is read from its file: a process cannot be handed 200 MB. Raises BadFilm, UnknownDeck.

    `progress` is called in this process: a function that can be sent there, which writes down what it is told.
    """
    return reader.film(Path(path), deck, packs=packs, as_family=as_family, progress=progress, stills=stills)


def look(recogniser: VisionRecogniser, data: bytes, longest: int) -> tuple[bytes, Sheet]:
    """The photograph as a JPEG, its longest side at most `longest` pixels, and the cards on it in order.

    Raises BadImage.
    """
    photo = load(data)
    return photo.jpeg(longest), recogniser.look(photo)


def sheet(_: VisionRecogniser, data: bytes) -> Sheet:
    """The cards of a deck that is being enrolled, in their order. Raises BadImage."""
    return enrolment.look(data)


def look_there(recogniser: VisionRecogniser, data: bytes, outline: Outline, width: int) -> Shown:
    """A card that was missed on a photograph; see `webapp.photos.work.second_look`. Raises BadImage."""
    return recogniser.look_there(load(data), outline, width)


def embeddings(_: VisionRecogniser, data: bytes, corners: Sequence[Outline], width: int) -> Floats:
    """The unit embeddings (N, 128) of cards on a photograph; `corners` are measured on it as it is `width` wide.

    Raises BadImage.
    """
    return enrolment.embeddings_of(data, np.array(corners, np.float64), width)


def ready(_: VisionRecogniser) -> None:
    """Nothing: whoever has its answer knows that the networks are loaded."""
