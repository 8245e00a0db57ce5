"""A second look at the outlines whose names are unsure, once it is known what the others are.

Of a card that lies under others the outline often ends where the other card begins, or spans both. The cards seen
whole say how large a card is (`vision.table`): an outline that is not is made so at each of its ends, and kept where
that is more like a card of the deck.

Names on built-in Latin decks then get a second verdict, fitted on other printings of known patterns and on strange
decks as well: in a pile that is hardly like its deck, too, most names are certain.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from scoring.cards import ITALIAN
from vision.arrays import Array, Floats
from vision.calibration import calibration
from vision.crops import Pyramid
from vision.decks import ITALIAN_PATTERNS
from vision.naming import CARD, UNSURE, Reading, copies_of, disputed, embed, faces_of, free_of, named
from vision.naming import WHOLE as SEEN_WHOLE
from vision.prototypes import KnownDeck
from vision.stages import stage
from vision.table import CROOKED, FEW, Table

# Visible share, predicted fit and probability of a card from which an outline is that of a card seen whole.
WHOLE, FITS, EVIDENT = 0.9, 0.92, 0.9
# Logarithms of a length or width: up to ODD an outline is of the size of a card, from ODDEST on it is something else.
ODD, ODDEST = 0.05, 0.5
# Median similarity of the cards seen whole below which a pile is of another deck: every name stays unsure. Of synthetic
# piles of the right deck, as scanned, 1 in 50 have less than 0.50, of other patterns 1 in 20 more than 0.47.
LIKE = 0.4
GAIN = 0.05  # by how much more like a card an outline must be to replace another: smaller gains are chance


def again(pyramid: Pyramid, reading: Reading, deck: KnownDeck, packs: int = 1, least: float = CARD) -> Reading:
    """The reading of a deck of forty, its unsure outlines mended, its unsure names judged anew; others as they are."""
    if deck.family is not ITALIAN or deck.enrolled:
        return reading
    return _surer(resized(pyramid, reading, deck, packs, least), deck, packs)


def resized(pyramid: Pyramid, reading: Reading, deck: KnownDeck, packs: int, least: float) -> Reading:
    """The reading with unsure outlines mended that are not of the size of a card."""
    which, quads, similarity = _mended(pyramid, reading, deck)
    if not len(which):
        return reading
    moved = reading.found.quads.copy()
    moved[which] = quads
    found = replace(reading.found, quads=moved)
    pile = reading.faces.similarity.copy()
    pile[which] = similarity
    faces = reading.faces.changed(which, faces_of(pyramid, found.only(which), deck, pile=pile))
    return named(found, faces, deck, copies_of(deck, packs), least)


def _surer(reading: Reading, deck: KnownDeck, packs: int) -> Reading:
    """The reading with what the second verdict says of names that the first one leaves unsure."""
    by_examples = deck.examples is not None and reading.unfamiliar
    if deck.name not in ITALIAN_PATTERNS or by_examples or not of_its_deck(reading):
        return reading
    now = calibration()
    chance = now.latin(reading.evidence)[:, 1]
    # On strange artwork names are guesses, and stay what they are.
    unsure = reading.right if reading.strange else np.maximum(reading.right, np.minimum(chance, UNSURE))
    right = np.where(chance >= now.sure_latin, np.maximum(np.maximum(chance, now.sure), reading.right), unsure)
    half = reading.found.visible < SEEN_WHOLE
    right = np.where(half & disputed(reading.faces.ranks, reading.names, deck), np.minimum(right, UNSURE), right)
    right = np.where(np.array(reading.names) >= 0, right, 0.0)
    return replace(reading, right=right, free=free_of(reading.names, right, copies_of(deck, packs), now.sure))


def of_its_deck(reading: Reading) -> bool:
    """Whether the cards seen whole, or all where none is, are those of the deck at least in another printing."""
    alike = reading.faces.similarity.max(axis=1, initial=-1.0)
    whole = alike[reading.found.visible >= SEEN_WHOLE]
    return len(alike) > 0 and float(np.median(whole if len(whole) else alike)) >= LIKE


@stage("name")
def _mended(pyramid: Pyramid, reading: Reading, deck: KnownDeck) -> tuple[npt.NDArray[np.intp], Array, Floats]:
    """The unsure outlines (by index) that are better ones at the size of a card: these (N, 4, 2), and how similar they
    are to the cards of the deck (N, cards).
    """
    found = reading.found
    whole = (found.visible > WHOLE) & (found.fit > FITS) & (found.score > EVIDENT)
    unsure = np.flatnonzero(reading.right < calibration().sure)
    which, quads, similarity = list[int](), list[Array](), list[Floats]()
    table = Table(found.quads[whole]) if whole.sum() >= FEW and len(unsure) else None
    if table is not None and table.off <= CROOKED:
        for index in unsure:
            odd = float(np.abs(np.log(table.size(found.quads[index]))).max())
            if not ODD <= odd <= ODDEST:
                continue
            ways = table.sized(found.quads[index])
            seen, _, _ = embed(pyramid, ways)
            alike = deck.similarity(seen)
            best = int(alike.max(axis=1).argmax())
            if alike[best].max() >= reading.faces.similarity[index].max() + GAIN:
                which.append(int(index))
                quads.append(ways[best])
                similarity.append(alike[best])
    places = np.array(which, int)
    return places, np.array(quads).reshape(-1, 4, 2), np.array(similarity).reshape(-1, len(deck.cards))
