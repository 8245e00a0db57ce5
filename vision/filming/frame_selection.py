"""Which frames of a film are worth a look: those in which nothing moves, and none that shows what was seen already.

Everything here sees small grey pictures only (`vision.io.video.SMALL`); a network costs as much as a hundred of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Array, Floats, Pixels
from vision.profiler import stage

BLOCK = 8  # side, in pixels of the small picture, of the blocks that are compared
MOVING = 4.0  # mean difference of a block, 0-255, from which something moved there
CHANGED = 8.0  # the same between two looks, beyond what a pixel's movement explains
CLEARLY = 0.15  # the same, as a share of the greatest: a camera that turns a little changes all a little
STILL = 0.01  # share of blocks up to which a frame is still: the picture may move, but nothing in it
SOON = 0.13  # seconds between two looks at least
SETTLED = 0.1  # seconds of stillness after which a frame is looked at; of a shorter one the best when it ends
BRIEF = 1  # frames that are a stillness
AGAIN = 0.3  # seconds until it is looked at again, once
LATER = 0.5  # seconds until a slow change is looked for
PATIENCE = 0.5  # seconds without a look after which a frame is looked at in which something moves
PASSING = 0.12  # speed, in shares of the picture's side a second, from which the camera is passing over the table
LATELY = 0.25  # seconds over which that is measured
FAR = 0.3  # share of the picture's side from which what the camera has passed over is looked at again
NEAR = 0.04  # share up to which the camera is taken to stand still
EXPOSURE = 0.75, 1.33  # how much brighter the second of two pictures may be for the same light
NEARBY = 1.0  # blocks around what changed that are looked at as well
Part = tuple[float, float, float, float]  # left, top, right, bottom, as shares of the sides
WHOLE: Part = (0.0, 0.0, 1.0, 1.0)


class Frame(Protocol):
    """A frame of a film (`vision.io.video.Frame`), or one that a phone has sent."""

    @property
    def at(self) -> float:
        """Seconds from the first one."""

    @property
    def small(self) -> Pixels:
        """It as an upright grey picture (`vision.io.video.SMALL`)."""

    def pixels(self, longest: int) -> Pixels:
        """It as (H, W, 3), BGR and upright, its longest side at most `longest` pixels."""


@dataclass(frozen=True)
class Moment:
    """A frame to look at; `shift` (x, y): how far the picture has moved since the last one, as shares of its sides.

    `part`: where anything differs from what was looked at before; `still`: nothing moved on the table.
    """

    frame: Frame
    shift: tuple[float, float]
    part: Part
    still: bool


@dataclass(frozen=True)
class _Candidate:
    """A frame, its blurred `grey`, how much moves in it (`blocks`, share of them, and the `mean` over all), and the
    `place` (2,) to which the camera has moved until then.
    """

    frame: Frame
    grey: Floats
    blocks: float
    mean: float
    place: Array

    @property
    def still(self) -> bool:
        return self.blocks <= STILL


def moments(frames: Iterator[Frame]) -> Iterator[Moment]:
    """The frames of a film that are worth a look, in their order; holds four frames at a time."""
    chooser = _Chooser()
    for frame in frames:
        yield from chooser.take(frame)
    yield from chooser.rest()


class _Chooser:
    def __init__(self) -> None:
        self._last: _Candidate | None = None  # the frame before, of which is not known yet what moves after it
        self._best: _Candidate | None = None  # since the last look, or since the stillness began
        self._run = 0  # frames of this stillness
        self._since = 0.0  # when it began
        self._looks = 0  # in it
        self._looked: _Candidate | None = None
        self._issued: _Candidate | None = None  # the frame at which the last look was decided
        self._settled: _Candidate | None = None  # what was looked at last while nothing moved
        self._part = WHOLE
        self._places: deque[tuple[float, Array]] = deque()

    @stage("choose")
    def take(self, frame: Frame) -> list[Moment]:
        """The next frame; what is found worth a look lies a little behind it."""
        grey = _blurred(frame.small)
        before = self._last
        if before is None or before.grey.shape != grey.shape:
            self._last = _Candidate(frame, grey, 1.0, 255.0, np.zeros(2))
            return []
        shift = _shift(before.grey, grey)
        difference = _difference(before.grey, grey, shift)
        blocks, mean = float((difference > MOVING).mean()), float(difference.mean())
        self._last = _Candidate(frame, grey, blocks, mean, before.place + shift)
        # What moves until the next frame has moved in this one: the hand that is just coming.
        return self._weigh(replace(before, blocks=max(before.blocks, blocks), mean=max(before.mean, mean)))

    def rest(self) -> list[Moment]:
        """What is left at the end: the last stillness, looked at as a whole."""
        if self._last is None:
            return []
        best = self._best or self._last
        shift = self._shifted(best)
        return [Moment(best.frame, (float(shift[0]), float(shift[1])), WHOLE, best.still)]

    def given(self, now: _Candidate) -> list[Moment]:
        """A frame that is looked at whatever it shows."""
        self._best = now
        return self._look(now)

    @property
    def memory(self) -> Memory:
        """What `given` has to know of the frames before."""
        seen = {"looked": self._looked, "settled": self._settled}
        greys = {name: np.round(each.grey).astype(np.uint8) for name, each in seen.items() if each is not None}
        return {"part": np.array(self._part), **greys}

    def recall(self, memory: Memory) -> None:
        """Know what another one knew."""
        left, top, right, bottom = (float(each) for each in memory["part"])
        self._part = (left, top, right, bottom)
        self._looked, self._settled = (_remembered(memory.get(name)) for name in ("looked", "settled"))

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
                due = looked >= LATER and self._changed(now) is not None
            return self._look(now) if due and looked >= SOON else []
        missed = self._look(now) if self._run >= BRIEF and not self._looks and looked >= SOON else []
        if self._run:
            self._best = None
        self._run = 0
        self._better(now)
        return missed or (self._look(now) if looked >= PATIENCE or self._passed(now) else [])

    def _better(self, now: _Candidate) -> None:
        if self._best is None or now.mean < self._best.mean:
            self._best = now

    def _passing(self, now: _Candidate) -> bool:
        """Whether the camera is passing over the table."""
        self._places.append((now.frame.at, now.place))
        while now.frame.at - self._places[0][0] > LATELY:
            self._places.popleft()
        return float(np.abs(now.place - self._places[0][1]).max()) > PASSING * LATELY

    def _passed(self, now: _Candidate) -> bool:
        """Whether the camera has moved on so far that it sees much that is new."""
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
            # What is looked at for the second time has not changed since.
            self._part = self._changed(best) or self._part
        self._looked = best
        if best.still:
            self._settled = best
        self._looks += 1
        return [Moment(best.frame, (float(shift[0]), float(shift[1])), self._part, best.still)]

    def _shifted(self, now: _Candidate) -> Array:
        """How far the picture has moved since the last look."""
        return np.zeros(2) if self._looked is None else _between(self._looked, now)

    def _changed(self, now: _Candidate) -> Part | None:
        """The box around all blocks that differ from what was looked at before; None where none does.

        When nothing moves it is compared with the last time that nothing did: the hand that was there between is none
        of what has changed.
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
            max(0.0, (columns.min() - NEARBY) / width),
            max(0.0, (rows.min() - NEARBY) / height),
            min(1.0, (columns.max() + 1 + NEARBY) / width),
            min(1.0, (rows.max() + 1 + NEARBY) / height),
        )


