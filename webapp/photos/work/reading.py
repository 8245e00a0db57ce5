"""Runs the reading of photographs in the reader processes, as many at a time as there are readers."""

import shutil
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import ParamSpec, TypeVar

from flask import Flask, current_app
from sqlalchemy.exc import SQLAlchemyError

from scoring.cards import FRENCH, ITALIAN, Deck
from vision.decks.catalogue import AUTO, PATTERNS
from vision.decks.enrolled import Candidates, EnrolledDeck
from webapp.base.running import background
from webapp.base.storage import deck_files
from webapp.base.storage.deck_files import family_of
from webapp.photos.filming import films
from webapp.photos.filming.films import ReadPhoto
from webapp.photos.work import recogniser
from webapp.photos.work.processes import FILM, Limits, Readers
from webapp.photos.work.recogniser import Expected

Note = Callable[[int, float | None, bytes], None]
"""Receives the progress of reading a film: cards seen so far, share read, current frame."""
Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class Refused(Exception):
    """A photograph cannot be used; `reason` as in `webapp.photos.words.refused_text`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


FOLDER = "settebello-film-"
"""Prefix of the temporary folders of films being read."""
LEFT_SECONDS = 3600
"""A folder older than this was left by a killed process, since no film takes that long to read."""


def init_app(app: Flask) -> None:
    """Give `app` its reader processes."""
    # Requests of players have priority over reading.
    app.extensions["photo_readers"] = readers = Readers(app.config["PHOTO_READERS"], nice=10)
    background.while_served(app, lambda: None, readers.stop)


def expected(pattern: str, deck: Deck, packs: int = 1, learned: EnrolledDeck | Candidates | None = None) -> Expected:
    """The cards to expect on a photograph: those of `deck`, printed in `pattern`, in `packs` packs.

    `learned`: the pattern with learned examples, or the possible patterns (`webapp.decks.examples`). French cards in a
    game of Italian cards are read as the Italian cards they stand for.
    """
    may_be_french = family_of(pattern) == FRENCH.name or (pattern == AUTO and deck.name == ITALIAN.name)
    as_family = deck.name if may_be_french and deck.name != FRENCH.name else None
    if learned is None and pattern not in PATTERNS:
        learned = deck_files.load(pattern)  # the enrolled deck as currently stored
    return Expected(learned or pattern, packs, as_family)


def film(pieces: Iterable[bytes], cards: Expected, note: Note) -> ReadPhoto:
    """Read a film: its contact sheet and the cards on it; `note` is called at intervals. Raises as `run`."""
    with TemporaryDirectory(prefix=FOLDER) as folder:
        clip, progress = Path(folder) / "film", Path(folder) / "progress"
        with clip.open("wb") as file:
            file.writelines(pieces)

        def look() -> None:
            with suppress(SQLAlchemyError):  # a later call stores the progress
                if told := films.told(progress):
                    note(*told)

        return run(replace(FILM, meanwhile=look), recogniser.film_sheet, clip, cards, progress)


def run(
    limits: Limits, function: Callable[Arguments, Answer], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Answer:
    """Run a function of `recogniser` in a reader (`Readers.run`)."""
    readers: Readers = current_app.extensions["photo_readers"]
    return readers.run(limits, function, *arguments, **named)


def forget_folders() -> int:
    """Delete films that killed processes have left in temporary folders; returns how many."""
    gone = 0
    for folder in list(Path(gettempdir()).glob(f"{FOLDER}*")):
        with suppress(OSError):  # deleted meanwhile, or another user's
            if folder.lstat().st_mtime < time.time() - LEFT_SECONDS:
                shutil.rmtree(folder)
                gone += 1
    return gone
