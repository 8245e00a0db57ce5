"""The shelf on which enrolled decks lie, and the names by which they lie there.

It is a folder beside everything else the application keeps (`Folder`), unless somebody chose another (`use_shelf`). A
deck of the club lies under the name that everybody calls it by; one that belongs to a single device has a name that
nobody guesses (`private_name`), is not listed, and is read by whoever knows that name.
"""

from __future__ import annotations

import os
import re
import secrets
import zipfile
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Protocol

NAME = re.compile(r"[^\W_](?:[\w .'-]{0,38}[\w'])?")
PRIVATE = re.compile(r"(italian|french|tarot|piemontese)-[0-9a-f]{28}")


@dataclass(frozen=True)
class Label:
    """A stored deck as far as it is known without opening it.

    `cards` counts its drawings: none, once it was removed. `changed` is in UTC without a zone. Of two labels of a deck
    with the same `version` the files are the same.
    """

    family: str
    cards: int
    changed: datetime
    version: Hashable


class Shelf(Protocol):
    """Where the files of decks lie. Names come checked; what is private is `is_private`."""

    def labels(self) -> dict[str, Label]:
        """The labels of the club's decks by name, those of removed ones among them."""

    def label(self, name: str) -> Label | None:
        """The label of any deck; None where there is none."""

    def read(self, name: str) -> bytes | None:
        """The file of a deck."""

    def write(self, name: str, family: str, cards: int, content: bytes) -> None:
        """Put the file of a deck in the place of one of the same name: a reader finds the old one or the new one."""

    def delete(self, name: str) -> None:
        """Delete a deck; it may be gone already."""


def folder() -> Path:
    """Where enrolled decks lie: `decks` in the data directory (contract.md: `$XDG_DATA_HOME/settebello`)."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "settebello" / "decks"


class Folder:
    """The shelf of one machine: a file each in `folder()`, those of single devices in `own` below it."""

    def labels(self) -> dict[str, Label]:
        """The labels of the files that are ours."""
        found = ((path.stem, self.label(path.stem)) for path in folder().glob("*.npz") if NAME.fullmatch(path.stem))
        return {name: label for name, label in found if label}

    def label(self, name: str) -> Label | None:
        """The label of a file, read again when that has changed."""
        return label_of(self.path(name))

    def read(self, name: str) -> bytes | None:
        """The bytes of the file."""
        try:
            return self.path(name).read_bytes()
        except OSError:
            return None

    def write(self, name: str, family: str, cards: int, content: bytes) -> None:
        """Write the file under another name, then rename it."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = path.with_name(f".{secrets.token_hex(8)}.tmp")
        unfinished.write_bytes(content)
        unfinished.replace(path)

    def delete(self, name: str) -> None:
        """Delete the file."""
        self.path(name).unlink(missing_ok=True)

    def path(self, name: str) -> Path:
        """Where the file lies."""
        return (folder() / "own" if is_private(name) else folder()) / f"{name}.npz"


def label_of(path: Path) -> Label | None:
    """The label of a deck's file; None where there is none, or one that is not ours."""
    try:
        changed = path.stat()
    except OSError:
        return None
    return _label(path, changed.st_mtime_ns, changed.st_size)


@lru_cache(maxsize=256)
def _label(path: Path, changed: int, size: int) -> Label | None:
    """The label of a file as it was then; None where it is not one of ours."""
    import numpy as np

    try:
        with np.load(path) as stored:
            family, cards = str(stored["family"]), len(stored["codes"])
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        return None
    when = datetime.fromtimestamp(changed / 1e9, UTC).replace(tzinfo=None)
    return Label(family, cards, when, (path, changed, size))


_FOLDER = Folder()


def _no_other() -> Shelf | None:
    return None


_find_shelf: Callable[[], Shelf | None] = _no_other


def use_shelf(find: Callable[[], Shelf | None]) -> None:
    """Ask `find` for the shelf each time; where it gives None it is the folder of this machine."""
    global _find_shelf
    _find_shelf = find


def in_use() -> Shelf:
    """The shelf on which decks lie now."""
    return _find_shelf() or _FOLDER


def private_name(family: str) -> str:
    """A new name for a deck that belongs to one device: nobody guesses it, and it says which family it is of."""
    return f"{family}-{secrets.token_hex(14)}"


def is_private(name: str) -> bool:
    """Whether a name is that of a deck that belongs to one device."""
    return PRIVATE.fullmatch(name) is not None