Memory = dict[str, Array]


class Given:
    """The same for frames that were chosen elsewhere, by a phone that films live: every one is looked at.

    What it knows of those before can be carried to another process (`memory`).
    """

    def __init__(self, memory: Memory | None = None) -> None:
        self._chooser = _Chooser()
        if memory is not None:
            self._chooser.recall(memory)

    def take(self, frame: Frame, *, still: bool) -> Moment:
        """The next frame; `still`: nothing moved on the table when it was taken."""
        (moment,) = self._chooser.given(
            _Candidate(frame, _blurred(frame.small), 0.0 if still else 1.0, 0.0, np.zeros(2))
        )
        return moment

    @property
    def memory(self) -> Memory:
        """What has to be known for the next frame: two small pictures and a box."""
        return self._chooser.memory


@dataclass(frozen=True)
class _Gone:
    """A frame of which nothing is kept but the small grey picture."""

    small: Pixels
    at: float = 0.0

    def pixels(self, _longest: int) -> Pixels:
        return self.small


def _remembered(grey: Array | None) -> _Candidate | None:
    if grey is None:
        return None
    small = np.asarray(grey, np.uint8)
    return _Candidate(_Gone(small), np.asarray(small, np.float32), 0.0, 0.0, np.zeros(2))


def _blurred(small: Pixels) -> Floats:
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.2), np.float32)


def _between(before: _Candidate, now: _Candidate) -> Array:
    """How far the picture has moved between two frames: what explains most of the difference.

    Step by step errors add up while a hand moves in it; at once nothing may be left to compare with.
    """
    if before.grey.shape != now.grey.shape:
        return np.zeros(2)
    ways = [np.zeros(2), _shift(before.grey, now.grey), now.place - before.place]
    return min(ways, key=lambda shift: float(_difference(before.grey, now.grey, shift).mean()))


def _difference(first: Floats, second: Floats, shift: Array) -> Floats:
    """The mean difference in each block of two grey pictures of one size, as they are or the first one moved by
    `shift` (shares of its sides), whichever is less; that the camera has changed its exposure is no difference.
    """
    first = _as_light(first, second)
    return np.minimum(_blocks(cv2.absdiff(first, second)), _blocks(cv2.absdiff(_moved(first, shift), second)))


def _new(first: Floats, second: Floats, shift: Array) -> Floats:
    """The same, of what the first picture has nowhere within a pixel: the camera turns a little, too."""
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
    """How far the picture moved, as shares of its sides: by phase correlation, which a hand in it hardly upsets."""
    window = cv2.createHanningWindow((first.shape[1], first.shape[0]), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(first.copy(), second.copy(), window)  # it works in place
    return np.array([x / first.shape[1], y / first.shape[0]])
