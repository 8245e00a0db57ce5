"""Decks that users enrolled: one small file each, beside everything else the application keeps.

A deck of the club lies under the name that everybody calls it by; one that belongs to a single device lies in `own`
under a name that nobody guesses (`private_name`), is not listed, and is read by whoever knows that name.
"""

from __future__ import annotations

import os
import re
import secrets
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from vision.errors import BadName

if TYPE_CHECKING:  # numpy is imported where it is used: whoever only asks for names does not wait for it
    from vision.arrays import Floats

__all__ = [
    "BadName",
    "EnrolledDeck",
    "check_name",
    "enrolled_at",
    "family",
    "folder",
    "is_private",
    "load",
    "met",
    "names",
    "private_name",
    "remove",
    "store",
]

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,38}[\w'])?")
_PRIVATE = re.compile(r"(italian|french|tarot|piemontese)-[0-9a-f]{28}")
_FORMAT = 1

# What is learned from confirmed piles never outweighs the photographs that the deck was enrolled from: together the
# views of a card on tables count as much as the original at most, and a single one a fifth of the whole.
MOST_MEETINGS = 4
# A view teaches nothing unless its cosine similarity to its own card is at least SIMILAR, and greater by MARGIN than to
# any other card.
MARGIN, SIMILAR = 0.1, 0.5


@dataclass(frozen=True)
class EnrolledDeck:
    """An enrolled deck: its `family`, and for each of N prototypes the card's code and its unit embedding (N, 128).

    `embeddings` are those of the photographs it was enrolled from and never change. `learned` is what confirmed piles
    added since.
    """

    name: str
    family: str
    codes: tuple[str, ...]
    embeddings: Floats
    learned: Learned | None = None

    @property
    def meetings(self) -> tuple[int, ...]:
        """How often each card was met in confirmed piles (N)."""
        return self.learned.meetings if self.learned else (0,) * len(self.codes)

    @property
    def improved(self) -> Floats:
        """Unit embeddings (N, 128) to compare with: the originals, moved towards what was met, never past half way."""
        if self.learned is None:
            return self.embeddings
        import numpy as np

        weight = np.minimum(np.array(self.meetings, np.float32), MOST_MEETINGS)[:, None]
        moved = MOST_MEETINGS * self.embeddings + weight * self.learned.means
        unit: Floats = (moved / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-9)).astype(np.float32)
        return unit

    def forgetful(self) -> EnrolledDeck:
        """The deck as it was enrolled, without anything learned since."""
        return replace(self, learned=None)


@dataclass(frozen=True)
class Learned:
    """What confirmed piles taught: the mean embedding in which each card was met (N, 128), and how often (N)."""

    means: Floats
    meetings: tuple[int, ...]


def met(deck: EnrolledDeck, cards: Iterable[tuple[str, Floats]]) -> EnrolledDeck:
    """Learn from cards, as (code, unit embedding (128,)), that were confirmed in a pile.

    An embedding more similar to another card of the deck than to the one it is said to be teaches nothing, nor one
    that is hardly more similar to it: a wrong answer cannot turn one card into another.
    """
    import numpy as np

    before = deck.learned or Learned(np.zeros_like(deck.embeddings), deck.meetings)
    means, meetings = before.means.copy(), list(before.meetings)
    codes = np.array(deck.codes)
    for code, embedding in cards:
        own = np.flatnonzero(codes == code)
        if not len(own):
            continue
        similarity = deck.embeddings @ embedding
        place = int(own[np.argmax(similarity[own])])  # of several drawings of a joker the one that it is
        rival = float(similarity[codes != code].max(initial=-1.0))
        if similarity[place] < SIMILAR or similarity[place] - rival < MARGIN:
            continue
        meetings[place] += 1
        # A running mean at first; once enough was seen it follows slowly, so that a deck may wear.
        means[place] += (embedding - means[place]) / min(meetings[place], 4 * MOST_MEETINGS)
    return replace(deck, learned=Learned(means, tuple(meetings)))


def folder() -> Path:
    """Where enrolled decks lie: `decks` in the data directory (contract.md: `$XDG_DATA_HOME/settebello`)."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "settebello" / "decks"


def private_name(family: str) -> str:
    """A new name for a deck that belongs to one device: nobody guesses it, and it says which family it is of."""
    return f"{family}-{secrets.token_hex(14)}"


def is_private(name: str) -> bool:
    """Whether a name is that of a deck that belongs to one device."""
    return _PRIVATE.fullmatch(name) is not None


def names() -> tuple[str, ...]:
    """The names of the decks enrolled on this machine that everybody may use."""
    found = (path for path in folder().glob("*.npz") if _NAME.fullmatch(path.stem))
    return tuple(sorted(path.stem for path in found if _header(path)[1]))


def family(name: str) -> str | None:
    """The family of the enrolled deck called `name`, also when it was removed since; None when there never was one."""
    private = _PRIVATE.fullmatch(name)
    if private:
        return private[1]
    return _header(_file(name))[0] if _NAME.fullmatch(name) else None


def enrolled_at(name: str) -> datetime | None:
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
    """Write a deck to its file, in the place of one of the same name; the file's path."""
    import numpy as np

    path = _file(deck.name)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = path.with_name(f".{secrets.token_hex(8)}.tmp")
    learned = {"means": deck.learned.means, "meetings": np.array(deck.learned.meetings)} if deck.learned else {}
    with unfinished.open("wb") as file:
        np.savez_compressed(
            file,
            allow_pickle=False,
            format=_FORMAT,
            family=deck.family,
            codes=np.array(deck.codes, dtype=np.str_),
            directions=deck.embeddings,  # the word of format 1
            **learned,
        )
    unfinished.replace(path)  # a reader finds the old deck or the new one, never half of one
    return path


def load(name: str) -> EnrolledDeck | None:
    """The enrolled deck called `name`; None where there is none or its file is not one of ours."""
    path = _file(name)
    if not _NAME.fullmatch(name) or not _header(path)[1]:
        return None
    import numpy as np

    with np.load(path) as stored:
        codes = tuple(str(code) for code in stored["codes"])
        learned = None
        if "meetings" in stored.files:
            meetings = tuple(int(number) for number in stored["meetings"])
            learned = Learned(stored["means"].astype(np.float32), meetings)
        return EnrolledDeck(name, str(stored["family"]), codes, stored["directions"].astype(np.float32), learned)


def remove(name: str) -> None:
    """Forget what the deck called `name` looks like; its family stays known, for the matches played with it."""
    of_family = family(name)
    if is_private(name):
        _file(name).unlink(missing_ok=True)
    elif of_family is not None:
        import numpy as np

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
    import numpy as np

    try:
        with np.load(path) as stored:
            return str(stored["family"]), len(stored["codes"])
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):  # not a file of ours
        return None, 0
