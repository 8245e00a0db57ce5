"""Enrolled decks: the prototypes of their cards, the lessons of confirmed piles, and the file that stores both."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import TYPE_CHECKING

from vision.nets.versions import namer_version

if TYPE_CHECKING:  # numpy is imported where it is used: whoever only asks for names does not wait for it
    from vision.arrays import Floats


_FORMAT = 1
EARLIER = ""  # `namer` of decks that were stored before it was recorded

# Confirmed views of a card never outweigh the photograph it was enrolled from. Together they count as much at most, a
# single one a quarter as much.
MOST_MEETINGS = 4
# A view teaches nothing unless its cosine similarity to its own card is at least SIMILAR, and greater by MARGIN than to
# any other card.
MARGIN, SIMILAR = 0.1, 0.5


@dataclass(frozen=True)
class EnrolledDeck:
    """An enrolled deck: its `family`, and for each of N prototypes the card's code and its unit embedding (N, 128).

    `embeddings` come from the photographs it was enrolled from and never change. `learned`: added by confirmed piles.
    With `base`, a pattern, it is read as that, and its embeddings are examples (`vision.classification.few_shot`): some
    cards have none, some several. `indices` (N, outputs): what the index reader said of its corners
    (`index_reader.shown`), None in old files. `namer`: the version of the classifier that made the embeddings
    (`vision.nets.versions`).
    """

    name: str
    family: str
    codes: tuple[str, ...]
    embeddings: Floats
    learned: Learned | None = None
    base: str = ""
    indices: Floats | None = None
    namer: str = field(default_factory=namer_version)

    def __post_init__(self) -> None:
        rows = (self.embeddings, self.indices, self.learned.means if self.learned else None)
        if any(each is not None and len(each) != len(self.codes) for each in rows):
            raise ValueError(f"{self.name}: every one of the {len(self.codes)} codes needs its row of numbers")

    @property
    def is_outdated(self) -> bool:
        """Whether another classifier made the embeddings: no name that is read with them is certain."""
        return self.namer != namer_version()

    @property
    def meetings(self) -> tuple[int, ...]:
        """The number of times each card (N) was met in confirmed piles."""
        return self.learned.meetings if self.learned else (0,) * len(self.codes)

    @property
    def improved(self) -> Floats:
        """Unit embeddings (N, 128) to compare with: the originals, moved at most half way to the learned means."""
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
class Candidates:
    """The decks among which a pile decides: `patterns` by name, and enrolled decks.

    One in `taught` with the name of a pattern is no deck of its own: it adds examples to that pattern.
    """

    patterns: tuple[str, ...]
    taught: tuple[EnrolledDeck, ...] = ()


@dataclass(frozen=True)
class Learned:
    """Lessons of confirmed piles: the mean embedding of each card there (N, 128), and how often it was met (N)."""

    means: Floats
    meetings: tuple[int, ...]


def met(deck: EnrolledDeck, cards: Iterable[tuple[str, Floats]]) -> EnrolledDeck:
    """Learn from cards that were confirmed in a pile, given as (code, unit embedding (128,)).

    An embedding that is not clearly most similar to its own card teaches nothing: a wrong answer cannot turn one card
    into another. A deck enrolled with another classifier learns nothing.
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
        place = int(own[np.argmax(similarity[own])])  # of several jokers the most similar one
        rival = float(similarity[codes != code].max(initial=-1.0))
        if similarity[place] < SIMILAR or similarity[place] - rival < MARGIN:
            continue
        meetings[place] += 1
        # A mean at first, later a slow exponential average: it follows the wear of a deck.
        means[place] += (embedding - means[place]) / min(meetings[place], 4 * MOST_MEETINGS)
    return replace(deck, learned=Learned(means, tuple(meetings)))


def to_bytes(deck: EnrolledDeck) -> bytes:
    """Pack a deck into a file, which `from_bytes` reads."""
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
        directions=deck.embeddings,  # the key in format 1
        **more,
    )
    return file.getvalue()


def from_bytes(name: str, content: bytes) -> EnrolledDeck | None:
    """Read the file of the deck called `name`; None if it is not a deck's file."""
    import numpy as np

    try:
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
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error):
        return None
