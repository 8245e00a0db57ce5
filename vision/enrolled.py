"""Decks that users taught: one small file each, beside everything else the application keeps.

A deck of the club lies under the name that everybody calls it by; one that belongs to a single device lies in `own`
under a name that nobody guesses (`private_name`), is not listed, and is read by whoever knows that name.
"""

from __future__ import annotations

import os
import re
import secrets
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,38}[\w'])?")
_PRIVATE = re.compile(r"(italian|french|tarot|piemontese)-[0-9a-f]{28}")
_FORMAT = 1

# What is learned from confirmed piles never outweighs the photographs that the deck was taught from: together the
# views of a card on tables count as much as the original at most, and a single one a fifth of the whole.
MOST_MEETINGS = 4
# A view that is hardly more like its own card than like another teaches nothing, nor does one that is like no card.
CLEARLY, LIKE = 0.1, 0.5


class BadName(ValueError):
    """No name for a deck: it would be no file name, or is what a known pattern is called."""

    code = "bad_deck_name"


@dataclass(frozen=True)
class EnrolledDeck:
    """A taught deck: its `family`, and for each drawing the card's code and its unit direction (N, 128).

    `directions` are those of the photographs it was taught from and never change. `means` (N, 128) is the middle of
    the unit directions in which each drawing was met in confirmed piles, `meetings` how often: none and 0 at first.
    """

    name: str
    family: str
    codes: tuple[str, ...]
    directions: Floats
    means: Floats = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    meetings: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(self.meetings) != len(self.codes):
            object.__setattr__(self, "means", np.zeros_like(self.directions))
            object.__setattr__(self, "meetings", (0,) * len(self.codes))

    @property
    def improved(self) -> Floats:
        """Unit directions (N, 128) to compare with: the originals, drawn towards what was met, never past half way."""
        weight = np.minimum(np.array(self.meetings, np.float32), MOST_MEETINGS)[:, None]
        drawn = MOST_MEETINGS * self.directions + weight * self.means
        unit: Floats = (drawn / np.maximum(np.linalg.norm(drawn, axis=1, keepdims=True), 1e-9)).astype(np.float32)
        return unit

    def forgetful(self) -> EnrolledDeck:
        """The deck as it was taught, without anything learned since."""
        return EnrolledDeck(self.name, self.family, self.codes, self.directions)


def met(deck: EnrolledDeck, cards: Iterable[tuple[str, Floats]]) -> EnrolledDeck:
    """Return the deck after cards, as (code, unit direction (128,)), were confirmed in a pile.

    What is more like another card of the deck than like the card it is said to be teaches nothing, nor what is hardly
    more so: a wrong answer cannot turn one card into another.
    """
    means, meetings = deck.means.copy(), list(deck.meetings)
    codes = np.array(deck.codes)
    for code, direction in cards:
        own = np.flatnonzero(codes == code)
        if not len(own):
            continue
        likeness = deck.directions @ direction
        place = int(own[np.argmax(likeness[own])])  # of several drawings of a joker the one that it is
        rival = float(likeness[codes != code].max(initial=-1.0))
        if likeness[place] < LIKE or likeness[place] - rival < CLEARLY:
            continue
        meetings[place] += 1
        # Once enough was seen the middle follows slowly, so that a deck may wear.
        means[place] += (direction - means[place]) / min(meetings[place], 4 * MOST_MEETINGS)
    return replace(deck, means=means, meetings=tuple(meetings))


def folder() -> Path:
    """Where taught decks lie: `decks` in the data directory (contract.md: `$XDG_DATA_HOME/settebello`)."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "settebello" / "decks"


def private_name(family: str) -> str:
    """Return a name for a deck that belongs to one device: nobody guesses it, and it says which family it is of."""
    return f"{family}-{secrets.token_hex(14)}"


def is_private(name: str) -> bool:
    """Say whether a name is that of a deck that belongs to one device."""
    return _PRIVATE.fullmatch(name) is not None


def names() -> tuple[str, ...]:
    """The names of the decks taught on this machine that everybody may use."""
    found = (path for path in folder().glob("*.npz") if _NAME.fullmatch(path.stem))
    return tuple(sorted(path.stem for path in found if _header(path)[1]))


def family(name: str) -> str | None:
    """The family of the taught deck called `name`, also when it was removed since; None when there never was one."""
    private = _PRIVATE.fullmatch(name)
    if private:
        return private[1]
    return _header(_file(name))[0] if _NAME.fullmatch(name) else None


def taught_at(name: str) -> datetime | None:
    """When the file of a deck was written last, in UTC without a zone; None where there is none."""
    try:
        return datetime.fromtimestamp(_file(name).stat().st_mtime, UTC).replace(tzinfo=None)
    except OSError:
        return None


def check_name(name: str, taken: tuple[str, ...]) -> None:
    """Raise BadName for what cannot be a deck's name, or is among the names `taken`."""
    if not _NAME.fullmatch(name) or is_private(name) or name.casefold() in taken:
        raise BadName(name)


def store(deck: EnrolledDeck) -> Path:
    """Keep a deck, in the place of one of the same name, and return its file."""
    path = _file(deck.name)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    own = path.with_name(f".{secrets.token_hex(8)}.tmp")
    with own.open("wb") as file:
        np.savez_compressed(
            file,
            format=_FORMAT,
            family=deck.family,
            codes=np.array(deck.codes, dtype=np.str_),
            directions=deck.directions,
            means=deck.means,
            meetings=np.array(deck.meetings, dtype=np.int64),
        )
    own.replace(path)  # a reader finds the old deck or the new one, never half of one
    return path


def load(name: str) -> EnrolledDeck | None:
    """The taught deck called `name`, or None."""
    path = _file(name)
    if not _NAME.fullmatch(name) or not _header(path)[1]:
        return None
    with np.load(path) as stored:
        codes = tuple(str(code) for code in stored["codes"])
        directions = stored["directions"].astype(np.float32)
        deck = EnrolledDeck(name, str(stored["family"]), codes, directions)
        if "meetings" not in stored.files:
            return deck
        meetings = tuple(int(number) for number in stored["meetings"])
        return replace(deck, means=stored["means"].astype(np.float32), meetings=meetings)


def remove(name: str) -> None:
    """Forget what the deck called `name` looks like; its family stays known, for the matches played with it."""
    of_family = family(name)
    if is_private(name):
        _file(name).unlink(missing_ok=True)
    elif of_family is not None:
        store(EnrolledDeck(name, of_family, (), np.zeros((0, 0), np.float32)))


def _file(name: str) -> Path:
    return (folder() / "own" if is_private(name) else folder()) / f"{name}.npz"


def _header(path: Path) -> tuple[str | None, int]:
    """Family and number of drawings of a stored deck; (None, 0) where there is none."""
    try:
        changed = path.stat()
    except OSError:
        return None, 0
    return _read_header(path, changed.st_mtime_ns, changed.st_size)


@lru_cache(maxsize=256)
def _read_header(path: Path, _changed: int, _size: int) -> tuple[str | None, int]:
    try:
        with np.load(path) as stored:
            return str(stored["family"]), len(stored["codes"])
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):  # not a file of ours
        return None, 0
