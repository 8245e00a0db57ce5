"""Doubts names in columns and rows of overlapping cards, such as melds, and adds outlines for missing cards.

Of a covered card only the index is seen. Its name is doubted if the index says another card once the outline moves a
little. If most names of a pile are doubted, all are. The cards of a column lie at about equal steps. A step about twice
as long hides a card whose index was not read. An index one step beyond the end of a column is of a card that was not
found. Both get an outline without a name, and a person names it.
"""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from vision.arrays import Array
from vision.classification import index_reader
from vision.classification.classifier import Reading, faces_of
from vision.classification.doubts import Doubt
from vision.classification.index_reader import HEARD, SURE
from vision.classification.letter_reader import COURTS
from vision.classification.prototypes import KnownDeck
from vision.detection.detector import SHOWS
from vision.detection.geometry import contains
from vision.detection.plane import axes, within
from vision.groups import linked
from vision.io.pyramid import Pyramid
from vision.pipeline.columns import APART, STEPS, index_at
from vision.pipeline.deck_fit import PILE

MOVED = [(x, y) for x in (-0.03, 0.0, 0.03) for y in (-0.03, 0.0, 0.03)]
"""Shifts of an outline, in widths and lengths of a card: within the accuracy of outlines."""
SAID = 0.6
"""Probability of another card by one shifted index, from which a number is doubted."""
LETTERED = ("A", *COURTS)
"""Ranks with a letter, which may mean another rank on another deck: doubted from `HEARD` / 2 on."""
MOSTLY = 0.5
"""Share of sure names in a pile, below which every name is doubted. Of synthetic melds with known indices at least 0.8
of the names are sure, of Swiss ones at most 0.35.
"""
LONGEST = 1.3
"""Longest step of a column, in lengths of a card (of a row: widths): two cards are missing in it."""
BESIDE, UNLIKE = 0.2, 0.3
"""Greatest offset of the next card from its column, in widths (of a row: lengths). Greatest difference between the long
sides of both, as vectors, relative to their length.
"""
TWICE = 1.6
"""Ratio of a step to the usual one of its column, from which it hides a card."""
MOST = 3
"""Greatest ratio of a step to the usual one: if any is longer, the column says nothing about missing cards."""
THERE = 0.5
"""Distance in usual steps within which the index of an outline is that of the missing card."""


def doubted(pyramid: Pyramid, reading: Reading, deck: KnownDeck) -> Reading:
    """The reading with unsteady names marked, and an outline without a name for each missing card."""
    if not deck.is_indexed or deck.enrolled:  # the drawings of a taught deck are known
        return reading
    certain = reading.right >= deck.sure
    unsteady, foreign = _is_unsteady(pyramid, reading, deck, certain), _is_foreign(reading, certain)
    reading = reading.marked({Doubt.UNSTEADY: unsteady, Doubt.FOREIGN: foreign})
    quads = np.concatenate(
        [missing(reading.found.quads, certain), _beyond(pyramid, reading.found.quads, certain, deck)]
    )
    count = len(quads)
    if not count:
        return reading
    none = np.zeros(count)
    found = replace(reading.found.only(none.astype(int)), quads=quads, score=none, visible=none)
    faces = faces_of(pyramid, found, deck, pile=deck.nearness(reading.faces.embeddings))
    return replace(
        reading,
        found=reading.found.and_(found),
        faces=reading.faces.and_(faces),
        names=(*reading.names, *[-1] * count),
        card=np.append(reading.card, none),
        right=np.append(reading.right, none),
        evidence=np.vstack([reading.evidence, np.zeros((count, reading.evidence.shape[1]))]),
        certain=np.append(reading.certain, none.astype(bool)),
        doubts={doubt: np.append(which, none.astype(bool)) for doubt, which in reading.doubts.items()},
    )


