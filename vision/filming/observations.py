"""Observations: the outlines that the networks find on a frame of a film, with their names."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.arrays import Array, Floats, Pixels
from vision.classification.classifier import UNSURE, WHOLE, embed, read
from vision.classification.prototypes import KnownDeck
from vision.detection import geometry
from vision.detection.detector import PLAUSIBLE, Detections, detect
from vision.detection.plane import ALIKE, NONE, Plane
from vision.filming.frame_selection import Memory, Moment
from vision.io.exposure import lit
from vision.io.photo import FILM_SIDE
from vision.io.pyramid import Pyramid
from vision.nets.calibration import calibration

LONGEST = FILM_SIDE
BEST = 125.0  # card length in pixels at which the detector sees films: smaller than on photographs, but enough
AROUND = 0.5  # margin around a change, in card lengths, so that cards there are seen whole
MOSTLY = 0.6  # share of the frame above which all of it is looked at
NAMED = UNSURE  # probability of a right name above which an observation is evidence by itself
RECENT = 60  # cards of a film that are remembered


@dataclass(frozen=True)
class Observation:
    """One outline on one frame, at `at` seconds.

    `quad` (4, 2): shares of the frame's longest side, the card's top left first; `place` (4, 2): the same without the
    camera's motion. `shares` and `similarity` (cards,) are those of `vision.classification.classifier.Faces`. `card`,
    `right`: probabilities that it is a card, and that its best name is right; `name` is that name or -1. `visible`:
    visible share of the card; `sharpness`: of its crop; `inside`: share within the frame; `still`: nothing moved.
    `embedding` (128,): appearance. `certain`: named by examples (`vision.classification.few_shot`) without doubt.
    `spans`: named alone, but its outline is not that of one card, so it counts as half seen and half proven
    (`vision.filming.outlier_filter`).
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
    spans: bool = False

    @property
    def on_top(self) -> bool:
        """Whether it shows a card on top of all others, with a reliable name."""
        return self.visible >= WHOLE and self.right > NAMED


class Observer:
    """Observes one moment after another, and keeps track of the size of cards."""

    def __init__(self, deck: KnownDeck, packs: int) -> None:
        self._deck, self._packs = deck, packs
        self._length: float | None = None  # length of a card at the last moment, as a share of the longest side
        self._moved: Array = np.zeros(2)
        self._quads: deque[Array] = deque(maxlen=RECENT)  # outlines of cards named and seen whole
        self._whole: deque[Floats] = deque(maxlen=RECENT)  # embeddings of cards seen whole

    @property
    def memory(self) -> Memory:
        """The state for the next moment, beside the observations; it can be carried to another process."""
        return {"moved": self._moved}

    def recall(self, memory: Memory, moments: Iterable[Sequence[Observation]]) -> None:
        """Restore the state of another instance that made the observations of these moments."""
        self._moved = memory["moved"]
        for observations in moments:
            self._remember(observations)

    def _remember(self, observations: Sequence[Observation]) -> None:
        """Learn from a moment how large cards are, and how those seen whole look."""
        sure = [look.quad for look in observations if look.card > NAMED]
        # Where no card is seen, the camera's distance may have changed.
        self._length = float(np.median(geometry.length(np.array(sure)))) if sure else None
        self._whole += [look.embedding for look in observations if look.visible >= WHOLE]
        self._quads += [look.quad for look in observations if look.on_top and look.inside > WHOLE]

    def observation(self, moment: Moment, pixels: Pixels) -> list[Observation]:
        """All cards seen where something changed; `pixels` are the moment's frame, at most `LONGEST`."""
        height, width = pixels.shape[:2]
        side = float(max(width, height))
        pixels = lit(Pyramid(pixels)).pixels
        self._moved = self._moved + np.array(moment.shift) * (width, height) / side
        left, top, right, bottom = self._part(moment, width, height)
        part, corner = pixels[top:bottom, left:right], np.array([left, top])
        pyramid = Pyramid(part)
        found = detect(pyramid, least=PLAUSIBLE, longest=self._longest(part, side))
        if not len(found):
            self._remember([])
            return []
        refitted = self._mended(found, pyramid, corner, side)
        reading = read(pyramid, refitted, self._deck, self._packs, before=self._deck.nearness(self._whole))
        verdict = calibration().verdict(reading.evidence)
        observations = []
        for index, quad in enumerate(reading.found.quads):
            whole = quad + corner
            corners = (np.roll(whole, 2, axis=0) if reading.faces.turned[index] > 0 else whole) / side
            look = Observation(
                moment.frame.at,
                corners,
                corners - self._moved,
                reading.faces.probabilities[index],
                reading.faces.similarity[index],
                float(reading.card[index]),
                float(reading.right[index] if reading.certain[index] else verdict[index, 1]),
                reading.names[index],
                float(reading.found.visible[index]),
                float(reading.faces.sharpness[index]),
                1 - geometry.outside(whole, pixels),
                moment.still,
                reading.faces.embeddings[index],
                bool(reading.certain[index]),
            )
            observations.append(look)
        self._remember(observations)
        return observations

    def _mended(self, found: Detections, pyramid: Pyramid, corner: Array, side: float) -> Detections:
        """Make outlines that span a card and the edges below it as large as a card, at the end more similar to one."""
        if len(self._quads) < 2:
            return found
        plane = Plane(np.array(self._quads), self._deck.aspect)
        quads = found.quads.copy()
        for index, quad in enumerate(quads):
            there = (quad + corner) / side
            if ALIKE < plane.off(there).max() < NONE and found.visible[index] > WHOLE:
                parts = np.concatenate([quad[None], plane.sized(there) * side - corner])
                both, _, _ = embed(pyramid, parts)
                quads[index] = parts[self._deck.similarity(both).max(axis=1).argmax()]
        return replace(found, quads=quads)

    def _longest(self, part: Pixels, side: float) -> float | None:
        """The longest side of a part at which its cards have the detector's preferred length; None if unknown."""
        if self._length is None:
            return None
        return BEST / (self._length * side) * float(max(part.shape[:2]))

    def _part(self, moment: Moment, width: int, height: int) -> tuple[int, int, int, int]:
        """The part of the frame to look at, in pixels: the change, with a margin that keeps cards whole."""
        if self._length is None:
            return 0, 0, width, height
        more = AROUND * self._length * max(width, height)
        left, top, right, bottom = np.array(moment.part) * (width, height, width, height)
        box = max(0, left - more), max(0, top - more), min(width, right + more), min(height, bottom + more)
        if (box[2] - box[0]) * (box[3] - box[1]) > MOSTLY * width * height:
            return 0, 0, width, height
        return int(box[0]), int(box[1]), int(box[2]), int(box[3])
