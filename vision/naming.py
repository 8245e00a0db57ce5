"""Which card each outline is: namer and readers combined, each card at most once, and a verdict on every name."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from scoring.cards import ITALIAN, JOKER
from vision import indices as corner_indices
from vision import latin, models, numerals
from vision.arrays import Array, Floats, Pixels
from vision.calibration import calibration
from vision.crops import NAME_MARGIN, NAME_SIZE, Pyramid, half_turn
from vision.locate import Located
from vision.prototypes import KnownDeck, prototypes
from vision.resolve import Named, resolve
from vision.stages import stage
from vision.verdict import UNREAD, evidence

CARD = 0.5  # probability from which an outline is reported as a card
UNSURE = 0.85  # upper bound of the confidence on artwork never seen: always doubtful
UNFAMILIAR = 0.6  # median similarity below which cards without Latin suits, seen whole, are of artwork never seen
WHOLE = 0.8  # visible share of a card from which it is seen whole
# Probability by examples from which a card that has one is certain: on strange decks laid on synthetic tables 2 in 1000
# of such names are wrong, also where 3 in 100 of the examples are.
CERTAIN = 0.995
# Similarity of a card seen whole to the photograph it was taught from, and how much greater than to any other card,
# from which it is certain: none of the 74 names that this adds on eight invented decks was wrong down to 0.05.
ITSELF, APART = 0.6, 0.06


@dataclass(frozen=True)
class Faces:
    """What is seen inside N outlines: `probabilities`, what they are without examples (`plain`), and the cosine
    `similarity` (N, cards of the deck), `turned` (N,) > 0 for upside down, the `sharpness` (N,) of the crop: the
    variance of its Laplacian, and its unit `embeddings` (N, 128).
    """

    probabilities: Floats
    plain: Floats
    similarity: Floats
    turned: Floats
    sharpness: Array
    embeddings: Floats

    def only(self, which: npt.NDArray[Any]) -> Faces:
        return Faces(*(getattr(self, field.name)[which] for field in fields(self)))


@dataclass(frozen=True)
class Reading:
    """The cards of a picture. For each outline: `names`, the card's index in the deck (-1: none), the probabilities
    that it is a `card` and that its name is `right` (N,), and the `evidence` for both (N, verdict.SIZE). `strange`: the
    artwork is not known to the namer; the probabilities are then rough. `unfamiliar`: its confirmed cards may be
    examples; `certain` (N,): named by such examples without doubt.
    """

    found: Located
    faces: Faces
    names: tuple[int, ...]
    card: Array
    right: Array
    evidence: Array
    strange: bool
    unfamiliar: bool
    certain: Array


def read(
    pyramid: Pyramid,
    found: Located,
    deck: KnownDeck,
    packs: int = 1,
    least: float = CARD,
    by_index: Floats | None = None,
) -> Reading:
    """Name the cards in `found`, every card at most `packs` times (jokers two a pack).

    Outlines that are cards with a probability below `least` are left out. `by_index` (N, cards): what `indices.read`
    says of them, if that is known already.
    """
    copies = tuple(packs * (2 if card == JOKER else 1) for card in deck.cards)
    faces = faces_of(pyramid, found, deck, by_index)
    reading = _judged(found, faces, deck, copies)
    # An outline that is no card must not take a name from the card that has it: resolve again without it.
    cards = np.flatnonzero(reading.card >= least)
    return reading if len(cards) == len(found) else _judged(found.only(cards), faces.only(cards), deck, copies)


def _judged(found: Located, faces: Faces, deck: KnownDeck, copies: tuple[int, ...]) -> Reading:
    named = resolve(faces.plain, copies)
    indexed = corner_indices.has_indices(deck)
    rows = evidence(found, faces.plain, faces.similarity, named.cards, indexed=indexed)
    card, right = calibration().verdict(rows).T
    strange = latin.is_strange(faces.similarity, deck)
    if strange:
        # The verdict was fitted on known artwork and says nothing about other.
        card = np.array([calibration().unread(row[UNREAD]) for row in rows])
        right = np.minimum(named.probability, UNSURE)
    right = np.where(np.array(named.cards, int) >= 0, right, 0.0)
    names, certain = named.cards, np.zeros(len(found), bool)
    if deck.enrolled and not strange:
        right = np.where(_is_itself(found, faces, named), np.maximum(right, calibration().sure), right)
    unfamiliar = is_unfamiliar(faces.similarity, found.visible, deck)
    if deck.examples is not None and unfamiliar:
        weighed = resolve(faces.probabilities, copies)
        chances, chosen = np.array(weighed.probability), np.array(weighed.cards, int)
        certain = (chosen >= 0) & (chances >= CERTAIN) & (deck.examples.met[chosen] > 0)
        sure = calibration().sure_for(indexed=indexed)
        before, plain = right, np.array(names, int)
        same = np.where(chosen == plain, before, 0.0)
        right = np.where(certain, np.maximum(chances, sure), np.maximum(same, np.minimum(chances, UNSURE)))
        right = np.where(chosen >= 0, right, 0.0)
        # Where the examples only unsettle a name, and no outline has it now, it stays.
        free = ~np.isin(plain, chosen) & (plain >= 0) & (right < CARD) & (before >= CARD)
        right, chosen = np.where(free, before, right), np.where(free, plain, chosen)
        names = tuple(int(card) for card in chosen)
    return Reading(found, faces, names, card, right, rows, strange, unfamiliar, certain)


def _is_itself(found: Located, faces: Faces, named: Named) -> Array:
    """Whether an outline is certainly its card (N,), by photographs of this very card.

    The verdict was fitted to decks that many drawings stand for, and knows nothing of similarities as high as these.
    """
    chosen, rows = np.array(named.cards, int), np.arange(len(found))
    own = faces.similarity[rows, chosen]
    rivals = faces.similarity.copy()
    rivals[rows, chosen] = -1.0
    clear = (own >= ITSELF) & (own - rivals.max(axis=1) >= APART) & (found.visible >= WHOLE)
    itself: Array = (chosen >= 0) & clear
    return itself


def is_unfamiliar(similarity: Floats, visible: Array, deck: KnownDeck) -> bool:
    """Whether a pile's artwork is none that was learned, so that its confirmed cards teach it; `visible` (N,)."""
    if deck.family is ITALIAN:
        return latin.is_strange(similarity, deck)
    whole = similarity[visible >= WHOLE]
    return len(whole) > 0 and float(np.median(whole.max(axis=1))) < UNFAMILIAR


