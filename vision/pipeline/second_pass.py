"""A second look at the outlines whose names are unsure, once it is known what the others are.

Outlines of such cards are mended where that makes them more like a card of the deck (`vision.pipeline.refit_outlines`).

Names on built-in Latin decks then get a second verdict, fitted on other printings of known patterns and on strange
decks as well: in a pile that is hardly like its deck, too, most names are certain.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scoring.cards import ITALIAN
from vision.arrays import Array
from vision.classification import confidence
from vision.classification.assignment import resolve
from vision.classification.classifier import UNSURE, Reading, copies_of, disputed, faces_of, free_of, named
from vision.classification.index_reader import HEARD
from vision.classification.latin_reader import NO_LATIN_SUITS, nearest, ranks_of
from vision.classification.prototypes import KnownDeck
from vision.decks.embeddings import LIKE
from vision.detection.detector import CARD, WHOLE
from vision.io.pyramid import Pyramid
from vision.nets.calibration import calibration
from vision.pipeline.refit_outlines import refitted

SIZE = confidence.SIZE + 1  # numbers of evidence
NUMERAL = confidence.SIZE  # which of them is the numeral's
# How near a pile must be to one of many patterns (`latin_reader.nearest`) for the first verdict to be enough: of
# synthetic piles of known decks, as scanned, 1 in 7 are less near, of invented ones 1 in 9 nearer.
NEAR = 0.54


def again(pyramid: Pyramid, reading: Reading, deck: KnownDeck, packs: int = 1, least: float = CARD) -> Reading:
    """The reading of a deck of forty, its unsure outlines mended, its unsure names judged anew; others as they are."""
    if deck.family is not ITALIAN or deck.enrolled:
        return reading
    return _surer(resized(pyramid, reading, deck, packs, least), deck, packs)


def resized(pyramid: Pyramid, reading: Reading, deck: KnownDeck, packs: int, least: float) -> Reading:
    """The reading with doubtful outlines mended; what is named by a mended one is doubtful to the first verdict, which
    was not fitted on outlines that were chosen because they are like a card.
    """
    which, quads = refitted(pyramid, reading, deck, deck.sure)
    if not len(which):
        return reading
    stays = np.delete(np.arange(len(reading.found)), which)
    new = replace(reading.found.only(which), quads=quads)
    seen = faces_of(pyramid, new, deck, pile=deck.nearness(reading.faces.embeddings))
    found, faces = reading.found.only(stays).and_(new), reading.faces.only(stays).and_(seen)
    after = named(found, faces, deck, copies_of(deck, packs), least)
    chosen = (after.found.quads[:, None] == quads).all(axis=(2, 3)).any(axis=1)
    return after.marked(chosen)


def _surer(reading: Reading, deck: KnownDeck, packs: int) -> Reading:
    """The reading with what the second verdict says of names that the first one leaves unsure."""
    if deck.name in NO_LATIN_SUITS or not of_its_deck(reading):
        return reading
    now, copies = calibration(), copies_of(deck, packs)
    weighed = evidence(reading, deck)
    chance = now.latin(weighed)[:, 1]
    # A numeral says nothing of the suit. Where nobody names the pattern that is often in doubt as well: of names on
    # invented decks between the two limits 1 in 8 was wrong.
    sure = np.where((weighed[:, NUMERAL] >= HEARD) & deck.own, now.sure_read, now.sure_latin)
    if deck.examples is not None and reading.unfamiliar:
        # The evidence is for what each outline was named without examples.
        chance = np.where(np.array(reading.names) == resolve(reading.faces.plain, copies).cards, chance, 0.0)
    # On strange artwork names are guesses, and stay what they are.
    unsure = reading.right if reading.strange else np.maximum(reading.right, np.minimum(chance, UNSURE))
    if not deck.own and nearest(deck.nearness(reading.faces.embeddings)) < NEAR:
        unsure = np.where(reading.certain, unsure, np.minimum(unsure, UNSURE))
    right = np.where(chance >= sure, np.maximum(np.maximum(chance, now.sure), reading.right), unsure)
    contrary = disputed(reading.faces, reading.found.visible, reading.names, deck)
    right = np.where(contrary, np.minimum(right, UNSURE), right)
    right = np.where(np.array(reading.names) >= 0, right, 0.0)
    return replace(reading, right=right, free=free_of(reading.names, right, copies, now.sure))


def evidence(reading: Reading, deck: KnownDeck) -> Array:
    """Evidence of the second verdict for each name (N, SIZE): the first one's, and how much likelier the numeral
    makes the name's rank than the likeliest other one: from 1 for no other over 0 for no numeral to -1 for another one.
    """
    own = ranks_of(reading.names, deck)
    said = reading.faces.ranked[:, 0].astype(float)
    name = np.arange(len(own)), own
    mine = said[name]
    said[name] = 0.0
    numeral = np.where(own < 0, 0.0, mine - said.max(axis=1, initial=0.0))
    return np.column_stack([reading.evidence, numeral])


def of_its_deck(reading: Reading) -> bool:
    """Whether the cards seen whole, or all where none is, are those of the deck at least in another printing.

    Of synthetic piles of the right deck, as scanned, 1 in 50 are less like it than 0.50, of others 1 in 20 more than
    0.47.
    """
    alike = reading.faces.similarity.max(axis=1, initial=-1.0)
    whole = alike[reading.found.visible >= WHOLE]
    return len(alike) > 0 and float(np.median(whole if len(whole) else alike)) >= LIKE
