"""What a card of coins, cups, swords or batons is, in whatever drawing: for decks whose artwork nobody has shown us.

The namer knows drawings; this reader knows what a seven of cups is. Where a pile looks like artwork that is known, the
namer is right and is left alone; the stranger it looks, the more is the reader believed.
"""

from __future__ import annotations

import numpy as np

from scoring.cards import ITALIAN
from vision import models, numerals
from vision.arrays import Array, Floats, Pixels
from vision.calibration import calibration
from vision.prototypes import KnownDeck

RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
SUITS = "DCSB"
RANK_PART, SUIT_PART = slice(0, 10), slice(10, 14)  # where each answer lies in the reader's output
UNKNOWN_ARTWORK = ("italian", "triestine")  # names under which a deck comes that the namer has hardly seen
# How far namer and reader are believed where the artwork is strange, as powers of their probabilities: chosen on
# invented decks (vision/weights/MODEL_CARD.md).
NAMER, READER = 0.3, 1.0
# For the decks compared with every pattern, the median similarity of a pile from which its artwork is known, and below
# which it is strange. They lie higher than the calibrated ones: among so many prototypes some are always similar.
KNOWN, STRANGE = 0.5, 0.4
LEAST = 1e-4  # probability left to every card, so that one of the two alone forbids none


def strangeness(similarity: Floats, deck: KnownDeck) -> float:
    """From 0, artwork that the namer knows, to 1: judged by the `similarity` (N, cards) of a whole pile.

    A pile of a named pattern that is hardly like it may be badly lit, or another maker's: no name in it is certain.
    """
    middling = float(np.median(similarity.max(axis=1)))
    now = calibration()
    known, strange = (KNOWN, STRANGE) if deck.name in UNKNOWN_ARTWORK else (now.familiar, now.strange)
    return min(max((known - middling) / (known - strange), 0.0), 1.0)


def is_strange(similarity: Floats, deck: KnownDeck) -> bool:
    """Whether a pile is of Latin artwork that the namer does not know, or not of that which it is said to be."""
    return deck.family is ITALIAN and len(similarity) > 0 and strangeness(similarity, deck) > 0


def joined(named: Floats, similarity: Floats, cuts: list[Pixels], deck: KnownDeck) -> Floats:
    """The namer's probabilities `named` (N, cards), with what the reader sees in the crops `cuts` weighed in.

    Rows sum to 1. Decks without Latin suits and piles whose artwork is known keep `named`.
    """
    if not is_strange(similarity, deck):
        return named
    strange = strangeness(similarity, deck)
    mine, theirs = np.maximum(named, LEAST), np.maximum(read(cuts, deck), LEAST)
    return _shared(mine ** (1 - strange * (1 - NAMER)) * theirs ** (strange * READER))


def numbered(named: Floats, corners: Floats, deck: KnownDeck) -> Floats:
    """The probabilities `named` (N, cards), with the numerals (N, 13) at the `corners` of the cards weighed in."""
    rank = np.array([RANKS.index(card.code[:-1]) for card in deck.cards])
    believed = np.stack([named[:, rank == place].sum(axis=1) for place in range(len(RANKS))], axis=1)
    return _shared(named * numerals.ranks(corners, believed, deck.name)[:, rank])


def _shared(weights: Array) -> Floats:
    shares: Floats = (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares


def read(cuts: list[Pixels], deck: KnownDeck) -> Floats:
    """How likely (N, cards) each card of a `deck` of forty is on each crop (`NAME_SIZE`), seen from both ends."""
    if deck.family is not ITALIAN:
        raise ValueError(f"{deck.name}: no deck of Latin suits")
    turned = [np.ascontiguousarray(cut[::-1, ::-1]) for cut in cuts]
    (said,) = models.latin_reader().run(cuts + turned)
    both = (_certain(said[: len(cuts)]) + _certain(said[len(cuts) :])) / 2
    columns = [
        both[:, RANK_PART.start + RANKS.index(card.code[:-1])] + both[:, SUIT_PART.start + SUITS.index(card.code[-1])]
        for card in deck.cards
    ]
    return _shared(np.exp(np.stack(columns, axis=1)))


def _certain(said: Floats) -> Floats:
    """Log-probabilities of ranks and of suits from the reader's logits (N, 14)."""
    parts = []
    for part in (RANK_PART, SUIT_PART):
        logits = said[:, part] - said[:, part].max(axis=1, keepdims=True)
        parts.append(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)))
    logs: Floats = np.concatenate(parts, axis=1)
    return logs
