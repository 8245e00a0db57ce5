"""Selects frames worth looking at: of every short while the one with least motion, unless nothing has changed.

Works on small grey pictures only (`vision.io.video.SMALL`); running a network costs as much as a hundred of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Array, Floats, Pixels
from vision.io.video import Frame

BLOCK = 8  # side of the compared blocks, in pixels of the small picture
MOVING = 4.0  # mean difference of a block, 0-255, above which something moved there
STILL = 0.01  # share of moving blocks up to which a frame is still, after the camera's own motion is removed
WHILE = 0.3  # seconds from one look to the next, on average: half of them at least
NEAR = 0.04  # share of the picture's side up to which the camera counts as not moved
EXPOSURE = 0.75, 1.33  # range of brightness ratios that count as a change of exposure


@dataclass(frozen=True)
class Moment:
    """A selected frame; `still`: nothing moved on the table.

    `camera` (2,): how far the picture has moved since the first one, as shares of its sides.
    """

    frame: Frame
    still: bool
    camera: Array


@dataclass(frozen=True)
class _Candidate:
    """A frame with its blurred `grey` picture, share of moving `blocks`, `mean` difference, and camera `place` (2,)."""

    frame: Frame
    grey: Floats
    blocks: float
    mean: float
    place: Array

    @property
    def still(self) -> bool:
        return self.blocks <= STILL


def moments(frames: Iterator[Frame]) -> Iterator[Moment]:
    """Yield the frames worth looking at, in order; keeps at most four frames in memory."""
    chooser = Chooser()
    for frame in frames:
        yield from chooser.take(frame)
    yield from chooser.rest()


class Chooser:
    """Selects frames of a film, one after the other."""

    def __init__(self) -> None:
        self._last: _Candidate | None = None  # the previous frame; motion after it is not known yet
        self._best: _Candidate | None = None  # the frame with least motion since the last look
        self._since = -WHILE  # seconds at which the last look was, or might have been
        self._looked: _Candidate | None = None
        self._camera: Array = np.zeros(2)
        self._moved = False  # something moved during the current while
        self._again = True  # what the last look showed is looked at once more

    def take(self, frame: Frame) -> list[Moment]:
        """Take the next frame; selected moments lag a little behind."""
        grey = _blurred(frame.small)
        before = self._last
        if before is None or before.grey.shape != grey.shape:
            self._last = _Candidate(frame, grey, 1.0, 255.0, np.zeros(2))
            return []
        shift = _shift(before.grey, grey)
        difference = _difference(before.grey, grey, shift)
        blocks, mean = float((difference > MOVING).mean()), float(difference.mean())
        self._last = _Candidate(frame, grey, blocks, mean, before.place + shift)
        # Motion until the next frame counts for this one too: a hand may just be entering.
        return self._weigh(replace(before, blocks=max(before.blocks, blocks), mean=max(before.mean, mean)))

    def rest(self) -> list[Moment]:
        """The moment at the end of the film."""
        best = self._best or self._last
        return [self._look(best)] if best else []

    def _weigh(self, now: _Candidate) -> list[Moment]:
        self._moved |= not now.still
        passed = now.frame.at - self._since
        if passed >= WHILE / 2 and (self._best is None or now.mean < self._best.mean):
            self._best = now
        if self._best is None or passed < 1.5 * WHILE:
            return []
        best = self._best
        self._best, self._since = None, best.frame.at
        moved = self._moved or self._looked is None or _differs(self._looked, best)
        due = moved or self._again
        self._moved, self._again = False, moved
        return [self._look(best)] if due else []

    def _look(self, now: _Candidate) -> Moment:
        if self._looked is not None:
            self._camera = self._camera + _between(self._looked, now)
        self._looked = now
        return Moment(now.frame, now.still, self._camera)


def _blurred(small: Pixels) -> Floats:
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.2), np.float32)


def _differs(looked: _Candidate, now: _Candidate) -> bool:
    """Whether a frame shows something else than the last look: slow changes are too small from frame to frame."""
    shift = now.place - looked.place
    changed = (_difference(looked.grey, now.grey, shift) > MOVING).mean() > STILL
    return bool(changed) or float(np.abs(shift).max()) > NEAR


def _between(looked: _Candidate, now: _Candidate) -> Array:
    """The motion of the picture since a look: none, all steps together, or directly, whichever differs least."""
    return _likeliest(looked.grey, now.grey, now.place - looked.place)


def motion(before: Pixels, now: Pixels) -> Array:
    """The motion between two small grey pictures of one size, as shares of its sides."""
    return _likeliest(_blurred(before), _blurred(now))


def _likeliest(first: Floats, second: Floats, *ways: Array) -> Array:
    every = [np.zeros(2), *ways, _shift(first, second)]
    return min(every, key=lambda shift: float(_difference(first, second, shift).mean()))


def _difference(first: Floats, second: Floats, shift: Array) -> Floats:
    """Mean difference in each block of two grey pictures of one size.

    The first is taken as it is or moved by `shift` (shares of its sides), whichever differs less. Changes of exposure
    are compensated.
    """
    first = _as_light(first, second)
    return np.minimum(_blocks(cv2.absdiff(first, second)), _blocks(cv2.absdiff(_moved(first, shift), second)))


def _as_light(first: Floats, second: Floats) -> Floats:
    lighter = float(np.clip(np.median(second) / max(float(np.median(first)), 1.0), *EXPOSURE))
    return (first * lighter).astype(np.float32, copy=False)


def _moved(first: Floats, shift: Array) -> Floats:
    height, width = first.shape
    move = np.array([[1, 0, shift[0] * width], [0, 1, shift[1] * height]], np.float32)
    return np.asarray(cv2.warpAffine(first, move, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)


def _blocks(difference: cv2.typing.MatLike) -> Floats:
    """The mean of each block."""
    height, width = difference.shape[:2]
    size = (max(1, width // BLOCK), max(1, height // BLOCK))
    return np.asarray(cv2.resize(np.asarray(difference, np.float32), size, interpolation=cv2.INTER_AREA), np.float32)


def _shift(first: Floats, second: Floats) -> Array:
    """Motion of the picture as shares of its sides, by phase correlation, which a hand hardly disturbs."""
    window = cv2.createHanningWindow((first.shape[1], first.shape[0]), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(first.copy(), second.copy(), window)  # phaseCorrelate changes its arguments
    return np.array([x / first.shape[1], y / first.shape[0]])
