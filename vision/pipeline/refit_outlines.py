"""Other outlines for a card whose own is doubtful: which of them shows a card, the namer says.

Of a card that lies under others, under a cloth or in a hand the outline often ends where something else begins, or
spans two of them. It is made as large as a card is there, once with the one end where it is and once with the other.
How large that is the cards seen whole say (`vision.detection.plane`); where there is none, its own length and width in
turn.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.arrays import Array
from vision.classification.classifier import UNSURE, Reading, embed
from vision.classification.prototypes import KnownDeck
from vision.decks.embeddings import LIKE
from vision.detection import geometry
from vision.detection.detector import APART, SEEN, WHOLE
from vision.detection.geometry import overlaps
from vision.detection.plane import FEW, NONE, SIZED, Plane, ends, within
from vision.io.pyramid import Pyramid

GAIN = 0.05  # by how much more like a card an outline must be to replace one that is not clearly a part of a card
MOST = 20  # outlines that are tried, the likeliest cards first: a keyboard has hundreds
FREE = 0.5  # how far a card must be free for an outline to be looked at for it


def refitted(pyramid: Pyramid, reading: Reading, deck: KnownDeck, sure: float) -> tuple[npt.NDArray[np.intp], Array]:
    """The outlines of a reading (by index) for which there are better ones, and these (N, 4, 2); two for one that spans
    two cards.

    Looked at are those whose names are less certain than `sure`, and those that are clearly too small for a card: a
    part of one may show as many signs as a lower card has.
    """
    found = reading.found
    whole = (reading.right >= UNSURE) & (found.visible >= WHOLE)
    planes, sized = _planes(found.quads, whole, deck.aspect), bool(whole.sum() >= FEW)
    which, quads = list[int](), list[Array]()
    both = zip(planes, found.quads, strict=True)
    small = np.array([plane is not None and plane.is_part(quad) for plane, quad in both], np.bool_)
    certain = reading.right >= sure
    doubtful = np.flatnonzero((small | ~certain) & (found.visible >= SEEN))
    for index in doubtful[np.argsort(-reading.card[doubtful], kind="stable")][:MOST].tolist():
        quad = found.quads[index]
        plane, gain = planes[index], 0.0 if small[index] else GAIN
        ways = _ways(quad, plane, deck.aspect)
        better = _better(pyramid, reading, deck, index, ways, gain, sized=sized)
        # An outline too small for a card is asked about even if nothing better is there.
        better = better or ([quad] if certain[index] else [])
        which += [index] * len(better)
        quads += better
    return np.array(which, int), np.array(quads).reshape(-1, 4, 2)


def _planes(quads: Array, whole: npt.NDArray[np.bool_], aspect: float) -> list[Plane | None]:
    """The plane of the table for each outline, by the `whole` cards; where these are few, by the others of them."""
    if whole.sum() >= FEW:
        return [Plane(quads[whole], aspect)] * len(quads)
    others = [whole & (np.arange(len(quads)) != index) for index in range(len(quads))]
    return [Plane(quads[which], aspect) if which.any() else None for which in others]


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


def _ways(quad: Array, plane: Plane | None, aspect: float) -> list[Array]:
    """Outlines (4, 2) as large as a card there, or at least of its shape; none if this one may be such."""
    if plane is None:
        return _shaped(quad, aspect) + _shaped(np.roll(quad, 1, axis=0), aspect)
    return list(plane.sized(quad)) if SIZED <= np.abs(plane.off(quad)).max() < NONE else []


def _shaped(quad: Array, aspect: float) -> list[Array]:
    """The outline made as long as its width says, and as wide as its length says, at either end."""
    longer = float(geometry.area(quad) / geometry.length(quad[None])[0] ** 2 / aspect)
    return [
        *(within(quad, (0.0, 1.0), part) for part in ends(longer)),
        *(within(quad, part, (0.0, 1.0)) for part in ends(1 / longer)),
    ]
