"""Decks that users enrolled: what is known of their cards, what they learn, and the small file that each fits into."""

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
EARLIER = ""  # the namer of decks that were stored before it was noted

# Lessons of confirmed piles never outweigh the photographs that the deck was enrolled from: together the
# views of a card on tables count as much as the original at most, and a single one a fifth of the whole.
MOST_MEETINGS = 4
# A view teaches nothing unless its cosine similarity to its own card is at least SIMILAR, and greater by MARGIN than to
# any other card.
MARGIN, SIMILAR = 0.1, 0.5


@dataclass(frozen=True)
class EnrolledDeck:
    """An enrolled deck: its `family`, and for each of N prototypes the card's code and its unit embedding (N, 128).

    `embeddings` are those of the photographs it was enrolled from and never change. `learned` is what confirmed piles
    added since. With `base`, the pattern it is read as otherwise, the embeddings are examples
    (`vision.classification.few_shot`): not every card has one, and some have several. `indices` (N, outputs): what the
    index reader said of its corners (`index_reader.shown`); decks that were stored before that
    was asked have none. `namer`: the version of the namer that made the embeddings (`vision.nets.versions`); by default
    the one in use.
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
class Candidates:
    """The decks that a pile may be of, where it has to say which: `patterns` by their names, and enrolled decks.

    A `taught` one that bears the name of a pattern is none of them: it is how that pattern is read, with examples.
    """

    patterns: tuple[str, ...]
    taught: tuple[EnrolledDeck, ...] = ()


@dataclass(frozen=True)
class Learned:
    """Lessons of confirmed piles: the mean embedding in which each card was met (N, 128), and how often (N)."""

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
        directions=deck.embeddings,  # the word of format 1
        **more,
    )
    return file.getvalue()


def from_bytes(name: str, content: bytes) -> EnrolledDeck | None:
    """Read the file of the deck called `name`; None where it is not one of ours."""
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
