"""Reads corner numerals: the small number of a card's rank on Spanish, Triestine and many other Latin decks.

On strange artwork it is the only evidence that needs no knowledge of the drawing. Courts are numbered differently (a
knave is 8, 10 or 11); the whole pile decides how.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Floats, Pixels
from vision.classification.index_reader import IndexReading, both_ends
from vision.decks.indices import FRENCH_RANKS
from vision.detection.crops import NUMERAL_PART, crop_both, crop_indices
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.nets.activations import softmax

NUMERALS = 13  # the reader's output n is the numeral n + 1
NOTHING = NUMERALS  # the output that says that nothing is there
# Numbers of knave, knight and king: after seven; after nine, as in Spain; after ten, as in Trieste and on French decks.
# Spanish packs of 48 have eights and nines.
Courts = tuple[int, int, int]
COURTS: tuple[Courts, ...] = ((8, 9, 10), (10, 11, 12), (11, 12, 13))
# Patterns on which every maker prints the same numerals.
NUMBERED: dict[str, tuple[Courts, ...]] = {"spagnole": ((10, 11, 12),), "triestine": ((11, 12, 13),)}
NUMBERS = tuple(map(str, range(2, 10)))  # ranks of French cards that are printed as one digit


def read(pyramid: Pyramid, quads: Array) -> Floats:
    """Probability (N, 13) of each numeral by both corners of each outline in `quads` (N, 4, 2); rows sum to 1.

    Uniform where there is no numeral.
    """
    if not len(quads):
        return np.full((0, NUMERALS), 1 / NUMERALS, np.float32)
    shares = _said(crop_both(pyramid, quads, NUMERAL_PART))
    named = shares[:, :NUMERALS] / np.maximum(shares[:, :NUMERALS].sum(axis=1, keepdims=True), 1e-6)
    return both_ends(named, shares[:, [NOTHING]])


def printed(pyramid: Pyramid, quads: Array, index: IndexReading, which: npt.NDArray[np.bool_]) -> IndexReading:
    """Add the numbers printed on the outlines `which` (N,) to the `index` reading of French cards."""
    asked = np.flatnonzero(which)
    if not len(asked):
        return index
    second = index.there[asked].argmax(axis=1) == 1
    ends = np.where(second[:, None, None], np.roll(quads[asked], 2, axis=1), quads[asked])
    ranks = index.printed.copy()
    places = [FRENCH_RANKS.index(number) for number in NUMBERS]
    ranks[asked[:, None], places] = _said(crop_indices(pyramid, ends, NUMERAL_PART))[:, 1:9]
    return replace(index, printed=ranks)


def _said(corners: list[Pixels]) -> Floats:
    """The probability (N, 14) of each numeral, and of `NOTHING`, for corners cut to the `NUMERAL_PART`."""
    (answers,) = sessions.network("numeral").run(corners)
    return softmax(answers)


def ranks(numerals: Floats, believed: Floats, pattern: str = "") -> tuple[Floats, Floats]:
    """Likelihood (N, 10) of each rank (one to seven, knave, knight, king) by the `numerals` (N, 13) of a pile. Also the
    probability (N,) of a numeral that no card of the deck bears.

    Where the `pattern` does not say how courts are numbered, all numberings are averaged, weighted by agreement with
    `believed` (N, 10), the probabilities without numerals.
    """
    known = NUMBERED.get(pattern, COURTS)
    ways = [numerals[:, [*range(7), *(number - 1 for number in courts)]] for courts in known]
    fit = np.array([np.log(np.maximum((way * believed).sum(axis=1), 1e-9)).sum() for way in ways])
    weights = np.exp(fit - fit.max())
    together: Floats = sum(w * way for w, way in zip(weights / weights.sum(), ways, strict=True))
    return together, 1 - together.sum(axis=1)
