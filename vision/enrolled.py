"""Decks that users taught: one small file each, beside everything else the application keeps."""

from __future__ import annotations

import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.models import Floats

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,38}[\w'])?")
_FORMAT = 1


class BadName(ValueError):
    """No name for a deck: it would be no file name, or is what a known pattern is called."""

    code = "bad_deck_name"


@dataclass(frozen=True)
class EnrolledDeck:
    """A taught deck: its `family`, and for each drawing the card's code and its unit direction (N, 128)."""

    name: str
    family: str
    codes: tuple[str, ...]
    directions: Floats


def folder() -> Path:
    """Where taught decks lie: `decks` in the data directory (contract.md: `$XDG_DATA_HOME/settebello`)."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "settebello" / "decks"


def names() -> tuple[str, ...]:
    """The names of the decks taught on this machine."""
    return tuple(sorted(path.stem for path in folder().glob("*.npz") if _NAME.fullmatch(path.stem)))


def check_name(name: str, taken: tuple[str, ...]) -> None:
    """Raise BadName for what cannot be a deck's name, or is among the names `taken`."""
    if not _NAME.fullmatch(name) or name.casefold() in taken:
        raise BadName(name)


def store(deck: EnrolledDeck) -> Path:
    """Keep a deck, in the place of one of the same name, and return its file."""
    folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder() / f"{deck.name}.npz"
    own = path.with_name(f".{secrets.token_hex(8)}.tmp")
    with own.open("wb") as file:
        np.savez_compressed(
            file, format=_FORMAT, family=deck.family, codes=np.array(deck.codes), directions=deck.directions
        )
    own.replace(path)  # a reader finds the old deck or the new one, never half of one
    return path


def load(name: str) -> EnrolledDeck | None:
    """The taught deck called `name`, or None."""
    if name not in names():
        return None
    with np.load(folder() / f"{name}.npz") as stored:
        return EnrolledDeck(
            name,
            str(stored["family"]),
            tuple(str(code) for code in stored["codes"]),
            stored["directions"].astype(np.float32),
        )
