"""Selects frames worth looking at: those without motion, and none that shows only what was seen before.

Works on small grey pictures only (`vision.io.video.SMALL`); running a network costs as much as a hundred of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Array, Floats, Pixels

BLOCK = 8  # side of the compared blocks, in pixels of the small picture
MOVING = 4.0  # mean difference of a block, 0-255, above which something moved there
CHANGED = 8.0  # mean block difference between two looks, beyond a pixel's shift, that is a change
CLEARLY = 0.15  # the same, as a share of the greatest: a slight turn of the camera changes every block a little
STILL = 0.01  # share of moving blocks up to which a frame is still, after the camera's own motion is removed
SOON = 0.13  # least seconds between two looks
SETTLED = 0.1  # seconds of stillness before a look; a shorter stillness is looked at when it ends
AGAIN = 0.3  # seconds until a stillness is looked at a second and last time
PATIENCE = 0.5  # seconds without a look after which a slow change is looked for, and a frame with motion accepted
LATELY = 0.25  # seconds in which a camera that moves farther than NEAR is panning
FAR = 0.3  # share of the picture's side that the camera pans before the next look
NEAR = 0.04  # share up to which the camera counts as not moved
EXPOSURE = 0.75, 1.33  # range of brightness ratios that count as a change of exposure
Memory = dict[str, Array]
Part = tuple[float, float, float, float]  # left, top, right, bottom, as shares of the sides
WHOLE: Part = (0.0, 0.0, 1.0, 1.0)


class Frame(Protocol):
    """A frame of a film (`vision.io.video.Frame`), or one sent by a phone."""

    @property
    def at(self) -> float:
        """Seconds from the first frame."""

    @property
    def small(self) -> Pixels:
        """The frame as a small upright grey picture (`vision.io.video.SMALL`)."""

    def pixels(self, longest: int) -> Pixels:
        """The frame as (H, W, 3), BGR and upright, its longest side at most `longest` pixels."""


@dataclass(frozen=True)
class Still:
    """A frame that is no part of a film file: `at` seconds, its `small` grey picture, and all of it."""

    at: float
    small: Pixels
    whole: Pixels

    def pixels(self, _longest: int) -> Pixels:
        return self.whole


@dataclass(frozen=True)
class Moment:
    """A selected frame; `shift` (x, y) is the motion of the picture since the last one, as shares of its sides.

    `part` is the region that differs from earlier looks; `still`: nothing moved on the table.
    """

    frame: Frame
    shift: tuple[float, float]
    part: Part
    still: bool


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
    """Selects frames of a film, or places those that a phone has selected (`given`).

    Its state for `given` can be carried to another process (`memory`).
    """

    def __init__(self) -> None:
        self._last: _Candidate | None = None  # the previous frame; motion after it is not known yet
        self._best: _Candidate | None = None  # best frame since the last look, or since the stillness began
        self._run = 0  # frames of the current stillness
        self._since = 0.0  # start of the stillness
        self._looks = 0  # looks during the stillness
        self._looked: _Candidate | None = None
        self._issued: _Candidate | None = None  # the frame at which the last look was decided
        self._settled: _Candidate | None = None  # the last frame looked at while nothing moved
        self._part = WHOLE
        self._places: deque[tuple[float, Array]] = deque()

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
        """The moment at the end of the film: the last stillness, as a whole."""
        if self._last is None:
            return []
        best = self._best or self._last
        shift = self._shifted(best)
        return [Moment(best.frame, (float(shift[0]), float(shift[1])), WHOLE, best.still)]

    def given(self, frame: Frame, *, still: bool) -> Moment:
        """Look at a frame unconditionally; `still`: nothing moved on the table when it was taken."""
        self._best = _Candidate(frame, _blurred(frame.small), 0.0 if still else 1.0, 0.0, np.zeros(2))
        (moment,) = self._look(self._best)
        return moment

    @property
    def memory(self) -> Memory:
        """The state that `given` needs from earlier frames: two small pictures and a box."""
        seen = {"looked": self._looked, "settled": self._settled}
        greys = {name: np.round(each.grey).astype(np.uint8) for name, each in seen.items() if each is not None}
        return {"part": np.array(self._part), **greys}

    def recall(self, memory: Memory) -> None:
        """Restore the state of another instance."""
        left, top, right, bottom = (float(each) for each in memory["part"])
        self._part = (left, top, right, bottom)
        seen = {name: np.asarray(memory[name], np.uint8) for name in ("looked", "settled") if name in memory}
        old = {
            name: _Candidate(Still(0.0, grey, grey), grey.astype(np.float32), 0.0, 0.0, np.zeros(2))
            for name, grey in seen.items()
        }
        self._looked, self._settled = old.get("looked"), old.get("settled")

    def _weigh(self, now: _Candidate) -> list[Moment]:
        looked = now.frame.at - self._issued.frame.at if self._issued else np.inf
        if now.still and not self._passing(now):
            if not self._run:
                self._since, self._looks, self._best = now.frame.at, 0, None
            self._run += 1
            self._better(now)
            if self._looks == 0:
                due = now.frame.at - self._since >= SETTLED
            elif self._looks == 1:
                due = looked >= AGAIN
            else:
                due = looked >= PATIENCE and self._changed(now) is not None
            return self._look(now) if due and looked >= SOON else []
        missed = self._look(now) if self._run and not self._looks and looked >= SOON else []
        if self._run:
            self._best = None
        self._run = 0
        self._better(now)
        return missed or (self._look(now) if looked >= PATIENCE or self._passed(now) else [])

    def _better(self, now: _Candidate) -> None:
        if self._best is None or now.mean < self._best.mean:
            self._best = now

    def _passing(self, now: _Candidate) -> bool:
        """Whether the camera is panning over the table."""
        self._places.append((now.frame.at, now.place))
        while now.frame.at - self._places[0][0] > LATELY:
            self._places.popleft()
        return float(np.abs(now.place - self._places[0][1]).max()) > NEAR

    def _passed(self, now: _Candidate) -> bool:
        """Whether the camera has panned so far that much is new."""
        return self._issued is not None and float(np.abs(now.place - self._issued.place).max()) >= FAR

    def _look(self, now: _Candidate) -> list[Moment]:
        self._issued = now
        best, self._best = self._best, None
        if best is None:
            return []
        shift = self._shifted(best)
        if self._looked is None or float(np.abs(shift).max()) > NEAR:
            self._part = WHOLE
        else:
            # A frame looked at for the second time has not changed since.
            self._part = self._changed(best) or self._part
        self._looked = best
        if best.still:
            self._settled = best
        self._looks += 1
        return [Moment(best.frame, (float(shift[0]), float(shift[1])), self._part, best.still)]

    def _shifted(self, now: _Candidate) -> Array:
        """Motion of the picture since the last look."""
        return np.zeros(2) if self._looked is None else _between(self._looked, now)

    def _changed(self, now: _Candidate) -> Part | None:
        """The box around all blocks that differ from earlier looks, and one more at each side; None if none do.

        A still frame is compared with the last still one, so that a hand in between counts as no change.
        """
        before = self._settled if now.still else self._looked
        if before is None or before.grey.shape != now.grey.shape:
            return WHOLE
        blocks = _new(before.grey, now.grey, _between(before, now))
        rows, columns = np.nonzero(blocks > max(CHANGED, CLEARLY * float(blocks.max())))
        if not len(rows):
            return None
        height, width = blocks.shape
        return (
            max(0.0, (columns.min() - 1) / width),
            max(0.0, (rows.min() - 1) / height),
            min(1.0, (columns.max() + 2) / width),
            min(1.0, (rows.max() + 2) / height),
        )


def _blurred(small: Pixels) -> Floats:
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.2), np.float32)


def _between(before: _Candidate, now: _Candidate) -> Array:
    """Motion of the picture between two frames: the shift that explains most of their difference.

    Adding up single steps accumulates errors while a hand moves; a direct comparison may find no overlap. Both are
    tried.
    """
    if before.grey.shape != now.grey.shape:
        return np.zeros(2)
    ways = [np.zeros(2), _shift(before.grey, now.grey), now.place - before.place]
    return min(ways, key=lambda shift: float(_difference(before.grey, now.grey, shift).mean()))


def _difference(first: Floats, second: Floats, shift: Array) -> Floats:
    """Mean difference in each block of two grey pictures of one size.

    The first is taken as it is or moved by `shift` (shares of its sides), whichever differs less. Changes of exposure
    are compensated.
    """
    first = _as_light(first, second)
    return np.minimum(_blocks(cv2.absdiff(first, second)), _blocks(cv2.absdiff(_moved(first, shift), second)))


def _new(first: Floats, second: Floats, shift: Array) -> Floats:
    """Mean block difference of values that the other picture lacks within a pixel, which allows for slight turns."""
    first = _moved(_as_light(first, second), shift)
    near = np.ones((3, 3), np.uint8)
    lighter, darker = cv2.subtract(second, cv2.dilate(first, near)), cv2.subtract(cv2.erode(first, near), second)
    return _blocks(np.maximum(np.maximum(lighter, darker), 0))


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
