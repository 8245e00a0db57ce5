"""What would make the next photograph of the same cards surer, where a person has to look at some of these.

Beside the notes of every photograph (`vision.pipeline.recognition.notes`), and for the page alone: the codes of the
contract are all that `settebello recognise` has.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Array, Pixels
from vision.detection import geometry
from vision.detection.plane import FEW, Table
from vision.io.photo import Photo
from vision.types import Note, Recognition

SIDE = 800  # longest side, in pixels, of the picture that is looked at
BENEATH = 0.25  # share of a card under the outlines of others from which they are what covers it
HIDDEN = 0.75  # visible share below which something covers a card
INSIDE = 0.96  # share of a card within the picture from which its edge does not cut it
WHITE = 250  # of the darkest colour of a pixel, 0-255, from which nothing is left of the print
BLANK = 0.3  # share of a card that is white from which a lamp shines on it,
BLANKER = 0.12  # and how much more of it than of the other cards
NEARER = 0.9  # how much larger the nearest card looks than the farthest, as a logarithm of areas: some 28 degrees
SOME = 4  # of so many cards one that others cover is worth spreading them
MOST = 2  # sentences


def advice(photo: Photo, seen: Recognition) -> tuple[Note, ...]:
    """Notes `glare`, `covered` (by no card), `slanted`, `crowded`: the likely reasons why cards on it are doubtful.

    Nothing where none is, and of another deck than the chosen one: then that is the reason.
    """
    doubtful = [place for place, card in enumerate(seen.cards) if card.doubtful]
    if not doubtful or any(note.code == "unknown_deck" for note in seen.notes):
        return ()
    share = SIDE / max(photo.pixels.shape[:2])
    small = cv2.resize(photo.pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    quads = np.array([card.corners for card in seen.cards], np.float64) * (share / photo.scale)
    visible = np.array([card.visible for card in seen.cards])
    beneath, inside, white = _measured(np.asarray(small, np.uint8), quads)
    crowded = sum(bool(beneath[place] >= BENEATH and visible[place] < HIDDEN) for place in doubtful)
    usual = float(np.median(white))
    reasons = {
        "glare": any(white[place] > max(BLANK, usual + BLANKER) for place in doubtful),
        "covered": any(
            beneath[place] < BENEATH and visible[place] < HIDDEN and inside[place] >= INSIDE for place in doubtful
        ),
        "slanted": len(quads) >= FEW and Table(quads).nearer >= NEARER,
        "crowded": crowded > 1 or SOME * crowded >= len(quads) > 1,
    }
    return tuple(Note(code) for code, holds in reasons.items() if holds)[:MOST]


def _measured(small: Pixels, quads: Array) -> tuple[Array, Array, Array]:
    """Of each card the shares (N,) that lie beneath the outlines of others, within the picture, and that are white."""
    height, width = small.shape[:2]
    outlines = np.zeros((height, width), np.uint8)
    for quad in quads:
        outlines += _filled(quad, (height, width))
    blank = small.min(axis=2) >= WHITE
    rows: Sequence[tuple[float, float, float]] = [
        (float((outlines[mine] > 1).mean()), mine.sum() / max(float(area), 1.0), float(blank[mine].mean()))
        if (mine := _filled(quad, (height, width)) > 0).any()
        else (0.0, 0.0, 0.0)
        for quad, area in zip(quads, geometry.area(quads), strict=True)
    ]
    beneath, inside, white = np.array(rows).T
    return beneath, inside, white


def _filled(quad: Array, size: tuple[int, int]) -> Pixels:
    mask = np.zeros(size, np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    return mask
