"""Which letter is printed in the corner of a French card: a B is no K, whatever card it is on.

The reader of indices says which card a corner belongs to, and has learned that a B and a V are knaves, and a K and an R
are kings: of letters that look alike it is not sure. This one says what is printed.
"""

from __future__ import annotations

import numpy as np

from scoring.cards import JOKER
from vision.arrays import Floats, Pixels
from vision.nets import sessions
from vision.nets.activations import softmax

LETTERS = ("J", "Q", "K", "10", JOKER.code)  # what is printed on cards with these ranks
OTHER, NONE = "other", "none"  # a letter that these decks do not have; a number, an ace, or nothing to read
ANSWERS = (*LETTERS, OTHER, NONE)


def read(corners: list[Pixels]) -> Floats:
    """The probability (N, answers) of each answer for corners cut as the reader of indices sees them."""
    if not corners:
        return np.zeros((0, len(ANSWERS)), np.float32)
    (said,) = sessions.letter_reader().run(corners)
    return softmax(said)
