"""Corner numerals: the small figure that says a card's rank on Spanish, Triestine and many other Latin decks.

Where artwork is strange it is the one thing printed in letters everybody knows. What a court's numeral means differs:
a knave is 8, 10 or 11. Which of the ways a deck counts is judged by the whole pile.
"""

from __future__ import annotations

import numpy as np

from vision import models
from vision.arrays import Array, Floats
from vision.crops import Pyramid
from vision.indices import both_ends, softmax

NUMERALS = 13  # 1 to 13, in the reader's outputs from 0
NOTHING = 13
# What knave, knight and king are numbered: counted on from seven; from nine, as in Spain, where packs of 48 have eights
# and nines; from ten, as in Trieste, like the French ones.
Courts = tuple[int, int, int]
COURTS: tuple[Courts, ...] = ((8, 9, 10), (10, 11, 12), (11, 12, 13))
# Patterns whose makers all print numerals, and always the same.
NUMBERED: dict[str, tuple[Courts, ...]] = {"spagnole": ((10, 11, 12),), "triestine": ((11, 12, 13),)}
LEAST = 0.02  # probability left to every numeral by a corner that shows another


def read(pyramid: Pyramid, quads: Array) -> Floats:
    """How likely (N, 13) the two corners of each outline in `quads` (N, 4, 2) make each numeral; rows sum to 1.

    The same for every numeral where there is none to be read.
    """
    if not len(quads):
        return np.full((0, NUMERALS), 1 / NUMERALS, np.float32)
    (said,) = models.numeral_reader().run(pyramid.numerals(quads) + pyramid.numerals(np.roll(quads, 2, axis=1)))
    shares = softmax(said)
    named = shares[:, :NUMERALS] / np.maximum(shares[:, :NUMERALS].sum(axis=1, keepdims=True), 1e-6)
    return both_ends(named, shares[:, [NOTHING]], LEAST)


def ranks(numerals: Floats, believed: Floats, pattern: str = "") -> Floats:
    """How likely (N, 10) the `numerals` (N, 13) of a pile make each rank, one to seven, knave, knight, king.

    `believed` (N, 10): the ranks' probabilities without them, by which the ways a deck may count its courts are
    weighed against each other, where its `pattern` does not say.
    """
    known = NUMBERED.get(pattern, COURTS)
    ways = [numerals[:, [*range(7), *(number - 1 for number in courts)]] for courts in known]
    fit = np.array([np.log(np.maximum((way * believed).sum(axis=1), 1e-9)).sum() for way in ways])
    weights = np.exp(fit - fit.max())
    together: Floats = sum(w * way for w, way in zip(weights / weights.sum(), ways, strict=True))
    return together
