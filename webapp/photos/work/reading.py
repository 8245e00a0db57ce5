"""Reading photographs: by the readers' processes, as many at the same time as there are readers."""

from __future__ import annotations

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
"""Takes in how far a film is read: how many cards were seen so far, which share of it is read, and the frame."""
Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class Refused(Exception):
    """A photograph cannot be used; `reason` as in `webapp.photos.words.refused_text`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


FOLDER = "settebello-film-"
"""Prefix of the temporary folders in which films lie while they are read."""
LEFT_SECONDS = 3600
"""A folder of this age was left by a process that was killed: no film takes its reader so long."""


def init_app(app: Flask) -> None:
    """Give `app` the processes that it reads in."""
    # Whoever plays is answered first.
    app.extensions["photo_readers"] = readers = Readers(app.config["PHOTO_READERS"], nice=10)
    background.while_served(app, lambda: None, readers.stop)


def expected(pattern: str, deck: Deck, packs: int = 1, learned: EnrolledDeck | Candidates | None = None) -> Expected:
    """The cards that a photograph is read by: those of `deck`, printed in `pattern`, out of `packs`.

    `learned`: the pattern with what was learned of it, or those that it may be (`webapp.decks.examples`). A French
    pattern in a game of Italian cards is read as what its cards stand for.
    """
    may_be_french = family_of(pattern) == FRENCH.name or (pattern == AUTO and deck.name == ITALIAN.name)
    as_family = deck.name if may_be_french and deck.name != FRENCH.name else None
    if learned is None and pattern not in PATTERNS:
        learned = deck_files.load(pattern)  # as it is stored at this moment
    return Expected(learned or pattern, packs, as_family)


def film(pieces: Iterable[bytes], cards: Expected, note: Note) -> ReadPhoto:
    """The contact sheet of a film and what is seen on it; `note` is called now and then. Raises as `run`."""
    with TemporaryDirectory(prefix=FOLDER) as folder:
        clip, progress = Path(folder) / "film", Path(folder) / "progress"
        with clip.open("wb") as file:
            file.writelines(pieces)

        def look() -> None:
            with suppress(SQLAlchemyError):  # the next one is noted
                if told := films.told(progress):
                    note(*told)

        return run(replace(FILM, meanwhile=look), recogniser.film_sheet, clip, cards, progress)


def run(
    limits: Limits, function: Callable[Arguments, Answer], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Answer:
    """The answer of a function of `recogniser`, as `Readers.run`."""
    readers: Readers = current_app.extensions["photo_readers"]
    return readers.run(limits, function, *arguments, **named)


def forget_folders() -> int:
    """Delete the films that killed processes have left in temporary folders; how many."""
    gone = 0
    for folder in list(Path(gettempdir()).glob(f"{FOLDER}*")):
        with suppress(OSError):  # one that has just been read, or is another user's
            if folder.lstat().st_mtime < time.time() - LEFT_SECONDS:
                shutil.rmtree(folder)
                gone += 1
    return gone
