"""Decks that users enrolled: one small file each, on a shelf.

The shelf is a folder beside everything else the application keeps (`Folder`), unless somebody chose another
(`use_shelf`). A deck of the club lies under the name that everybody calls it by; one that belongs to a single device
has a name that nobody guesses (`private_name`), is not listed, and is read by whoever knows that name.
"""

from __future__ import annotations

import os
import re
import secrets
import zipfile
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from vision.errors import BadName
from vision.versions import namer_version

if TYPE_CHECKING:  # numpy is imported where it is used: whoever only asks for names does not wait for it
    from vision.arrays import Floats

__all__ = [
    "BadName",
    "EnrolledDeck",
    "Folder",
    "Label",
    "Shelf",
    "check_name",
    "enrolled_at",
    "families",
    "family",
    "folder",
    "is_private",
    "label_of",
    "load",
    "met",
    "names",
    "private_name",
    "remove",
    "store",
    "use_shelf",
]

_NAME = re.compile(r"[^\W_](?:[\w .'-]{0,38}[\w'])?")
_PRIVATE = re.compile(r"(italian|french|tarot|piemontese)-[0-9a-f]{28}")
_FORMAT = 1
EARLIER = ""  # the namer of decks that were stored before it was noted

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
    added since. With `base`, the pattern it is read as otherwise, the embeddings are examples (`vision.examples`): not
    every card has one, and some have several. `indices` (N, outputs): what the index reader said of its corners
    (`vision.indices.shown`); decks that were stored before that was asked have none.
    `namer`: the version of the namer that made the embeddings (`vision.versions`); by default the one in use.
    """

    name: str
    family: str
    codes: tuple[str, ...]
    embeddings: Floats
    learned: Learned | None = None
    base: str = ""
    indices: Floats | None = None
    namer: str = field(default_factory=namer_version)

    @property
    def is_outdated(self) -> bool:
        """Whether another namer made the embeddings: no name that is read with them is certain."""
        return self.namer != namer_version()

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
    that is hardly more similar to it: a wrong answer cannot turn one card into another. A deck that another namer
    enrolled learns nothing.
    """
    if deck.is_outdated:
        return deck
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


@dataclass(frozen=True)
class Label:
    """What is known of a stored deck without opening it.

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
        found = ((path.stem, self.label(path.stem)) for path in folder().glob("*.npz") if _NAME.fullmatch(path.stem))
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


_FOLDER = Folder()


def _no_other() -> Shelf | None:
    return None


_find_shelf: Callable[[], Shelf | None] = _no_other


def use_shelf(find: Callable[[], Shelf | None]) -> None:
    """Ask `find` for the shelf each time; where it gives None it is the folder of this machine."""
    global _find_shelf
    _find_shelf = find


def _shelf() -> Shelf:
    return _find_shelf() or _FOLDER


def private_name(family: str) -> str:
    """A new name for a deck that belongs to one device: nobody guesses it, and it says which family it is of."""
    return f"{family}-{secrets.token_hex(14)}"


def is_private(name: str) -> bool:
    """Whether a name is that of a deck that belongs to one device."""
    return _PRIVATE.fullmatch(name) is not None


def families() -> dict[str, str]:
    """The decks that everybody may use, by name, with their families."""
    labels = _shelf().labels()
    return {name: labels[name].family for name in sorted(labels) if labels[name].cards}


def names() -> tuple[str, ...]:
    """The names of the decks that everybody may use."""
    return tuple(families())


def family(name: str) -> str | None:
    """The family of the enrolled deck called `name`, also when it was removed since; None when there never was one."""
    private = _PRIVATE.fullmatch(name)
    if private:
        return private[1]
    label = _label_of(name)
    return label.family if label else None


def enrolled_at(name: str) -> datetime | None:
    """When a deck was stored last, in UTC without a zone; None where there is none."""
    label = _label_of(name)
    return label.changed if label else None


def check_name(name: str, taken: tuple[str, ...]) -> None:
    """Raise BadName for what cannot be a deck's name, or is among the names `taken`."""
    if not _NAME.fullmatch(name) or is_private(name) or name.casefold() in taken:
        raise BadName(name)


def store(deck: EnrolledDeck) -> None:
    """Put a deck on the shelf, in the place of one of the same name."""
    import numpy as np

    more = {"means": deck.learned.means, "meetings": np.array(deck.learned.meetings)} if deck.learned else {}
    if deck.base:
        more["base"] = np.array(deck.base)
    if deck.indices is not None:
        more["indices"] = deck.indices.astype(np.float16)
    file = BytesIO()
    np.savez_compressed(
        file,
        allow_pickle=False,
        format=_FORMAT,
        family=deck.family,
        namer=deck.namer,
        codes=np.array(deck.codes, dtype=np.str_),
        directions=deck.embeddings,  # the word of format 1
        **more,
    )
    _shelf().write(deck.name, deck.family, len(deck.codes), file.getvalue())


def load(name: str) -> EnrolledDeck | None:
    """The enrolled deck called `name`; None where there is none or its file is not one of ours."""
    label = _label_of(name)
    if label is None or not label.cards:
        return None
    deck = _opened.get(name, label.version)
    if deck is None:
        content = _shelf().read(name)
        if content is None:  # deleted since
            return None
        # If the file has changed since its label was read, it is opened once more the next time.
        deck = _open(name, content)
        _opened.put(name, label.version, deck)
    return deck


def remove(name: str) -> None:
    """Forget what the deck called `name` looks like; its family stays known, for the matches played with it."""
    of_family = family(name)
    if is_private(name):
        _shelf().delete(name)
    elif of_family is not None:
        import numpy as np

        store(EnrolledDeck(name, of_family, (), np.zeros((0, 0), np.float32)))


def _label_of(name: str) -> Label | None:
    return _shelf().label(name) if _NAME.fullmatch(name) else None


def _open(name: str, content: bytes) -> EnrolledDeck:
    import numpy as np

    with np.load(BytesIO(content)) as stored:
        codes = tuple(str(code) for code in stored["codes"])
        learned = None
        if "meetings" in stored.files:
            meetings = tuple(int(number) for number in stored["meetings"])
            learned = Learned(stored["means"].astype(np.float32), meetings)
        base = str(stored["base"]) if "base" in stored.files else ""
        read = stored["indices"].astype(np.float32) if "indices" in stored.files else None
        embeddings = stored["directions"].astype(np.float32)
        namer = str(stored["namer"]) if "namer" in stored.files else EARLIER
        return EnrolledDeck(name, str(stored["family"]), codes, embeddings, learned, base, read, namer)


class _Opened:
    """The decks that were opened last, each as the version it was."""

    MOST = 32

    def __init__(self) -> None:
        self._decks: OrderedDict[str, tuple[Hashable, EnrolledDeck]] = OrderedDict()
        self._lock = Lock()

    def get(self, name: str, version: Hashable) -> EnrolledDeck | None:
        """The deck, if it was opened as this version."""
        with self._lock:
            known, deck = self._decks.get(name, (None, None))
            return deck if known == version else None

    def put(self, name: str, version: Hashable, deck: EnrolledDeck) -> None:
        """Keep a deck, and forget the one that was kept longest."""
        with self._lock:
            self._decks[name] = version, deck
            self._decks.move_to_end(name)
            if len(self._decks) > self.MOST:
                self._decks.popitem(last=False)


_opened = _Opened()


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
