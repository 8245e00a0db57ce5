"""When an index alone is believed: of a card in a fan little else is seen, and the namer looks at its neighbours.

Numbers look alike everywhere; letters are those of a deck, and a B may be taken for a K. So letters are believed where
a K is printed (`vision.classification.letter_reader`), or where the cards of the pile are as like their prototypes as
those of known decks are, whose letters are known. What is said here was chosen on synthetic photographs of known and of
strange French decks, mostly fans.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from scoring.cards import FRENCH, JOKER
from vision.arrays import Array, Floats
from vision.classification.index_reader import CLEAR, FAIR, FRENCH_SUITS, HEARD, Looked
from vision.classification.letter_reader import ANSWERS, NONE

if TYPE_CHECKING:
    from vision.classification.prototypes import KnownDeck

Flags = npt.NDArray[np.bool_]

# A clear index is believed of an outline that is EVIDENTly a card if its name is as likely as not without it; of one
# that is LIKELY a card if all else SAYS so, too. (On synthetic fans and rows 65 of 65 of the latter were right.)
EVIDENT, AS_NOT, LIKELY, SAYS = 0.95, 0.5, 0.85, 0.7
SHOWS = 0.6  # visible share of a card from which the namer must agree with the index
PRINTED = 0.95  # probability of a letter from which it is clearly printed
HARDLY_LIKE = 0.4  # similarity to its card below which a letter in a corner may be that of another deck
NUMBERS = ("A", *map(str, range(2, 10)))  # ranks for which no letter of another deck is taken
MISTAKEN = {*(rank + suit for rank in ("10", "K") for suit in FRENCH_SUITS), JOKER.code}  # for which a B, D or V is
LETTERS = ("J", "Q", "K")
UNMISTAKEN = ("J", "Q")  # letters for which no other was taken, on any deck
# Median similarity of a card with a clear index to its prototype, on known decks, by how much of it is seen.
SEEN, LIKE = (0.1, 0.32, 0.5, 0.7, 1.0), (0.22, 0.39, 0.49, 0.57, 0.59)
# How much less than that, weighed by what is seen of each, the cards of a pile are where its drawings are known for
# sure, where they are not known at all, and where its letters are known.
KNOWN, STRANGE, LETTERED = -0.05, -0.15, -0.08
# As much of a card, and so much less like, is added: few cards prove little.
SUPPOSED, SUPPOSED_LETTERED = (0.3, -0.1), (0.5, -0.15)


def by_index(
    index: Looked, similarity: Floats, visible: Array, chosen: npt.NDArray[np.intp], deck: KnownDeck
) -> tuple[Flags, Flags]:
    """Whether an index clearly says the card `chosen` (N,), and nothing else that shows of it says another; and whether
    that name is in doubt (N,): its letter may be that of another deck, or its index be another that is hardly legible.

    `similarity` (N, cards) and `visible` (N,) of outlines, `chosen` -1 where there is no name.
    """
    rows, named = np.arange(len(chosen)), chosen >= 0
    own = similarity[rows, chosen]
    agrees = (similarity.argmax(axis=1) == chosen) | (visible < SHOWS)
    says = named & (index.clear == chosen) & agrees
    if deck.enrolled:
        return says, np.zeros(len(chosen), bool)
    numbers, courts, mistaken = (kind[chosen] for kind in _kinds(deck))
    prints = _prints(index, chosen, deck)
    doubted = named & mistaken & ~prints & (own < HARDLY_LIKE)
    if deck.family is not FRENCH:
        return says & numbers, doubted
    drawn, lettered = nearness(index, similarity, visible, deck)
    if drawn > KNOWN:
        says |= named & numbers & (index.fair == chosen) & agrees
    ranks = np.array([card.code[:-1] for card in deck.cards])
    everywhere = numbers | np.isin(ranks, UNMISTAKEN)[chosen] | ((ranks == "10")[chosen] & (drawn > KNOWN))
    clear = says & (everywhere | prints | (lettered > LETTERED)) & (drawn > STRANGE)
    said = np.where(index.clear == chosen, 1.0, index.loudest[rows, chosen])
    less = named & (own < usual(visible))
    if lettered <= LETTERED:
        doubted |= less & courts & ~prints & (said < CLEAR)
    if drawn <= STRANGE or (index.clear < 0).all():
        doubted |= less & (said < FAIR)
    return clear, doubted


def like_a_joker(index: Looked, whole: Flags, card: Array, chosen: npt.NDArray[np.intp], deck: KnownDeck) -> Flags:
    """Whether a name is a joker that may be an ornate ace or its ornament (N,).

    It is hardly a card, bears an "A", or is not seen whole (`whole`, N) and bears no joker's sign. `card` (N,): the
    probability that an outline is a card.
    """
    if deck.enrolled:
        return np.zeros(len(chosen), bool)
    joker = (chosen >= 0) & np.array([each == JOKER for each in deck.cards])[chosen]
    aces = index.loudest[:, [each.code[:-1] == "A" for each in deck.cards]].sum(axis=1) / index.loudest.sum(axis=1)
    unread = index.shares[np.arange(len(chosen)), chosen] < HEARD
    doubted: Flags = joker & ((card < EVIDENT) | (aces >= HEARD) | (unread & ~whole))
    return doubted


def supported(card: Array, right: Array) -> Flags:
    """Whether all else allows a clear index to be believed (N,).

    `card`, `right` (N,): the probabilities that an outline is a card, and that its name is right.
    """
    allowed: Flags = (card >= EVIDENT) & (right >= AS_NOT) | (card >= LIKELY) & (right >= SAYS)
    return allowed


def _kinds(deck: KnownDeck) -> tuple[Flags, Flags, Flags]:
    """Which cards of a deck (cards,) bear numbers that are the same everywhere, are court cards, may be others."""
    numbers = np.array([card.code[:-1] in NUMBERS for card in deck.cards])
    courts = np.array([card.code[:-1] in LETTERS for card in deck.cards])
    return numbers, courts, np.array([card.code in MISTAKEN for card in deck.cards])


def _prints(index: Looked, chosen: npt.NDArray[np.intp], deck: KnownDeck) -> Flags:
    """Whether the letter or the ten of the card `chosen` (N,) is clearly printed at an end of its outline."""
    ranks = [card.code[:-1] for card in deck.cards]
    answers = np.array([ANSWERS.index(rank) if rank in ANSWERS else ANSWERS.index(NONE) for rank in ranks])[chosen]
    own = index.printed[np.arange(len(chosen)), answers]
    printed: Flags = (answers != ANSWERS.index(NONE)) & (own >= PRINTED)
    return printed


def usual(visible: Array) -> Array:
    """How like its prototype a card of a known deck mostly is, by how much of it is seen."""
    return np.interp(visible, SEEN, LIKE)


def nearness(index: Looked, similarity: Floats, visible: Array, deck: KnownDeck) -> tuple[float, float]:
    """How much less (below 0) like their prototypes the cards with a clear index are than those of known decks, all of
    them, and court cards and jokers alone.
    """
    clear = np.flatnonzero(index.clear >= 0)
    said, seen = index.clear[clear], np.clip(visible[clear], SEEN[0], 1.0)
    more = similarity[clear, said] - usual(seen)
    letters = np.array([card.code[:-1] in LETTERS or card == JOKER for card in deck.cards])[said]
    return _mean(more, seen, SUPPOSED), _mean(more[letters], seen[letters], SUPPOSED_LETTERED)


def _mean(values: Array, weights: Array, supposed: tuple[float, float]) -> float:
    share, value = supposed
    return float((values @ weights + share * value) / (weights.sum() + share))
