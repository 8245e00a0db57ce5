"""Advice for a better next photograph of the same cards, where some cards are in doubt.

It is shown on the page only, beside the notes of every photograph (`vision.pipeline.recognition.notes`). The command
`settebello recognise` has no codes but the contract's.
"""

import cv2
import numpy as np

from vision.detection.crops import NAME_SIZE, crop
from vision.detection.detector import WHOLE
from vision.detection.geometry import covered, outside
from vision.detection.plane import FEW, Plane
from vision.io.photo import Photo
from vision.pipeline.recognition import CUT
from vision.types import Note, Recognition

SIDE = 800  # longest side, in pixels, of the picture that is looked at
BENEATH = 0.25  # share of a card inside other outlines, from which these cover it
WHITE = 250  # darkest channel of a pixel, 0-255, from which its print is washed out
BLANK = 0.3  # white share of a card, above the median card's, from which it is glare
NEARER = 0.9  # log ratio of the nearest card's area to the farthest's: a tilt of some 28 degrees
SOME = 4  # number of cards among which one that others cover is worth spreading them
MOST = 2  # notes at most


def advice(photo: Photo, seen: Recognition) -> tuple[Note, ...]:
    """Notes `glare`, `covered` (not by a card), `slanted`, `crowded`: the likely reasons why cards on it are doubtful.

    None without doubtful cards, and none for an unknown deck: then that is the reason.
    """
    doubtful = [place for place, card in enumerate(seen.cards) if card.doubtful]
    if not doubtful or any(note.code == "unknown_deck" for note in seen.notes):
        return ()
    share = SIDE / max(photo.pixels.shape[:2])
    small = np.asarray(cv2.resize(photo.pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    quads = np.array([card.corners for card in seen.cards], np.float64) * (share / photo.scale)
    visible = np.array([card.visible for card in seen.cards])
    beneath = [covered(quad, np.delete(quads, place, axis=0)) for place, quad in enumerate(quads)]
    white = [(crop(small, quad, NAME_SIZE, 1.0)[0].min(axis=2) >= WHITE).mean() for quad in quads]
    crowded = sum(beneath[place] >= BENEATH and visible[place] < WHOLE for place in doubtful)
    usual = float(np.median(white))
    reasons = {
        "glare": any(white[place] > usual + BLANK for place in doubtful),
        "covered": any(
            beneath[place] < BENEATH and visible[place] < WHOLE and outside(quads[place], small) <= CUT
            for place in doubtful
        ),
        "slanted": len(quads) >= FEW and Plane(quads).nearer >= NEARER,
        "crowded": crowded > 1 or SOME * crowded >= len(quads) > 1,
    }
    return tuple(Note(code) for code, holds in reasons.items() if holds)[:MOST]
