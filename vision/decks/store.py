"""Stores the decks that Python programs enrol with `vision.enrol`: one file each in a folder.

The web application and the command line keep theirs in the database (`webapp.base.storage.deck_files`).
"""

import os
from pathlib import Path

from vision.decks.catalogue import NAME, builtin_names
from vision.decks.enrolled import EnrolledDeck, from_bytes, to_bytes


def folder() -> Path:
    """The folder of the files: `$XDG_DATA_HOME/settebello/decks`."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "settebello" / "decks"


def names() -> tuple[str, ...]:
    """The names of the decks."""
    return tuple(name for name in sorted(path.stem for path in folder().glob("*.npz")) if load(name))


def deck_names() -> tuple[str, ...]:
    """Every name that `recognise` takes: patterns, families, then the decks of the folder."""
    return builtin_names() + names()


def load(name: str) -> EnrolledDeck | None:
    """The deck called `name`; None if there is none, or its file is not a deck's."""
    path = folder() / f"{name}.npz"
    if not NAME.fullmatch(name) or not path.is_file():
        return None
    deck = from_bytes(name, path.read_bytes())
    return deck if deck and deck.codes else None  # earlier versions removed a deck by emptying its file


def store(deck: EnrolledDeck) -> None:
    """Write the file of a deck, replacing one of the same name in one step."""
    folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = folder() / f".{deck.name}.tmp"
    unfinished.write_bytes(to_bytes(deck))
    unfinished.replace(folder() / f"{deck.name}.npz")
