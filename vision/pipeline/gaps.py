"""Doubts about cards that cover each other, such as melds, by what lies around them.

The index of a covered card is all that is seen of it. A name is doubted if the index says another card once the outline
moves a little, and if most names of the pile are doubted. Cards of a column or row are laid at much the same steps.
Where a step is about twice as long as the others, an index between the two was not read: an outline without a name goes
there, and a person says which card it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

from vision.arrays import Array
from vision.classification import index_reader
from vision.classification.classifier import UNSURE, Reading, copies_of, faces_of, free_of
from vision.classification.confidence import SHOWS
from vision.classification.index_reader import HEARD, has_indices
from vision.classification.letter_reader import COURTS
from vision.classification.prototypes import KnownDeck
from vision.detection.plane import within
from vision.io.pyramid import Pyramid
from vision.nets.calibration import calibration
from vision.pipeline.deck_fit import PILE

MOVED = [(x, y) for x in (-0.03, 0.0, 0.03) for y in (-0.03, 0.0, 0.03)]
"""Widths and lengths of a card by which an outline is moved: it is hardly placed better."""
SAID = 0.6
"""Probability of another card by a moved index from which a number is in doubt; a court, whose letter may be that of
another deck, is in doubt where any is likelier.
"""
MOSTLY = 0.5
"""Share of a pile's names that are sure, below which none is: of synthetic melds whose indices the networks know it is
0.6 at least, of Swiss ones 0.35 at most.
"""
SHORTEST, USUAL, LONGEST = 0.12, 0.6, 1.3
"""Lengths (of a row: widths) of a card between cards of a column: at least, usually at most, and with two missing."""
BESIDE, TURNED, SIZED = 0.2, 0.25, 0.25
"""Widths (of a row: lengths) by which the next card may lie beside its column, the sine by which it may be turned, and
the logarithm by which it may be longer.
"""
TWICE = 1.6
"""Times the usual step of its column from which a step hides a card."""
MOST = 3
"""Times the usual step up to which a step hides cards; and those of its column must be alike."""
THERE = 0.5
"""Times the usual step of its column within which an outline already has an index where the missing card would."""


def doubted(pyramid: Pyramid, reading: Reading, deck: KnownDeck, packs: int) -> Reading:
    """The reading with unsteady names marked, and with an outline without a name for each card that is missing."""
    if not has_indices(deck):
        return reading
    sure = calibration().sure_for(indexed=True)
    named, certain = np.array(reading.names, int) >= 0, reading.right >= sure
    foreign = named.sum() >= PILE and certain[named].mean() < MOSTLY
    unsteady = np.ones(len(named), bool) if foreign else _is_unsteady(pyramid, reading, deck)
    right = np.where(unsteady, np.minimum(reading.right, UNSURE), reading.right)
    reading = replace(reading, right=right)
    quads = missing(reading.found.quads, certain)
    count = len(quads)
    if not count:
        return reading
    none = np.zeros(count)
    found = replace(reading.found.only(none.astype(int)), quads=quads, score=none, visible=none)
    faces = faces_of(pyramid, found, deck, pile=deck.nearness(reading.faces.embeddings))
    names, right = (*reading.names, *[-1] * count), np.append(right, none)
    return replace(
        reading,
        found=reading.found.and_(found),
        faces=reading.faces.and_(faces),
        names=names,
        card=np.append(reading.card, none),
        right=right,
        evidence=np.vstack([reading.evidence, np.zeros((count, reading.evidence.shape[1]))]),
        certain=np.append(reading.certain, none.astype(bool)),
        free=free_of(names, right, copies_of(deck, packs), sure),
    )


def _is_unsteady(pyramid: Pyramid, reading: Reading, deck: KnownDeck) -> npt.NDArray[np.bool_]:
    """Whether a covered card (N,) has its name by its index alone, and another where its outline moves a little."""
    there, names = reading.faces.index.there, np.array(reading.names, int)
    unsteady: npt.NDArray[np.bool_] = (
        (names >= 0) & (reading.found.visible < SHOWS) & (there.max(axis=1, initial=0.0) >= HEARD)
    )
    unsteady &= reading.faces.similarity.argmax(axis=1) != names
    which = np.flatnonzero(unsteady)
    ends = zip(reading.found.quads[which], there[which].argmax(axis=1), strict=True)
    quads = [np.roll(quad, 2 * end, axis=0) for quad, end in ends]
    moved = np.array([within(quad, (x, 1 + x), (y, 1 + y)) for quad in quads for x, y in MOVED]).reshape(-1, 4, 2)
    read = index_reader.look(pyramid, moved, deck, covered=True)
    said, sure = read.ends[:, 0].argmax(axis=1), np.minimum(read.ends[:, 0].max(axis=1), read.there[:, 0])
    court = np.isin(deck.ranks[names[which]], COURTS).repeat(len(MOVED))
    other = (said != names[which].repeat(len(MOVED))) & (sure >= np.where(court, 0.0, SAID))
    unsteady[which] = (other & (read.there[:, 0] >= HEARD)).reshape(-1, len(MOVED)).any(axis=1)
    return unsteady


def missing(quads: Array, sure: npt.NDArray[np.bool_]) -> Array:
    """The outlines (M, 4, 2) of cards that are missing between the `sure` ones (N,) of `quads` (N, 4, 2)."""
    chains = [chain for rows in (False, True) for chain in _chains(quads[sure], rows=rows)]
    found = list[Array]()
    for chain in chains:
        for first, last, step in chain:
            others = [other for one, _, other in chain if one is not first and other <= USUAL]
            usual = float(np.median(others)) if others else step
            parts = max(2, round(step / usual))
            alike = all(usual <= TWICE * other and other <= TWICE * usual for other in others)
            if TWICE * usual <= step and parts <= MOST and alike:
                between = [first + (last - first) * part / parts for part in range(1, parts)]
                found += [quad for quad in between if not _is_there(quad, quads, usual)]
    return np.array(found).reshape(-1, 4, 2)


def _is_there(quad: Array, quads: Array, usual: float) -> bool:
    """Whether an outline has an index where one of a card would be, by the usual step in its column."""
    apart = (quads[:, None, ::2] - quad[::2, None]) @ np.linalg.pinv(_axes(quad))
    return bool((np.hypot(*apart.T) < THERE * usual).any())


def _chains(quads: Array, *, rows: bool) -> Iterator[list[tuple[Array, Array, float]]]:
    """The columns, or rows, of cards: of each from one outline to the next, and how long that step is."""
    axis = 0 if rows else 1
    group = list(range(len(quads)))
    for one, other in combinations(range(len(quads)), 2):
        apart = np.abs(_apart(quads[one], quads[other]))
        beside, step = apart[1 - axis], apart[axis]
        if beside <= BESIDE and SHORTEST <= step <= LONGEST and _alike(quads[one], quads[other]):
            new, old = sorted((group[one], group[other]))
            group = [new if each == old else each for each in group]
    for name in sorted(set(group)):
        lie = [quads[at] for at, each in enumerate(group) if each == name]
        lie = [np.roll(quad, 2, axis=0) if _axes(lie[0])[1] @ _axes(quad)[1] < 0 else quad for quad in lie]
        line = sorted(lie, key=lambda quad: float(_apart(lie[0], quad)[axis]))
        yield [(one, other, abs(float(_apart(one, other)[axis]))) for one, other in pairwise(line)]


def _axes(quad: Array) -> Array:
    """The vectors (2, 2) across an outline, and along it."""
    axes: Array = np.array([quad[1] + quad[2] - quad[0] - quad[3], quad[2] + quad[3] - quad[0] - quad[1]]) / 2
    return axes


def _apart(one: Array, other: Array) -> Array:
    """How far (2,) another outline lies from one, in widths and lengths of that."""
    apart: Array = np.linalg.pinv(_axes(one).T) @ (other.mean(axis=0) - one.mean(axis=0))
    return apart


def _alike(one: Array, other: Array) -> bool:
    """Whether two outlines are of one size, and lie the same way."""
    (a, b), (c, d) = _axes(one)[1], _axes(other)[1]
    long, longer = float(np.hypot(a, b)), float(np.hypot(c, d))
    return abs(float(np.log(long / longer))) <= SIZED and abs(a * d - b * c) <= TURNED * long * longer
