"""Which frames of a film are worth a look: those in which nothing moves, and none that shows what was seen already.

Everything here sees small grey pictures only (`vision.clip.SMALL`); a network costs as much as a hundred of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Array, Floats
from vision.clip import Frame
from vision.stages import stage

WINDOW = 0.2  # seconds; of each at most one frame is looked at, the one in which least moves
BLOCK = 8  # side, in pixels of the small picture, of the blocks that are compared
MOVING = 4.0  # mean difference of a block, 0-255, from which something moved there
STILL = 0.02  # share of blocks up to which a frame is still
AGAIN = 2  # looks at what does not change
PATIENCE = 0.4  # seconds without a still frame after which one that moves is looked at
NEARBY = 1.5  # blocks around what changed that are looked at as well

Part = tuple[float, float, float, float]  # left, top, right, bottom, as shares of the sides
WHOLE: Part = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True)
class Moment:
    """A frame to look at; `shift` (x, y): how far the picture has moved since the last one, as shares of its sides.

    `changed`: the part (left, top, right, bottom, as shares) in which anything differs from what was looked at before.
    """

    frame: Frame
    shift: tuple[float, float]
    changed: Part
    still: bool


@dataclass(frozen=True)
class _Candidate:
    frame: Frame
    grey: Floats
    moving: float
    place: Array


def moments(frames: Iterator[Frame]) -> Iterator[Moment]:
    """The frames of a film that are worth a look, in their order; holds three frames at a time."""
    chooser = _Chooser()
    for frame in frames:
        yield from chooser.take(frame)
    yield from chooser.rest()


class _Chooser:
    def __init__(self) -> None:
        self._last: _Candidate | None = None  # the frame before, whose motion is known by half
        self._best: _Candidate | None = None  # of this window
        self._begun = 0.0
        self._looked: _Candidate | None = None
        self._looked_still = -1.0
        self._times = 0  # looks at what has not changed since
        self._place = np.zeros(2)

    @stage("choose")
    def take(self, frame: Frame) -> list[Moment]:
        grey = cv2.GaussianBlur(frame.small, (0, 0), 1.2).astype(np.float32)
        before, self._last = self._last, None
        moving = 1.0
        if before is not None and before.grey.shape == grey.shape:
            moving = _moving(before.grey, grey)
            self._place = self._place + _shift(before.grey, grey)
        now = _Candidate(frame, grey, moving, self._place)
        self._last = now
        if before is None:
            return []
        # What moves until the next frame has moved in this one: the hand that is just coming.
        known = _Candidate(before.frame, before.grey, max(before.moving, moving), before.place)
        return self._weigh(known)

    def rest(self) -> list[Moment]:
        return [*([] if self._last is None else self._weigh(self._last)), *self._close()]

    def _weigh(self, now: _Candidate) -> list[Moment]:
        chosen = []
        if self._best is not None:
            over = now.frame.at - self._begun >= WINDOW
            ended = self._best.moving <= STILL < now.moving
            if over or ended:
                chosen = self._close()
        if self._best is None:
            self._begun, self._best = now.frame.at, now
        elif now.moving < self._best.moving or (now.moving <= STILL and self._best.moving <= STILL):
            self._best = now  # of still frames the last: whatever was there has settled
        return chosen

    def _close(self) -> list[Moment]:
        best, self._best = self._best, None
        if best is None:
            return []
        still = best.moving <= STILL
        before = self._looked
        if before is None or before.grey.shape != best.grey.shape:
            changed: Part | None = WHOLE
            shift = np.zeros(2)
        else:
            shift = best.place - before.place
            changed = _changed(before.grey, best.grey)
            if changed is None:
                if self._times >= AGAIN or not still:
                    return []
                changed = WHOLE
                self._times += 1
            elif not still and best.frame.at - self._looked_still < PATIENCE:
                return []
            else:
                self._times = 1
        self._looked = best
        self._looked_still = best.frame.at
        return [Moment(best.frame, (float(shift[0]), float(shift[1])), changed, still)]


def _blocks(first: Floats, second: Floats) -> Floats:
    """The mean difference in each block of two grey pictures of one size."""
    height, width = first.shape
    size = (max(1, width // BLOCK), max(1, height // BLOCK))
    return np.asarray(cv2.resize(cv2.absdiff(first, second), size, interpolation=cv2.INTER_AREA), np.float32)


def _moving(first: Floats, second: Floats) -> float:
    """The share of blocks in which something moved."""
    return float((_blocks(first, second) > MOVING).mean())


def _shift(first: Floats, second: Floats) -> Array:
    """How far the picture moved, as shares of its sides: by phase correlation, which a hand in it does not upset."""
    window = cv2.createHanningWindow((first.shape[1], first.shape[0]), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(first, second, window)
    return np.array([x / first.shape[1], y / first.shape[0]])


def _changed(first: Floats, second: Floats) -> Part | None:
    """The box (left, top, right, bottom), as shares, around all blocks that differ; None where none does."""
    blocks = _blocks(first, second)
    rows, columns = np.nonzero(blocks > MOVING)
    if not len(rows):
        return None
    height, width = blocks.shape
    return (
        max(0.0, (columns.min() - NEARBY) / width),
        max(0.0, (rows.min() - NEARBY) / height),
        min(1.0, (columns.max() + 1 + NEARBY) / width),
        min(1.0, (rows.max() + 1 + NEARBY) / height),
    )
