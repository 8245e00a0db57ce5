"""Looks: what the networks see on one frame of a film, an outline and its name at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision import geometry, recognition
from vision.arrays import Array, Floats, Pixels
from vision.calibration import calibration
from vision.locate import BEST, GLANCE, Located
from vision.moments import Moment
from vision.naming import read
from vision.prototypes import KnownDeck

LONGEST = 1280  # longest side, in pixels, of the frames that are looked at
AROUND = 0.55  # of a card's length: how far beyond what changed is looked, so that a card there is seen whole
MOSTLY = 0.6  # share of the frame from which all of it is looked at


@dataclass(frozen=True)
class Look:
    """One outline on one frame, `at` seconds.

    `quad` (4, 2): shares of the frame's longest side, top left of the card first; `place` (4, 2): the same, with the
    camera's movement taken out. `shares` and `similarity` (cards,) as in `vision.naming.Faces`. `card`, `right`: the
    probabilities that it is a card and that its best name is right, `name` that name or -1; `visible` share of it,
    `sharpness` of its crop, `inside` the share of it within the frame.
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


class Watcher:
    """Looks at one moment after the other, and remembers how large the cards are."""

    def __init__(self, deck: KnownDeck, packs: int) -> None:
        self._deck, self._packs = deck, packs
        self._length: float | None = None  # of a card, as share of the longest side
        self._moved = np.zeros(2)

    def look(self, moment: Moment, pixels: Pixels) -> list[Look]:
        """All cards that are seen where something changed; `pixels` of the moment's frame, at most `LONGEST`."""
        height, width = pixels.shape[:2]
        self._moved = self._moved + np.array(moment.shift) * (width, height) / max(width, height)
        left, top, right, bottom = self._part(moment, width, height)
        part = pixels[top:bottom, left:right]
        pyramid, found = recognition.located(part, self._deck, self._first(part, max(width, height)))
        reading = read(pyramid, found, self._deck, self._packs)
        if not len(reading.found):
            return []
        side = float(max(width, height))
        self._learn(reading.found, side)
        verdict = calibration().verdict(reading.evidence)
        looks = []
        for index, quad in enumerate(reading.found.quads):
            whole = quad + np.array((left, top))
            corners = (np.roll(whole, 2, axis=0) if reading.faces.turned[index] > 0 else whole) / side
            looks.append(
                Look(
                    moment.frame.at,
                    corners,
                    corners - self._moved,
                    reading.faces.probabilities[index],
                    reading.faces.similarity[index],
                    float(reading.card[index]),
                    float(verdict[index, 1]),
                    reading.names[index],
                    float(reading.found.visible[index]),
                    float(reading.faces.sharpness[index]),
                    1 - recognition.outside(whole, pixels),
                )
            )
        return looks

    def _first(self, part: Pixels, side: int) -> float:
        """The longest side of a part at which its cards are as long as the locator likes them best."""
        if self._length is None:
            return GLANCE
        return BEST / (self._length * side) * float(max(part.shape[:2]))

    def _learn(self, found: Located, side: float) -> None:
        sure = found.score > 0.8
        if sure.any():
            seen = float(np.median(geometry.length(found.quads[sure]))) / side
            self._length = seen if self._length is None else 0.7 * self._length + 0.3 * seen

    def _part(self, moment: Moment, width: int, height: int) -> tuple[int, int, int, int]:
        """The part of the frame to look at, in pixels: what changed, and so much around that cards there are whole."""
        if self._length is None:
            return 0, 0, width, height
        more = AROUND * self._length * max(width, height)
        left, top, right, bottom = np.array(moment.changed) * (width, height, width, height)
        box = max(0, left - more), max(0, top - more), min(width, right + more), min(height, bottom + more)
        if (box[2] - box[0]) * (box[3] - box[1]) > MOSTLY * width * height:
            return 0, 0, width, height
        return int(box[0]), int(box[1]), int(box[2]), int(box[3])
