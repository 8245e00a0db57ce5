"""Corner numerals: the small number that says a card's rank on Spanish, Triestine and many other Latin decks.

On strange artwork it is the one thing that needs no knowledge of the drawing. What the number of a court means differs
(a knave is 8, 10 or 11); which way a deck counts is inferred from the whole pile.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Array, Floats
from vision.classification.index_reader import both_ends
from vision.detection.crops import NUMERAL_PART, crop_both
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.nets.activations import softmax

NUMERALS = 13  # the reader's output n is the numeral n + 1
NOTHING = NUMERALS  # the output that says that nothing is there
# The numbers of knave, knight and king: after seven; after nine, as in Spain, where packs of 48 have eights and nines;
# after ten, as in Trieste, like the French ones.
Courts = tuple[int, int, int]
COURTS: tuple[Courts, ...] = ((8, 9, 10), (10, 11, 12), (11, 12, 13))
# Patterns whose makers all print numerals, and always the same.
NUMBERED: dict[str, tuple[Courts, ...]] = {"spagnole": ((10, 11, 12),), "triestine": ((11, 12, 13),)}
LEAST = 0.006  # smallest probability that one corner may give to a numeral


def read(pyramid: Pyramid, quads: Array) -> Floats:
    """Probability (N, 13) of each numeral by the two corners of each outline in `quads` (N, 4, 2); rows sum to 1.

    Uniform where nothing is to be read.
    """
    if not len(quads):
        return np.full((0, NUMERALS), 1 / NUMERALS, np.float32)
    (said,) = sessions.numeral_reader().run(crop_both(pyramid, quads, NUMERAL_PART))
    shares = softmax(said)
    named = shares[:, :NUMERALS] / np.maximum(shares[:, :NUMERALS].sum(axis=1, keepdims=True), 1e-6)
    return both_ends(named, shares[:, [NOTHING]], LEAST)


def ranks(numerals: Floats, believed: Floats, pattern: str = "") -> tuple[Floats, Floats]:
    """Likelihood (N, 10) of each rank (one to seven, knave, knight, king) by the `numerals` (N, 13) of a pile, and the
    probability (N,) that a numeral is one that no card of the deck bears.

    Where the `pattern` does not say how courts are numbered, the ways are averaged by how well each agrees with
    `believed` (N, 10), the ranks' probabilities without numerals.
    """
    known = NUMBERED.get(pattern, COURTS)
    ways = [numerals[:, [*range(7), *(number - 1 for number in courts)]] for courts in known]
    fit = np.array([np.log(np.maximum((way * believed).sum(axis=1), 1e-9)).sum() for way in ways])
    weights = np.exp(fit - fit.max())
    together: Floats = sum(w * way for w, way in zip(weights / weights.sum(), ways, strict=True))
    return together, 1 - together.sum(axis=1)
