"""Reads corner indices of French and tarot cards: all that is seen of a card in a fan, or of one half covered."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from scoring.cards import FRENCH
from vision.arrays import Array, Floats, Pixels, Rows
from vision.classification import letter_reader
from vision.classification.prototypes import KnownDeck
from vision.decks.indices import FRENCH_RANKS, NOTHING, OUTPUTS, RANKS, SUITS, TAROTS, by_card
from vision.detection.crops import crop_both, crop_indices
from vision.detection.detector import SAME, Detections
from vision.detection.geometry import overlaps
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.nets.activations import sigmoid, softmax

# Ranks for which the letter reader is asked.
ASKED = [FRENCH_RANKS.index(rank) for rank in (*letter_reader.COURTS, letter_reader.TEN)]
UNREAD = 0.02  # least probability of a rank at a corner before its letter is weighed in
LEAST = 0.005  # least probability of a card or numeral at a corner that says another
# Probability that there is an index, and of its card. From HEARD on an index contradicts other cards, from CLEAR on it
# says its card, from SURE on even where an ornament may resemble it.
HEARD, CLEAR, SURE = 0.5, 0.9, 0.95
RED = "HD"  # suits of one colour, which look alike where the next card hides half of them
SURER = 3  # exponent that sharpens a clear index where the drawing is hardly seen


@dataclass(frozen=True)
class IndexReading(Rows):
    """The indices of N outlines. `ends` (N, 2, cards): probability of each card at each end, if an index is `there` (N,
    2). `shares` (N, cards): both ends combined. `printed` (N, ranks): which of the `FRENCH_RANKS` the letter or numeral
    means, at the end likelier to bear an index; zeros where none was read.
    """

    shares: Floats
    printed: Floats
    ends: Floats
    there: Floats

    @staticmethod
    def of(named: Floats, nothing: Floats, printed: Floats) -> IndexReading:
        """Combine the readings of corners, first those at the first end of all outlines, then those at the second.
        `named` (2 N, cards): given an index; `nothing` (2 N, 1): probability of none; `printed` (2 N, ranks).
        """
        ends, half = named / np.maximum(named.sum(axis=1, keepdims=True), 1.0), len(named) // 2
        likelier = np.arange(half) + np.where(nothing[:half, 0] <= nothing[half:, 0], 0, half)
        each, there = (np.stack(np.split(one, 2), axis=1) for one in (ends, 1 - nothing[:, 0]))
        return IndexReading(both_ends(named, nothing), printed[likelier], each, there)

    @property
    def clear(self) -> npt.NDArray[np.intp]:
        """The card (N,) that one end clearly says and the other does not contradict; -1 for none."""
        best, most = self.ends.argmax(axis=2), np.minimum(self.ends.max(axis=2), self.there)
        said = np.where(most[:, 0] >= CLEAR, best[:, 0], np.where(most[:, 1] >= CLEAR, best[:, 1], -1))
        denied = ((most >= HEARD) & (best != said[:, None])).any(axis=1)
        result: npt.NDArray[np.intp] = np.where(denied, -1, said)
        return result

    def trusted(self, which: npt.NDArray[np.bool_]) -> IndexReading:
        """A copy in which a clear index of the outlines `which` leaves hardly any probability to other cards."""
        surer = np.where((which & (self.clear >= 0))[:, None], self.shares**SURER, self.shares)
        return replace(self, shares=surer / surer.sum(axis=1, keepdims=True))

    def without_suits(self, deck: KnownDeck) -> IndexReading:
        """A copy whose `ends` sum over cards of one rank and colour: more cannot be read of a half-covered suit."""
        return replace(self, ends=self.ends @ alike(deck))

    @staticmethod
    def nothing(count: int, cards: int) -> IndexReading:
        """The reading of `count` outlines without indices."""
        even, nothing = np.full((2 * count, cards), 1 / cards, np.float32), np.ones((2 * count, 1), np.float32)
        return IndexReading.of(even, nothing, np.zeros((2 * count, len(FRENCH_RANKS)), np.float32))


def shown(pyramid: Pyramid, quads: Array) -> Floats:
    """Read both indices of each outline in `quads` (N, 4, 2): probabilities (N, OUTPUTS).

    Of ranks, suits and tarot cards, given an index; last, that neither corner has one.
    """
    if not len(quads):
        return np.zeros((0, OUTPUTS), np.float32)
    ranks, suits, tarots, nothing = _read(crop_both(pyramid, quads))
    each = np.hstack([ranks, suits, tarots])
    first, second, weights = *np.split(each * (1 - nothing), 2), sum(np.split(1 - nothing, 2))
    return np.hstack([(first + second) / np.maximum(weights, 1e-6), np.multiply(*np.split(nothing, 2))])


def distinct(pyramid: Pyramid, found: Detections, deck: KnownDeck) -> tuple[Detections, IndexReading]:
    """Non-maximum suppression by index: of overlapping outlines with the same index only the best is kept.

    An outline with another card's index at one end is kept, too: it lies across two cards, and one may have no other
    outline. Also returns the index reading of the outlines kept.
    """
    looked = look(pyramid, found.quads, deck)
    shown = looked.shares.argmax(axis=1)
    other = (looked.there >= CLEAR) & (looked.ends[np.arange(len(found)), :, shown] < HEARD)
    across = np.any(other, axis=1)
    kept = np.zeros(len(found), bool)
    for index in np.argsort(-found.score):
        twins = np.flatnonzero(kept & (shown == shown[index]))
        kept[index] = across[index] or not (overlaps(found.quads[index], found.quads[twins]) >= SAME).any()
    return found.only(np.flatnonzero(kept)), looked.only(kept)


def look(pyramid: Pyramid, quads: Array, deck: KnownDeck, *, covered: bool = False) -> IndexReading:
    """Read both indices of each outline in `quads` (N, 4, 2); an empty reading where the deck has none.

    `covered`: other cards lie over the second end, which is not read.
    """
    if not len(quads) or deck.indices is None:
        return IndexReading.nothing(len(quads), len(deck.cards))
    corners = crop_indices(pyramid, quads) if covered else crop_both(pyramid, quads)
    ranks, suits, tarots, nothing = _read(corners)
    printed = np.zeros_like(ranks)
    if deck.family is FRENCH and not deck.enrolled:  # the letters of other decks are not known
        ranks, printed = _lettered(corners, ranks, nothing)
    named = by_card(ranks, suits, tarots, deck.family) @ deck.indices.T
    unread = ((0, len(quads) if covered else 0), (0, 0))
    nothing = np.pad(nothing, unread, constant_values=1.0)
    return IndexReading.of(np.pad(named, unread), nothing, np.pad(printed, unread))


def corner(pyramid: Pyramid, quads: Array, deck: KnownDeck) -> tuple[npt.NDArray[np.intp], Floats, Floats]:
    """The card that the index at the first end of each outline says, its confidence, and that including the suit.
    Without an index both are 0.

    The card (N,) is the first of the deck with that rank and colour: half a suit shows no more.
    """
    if not len(quads) or deck.indices is None:
        none = np.zeros(len(quads), np.float32)
        return np.zeros(len(quads), int), none, none
    ranks, suits, tarots, nothing = _read(crop_indices(pyramid, quads))
    named = by_card(ranks, suits, tarots, deck.family) @ deck.indices.T
    shares = named / np.maximum(named.sum(axis=1, keepdims=True), 1.0)
    together, there = shares @ alike(deck), 1 - nothing[:, 0]
    return together.argmax(axis=1), np.minimum(together.max(axis=1), there), np.minimum(shares.max(axis=1), there)


def alike(deck: KnownDeck) -> Floats:
    """1 where two cards (cards, cards) have the same rank and colour, else 0."""
    red = np.array([bool(card.suit) and card.suit in RED for card in deck.cards])
    same: Floats = ((deck.ranks[:, None] == deck.ranks) & (red[:, None] == red)).astype(np.float32)
    return same


def _read(corners: list[Pixels]) -> tuple[Floats, Floats, Floats, Floats]:
    """Probabilities (N, answers) of ranks, suits and tarot cards at corners, and (N, 1) that there is no index."""
    (said,) = sessions.network("index").run(corners)
    ranks, suits, tarots = (softmax(said[:, part]) for part in (RANKS, SUITS, TAROTS))
    return ranks, suits, tarots, sigmoid(said[:, NOTHING]).astype(np.float32)[:, None]


def _lettered(corners: list[Pixels], ranks: Floats, nothing: Floats) -> tuple[Floats, Floats]:
    """Weigh the letters at the `corners` into the probabilities `ranks` (2 N, ranks). Also returns the ranks by letters
    alone (2 N, ranks), zeros where the letter reader was not asked.

    Only corners with an index that looks like a court or a ten are asked.
    """
    asked = np.flatnonzero(np.isin(ranks.argmax(axis=1), ASKED) & (1 - nothing[:, 0] >= HEARD))
    weighed, printed = ranks.copy(), np.zeros_like(ranks)
    letters = letter_reader.read([corners[end] for end in asked])
    none = letters[:, [letter_reader.ANSWERS.index(letter_reader.NONE)]]
    believed = none * ranks[asked] + (1 - none) * np.maximum(ranks[asked], UNREAD)
    printed[asked], likely = letter_reader.ranks(letters, believed)
    both = believed * likely
    weighed[asked] = both / both.sum(axis=1, keepdims=True)
    return weighed, printed


def both_ends(named: Floats, nothing: Floats) -> Floats:
    """Combine the two corners of N outlines: the normalised product (N, answers) of their probabilities.

    `named` (2 N, answers): first corners of all outlines, then second corners, given an index; `nothing` (2 N, 1):
    probability of none.
    """
    each = (1 - nothing) * np.maximum(named, LEAST) + nothing / named.shape[1]
    both = each[: len(each) // 2] * each[len(each) // 2 :]
    shares: Floats = (both / both.sum(axis=1, keepdims=True)).astype(np.float32)
    return shares
