"""Observations: the outlines that the networks find on a frame of a film, with their names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.arrays import Array, Floats, Pixels
from vision.classification.classifier import embed, read
from vision.classification.doubts import UNSURE
from vision.classification.prototypes import KnownDeck
from vision.detection import geometry
from vision.detection.detector import PLAUSIBLE, WHOLE, Detections, detect
from vision.detection.plane import ALIKE, NONE, Plane
from vision.io.exposure import lit
from vision.io.photo import FILM_SIDE
from vision.io.pyramid import Pyramid
from vision.nets.calibration import calibration

LONGEST = FILM_SIDE
BEST = 125.0  # card length in pixels at which the detector sees films: smaller than on photographs, but enough
UNMOVED: Array = np.zeros(2)
NAMED = UNSURE  # probability of a right name above which an observation is evidence by itself


@dataclass(frozen=True)
class Observation:
    """One outline on one frame, at `at` seconds.

    `quad` (4, 2): shares of the frame's longest side, the card's top left first. `place` (4, 2): the same without the
    camera's motion (`vision.filming.registration`). `shares`: the `probabilities` of
    `vision.classification.classifier.Faces`, `similarity` as there. `card`, `right`: probabilities that it is a card,
    and that its `name` (-1: none) is right. `visible`: visible share of the card; `sharpness`: of its crop; `inside`:
    share within the frame; `still`: nothing moved. `embedding` (128,): appearance. `certain`: named by examples
    (`vision.classification.few_shot`) without doubt.
    """

    at: float
    quad: Array
    place: Array
    shares: Floats
    similarity: Floats
    card: float
    right: float
    name: int
    visible: float
    sharpness: float
    inside: float
    still: bool = True
    embedding: Floats = field(default_factory=lambda: np.zeros(128, np.float32))
    certain: bool = False

    @property
    def on_top(self) -> bool:
        """Whether it shows a card on top of all others, with a reliable name."""
        return self.visible >= WHOLE and self.right > NAMED


def best_of_each(moments: Iterable[Sequence[Observation]]) -> list[Observation]:
    """For each card seen whole the observation that shows most of it."""
    whole = [look for observations in moments for look in observations if look.visible >= WHOLE]
    return list({look.name: look for look in sorted(whole, key=lambda look: look.visible)}.values())


def nearness(looks: Iterable[Observation], deck: KnownDeck) -> Floats:
    """Cosine similarity (N, patterns) of observations to the patterns of a deck."""
    return deck.nearness([look.embedding for look in looks])


class Observer:
    """Observes one moment after another, and remembers the size of cards."""

    def __init__(self, deck: KnownDeck, packs: int) -> None:
        self._deck, self._packs = deck, packs
        self._length: float | None = None  # length of a card at the last moment, as a share of the longest side
        self._whole: dict[int, Observation] = {}  # the last observation of each card seen whole, by name

    def remember(self, observations: Sequence[Observation]) -> None:
        """Store the size of cards at a moment, and the observations of those seen whole."""
        sure = [look.quad for look in observations if look.card > NAMED]
        # Without a card the size is unknown again: the camera's distance may have changed.
        self._length = float(np.median(geometry.length(np.array(sure)))) if sure else None
        self._whole.update({look.name: look for look in observations if look.visible >= WHOLE})

    def observation(self, pixels: Pixels, at: float, *, still: bool, camera: Array = UNMOVED) -> list[Observation]:
        """All cards seen on a frame of at most `LONGEST` pixels; `still`, `camera` as in `frame_selection.Moment`."""
        side = float(max(pixels.shape[:2]))
        moved = camera * pixels.shape[1::-1] / side
        pyramid = lit(Pyramid(pixels))
        found = detect(pyramid, least=PLAUSIBLE, longest=BEST / self._length if self._length else None)
        if not len(found):
            self.remember([])
            return []
        reading = read(pyramid, self._mended(found, pyramid, side), self._deck, self._packs)
        verdict = calibration().verdict(reading.evidence)
        observations = []
        for index, quad in enumerate(reading.found.quads):
            corners = (np.roll(quad, 2, axis=0) if reading.faces.turned[index] > 0 else quad) / side
            look = Observation(
                at,
                corners,
                corners - moved,
                reading.faces.probabilities[index],
                reading.faces.similarity[index],
                float(reading.card[index]),
                float(reading.right[index] if reading.certain[index] else verdict[index, 1]),
                reading.names[index],
                float(reading.found.visible[index]),
                float(reading.faces.sharpness[index]),
                1 - geometry.outside(quad, pixels),
                still,
                reading.faces.embeddings[index],
                bool(reading.certain[index]),
            )
            observations.append(look)
        self.remember(observations)
        return observations

    def _mended(self, found: Detections, pyramid: Pyramid, side: float) -> Detections:
        """Resize outlines that span a card and edges below it, where a card's size is more similar to a card."""
        sure = [look.quad for look in self._whole.values() if look.on_top and look.inside > WHOLE]
        if len(sure) < 2:
            return found
        plane = Plane(np.array(sure), self._deck.aspect)
        quads = found.quads.copy()
        for index, quad in enumerate(quads):
            there = quad / side
            if ALIKE < plane.off(there).max() < NONE and found.visible[index] > WHOLE:
                parts = np.concatenate([quad[None], plane.sized(there) * side])
                both, _, _ = embed(pyramid, parts)
                quads[index] = parts[self._deck.similarity(both).max(axis=1).argmax()]
        return replace(found, quads=quads)
