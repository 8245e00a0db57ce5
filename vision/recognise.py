"""The facade: the bytes of a photograph in, the cards on it out, with honest doubt."""

from __future__ import annotations

import time
from dataclasses import dataclass

import cv2
import numpy as np

from scoring.cards import JOKER, Card, as_italian
from vision import geometry, image, latin, models
from vision import indices as corner_indices
from vision.calibration import calibration
from vision.crops import NAME_MARGIN, NAME_SIZE, Pyramid
from vision.decks import KnownDeck, UnknownDeck, deck_names, known
from vision.geometry import Array
from vision.image import BadImage, Pixels
from vision.locate import Located, locate
from vision.resolve import resolve
from vision.stages import stage
from vision.types import Note, Point, Recognition, SeenCard

__all__ = ["BadImage", "Recognition", "UnknownDeck", "deck_names", "recognise", "warm_up"]

ALTERNATIVES = 3
LEAST_ALTERNATIVE = 0.005
UNNAMED = 0.3  # calibrated confidence below which a card is shown without a name, its likeliest ones beside it
DARK = 72.0  # grey of the brightest tenth of the photograph, 0-255
BLURRED = 18.0  # variance of the Laplacian of the middling card crop
FAR = 70.0  # card length in pixels of the photograph
CUT = 0.04  # share of a card's outline outside the picture


@dataclass(frozen=True)
class _Faces:
    """What the namer saw of the N located cards: `probabilities` and `likeness` (N, cards of the deck), upside down if
    `turned` > 0 (N,), and the sharpness of the middling one.
    """

    probabilities: models.Floats
    likeness: models.Floats
    turned: models.Floats
    sharpness: float


def recognise(data: bytes, deck: str, *, packs: int = 1, as_family: str | None = None) -> Recognition:
    """Read a photograph of cards.

    `deck`: a pattern or a family (`deck_names`); `packs`: how often a card may appear (jokers two a pack);
    `as_family="italian"`: French cards are answered as the Italian ones they stand for. Raises BadImage, UnknownDeck.
    """
    names = known(deck)
    start = time.perf_counter()
    photo = image.load(data)
    pyramid = Pyramid(photo.pixels)
    indexed = corner_indices.has_indices(names)
    found = locate(photo.pixels, pyramid, fanned=indexed)
    if indexed:
        found = corner_indices.apart(pyramid, found, names)
    faces = faces_of(pyramid, found, names)
    cards = _in_reading_order(_seen(found, faces, names, packs, as_family, photo.scale))
    notes = _notes(photo.pixels, found, faces, photo.scale)
    return Recognition(photo.size, cards, notes, time.perf_counter() - start)


def warm_up() -> None:
    """Load every network, so that the first photograph does not wait for it."""
    blank = np.full((64, 64, 3), 200, np.uint8)
    models.prototypes()
    locate(blank, Pyramid(blank))
    models.refiner()
    models.namer()


@stage("name")
def faces_of(pyramid: Pyramid, found: Located, deck: KnownDeck) -> _Faces:
    """Look at every located card with the namer, from both ends, and compare it with the cards of `deck`."""
    if not len(found):
        nothing = np.zeros((0, len(deck.cards)), np.float32)
        return _Faces(nothing, nothing, np.zeros(0, np.float32), float("inf"))
    both, turned, cuts = embeddings_of(pyramid, found.quads)
    sharp = sorted(float(cv2.Laplacian(cut, cv2.CV_32F).var()) for cut in cuts)
    likeness = deck.likeness(both)
    shares = latin.joined(deck.probabilities(both, models.prototypes().scale), likeness, cuts, deck)
    together = shares * corner_indices.read(pyramid, found.quads, deck)
    together /= together.sum(axis=1, keepdims=True)
    return _Faces(together, likeness, turned, sharp[len(sharp) // 2])


def embeddings_of(pyramid: Pyramid, quads: Array) -> tuple[models.Floats, models.Floats, list[Pixels]]:
    """What the namer says of the cards in `quads` (N, 4, 2), seen from both ends.

    Unit embeddings (N, 128), upside down if > 0 (N,), and the crops it looked at.
    """
    cuts, _ = pyramid.crops(quads, NAME_SIZE, NAME_MARGIN)
    embeddings, turned = models.namer().run(cuts + [np.ascontiguousarray(cut[::-1, ::-1]) for cut in cuts])
    both = embeddings[: len(cuts)] + embeddings[len(cuts) :]
    both /= np.linalg.norm(both, axis=1, keepdims=True)
    return both, turned[: len(cuts), 0] - turned[len(cuts) :, 0], cuts


def evidence(faces: _Faces, found: Located, index: int, place: int, probability: float) -> Array:
    """What speaks for outline `index` being card `place` of the deck, as `Calibration.name` weighs it (5,)."""
    likeness = faces.likeness[index]
    rival = float(np.max(np.delete(likeness, place)))
    return np.array(
        [
            geometry.logit(probability),
            float(likeness[place]),
            float(likeness[place]) - rival,
            geometry.logit(found.score[index]),
            found.visible[index],
        ]
    )


def _seen(
    found: Located, faces: _Faces, deck: KnownDeck, packs: int, as_family: str | None, scale: float
) -> list[SeenCard]:
    copies = tuple(packs * (2 if card == JOKER else 1) for card in deck.cards)
    named = resolve(faces.probabilities, copies)
    seen = []
    for outline, (quad, place, probability) in enumerate(zip(found.quads, named.cards, named.probability, strict=True)):
        confidence = 0.0
        if place >= 0:
            confidence = calibration().name(evidence(faces, found, outline, place, probability))
        card = deck.cards[place] if confidence >= UNNAMED else None
        others = _alternatives(faces.probabilities[outline], deck, place if card else -1, 1 - confidence)
        if as_family == "italian":
            card = as_italian(card) if card else None
            others = tuple((stand_in, p) for other, p in others if (stand_in := as_italian(other)))
        corners = np.roll(quad, 2, axis=0) if faces.turned[outline] > 0 else quad
        doubtful = card is None or confidence < calibration().sure
        seen.append(SeenCard(card, round(confidence, 4), doubtful, _points(corners * scale), others))
    return seen


def _alternatives(
    probabilities: models.Floats, deck: KnownDeck, chosen: int, left: float
) -> tuple[tuple[Card, float], ...]:
    """The likeliest other cards, which share the probability `left` over."""
    shares = np.array(probabilities, np.float64)
    if chosen >= 0:
        shares[chosen] = 0.0
    shares *= left / max(float(shares.sum()), 1e-9)
    best = [int(place) for place in np.argsort(-shares)[:ALTERNATIVES]]
    return tuple(
        (deck.cards[place], round(float(shares[place]), 4)) for place in best if shares[place] >= LEAST_ALTERNATIVE
    )


def _points(corners: Array) -> tuple[Point, Point, Point, Point]:
    first, second, third, fourth = ((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return first, second, third, fourth


def _in_reading_order(cards: list[SeenCard]) -> tuple[SeenCard, ...]:
    """Rows from top to bottom, each from left to right."""
    if not cards:
        return ()
    quads = np.array([card.corners for card in cards])
    centre = quads.mean(axis=1)
    row = np.ptp(quads[:, :, 1], axis=1).mean() * 0.6
    return tuple(sorted(cards, key=lambda card: _row_and_column(card, float(centre[:, 1].min()), float(row))))


def _row_and_column(card: SeenCard, top: float, row: float) -> tuple[int, float]:
    x = sum(point[0] for point in card.corners) / 4
    y = sum(point[1] for point in card.corners) / 4
    return int((y - top) / max(row, 1.0)), x


def _notes(pixels: Pixels, found: Located, faces: _Faces, scale: float) -> tuple[Note, ...]:
    """What would make the next photograph better, and what to beware of in this one."""
    notes = []
    grey = cv2.cvtColor(cv2.resize(pixels, (160, 160), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    if float(np.percentile(grey, 90)) < DARK:
        notes.append(Note("dark", round(float(grey.mean()), 1)))
    if len(found):
        long = float(np.median(geometry.length(found.quads))) * scale
        if long < FAR:
            notes.append(Note("far", round(long)))
        if faces.sharpness < BLURRED:
            notes.append(Note("blurred", round(faces.sharpness, 1)))
        if any(_outside(quad, pixels) > CUT for quad in found.quads):
            notes.append(Note("cut_card"))
        likeness = float(np.median(faces.likeness.max(axis=1)))
        if likeness < calibration().strange:
            notes.append(Note("unknown_deck", round(likeness, 2)))
    return tuple(notes)


def _outside(quad: Array, pixels: Pixels) -> float:
    """Share of a quad's area beyond the edges of the picture."""
    height, width = pixels.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    common, _ = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    return 1 - common / max(float(geometry.area(quad)), 1.0)
