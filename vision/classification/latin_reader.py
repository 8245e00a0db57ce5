"""Reads Latin suits (coins, cups, swords, batons) in artwork that no network was trained on.

The classifier compares a card with known drawings; this reader tells rank and suit in any drawing. On known artwork the
classifier decides alone; the stranger the artwork, the more the reader weighs.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from scoring.cards import ITALIAN
from vision.arrays import Array, Floats, Pixels
from vision.classification import numeral_reader
from vision.classification.prototypes import KnownDeck
from vision.detection.crops import half_turn
from vision.nets import sessions
from vision.nets.calibration import calibration

RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
SUITS = "DCSB"
NO_LATIN_SUITS = ("milanesi",)  # patterns of this family with French suits
RANK_PART, SUIT_PART = slice(0, 10), slice(10, 14)  # the reader's logits of ranks, and of suits
# Exponent of the classifier's probabilities beside the reader's, on strange artwork. Chosen on invented decks: 0.76 of
# the cards right together, 0.75 by the reader alone.
NAMER = 0.3
# Exponent of the numerals' likelihood on known artwork; 1 on strange artwork. On synthetic Triestine piles a misread
# numeral had overruled clear pictures.
KNOWN_NUMERALS = 0.5
LEAST = 1e-4  # smallest probability, so that neither of the two alone rules a card out


def nearest(near: Floats) -> float:
    """The similarity of a pile to its nearest pattern, from `near` (N, patterns), the `KnownDeck.nearness` of its
    cards.

    The median over the cards, because all are of one pattern; a single strange card resembles one pattern or another.
    """
    return float(np.median(near, axis=0).max())


def strangeness(near: Floats) -> float:
    """How strange a pile's artwork is, from 0 (known) to 1, by the nearness `near` (N, patterns) of its cards.

    A pile unlike the pattern asked for may be badly lit, or another maker's: no name in it is certain.
    """
    now = calibration()
    return min(max((now.familiar - nearest(near)) / (now.familiar - now.strange), 0.0), 1.0)


def is_strange(near: Floats, deck: KnownDeck) -> bool:
    """Whether a pile has Latin suits in artwork that the classifier does not know, or unlike the deck asked for."""
    return deck.family is ITALIAN and len(near) > 0 and strangeness(near) > 0


def joined(named: Floats, near: Floats, cuts: list[Pixels], deck: KnownDeck) -> Floats:
    """Combine the classifier's probabilities `named` (N, cards) with the reader's on the crops `cuts`; rows sum to 1.

    `near` (M, patterns): of all outlines of the pile, not only these N. Logarithmic pooling with weights by
    strangeness. Known artwork and decks without Latin suits keep `named`.
    """
    if not is_strange(near, deck) or deck.name in NO_LATIN_SUITS:
        return named
    strange = strangeness(near)
    mine, theirs = np.maximum(named, LEAST), np.maximum(read(cuts, deck), LEAST)
    return _shared(mine ** (1 - strange * (1 - NAMER)) * theirs**strange)


def numbered(
    named: Floats, corners: Floats, deck: KnownDeck, *, strange: bool
) -> tuple[Floats, Floats, Floats, Floats]:
    """Weigh the ranks by the numerals at the `corners` (N, 13) into the probabilities `named` (N, cards).

    Also returns the ranks by numerals alone, and without them (N, 10), and the probability (N,) of a numeral that no
    card bears. `strange`: unknown artwork, where numerals weigh more.
    """
    rank = np.array([RANKS.index(card.code[:-1]) for card in deck.cards])
    believed = np.stack([named[:, rank == place].sum(axis=1) for place in range(len(RANKS))], axis=1)
    said, stray = numeral_reader.ranks(corners, believed, deck.name)
    weighed = said ** (1.0 if strange else KNOWN_NUMERALS)
    return _shared(named * weighed[:, rank]), _shared(said), believed, stray


def _shared(weights: Array) -> Floats:
    shares: Floats = (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares


def ranks_of(names: Sequence[int], deck: KnownDeck) -> npt.NDArray[np.intp]:
    """The place in `RANKS` (N,) of each name, an index into a deck of forty; -1 without a name."""
    return np.array([RANKS.index(deck.cards[name].code[:-1]) if name >= 0 else -1 for name in names], int)


def read(cuts: list[Pixels], deck: KnownDeck) -> Floats:
    """The reader's probabilities (N, cards) for a `deck` of forty, averaged over each crop (`NAME_SIZE`) and its
    180-degree turn.
    """
    if deck.family is not ITALIAN:
        raise ValueError(f"{deck.name}: no deck of Latin suits")
    (said,) = sessions.network("latin").run(cuts + [half_turn(cut) for cut in cuts])
    both = (_certain(said[: len(cuts)]) + _certain(said[len(cuts) :])) / 2
    columns = [
        both[:, RANK_PART.start + RANKS.index(card.code[:-1])] + both[:, SUIT_PART.start + SUITS.index(card.code[-1])]
        for card in deck.cards
    ]
    return _shared(np.exp(np.stack(columns, axis=1)))


def _certain(said: Floats) -> Floats:
    """Log-probabilities of ranks, and of suits, from the reader's logits (N, 14)."""
    parts = (said[:, part] for part in (RANK_PART, SUIT_PART))
    return np.hstack([part - np.logaddexp.reduce(part, axis=1, keepdims=True) for part in parts])
