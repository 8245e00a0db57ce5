"""Corner indices of French and tarot cards: all that is seen of a card in a fan, or of one half covered."""

from __future__ import annotations

import numpy as np

from scoring.cards import FRENCH, JOKER, TAROT, codes
from vision import geometry, models
from vision.arrays import Array, Floats
from vision.crops import Pyramid
from vision.locate import SAME, Located, overlaps
from vision.prototypes import KnownDeck
from vision.stages import stage

FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", JOKER.code)
FRENCH_SUITS = ("S", "H", "D", "C")
# Which of the reader's outputs (logits) are what.
RANKS, SUITS, TAROTS, NOTHING = slice(0, 14), slice(14, 18), slice(18, 96), 96
LEAST = 0.004  # probability left to every card by an index that says another


def has_indices(deck: KnownDeck) -> bool:
    """Whether a deck has indices that the reader knows; those of an enrolled deck may be of any kind."""
    return deck.name in (FRENCH.name, TAROT.name)


@stage("name")
def distinct(pyramid: Pyramid, found: Located, deck: KnownDeck) -> tuple[Located, Floats]:
    """Non-maximum suppression by index: of outlines that overlap and show the same index only the surest is kept.

    With what `read` says of those, so that nobody needs to read them again.
    """
    said = read(pyramid, found.quads, deck)
    shown = said.argmax(axis=1)
    kept = np.zeros(len(found), bool)
    for index in np.argsort(-found.score):
        twins = np.flatnonzero(kept & (shown == shown[index]))
        kept[index] = not (overlaps(found.quads[index], found.quads[twins]) >= SAME).any()
    return found.only(np.flatnonzero(kept)), said[kept]


def read(pyramid: Pyramid, quads: Array, deck: KnownDeck) -> Floats:
    """Probability (N, cards) of each card by the two indices of each outline in `quads` (N, 4, 2); rows sum to 1.

    Uniform where the deck has no indices.
    """
    cards, family = deck.cards, deck.name
    if not len(quads) or not has_indices(deck):
        return np.full((len(quads), len(cards)), 1 / len(cards), np.float32)
    cuts = pyramid.indices(quads) + pyramid.indices(np.roll(quads, 2, axis=1))
    (said,) = models.index_reader().run(cuts)
    named = _french(said) if family == FRENCH.name else softmax(said[:, TAROTS])
    place = {code: column for column, code in enumerate(codes((FRENCH if family == FRENCH.name else TAROT).cards))}
    named = named[:, [place[card.code] for card in cards]]
    nothing = geometry.sigmoid(said[:, NOTHING]).astype(np.float32)[:, None]
    return both_ends(named, nothing, LEAST)


def _french(said: Floats) -> Floats:
    """Probabilities (N, cards) from logits of rank and suit, which are read separately so that a deck never seen can
    be read; a joker is a rank by itself.
    """
    ranks, suits = softmax(said[:, RANKS]), softmax(said[:, SUITS])
    columns = []
    for card in FRENCH.cards:
        if card == JOKER:
            columns.append(ranks[:, FRENCH_RANKS.index(JOKER.code)])
        else:
            rank, suit = FRENCH_RANKS.index(card.code[:-1]), FRENCH_SUITS.index(card.code[-1])
            columns.append(ranks[:, rank] * suits[:, suit])
    return np.stack(columns, axis=1)


def both_ends(named: Floats, nothing: Floats, least: float) -> Floats:
    """Combine what the two corners of N outlines say: the normalised product (N, answers) of their probabilities.

    `named` (2 N, answers): first corners of all outlines, then second corners, given that something is to be read;
    `nothing` (2 N, 1): probability that nothing is; `least`: smallest probability a corner may give to an answer.
    """
    each = (1 - nothing) * np.maximum(named, least) + nothing / named.shape[1]
    both = each[: len(each) // 2] * each[len(each) // 2 :]
    shares: Floats = (both / both.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares


def softmax(logits: Floats) -> Floats:
    """Probabilities (N, answers) from logits."""
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares
