"""Selects the frames worth reading: of every `WHILE` seconds the one with least motion.

Works on small grey pictures only (`vision.io.video.SMALL`); running a network costs as much as a hundred of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Array, Floats, Pixels
from vision.io.video import Frame

BLOCK = 8  # side of the compared blocks, in pixels of the small picture
MOVING = 4.0  # mean difference of a block, 0-255, above which something moved there
STILL = 0.01  # share of moving blocks up to which a frame is still, after the camera's own motion is removed
WHILE = 0.3  # seconds between selected frames on average; half of that at least
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
    """Yield the frames worth reading, in order; keeps at most four frames in memory.

    A table that does not change is read twice: two observations make a name sure.
    """
    looked: _Candidate | None = None
    camera, twice = np.zeros(2), False
    for now in _stillest(_candidates(frames)):
        if looked is not None:
            same = not (_difference(looked.grey, now.grey, np.zeros(2)) > MOVING).any()
            if same and twice:
                continue
            twice = same
            camera = camera + _likeliest(looked.grey, now.grey, now.place - looked.place)
        looked = now
        yield Moment(now.frame, now.still, camera)


def _candidates(frames: Iterator[Frame]) -> Iterator[_Candidate]:
    """The frames with their motion since the last frame and until the next: a hand may just be entering."""
    last: _Candidate | None = None
    for frame in frames:
        grey = _blurred(frame.small)
        if last is None or last.grey.shape != grey.shape:
            last = _Candidate(frame, grey, 1.0, 255.0, np.zeros(2))
            continue
        shift = _shift(last.grey, grey)
        difference = _difference(last.grey, grey, shift)
        blocks, mean = float((difference > MOVING).mean()), float(difference.mean())
        yield replace(last, blocks=max(last.blocks, blocks), mean=max(last.mean, mean))
        last = _Candidate(frame, grey, blocks, mean, last.place + shift)
    if last is not None:
        yield last


def _stillest(candidates: Iterator[_Candidate]) -> Iterator[_Candidate]:
    """The candidate with least motion of every `WHILE`."""
    best: _Candidate | None = None
    since = -WHILE  # time of the last one in seconds
    for now in candidates:
        passed = now.frame.at - since
        if passed >= WHILE / 2 and (best is None or now.mean < best.mean):
            best = now
        if best is not None and passed >= 1.5 * WHILE:
            yield best
            since, best = best.frame.at, None
    if best is not None:
        yield best


def _blurred(small: Pixels) -> Floats:
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.2), np.float32)


def motion(before: Pixels, now: Pixels) -> Array:
    """The motion between two small grey pictures of one size, as shares of its sides."""
    return _likeliest(_blurred(before), _blurred(now))


def _likeliest(first: Floats, second: Floats, *ways: Array) -> Array:
    """The motion between two grey pictures, of none, the `ways` and phase correlation the one that differs least."""
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
