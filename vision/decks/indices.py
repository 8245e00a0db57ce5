"""Maps the outputs of the index reader to the cards of a deck."""

import numpy as np

from scoring.cards import FRENCH, JOKER, TAROT, Card, Deck
from vision.arrays import Floats

FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", JOKER.code)
FRENCH_SUITS = ("S", "H", "D", "C")
# The reader's outputs (logits): ranks, suits, tarot cards, and that there is no index.
RANKS, SUITS, TAROTS, NOTHING = slice(0, 14), slice(14, 18), slice(18, 96), 96
OUTPUTS = NOTHING + 1
READ = 0.5  # share of a taught deck's indices that the reader must read rightly, or none is used


def usual(family: Deck) -> Floats | None:
    """The readings (cards, answers) of a printed deck's indices: each as its own card. None without indices."""
    return np.eye(len(family.cards), dtype=np.float32) if family in (FRENCH, TAROT) else None


def taught(family: Deck, corners: Floats | None, cards: tuple[Card, ...], owners: tuple[int, ...]) -> Floats | None:
    """The readings (cards, answers) of a taught deck's indices, by `index_reader.shown` on its own photographs.

    `corners` (N, OUTPUTS): of photographs of the cards `owners` (indices into `cards`). Unknown letters are recognised
    by the card they are misread as. None where too few are read rightly, or there are none.
    """
    if family not in (FRENCH, TAROT) or corners is None:
        return None
    nothing = corners[:, [NOTHING]]
    named = by_card(corners[:, RANKS], corners[:, SUITS], corners[:, TAROTS], family)
    said = np.zeros((len(cards), named.shape[1]), np.float32)
    np.add.at(said, np.array(owners), (1 - nothing) * named + nothing / named.shape[1])
    said /= np.maximum(np.bincount(np.array(owners), minlength=len(cards)), 1)[:, None]
    own = [family.cards.index(card) for card in cards]
    return said if float(np.mean(said.argmax(axis=1) == own)) >= READ else None


def by_card(ranks: Floats, suits: Floats, tarots: Floats, family: Deck) -> Floats:
    """Probabilities (N, cards of the family) from those of ranks and suits. Both are read separately, so that unseen
    decks can be read; a joker is a rank by itself.
    """
    if family is TAROT:
        return tarots
    columns = []
    for card in FRENCH.cards:
        if card == JOKER:
            columns.append(ranks[:, FRENCH_RANKS.index(JOKER.code)])
        else:
            rank, suit = FRENCH_RANKS.index(card.code[:-1]), FRENCH_SUITS.index(card.code[-1])
            columns.append(ranks[:, rank] * suits[:, suit])
    return np.stack(columns, axis=1)


def unread(count: int) -> Floats:
    """The reading (`count`, OUTPUTS) of corners that were not read: no index."""
    row = np.zeros((count, OUTPUTS), np.float32)
    row[:, NOTHING] = 1.0
    return row
