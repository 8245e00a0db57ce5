"""The last judgement: is an outline a card, and does it bear the right name?

Only after naming is all the evidence in: what the locator saw, how well the refiner says the outline fits, how like the
picture inside is to a card of the deck and how unlike the next one, whether another outline has a better claim to that
name, and whether the outline is of the size and shape of the others. A small network, fitted on synthetic photographs
(vision.training.calibrate), weighs it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision import geometry
from vision.arrays import Array, Floats
from vision.locate import Located, iou

SIZE = 18  # numbers of evidence
# Similarity beyond which more says no more. Of taught decks it comes near 1, where the verdict was never fitted.
ALIKE = 0.6
PILE_SIMILARITY = 15  # which of them is how like the whole pile is to the deck
# Those that do not ask what is printed on the card: all that there is where the artwork is not known.
UNREAD = [0, 1, 2, 3, 4, 5, 11, 12, 13]


def evidence(
    found: Located, probabilities: Floats, similarity: Floats, names: tuple[int, ...], *, indexed: bool
) -> Array:
    """What speaks for and against each outline and its name (N, SIZE).

    `probabilities` and `similarity` (N, cards) are the namer's, `names` (N,) the card chosen for each, -1 for none.
    """
    count = len(found)
    if not count:
        return np.zeros((0, SIZE))
    chosen = np.where(np.array(names) >= 0, names, probabilities.argmax(axis=1))
    rows = np.arange(count)
    likely = similarity[rows, chosen]
    rivals = similarity.copy()
    rivals[rows, chosen] = -1.0
    likest = np.minimum(similarity.max(axis=1), ALIKE)
    claims = probabilities[:, chosen].T * found.score[None, :]  # (N, other): how far another outline is this card, too
    claims[rows, rows] = 0.0
    long, wide = geometry.length(found.quads), geometry.area(found.quads)
    slender = np.log(wide / long**2)
    # Cards are as large as each other; what is no card is small for the most part, and does not decide what is usual.
    weight = found.score * found.fit * long
    return np.column_stack(
        [
            found.evidence,
            np.array([geometry.logit(p) for p in probabilities[rows, chosen]]),
            np.minimum(likely, ALIKE),
            np.clip(likely - rivals.max(axis=1), -ALIKE, ALIKE),
            likest,
            claims.max(axis=1),
            _covered_by_better(found),
            np.abs(np.log(long / _middle(long, weight))),
            np.abs(slender - _middle(slender, weight)),
            np.full(count, float(indexed)),
            np.full(count, np.median(likest)),  # of a deck it does not know every card is unlike
            np.log(long),
            _among_the_free(probabilities, found.score, chosen),
        ]
    )


def _middle(values: Array, weights: Array) -> float:
    """The weighted median."""
    order = np.argsort(values)
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])


def _among_the_free(probabilities: Floats, score: Array, chosen: npt.NDArray[np.intp]) -> Array:
    """The logit of each chosen card among those that no other outline is surely (N,)."""
    taken = probabilities * score[:, None]
    shares = np.zeros(len(chosen))
    for index, card in enumerate(chosen):
        others = np.delete(taken, index, axis=0).max(axis=0, initial=0.0)
        free = probabilities[index] * (1 - others)
        shares[index] = geometry.logit(free[card] / max(float(free.sum()), 1e-9))
    return shares


def _covered_by_better(found: Located) -> Array:
    """The greatest overlap of each outline with one that is more surely a card (N,)."""
    covered = np.zeros(len(found))
    for index, quad in enumerate(found.quads):
        better = np.flatnonzero(found.score > found.score[index])
        covered[index] = max((iou(quad, found.quads[other]) for other in better), default=0.0)
    return covered
