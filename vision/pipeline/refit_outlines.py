"""Other outlines for a card whose own is doubtful: which of them shows a card, the namer says.

Of a card that lies under others, under a cloth or in a hand the outline often ends where something else begins, or
spans two of them. So it is made as large as a card is there, once with the one end where it is and once with the other.
How large that is the cards seen whole say (`vision.detection.plane`); where there is none, its own length and width in
turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vision.arrays import Array
from vision.classification.classifier import UNSURE, Reading, embed
from vision.classification.prototypes import LIKE, KnownDeck
from vision.detection import geometry
from vision.detection.detector import FITS, SEEN
from vision.detection.geometry import overlaps
from vision.detection.plane import EVIDENT, FEW, WHOLE, Table, ends, within
from vision.io.pyramid import Pyramid

# Logarithms of a length or width: up to ODD an outline is of the size of a card, from ODDEST on it is something else.
ODD, ODDEST = 0.05, 0.9
PIECE = 0.8  # length or width of an outline, in those of a card, below which it shows a part of one
GAIN = 0.05  # by how much more like a card an outline must be to replace one that is not clearly a part of a card
MOST = 20  # outlines that are tried, the likeliest cards first: a keyboard has hundreds
FREE = 0.5  # how far a card must be free for an outline to be looked at for it
APART = 0.3  # IoU up to which two outlines are of two cards


@dataclass(frozen=True)
class _Sizes:
    """What the outlines `whole` (N, 4, 2) of a picture, with their places `which` in it, say of the size of a card."""

    whole: Array
    which: npt.NDArray[np.intp]
    aspect: float

    @cached_property
    def everywhere(self) -> Table | None:
        """What they say of the whole picture, where they are enough for that."""
        return Table(self.whole, self.aspect) if len(self.whole) >= FEW else None

    def beside(self, index: int) -> Table | None:
        """What they say of an outline; where they are few, without itself."""
        others = self.whole[self.which != index]
        return self.everywhere or (Table(others, self.aspect) if len(others) else None)

    def is_piece(self, index: int, quad: Array) -> bool:
        """Whether an outline is clearly too small for a card."""
        table = self.beside(index)
        return table is not None and bool(table.size(quad).min() < PIECE)


def refitted(pyramid: Pyramid, reading: Reading, deck: KnownDeck, sure: float) -> tuple[npt.NDArray[np.intp], Array]:
    """The outlines of a reading (by index) for which there are better ones, and these (N, 4, 2); two for one that spans
    two cards.

    Looked at are those whose names are less certain than `sure`, and those that are clearly too small for a card: a
    part of one may show as many signs as a lower card has.
    """
    found = reading.found
    whole = (reading.right >= UNSURE) & (found.visible > WHOLE) & (found.fit > FITS) & (found.score > EVIDENT)
    sizes = _Sizes(found.quads[whole], np.flatnonzero(whole), deck.aspect)
    which, quads = list[int](), list[Array]()
    small = np.array([sizes.is_piece(index, quad) for index, quad in enumerate(found.quads)], np.bool_)
    certain = reading.right >= sure
    doubtful = np.flatnonzero((small | ~certain) & (found.visible >= SEEN))
    sized = sizes.everywhere is not None
    for index in doubtful[np.argsort(-reading.card[doubtful], kind="stable")][:MOST].tolist():
        quad = found.quads[index]
        ways = _ways(quad, sizes.beside(index), deck.aspect)
        better = _better(pyramid, reading, deck, index, ways, 0.0 if small[index] else GAIN, sized=sized)
        # An outline too small for a card is asked about even if nothing better is there.
        better = better or ([quad] if certain[index] else [])
        which += [index] * len(better)
        quads += better
    return np.array(which, int), np.array(quads).reshape(-1, 4, 2)


def _better(
    pyramid: Pyramid, reading: Reading, deck: KnownDeck, index: int, ways: list[Array], gain: float, *, sized: bool
) -> list[Array]:
    """Of the `ways` (4, 2) the one that is more like a card, by `gain`, than the outline `index` is; where it spans two
    cards the other one, too. `sized`: the ways are as large as a card surely is there.
    """
    if not ways:
        return []
    free = reading.free[index] >= FREE
    seen, _, _ = embed(pyramid, np.array(ways))
    similarity = np.where(free, deck.similarity(seen), -1.0)
    alike, card = similarity.max(axis=1), similarity.argmax(axis=1)
    now = float(np.where(free, reading.faces.similarity[index], -1.0).max())
    best = int(alike.argmax())
    if alike[best] <= now or alike[best] < now + gain or (alike[best] < LIKE and not sized):
        return []
    other = (overlaps(ways[best], np.array(ways)) < APART) & (card != card[best]) & (alike >= max(LIKE, now + gain))
    return [ways[best], *([ways[int(np.where(other, alike, -1.0).argmax())]] if sized and other.any() else [])]


def _ways(quad: Array, table: Table | None, aspect: float) -> list[Array]:
    """Outlines (4, 2) as large as a card there, or at least of its shape; none if this one may be such."""
    if table is None:
        return _shaped(quad, aspect) + _shaped(np.roll(quad, 1, axis=0), aspect)
    odd = float(np.abs(np.log(table.size(quad))).max())
    return list(table.sized(quad)) if ODD <= odd <= ODDEST else []


def _shaped(quad: Array, aspect: float) -> list[Array]:
    """The outline made as long as its width says, and as wide as its length says, at either end."""
    longer = float(geometry.area(quad) / geometry.length(quad[None])[0] ** 2 / aspect)
    return [
        *(within(quad, (0.0, 1.0), part) for part in ends(longer)),
        *(within(quad, part, (0.0, 1.0)) for part in ends(1 / longer)),
    ]
