"""Compares the cards of a pile with every known pattern: says which one fits clearly better than the deck asked for.

The embeddings of a pile are there already: a comparison with all patterns is one product of matrices.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

from scoring.cards import FRENCH, ITALIAN
from vision.arrays import Floats
from vision.classification.prototypes import VIEWED, KnownDeck, prototypes
from vision.decks.catalogue import FAMILIES, PATTERNS

# Mean cosine similarity by which another pattern must fit better: for one card; it falls with the root of their number,
# as the spread of a mean does, to the second value. Of 166 photographs with the right deck none passes it, of 307 with
# a wrong one 286; of the 81 rendered ones among these all but one, whose names are unsure.
MARGIN, LEAST_MARGIN = 0.1, 0.03
# Families whose patterns are compared: French cards stand for Italian ones. The two tarots have other cards each.
COMPARED = (ITALIAN.name, FRENCH.name)


@cache
def _patterns() -> dict[str, Floats]:
    """The trained prototypes (P, 128) of each pattern; with those from views a pattern would fit better by chance."""
    stored = prototypes().embeddings
    wanted = [name for name, (family, _) in PATTERNS.items() if family in COMPARED and name != ITALIAN.name]
    return {name: stored[name] for name in wanted if len(stored.get(name, ()))}


def fits_better(seen: Floats, deck: KnownDeck) -> str:
    """The pattern that fits the unit embeddings `seen` (N, 128) of a pile clearly better than `deck`; empty for none.

    A family without a named pattern fits as well as its best pattern. A deck with examples of this table is not
    doubted.
    """
    patterns = _patterns()
    if not len(seen) or deck.examples is not None or deck.family.name not in COMPARED:
        return ""
    alike = {name: _alike(seen, embeddings) for name, embeddings in patterns.items()}
    best = max(alike, key=lambda name: alike[name])
    margin = max(MARGIN / sqrt(len(seen)), LEAST_MARGIN)
    return best if alike[best] - _own(seen, deck, alike) >= margin else ""


def _own(seen: Floats, deck: KnownDeck, alike: dict[str, float]) -> float:
    """The mean similarity of a pile to the deck asked for, comparable with that to trained prototypes."""
    if deck.enrolled:
        return VIEWED * _alike(seen, deck.embeddings)
    if deck.name in alike:
        return alike[deck.name]
    return max((alike[name] for name in alike if FAMILIES[PATTERNS[name][0]] is deck.family), default=1.0)


def _alike(seen: Floats, embeddings: Floats) -> float:
    """The mean over a pile of each card's cosine similarity to its best prototype."""
    return float((seen @ embeddings.T).max(axis=1).mean())
