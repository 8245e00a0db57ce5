"""Enrolling a deck: looks again where somebody has tapped a card that was missed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from vision.errors import BadImage
from vision.io.photo import Photo
from vision.pipeline.enrolment import embeddings_of, look

REACHES = (1.5, 2.2)  # sides of the square crops, in lengths of the card, tried in this order
SMALLEST, LARGEST = 0.5, 2.0  # area of a card by that of its outline: no half card, no pair

Floats = npt.NDArray[np.float32]
Quad = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Shown:
    """A card that a player has pointed at: its corners in pixels of the photograph, its unit embedding (128,).

    `found`: the card was detected. Else the corners are those of the outline, as accurate as the tap.
    """

    corners: list[list[float]]
    embedding: Floats
    found: bool


def look_there(photo: Photo, outline: Sequence[Sequence[float]], width: int) -> Shown:
    """The card whose middle a player has tapped, in a photograph of cards laid side by side.

    `outline`: a card drawn about the tap, in pixels of a photograph `width` wide. Raises `BadImage`.
    """
    scale = photo.pixels.shape[1] / width
    drawn = np.array(outline, np.float64) * scale
    for left, top, part in _parts(photo, drawn):
        try:
            seen = look(part())
        except BadImage:  # too little of the picture is there
            continue
        quads = [np.add(corners, (left, top)) for corners in seen.corners]
        fitting = [place for place, quad in enumerate(quads) if _fits(quad, drawn)]
        if fitting:
            place = min(fitting, key=lambda each: float(np.linalg.norm(quads[each].mean(0) - drawn.mean(0))))
            corners = np.round(quads[place] / scale, 1).tolist()
            return Shown(corners, seen.embeddings[place], found=True)
    embedding = embeddings_of(photo, np.array([outline], np.float64), width)[0]
    return Shown([list(corner) for corner in outline], embedding, found=False)


def _parts(photo: Photo, drawn: Quad) -> Iterator[tuple[int, int, Callable[[], Photo]]]:
    """Parts of a photograph around an outline: the top left corner of each, and what cuts it out."""
    x, y = drawn.mean(axis=0)
    long = float(np.linalg.norm(drawn[3] - drawn[0]))
    for reach in REACHES:
        half = reach * long / 2
        left, top = max(0, round(x - half)), max(0, round(y - half))
        yield left, top, partial(photo.part, left, top, round(x + half), round(y + half))


def _fits(quad: Quad, drawn: Quad) -> bool:
    """Say whether a seen card is the one that was meant: the tap is on it, and it is no half and no pair."""
    sides, to_tap = np.roll(quad, -1, axis=0) - quad, drawn.mean(axis=0) - quad
    on_it = bool((sides[:, 0] * to_tap[:, 1] - sides[:, 1] * to_tap[:, 0] > 0).all())
    return on_it and SMALLEST < _area(quad) / max(_area(drawn), 1.0) < LARGEST


def _area(quad: Quad) -> float:
    across, down = quad[2] - quad[0], quad[3] - quad[1]
    return abs(float(across[0] * down[1] - across[1] * down[0])) / 2
