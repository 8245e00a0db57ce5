"""Looks again at outlines with unsure names, once the names of the others are known.

Their outlines are refitted where that makes them more similar to a card (`vision.pipeline.refit_outlines`).

Names on built-in Latin decks then get a second verdict, fitted on reprints of known patterns and on strange decks as
well. It makes most names certain even in a pile that hardly resembles its deck. It is not asked about piles that
resemble another family, or no known drawings: no name is certain there.
"""

from dataclasses import replace

import numpy as np

from scoring.cards import ITALIAN
from vision.arrays import Array
from vision.classification import confidence
from vision.classification.classifier import Reading, contradicted, copies_of, faces_of, named, resolve
from vision.classification.doubts import UNSURE, Doubt
from vision.classification.latin_reader import NO_LATIN_SUITS, nearest, ranks_of
from vision.classification.prototypes import KnownDeck
from vision.detection.detector import CARD
from vision.io.pyramid import Pyramid
from vision.nets.calibration import calibration
from vision.pipeline import deck_fit
from vision.pipeline.refit_outlines import refitted

SIZE = confidence.SIZE + 1  # features of the second verdict
NUMERAL = confidence.SIZE  # the feature from the numeral
# Where the pattern is not given: nearness to the best one (`latin_reader.nearest`) from which the first verdict
# suffices. Of synthetic piles of known decks, as scanned, 1 in 7 is less near, of invented ones 1 in 9 nearer.
NEAR = 0.54


def again(pyramid: Pyramid, reading: Reading, deck: KnownDeck, packs: int = 1, least: float = CARD) -> Reading:
    """Refit unsure outlines on a built-in Latin deck and judge unsure names anew; other readings stay as they are."""
    if deck.family is not ITALIAN or deck.enrolled:
        return reading
    return _surer(resized(pyramid, reading, deck, packs, least), deck, packs)


def resized(pyramid: Pyramid, reading: Reading, deck: KnownDeck, packs: int, least: float) -> Reading:
    """The reading with doubtful outlines refitted. Their names are marked: the first verdict was not fitted on outlines
    chosen for their similarity to a card.
    """
    copies = copies_of(deck, packs)
    which, quads = refitted(pyramid, reading, deck, copies)
    if not len(which):
        return reading
    stays = np.delete(np.arange(len(reading.found)), which)
    new = replace(reading.found.only(which), quads=quads)
    seen = faces_of(pyramid, new, deck, pile=deck.nearness(reading.faces.embeddings))
    found, faces = reading.found.only(stays).and_(new), reading.faces.only(stays).and_(seen)
    after = named(found, faces, deck, copies, least)
    chosen = (after.found.quads[:, None] == quads).all(axis=(2, 3)).any(axis=1)
    return after.marked({Doubt.OUTLINE: chosen})


def _surer(reading: Reading, deck: KnownDeck, packs: int) -> Reading:
    """Apply the second verdict to the names that the first one leaves unsure."""
    if deck.name in NO_LATIN_SUITS:
        return reading
    if not is_latin(reading):
        return reading.marked({Doubt.ARTWORK: ~reading.certain})
    now, copies = calibration(), copies_of(deck, packs)
    chance = now.latin(evidence(reading, deck))[:, 1]
    if deck.examples is not None and reading.unfamiliar:
        # The evidence belongs to the names without examples; where examples changed a name it says nothing.
        chance = np.where(np.array(reading.names) == resolve(reading.faces.plain, copies).cards, chance, 0.0)
    if not deck.own and nearest(deck.nearness(reading.faces.embeddings)) < NEAR:
        reading = reading.marked({Doubt.ARTWORK: ~reading.certain})
    unsure = np.maximum(reading.right, np.minimum(chance, UNSURE))
    right = np.where(chance >= now.sure_latin, np.maximum(np.maximum(chance, now.sure), reading.right), unsure)
    right = np.where(np.array(reading.names) >= 0, right, 0.0)
    return contradicted(replace(reading, right=right), deck)


def is_latin(reading: Reading) -> bool:
    """Whether a pile has Latin suits in drawings near to known ones, of whichever pattern."""
    cards, known_ones = reading.faces.embeddings[deck_fit.cards_of(reading.found)], deck_fit.Decks()
    guess = known_ones.guessed(known_ones.compared(cards))
    return guess.like == ITALIAN.name and guess.near[ITALIAN.name] >= deck_fit.NEAR


def evidence(reading: Reading, deck: KnownDeck) -> Array:
    """Features of the second verdict for each name (N, SIZE): those of the first, and how far the numeral supports the
    rank. That is 1 if it says this rank alone, 0 without a numeral, -1 if it says another.
    """
    own = ranks_of(reading.names, deck)
    said = reading.faces.ranked[:, 0].astype(float)
    name = np.arange(len(own)), own
    mine = said[name]
    said[name] = 0.0
    numeral = np.where(own < 0, 0.0, mine - said.max(axis=1, initial=0.0))
    return np.column_stack([reading.evidence, numeral])
