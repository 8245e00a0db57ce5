"""Confidence in a name: features for the verdicts after naming, and rules that mark names for lack of an index.

Features: the detector's answers, the IoU predicted by the refiner, similarity to the named card, margin to the next
card. Also rival claims to the name, and size and shape relative to the other outlines. A small network
(vision.nets.calibration.Verdict), fitted on synthetic photographs, turns them into probabilities.

A card in a fan shows little but its index, and the classifier sees its neighbours. Numbers look alike on every deck;
letters differ, and a B may be read as a K. A king unlike its prototype needs a printed K
(`vision.classification.letter_reader`), a covered seven a 7 (`numeral_reader`). Thresholds were chosen on synthetic
photographs of known and strange French decks, mostly fans.
"""

import numpy as np
import numpy.typing as npt

from scoring.cards import JOKER, TAROT
from vision.arrays import Array, Floats
from vision.classification.index_reader import ASKED, HEARD, IndexReading
from vision.classification.letter_reader import COURTS
from vision.classification.prototypes import KnownDeck
from vision.decks.indices import FRENCH_RANKS
from vision.detection import geometry
from vision.detection.detector import Detections
from vision.detection.geometry import overlaps
from vision.nets.activations import logit

SIZE = 18  # features of an outline
INDEXED = SIZE + 21  # of one with an index
VISIBLE = 2  # the feature that is the visible share
UNLIKE = 0.1  # difference of similarities from which one is clearly less than another
# Similarities are clipped: those of enrolled decks come near 1, outside the range the verdict was fitted on.
CLIPPED = 0.6
# The features that do not depend on what is printed on the card: all that can be used on unknown artwork.
UNREAD = [0, 1, 2, 3, 4, 5, 11, 12, 13]

# On known decks the median similarity (USUAL) of a card with a clear index to its prototype, by visible share (SHARES).
SHARES, USUAL = (0.1, 0.32, 0.5, 0.7, 1.0), (0.22, 0.39, 0.49, 0.57, 0.59)


def evidence(
    found: Detections, probabilities: Floats, similarity: Floats, names: tuple[int, ...], *, indexed: bool
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
    # All cards have one size. False outlines are mostly small, and should not move the median.
    weight = found.score * found.fit * long
    return np.column_stack(
        [
            found.evidence,
            np.array([logit(p) for p in probabilities[rows, chosen]]),
            np.minimum(own, CLIPPED),
            np.clip(own - rivals.max(axis=1), -CLIPPED, CLIPPED),
            best,
            claims.max(axis=1),
            _covered_by_better(found),
            np.abs(np.log(long / _weighted_median(long, weight))),
            np.abs(slender - _weighted_median(slender, weight)),
            np.full(count, float(indexed)),
            np.full(count, np.median(best)),  # low for the whole pile if its artwork is unknown
            np.log(long),
            _among_the_free(probabilities, found.score, chosen),
        ]
    )


def _weighted_median(values: Array, weights: Array) -> float:
    order = np.argsort(values)
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])


def _among_the_free(probabilities: Floats, score: Array, chosen: npt.NDArray[np.intp]) -> Array:
    """The logit (N,) of each chosen card after ruling out cards that other outlines probably are."""
    taken = probabilities * score[:, None]
    shares = np.zeros(len(chosen))
    for index, card in enumerate(chosen):
        others = np.delete(taken, index, axis=0).max(axis=0, initial=0.0)
        free = probabilities[index] * (1 - others)
        shares[index] = logit(free[card] / max(float(free.sum()), 1e-9))
    return shares


def _covered_by_better(found: Detections) -> Array:
    """The greatest IoU (N,) of each outline with one of a higher score."""
    covered = np.zeros(len(found))
    for index, quad in enumerate(found.quads):
        better = np.flatnonzero(found.score > found.score[index])
        covered[index] = overlaps(quad, found.quads[better]).max(initial=0.0)
    return covered


def of_index(
    evidence: Array,
    drawn: Floats,
    similarity: Floats,
    index: IndexReading,
    chosen: npt.NDArray[np.intp],
    deck: KnownDeck,
) -> Array:
    """The features (N, INDEXED) of names of cards with indices: `evidence`, and how far each witness supports the name.

    Witnesses: the index, for the name and for any other; the drawing alone (`drawn`, N x cards), for name, rank and
    suit; the letter. Then the rank (one-hot), and how similar the pile's cards are to their names.
    """
    if not len(chosen):
        return np.zeros((0, INDEXED))
    rows, ranks = np.arange(len(chosen)), deck.ranks
    suits = np.array([card.suit for card in deck.cards])
    own, rank = np.arange(len(deck.cards)) == chosen[:, None], ranks[chosen]
    ends = index.ends * index.there[:, :, None]
    heard = np.where(index.there > HEARD, index.ends[rows, :, chosen], 1.0)
    places = deck.rank_places[chosen]
    letters = np.where(np.isin(np.arange(len(FRENCH_RANKS)), ASKED), index.printed, 0.0)
    printed = np.where(places >= 0, letters[rows, places], 0.0)
    like = np.minimum(similarity[rows, chosen], CLIPPED) - usual(evidence[:, VISIBLE])
    nearest = similarity.argmax(axis=1) == chosen
    court = np.isin(rank, COURTS)
    pile = (np.median(like), nearest.mean(), (like < -UNLIKE).mean(), np.median(like[court] if court.any() else like))
    said = (
        *(ends[rows, :, chosen].max(axis=1), np.where(own[:, None], 0.0, ends).max(axis=(1, 2)), heard.min(axis=1)),
        *((drawn * same).sum(axis=1) for same in (own, ranks == rank[:, None], suits == suits[chosen][:, None])),
    )
    return np.column_stack(
        [
            evidence,
            *(np.vectorize(logit)(share) for share in said),
            *(printed, letters.sum(axis=1) - printed, like, nearest),
            *(rank == one for one in ("K", "J", "Q", "10", "A", JOKER.code)),
            *(np.full(len(chosen), share) for share in (*pile, deck.family is TAROT)),
        ]
    )


def usual(visible: Array) -> Array:
    """The similarity to its prototype that a card of a known deck usually has, by visible share."""
    return np.interp(visible, SHARES, USUAL)
