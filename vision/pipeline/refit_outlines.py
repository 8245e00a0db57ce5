"""Proposes other outlines for a doubtful card, and lets the classifier choose among them.

The outline of a card under others, under a cloth or in a hand often ends where something else begins, or spans two of
them. It is resized to a card's size, once keeping the one end and once the other. Cards seen whole give that size
(`vision.detection.plane`); without any, the outline's own length, then its width.
"""

import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Floats
from vision.classification.classifier import Reading, embed
from vision.classification.doubts import UNSURE, Flags
from vision.classification.prototypes import KnownDeck
from vision.decks.embeddings import LIKE
from vision.detection import geometry
from vision.detection.detector import APART, SEEN, WHOLE
from vision.detection.geometry import overlaps
from vision.detection.plane import FEW, NONE, SIZED, Plane, ends, within
from vision.io.pyramid import Pyramid

GAIN = 0.05  # gain in similarity needed to replace an outline that is not clearly part of a card
MOST = 20  # outlines that are tried, the likeliest cards first: a keyboard has hundreds
FREE = 0.5  # availability (`Reading.free`) from which a card is considered for an outline


def refitted(
    pyramid: Pyramid, reading: Reading, deck: KnownDeck, copies: tuple[int, ...]
) -> tuple[npt.NDArray[np.intp], Array]:
    """The outlines of a reading (by index) that have better ones, and these (N, 4, 2); two where one spans two cards.

    Tried are uncertain names and outlines clearly too small: part of a card may show as many pips as a
    lower one.
    """
    found, free = reading.found, reading.free(copies, deck.sure) >= FREE
    whole = (reading.right >= UNSURE) & (found.visible >= WHOLE)
    planes, sized = _planes(found.quads, whole, deck.aspect), bool(whole.sum() >= FEW)
    which, quads = list[int](), list[Array]()
    both = zip(planes, found.quads, strict=True)
    small = np.array([plane is not None and plane.is_part(quad) for plane, quad in both], np.bool_)
    certain = reading.right >= deck.sure
    doubtful = np.flatnonzero((small | ~certain) & (found.visible >= SEEN))
    for index in doubtful[np.argsort(-reading.card[doubtful], kind="stable")][:MOST].tolist():
        quad = found.quads[index]
        plane, gain = planes[index], 0.0 if small[index] else GAIN
        ways = _ways(quad, plane, deck.aspect)
        better = _better(pyramid, deck, free[index], reading.faces.similarity[index], ways, gain, sized=sized)
        # A certain name on too small an outline is returned unchanged: `second_pass.resized` then marks it.
        better = better or ([quad] if certain[index] else [])
        which += [index] * len(better)
        quads += better
    return np.array(which, int), np.array(quads).reshape(-1, 4, 2)


def _planes(quads: Array, whole: npt.NDArray[np.bool_], aspect: float) -> list[Plane | None]:
    """The plane of the table for each outline, fitted to the `whole` cards; if these are few, without itself."""
    if whole.sum() >= FEW:
        return [Plane(quads[whole], aspect)] * len(quads)
    others = [whole & (np.arange(len(quads)) != index) for index in range(len(quads))]
    return [Plane(quads[which], aspect) if which.any() else None for which in others]


def _better(
    pyramid: Pyramid, deck: KnownDeck, free: Flags, before: Floats, ways: list[Array], gain: float, *, sized: bool
) -> list[Array]:
    """The one of `ways` (4, 2) most similar to a `free` card (cards,), if it gains `gain` over the similarity `before`
    (cards,). Where the outline spans two cards, the other one, too. `sized`: the size of a card is surely known.
    """
    if not ways:
        return []
    seen, _, _ = embed(pyramid, np.array(ways))
    similarity = np.where(free, deck.similarity(seen), -1.0)
    alike, card = similarity.max(axis=1), similarity.argmax(axis=1)
    now = float(np.where(free, before, -1.0).max())
    best = int(alike.argmax())
    if alike[best] <= now or alike[best] < now + gain or (alike[best] < LIKE and not sized):
        return []
    other = (overlaps(ways[best], np.array(ways)) < APART) & (card != card[best]) & (alike >= max(LIKE, now + gain))
    return [ways[best], *([ways[int(np.where(other, alike, -1.0).argmax())]] if sized and other.any() else [])]


def _ways(quad: Array, plane: Plane | None, aspect: float) -> list[Array]:
    """Outlines (4, 2) of a card's size, or at least its shape; none if the given one has it or is far from it."""
    if plane is None:
        return _shaped(quad, aspect) + _shaped(np.roll(quad, 1, axis=0), aspect)
    return list(plane.sized(quad)) if SIZED <= np.abs(plane.off(quad)).max() < NONE else []


def _shaped(quad: Array, aspect: float) -> list[Array]:
    """The outline with its length fitted to its width, and with its width fitted to its length, from either end."""
    longer = float(geometry.area(quad) / geometry.length(quad[None])[0] ** 2 / aspect)
    return [
        *(within(quad, (0.0, 1.0), part) for part in ends(longer)),
        *(within(quad, part, (0.0, 1.0)) for part in ends(1 / longer)),
    ]
