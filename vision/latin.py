"""What a card of coins, cups, swords or batons is, in whatever drawing: for decks whose artwork nobody has shown us.

The namer knows drawings; this reader knows what a seven of cups is. Where the drawing is known the namer is right and
is left alone; where it is not, the two are weighed together.
"""

from __future__ import annotations

import numpy as np

from scoring.cards import ITALIAN
from vision import models
from vision.decks import KnownDeck
from vision.image import Pixels
from vision.models import Floats

RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
SUITS = "DCSB"
RANK_PART, SUIT_PART = slice(0, 10), slice(10, 14)  # where each answer lies in the reader's output
UNKNOWN_ARTWORK = ("italian", "triestine")  # names under which a deck comes that the namer has hardly seen
# How far namer and reader are believed, as powers of their probabilities; fitted on real decks left out of training.
NAMER, READER = 0.5, 1.0
LEAST = 1e-4  # probability left to every card, so that one of the two alone forbids none


def joined(named: Floats, cuts: list[Pixels], deck: KnownDeck) -> Floats:
    """The namer's probabilities `named` (N, cards), with what the reader sees in the crops `cuts` weighed in.

    Rows sum to 1. Decks of known artwork, and those without Latin suits, keep `named` as it is.
    """
    if deck.name not in UNKNOWN_ARTWORK or not cuts:
        return named
    together = np.maximum(named, LEAST) ** NAMER * np.maximum(read(cuts, deck), LEAST) ** READER
    shares: Floats = (together / together.sum(axis=1, keepdims=True)).astype(np.float32)
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
    weights = np.exp(np.stack(columns, axis=1))
    shares: Floats = (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares


def _certain(said: Floats) -> Floats:
    """Log-probabilities of ranks and of suits from the reader's logits (N, 14)."""
    parts = []
    for part in (RANK_PART, SUIT_PART):
        logits = said[:, part] - said[:, part].max(axis=1, keepdims=True)
        parts.append(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)))
    logs: Floats = np.concatenate(parts, axis=1)
    return logs
