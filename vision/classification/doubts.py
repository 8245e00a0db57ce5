"""Every reason for which a name is marked although its probability is high.

A verdict gives the probability (`vision.classification.confidence`). A `Doubt` is evidence that contradicts the name,
or on which the verdict was not fitted. It caps the confidence at `UNSURE` (`classifier.Reading.marked`). Nothing else
marks a name that is probable enough.
"""

from collections.abc import Mapping
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from scoring.cards import FRENCH, ITALIAN, JOKER
from vision.arrays import Array, Floats
from vision.classification.index_reader import CLEAR, HEARD, SURE, IndexReading
from vision.classification.latin_reader import ranks_of
from vision.classification.prototypes import KnownDeck
from vision.decks.embeddings import LIKE
from vision.detection.detector import SHOWS, WHOLE

UNSURE = 0.85  # cap on the confidence of a doubtful name: below every threshold from which names are sure
UNCOVERED = 0.9  # visible share from which all pips of a card are seen
NUMBERS = ("A", *map(str, range(2, 11)))  # ranks that are told by pips where no index is seen
MISTAKEN = ("10", "K", JOKER.code)  # ranks for which a B, D or V is misread

Flags = npt.NDArray[np.bool_]


class Doubt(StrEnum):
    """A reason for a mark."""

    # Contradictions: what is printed says another card. No verdict outweighs them.
    INDEX = "index"  # an end clearly bears the index of another card
    LETTER = "letter"  # the letter is that of another rank
    ENDS = "ends"  # the ends of a whole card bear different suits: glare makes a club of a spade
    NUMERAL = "numeral"  # on a half-covered card the numeral is another rank's than the name, or than all else says
    STRAY = "stray"  # no card of the deck bears the numeral
    # Missing evidence, on decks with indices.
    UNLIKE = "unlike"  # a king, ten or joker unlike its prototype, whose letter is not read
    UNSIGNED = "unsigned"  # its index alone names a covered card, but no letter or numeral is read there
    BLANK = "blank"  # pips of a number may be covered, and an ornate ace resembles a joker: its index is not read
    WITNESSES = "witnesses"  # index, drawing, letter and pile together make the name too improbable
    # Outside what the first verdict was fitted on; on Latin decks the second verdict may outweigh these.
    ARTWORK = "artwork"  # the pile is of unknown artwork, or unlike the deck asked for
    OUTLINE = "outline"  # the outline was refitted
    # The pile and its deck.
    UNSTEADY = "unsteady"  # the index of a covered card says another card when its outline moves
    FOREIGN = "foreign"  # most names of the pile are in doubt
    DECK = "deck"  # it is of another deck, or means another card in another likely one
    OUTDATED = "outdated"  # the deck was enrolled with another classifier
    # No reason of these: the probability itself is too low.
    IMPROBABLE = "improbable"


def contradictions(
    index: IndexReading,
    ranks: npt.NDArray[np.intp],
    stray: Floats,
    visible: Array,
    chosen: npt.NDArray[np.intp],
    deck: KnownDeck,
) -> Mapping[Doubt, Flags]:
    """Where print contradicts a name `chosen` (N,), -1 for none; `ranks` and `stray` as in `classifier.Faces`."""
    if deck.family is ITALIAN:
        own, (said, rest) = ranks_of(chosen.tolist(), deck), ranks.T
        other = (own >= 0) & (said >= 0) & ((own != said) | ((rest >= 0) & (rest != said)))
        # On whole cards such a numeral is a misreading; elsewhere pips may be hidden.
        return {Doubt.NUMERAL: other & (visible < WHOLE), Doubt.STRAY: stray >= CLEAR}
    if deck.indices is None or deck.enrolled or not len(chosen):
        return {}
    said, sure = index.ends.argmax(axis=2), index.ends.max(axis=2)
    clear, named = (index.there >= CLEAR) & (sure >= CLEAR), chosen >= 0
    suits = np.array([card.suit for card in deck.cards])[said]
    legible = ((index.there >= CLEAR) & (sure >= HEARD)).all(axis=1) & (visible >= UNCOVERED)
    letter = (index.printed.max(axis=1) >= SURE) & (index.printed.argmax(axis=1) != deck.rank_places[chosen])
    return {
        Doubt.INDEX: named & (clear & (said != chosen[:, None])).any(axis=1),
        Doubt.LETTER: named & letter,
        Doubt.ENDS: named & legible & (suits[:, 0] != suits[:, 1]),
    }


def missing(
    index: IndexReading, similarity: Floats, visible: Array, chosen: npt.NDArray[np.intp], deck: KnownDeck
) -> Mapping[Doubt, Flags]:
    """Where a name `chosen` (N,) on a deck with indices needs an index that is not legible. `similarity` (N, cards)."""
    rows, ranks, french = np.arange(len(chosen)), deck.ranks[chosen], (chosen >= 0) & (deck.family is FRENCH)
    printed = index.printed[rows, deck.rank_places[chosen]]
    blank = np.isin(ranks, (*NUMBERS, JOKER.code)) & (index.shares[rows, chosen] < HEARD) & (visible < UNCOVERED)
    unlike = np.isin(ranks, MISTAKEN) & (printed < SURE) & (similarity[rows, chosen] < LIKE)
    return {
        Doubt.UNLIKE: (chosen >= 0) & unlike,
        Doubt.UNSIGNED: french & named_by_index(index, visible) & (ranks != "A") & (printed < HEARD),
        Doubt.BLANK: french & blank,
    }


def named_by_index(index: IndexReading, visible: Array) -> Flags:
    """Whether outlines (N,) are so covered that only a visible index names them."""
    alone: Flags = (visible < SHOWS) & (index.there.max(axis=1) >= HEARD)
    return alone