def _is_foreign(reading: Reading, certain: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Whether the names of this pile are in doubt, for each outline (N,): most of them are."""
    named = np.array(reading.names, int) >= 0
    doubtful = bool(named.sum() >= PILE and certain[named].mean() < MOSTLY)
    return named & doubtful


def _is_unsteady(
    pyramid: Pyramid, reading: Reading, deck: KnownDeck, certain: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """Whether the index of a covered card (N,) says the other suit of its colour when its outline moves. If the drawing
    is unlike its name, any other card counts.
    """
    there, names = reading.faces.index.there, np.array(reading.names, int)
    unlike, covered = reading.faces.similarity.argmax(axis=1) != names, reading.found.visible < SHOWS
    heard = (names >= 0) & (there.max(axis=1, initial=0.0) >= HEARD)
    which = np.flatnonzero(certain & heard & covered)
    ends = zip(reading.found.quads[which], there[which].argmax(axis=1), strict=True)
    quads = [np.roll(quad, 2 * end, axis=0) for quad, end in ends]
    moved = np.array([within(quad, (x, 1 + x), (y, 1 + y)) for quad in quads for x, y in MOVED]).reshape(-1, 4, 2)
    read = index_reader.look(pyramid, moved, deck, covered=True)
    said = (read.ends[:, 0] * read.there[:, :1]).reshape(len(which), len(MOVED), len(deck.cards))
    least = np.where(np.isin(deck.ranks[names[which]], LETTERED), HEARD / 2, SAID)[:, None]
    unsteady = np.zeros(len(names), bool)
    other = ((said.argmax(axis=2) != names[which, None]) & (said.max(axis=2) >= least)).any(axis=1)
    own = np.arange(len(deck.cards)) == names[which, None]
    twin = np.where(index_reader.alike(deck)[names[which]] > own, said.max(axis=1), 0.0).max(axis=1)
    unsteady[which] = (other & unlike[which]) | (twin >= HEARD)
    return unsteady


def missing(quads: Array, sure: npt.NDArray[np.bool_]) -> Array:
    """The outlines (M, 4, 2) of cards missing between the `sure` ones (N,) of `quads` (N, 4, 2)."""
    found = list[Array]()
    for chain in _chains(quads[sure]):
        for at, (first, last, step) in enumerate(chain):
            others = np.array([other for place, (_, _, other) in enumerate(chain) if place != at] or [step])
            usual = float(np.median(others))
            parts = max(2, round(step / usual))
            alike = usual / TWICE <= others.min() and others.max() <= MOST * usual
            if TWICE * usual <= step and parts <= MOST and usual <= STEPS[-1] and alike:
                between = [first + (last - first) * part / parts for part in range(1, parts)]
                found += [quad for quad in between if not _is_there(quad, quads, usual)]
    return np.array(found).reshape(-1, 4, 2)


def _beyond(pyramid: Pyramid, quads: Array, sure: npt.NDArray[np.bool_], deck: KnownDeck) -> Array:
    """The outlines (M, 4, 2) of cards beyond columns of `sure` ones (N,), by an index outside all outlines."""
    tried = list[Array]()
    marks = np.array([index_at(end) for quad in quads for end in (quad, np.roll(quad, 2, axis=0))])
    for chain in filter(None, _chains(quads[sure])):
        usual = float(np.median([step for _, _, step in chain]))
        if usual > STEPS[-1]:
            continue
        (first, second, one), (before, last, other) = chain[0], chain[-1]
        over = first + (first - second) * usual / max(one, STEPS[0])
        under = last + (last - before) * usual / max(other, STEPS[0])
        for quad in (over, under, np.roll(over, 2, axis=0), np.roll(under, 2, axis=0)):
            corner = index_at(quad)[None]
            own = np.linalg.norm(marks - corner, axis=1) < APART * np.linalg.norm(quad[3] - quad[0])
            if not own.any() and not any(contains(known, corner)[0] for known in quads):
                tried.append(quad)
    beyond = np.array(tried).reshape(-1, 4, 2)
    return beyond[index_reader.look(pyramid, beyond, deck, covered=True).there[:, 0] >= SURE]


def _is_there(quad: Array, quads: Array, usual: float) -> bool:
    """Whether an outline has its index where `quad` would have one, given the `usual` step of the column."""
    apart = (quads[:, None, ::2] - quad[::2, None]) @ np.linalg.pinv(axes(quad))
    return bool((np.hypot(*apart.T) < THERE * usual).any())


def _chains(quads: Array) -> list[list[tuple[Array, Array, float]]]:
    """The steps of each column, then of each row: one outline, the next, and the distance in card lengths (widths)."""
    shapes = np.array([axes(quad) for quad in quads]).reshape(-1, 2, 2)
    middles, along = quads.mean(axis=1), shapes[:, 1]
    apart = (middles - middles[:, None]) @ np.linalg.pinv(shapes)  # of each outline from each, in widths and lengths
    other_way = np.where(along @ along.T < 0, -1.0, 1.0)[..., None]
    unlike = np.linalg.norm(along[:, None] - other_way * along, axis=2) / np.linalg.norm(along, axis=1)[:, None]
    chains = []
    for axis in (1, 0):
        far, aside = np.abs(apart[..., axis]), np.abs(apart[..., 1 - axis])
        follow = (aside <= BESIDE) & (far >= STEPS[0]) & (far <= LONGEST) & (unlike <= UNLIKE)
        for group in linked(len(quads), follow.item):
            line = [group[at] for at in np.argsort(apart[group[0], list(group), axis])]
            lie = {at: np.roll(quads[at], 2 if other_way[group[0], at] < 0 else 0, axis=0) for at in line}
            chains.append([(lie[one], lie[other], float(far[one, other])) for one, other in pairwise(line)])
    return chains
