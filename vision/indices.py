"""Corner indices: what a card says that shows nothing else, half covered or in a fan. For French and tarot cards."""

from __future__ import annotations

import numpy as np

from scoring.cards import FRENCH, JOKER, TAROT, codes
from vision import geometry, models
from vision.arrays import Array, Floats
from vision.crops import Pyramid
from vision.locate import SAME, Located, iou
from vision.prototypes import KnownDeck
from vision.stages import stage

FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", JOKER.code)
FRENCH_SUITS = ("S", "H", "D", "C")
# Where each answer lies in the reader's outputs.
RANKS, SUITS, TAROTS, NOTHING = slice(0, 14), slice(14, 18), slice(18, 96), 96
LEAST = 0.004  # probability left to every card by an index that says another


def has_indices(deck: KnownDeck) -> bool:
    """Whether the cards of a deck carry indices that the reader knows; those of a taught one may be of any kind."""
    return deck.name in (FRENCH.name, TAROT.name)


@stage("name")
def distinct(pyramid: Pyramid, found: Located, deck: KnownDeck) -> Located:
    """Of outlines that nearly coincide and show the same index only the surest."""
    shown = read(pyramid, found.quads, deck).argmax(axis=1)
    keep: list[int] = []
    for index in np.argsort(-found.score):
        twins = (other for other in keep if shown[other] == shown[index])
        if all(iou(found.quads[index], found.quads[other]) < SAME for other in twins):
            keep.append(int(index))
    return found.only(np.array(sorted(keep), dtype=np.intp))


def read(pyramid: Pyramid, quads: Array, deck: KnownDeck) -> Floats:
    """How likely (N, cards) the two indices of each outline in `quads` (N, 4, 2) make each card; rows sum to 1.

    The same for every card where the deck has no indices.
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
    """Rank and suit are read apart, so that a deck never seen is read by its parts; a joker is a rank by itself."""
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
    """What the two corners of N outlines say together (N, answers), from what each says if it says anything.

    `named` (2 N, answers): the first corner of every outline, then the second; `nothing` (2 N, 1): how likely there is
    nothing to be read; `least`: probability left to every answer by a corner that says another.
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