@stage("name")
def faces_of(pyramid: Pyramid, found: Located, deck: KnownDeck, by_index: Floats | None = None) -> Faces:
    """Embed every outline and compare it with the cards of `deck`; indices and numerals are weighed in."""
    if not len(found):
        nothing = np.zeros((0, len(deck.cards)), np.float32)
        return Faces(nothing, nothing, nothing, np.zeros(0, np.float32), np.zeros(0), np.zeros((0, 128), np.float32))
    both, turned, cuts = embed(pyramid, found.quads)
    sharp = np.array([cv2.Laplacian(cut, cv2.CV_32F).var() for cut in cuts])
    shares = deck.probabilities(both, prototypes().scale)
    together = shares * (corner_indices.read(pyramid, found.quads, deck) if by_index is None else by_index)
    together /= together.sum(axis=1, keepdims=True)
    similarity = deck.similarity(both)
    together = latin.joined(together, similarity, cuts, deck)
    if latin.is_strange(similarity, deck) or deck.name in numerals.NUMBERED:
        together = latin.numbered(together, numerals.read(pyramid, found.quads), deck)
    plain = together
    if deck.examples is not None and is_unfamiliar(similarity, found.visible, deck):
        together = deck.examples.weigh(plain, both, found.visible)
        if corner_indices.has_indices(deck):  # of cards that were not met an index says more than suits and ranks
            new = deck.examples.met[together.argmax(axis=1)] == 0
            together[new] = plain[new]
    return Faces(together, plain, similarity, turned, sharp, both)


def embed(pyramid: Pyramid, quads: Array) -> tuple[Floats, Floats, list[Pixels]]:
    """Embed the cards in `quads` (N, 4, 2), each averaged over its crop and the crop turned by 180 degrees.

    Unit embeddings (N, 128), a logit (N,) > 0 for upside down, and the crops.
    """
    cuts, _ = pyramid.crops(quads, NAME_SIZE, NAME_MARGIN)
    embeddings, turned = models.namer().run(cuts + [half_turn(cut) for cut in cuts])
    both = embeddings[: len(cuts)] + embeddings[len(cuts) :]
    both /= np.linalg.norm(both, axis=1, keepdims=True)
    return both, turned[: len(cuts), 0] - turned[len(cuts) :, 0], cuts
