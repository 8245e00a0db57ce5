"""Reads the letter in the corner of a French card, and the rank it means in the alphabet of the pile.

The index reader says the card, and has learned that B and V are knaves, K and R kings: it confuses similar letters.
This network says what is printed. All cards of a pile share one alphabet: on a deck of V, D and R a "J" is a misread
letter.
"""

import numpy as np

from scoring.cards import JOKER
from vision.arrays import Floats, Pixels
from vision.decks.indices import FRENCH_RANKS
from vision.nets import sessions
from vision.nets.activations import LEAST, softmax

COURTS = ("J", "Q", "K")  # the ranks whose letters differ from country to country
# Letters of knave, queen and king: England, France, Germany, Italy.
ALPHABETS = (COURTS, ("V", "D", "R"), ("B", "D", "K"), ("F", "C", "R"), ("F", "D", "R"))
TEN = "10"  # printed alike everywhere
LETTERS = (*COURTS, TEN, JOKER.code, "V", "D", "R", "B", "F", "C")
OTHER, NONE = "other", "none"  # a letter that these decks do not have; a number, an ace, or nothing to read
ANSWERS = (*LETTERS, OTHER, NONE)


def read(corners: list[Pixels]) -> Floats:
    """Probability (N, answers) of each answer for corners cropped as for the index reader."""
    if not corners:
        return np.zeros((0, len(ANSWERS)), np.float32)
    (said,) = sessions.network("letter").run(corners)
    return softmax(said)


def ranks(letters: Floats, believed: Floats) -> tuple[Floats, Floats]:
    """Convert the `letters` (N, answers) of a pile to `FRENCH_RANKS`, in two arrays (N, ranks). The first is the
    probability that the letter of a rank is printed, the second its likelihood, uniform where there is no letter.

    The known alphabets and an unknown one are averaged, weighted by agreement with `believed` (N, ranks), the
    probabilities without letters. A joker's sign counts as no letter: ornaments resemble it.
    """
    none = letters[:, [ANSWERS.index(NONE), ANSWERS.index(JOKER.code)]].sum(axis=1, keepdims=True)
    alphabets = [*(dict(zip(COURTS, each, strict=True)) for each in ALPHABETS), dict.fromkeys(COURTS, OTHER)]
    ways = [_printed(letters, alphabet) for alphabet in alphabets]
    fit = np.array([np.log((np.maximum(way + none, LEAST) * believed).sum(axis=1)).sum() for way in ways])
    weights = np.exp(fit - fit.max())
    printed: Floats = sum(w * way for w, way in zip(weights / weights.sum(), ways, strict=True))
    return printed, np.maximum(printed + none, LEAST)


def _printed(letters: Floats, alphabet: dict[str, str]) -> Floats:
    """The probability (N, ranks) that the letter of each rank is printed, courts in an `alphabet` (rank -> letter)."""
    said = np.zeros((len(letters), len(FRENCH_RANKS)), np.float32)
    for place, rank in enumerate(FRENCH_RANKS):
        letter = alphabet.get(rank, TEN if rank == TEN else None)
        if letter:
            said[:, place] = letters[:, ANSWERS.index(letter)]
    return said
