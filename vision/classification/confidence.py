"""Evidence (features) for the verdict after naming: is an outline a card, and is its name right?

What the locator saw, the fit that the refiner predicts, the similarity to the named card and the margin to the next
one, whether another outline has a better claim to that name, and whether size and shape are those of the other
outlines. A small network (vision.nets.calibration.Verdict), fitted on synthetic photographs, turns it into
probabilities.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Floats
from vision.detection import geometry
from vision.detection.detector import Located, overlaps

SIZE = 18  # features of an outline
# Similarities are clipped here: those of enrolled decks come near 1, where the verdict was never fitted.
CLIPPED = 0.6
PILE_SIMILARITY = 15  # the feature that is the median similarity of the whole pile
# The features that do not depend on what is printed on the card: all that can be used on unknown artwork.
UNREAD = [0, 1, 2, 3, 4, 5, 11, 12, 13]


def evidence(
    found: Located, probabilities: Floats, similarity: Floats, names: tuple[int, ...], *, indexed: bool
) -> Array:
    """The features (N, SIZE) of each outline and its name.

    `probabilities` and `similarity` (N, cards) as in `vision.classification.classifier.Faces`, `names` (N,) the card
    chosen, -1 for none.
    """
    count = len(found)
    if not count:
        return np.zeros((0, SIZE))
    chosen = np.where(np.array(names) >= 0, names, probabilities.argmax(axis=1))
    rows = np.arange(count)
    own = similarity[rows, chosen]
    rivals = similarity.copy()
    rivals[rows, chosen] = -1.0
    best = np.minimum(similarity.max(axis=1), CLIPPED)
    claims = probabilities[:, chosen].T * found.score[None, :]  # (N, other): probability that the other is this card
    claims[rows, rows] = 0.0
    long, wide = geometry.length(found.quads), geometry.area(found.quads)
    slender = np.log(wide / long**2)
    # All cards are of one size; what is no card is mostly small, and should not move the median.
    weight = found.score * found.fit * long
    return np.column_stack(
        [
            found.evidence,
            np.array([geometry.logit(p) for p in probabilities[rows, chosen]]),
            np.minimum(own, CLIPPED),
            np.clip(own - rivals.max(axis=1), -CLIPPED, CLIPPED),
            best,
            claims.max(axis=1),
            _covered_by_better(found),
            np.abs(np.log(long / _weighted_median(long, weight))),
            np.abs(slender - _weighted_median(slender, weight)),
            np.full(count, float(indexed)),
            np.full(count, np.median(best)),  # low for all cards of a deck it does not know
            np.log(long),
            _among_the_free(probabilities, found.score, chosen),
        ]
    )


def _weighted_median(values: Array, weights: Array) -> float:
    order = np.argsort(values)
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])


def _among_the_free(probabilities: Floats, score: Array, chosen: npt.NDArray[np.intp]) -> Array:
    """The logit (N,) of each chosen card once the cards that other outlines probably are have been ruled out."""
    taken = probabilities * score[:, None]
    shares = np.zeros(len(chosen))
    for index, card in enumerate(chosen):
        others = np.delete(taken, index, axis=0).max(axis=0, initial=0.0)
        free = probabilities[index] * (1 - others)
        shares[index] = geometry.logit(free[card] / max(float(free.sum()), 1e-9))
    return shares


def _covered_by_better(found: Located) -> Array:
    """The greatest IoU (N,) of each outline with one of a higher score."""
    covered = np.zeros(len(found))
    for index, quad in enumerate(found.quads):
        better = np.flatnonzero(found.score > found.score[index])
        covered[index] = overlaps(quad, found.quads[better]).max(initial=0.0)
    return covered
