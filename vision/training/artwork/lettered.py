"""French decks with other letters: B D K as in Germany, V D R as in France, F D R as in Italy, T for the ace in Russia.

Scans of such decks are reserved for measuring (`vision.training.synthesis.scans.UNSEEN_FRENCH`). The reader of indices
learns from other decks, with these letters printed over their own in a typeface of this machine.
"""

import cv2
import numpy as np

from scoring.cards import JOKER
from vision.classification.letter_reader import ANSWERS, NONE, OTHER
from vision.training.artwork import styles
from vision.training.artwork.signs import Tint
from vision.training.synthesis.scans import HEIGHT, Scan, scan_of

Rng = np.random.Generator
# Ace, jack, queen, king: Germany, France, Italy, Sweden, Russia. Not the Netherlands: its queen is V, the French jack.
Letters = tuple[str, str, str, str]
LETTERS: tuple[Letters, ...] = (
    ("A", "B", "D", "K"),
    ("1", "V", "D", "R"),
    ("A", "V", "D", "R"),
    ("A", "F", "D", "R"),
    ("1", "F", "Q", "R"),
    ("E", "Kn", "D", "K"),
    ("T", "В", "Д", "К"),
)
ENGLISH: Letters = ("A", "J", "Q", "K")
COUNTRY, ANY = 0.55, 0.15  # share of decks with the letters of a country, and with any letters; others keep theirs
OTHERS = "BCDEFGHLMNOPRSTUVWXYZ"
ALIKE = {"К": "K", "В": "B"}  # Russian
RANKS = "AJQK"
CORNER = (0.29, 0.29)  # area of the index, as shares of the card from its top left
PRINTED = 60  # least darkness against paper, of 255, that counts as print

Box = tuple[int, int, int, int]  # left, top, right, bottom


def some_letters(rng: Rng) -> Letters:
    """Letters for ace, jack, queen and king: those of a country, any, or the English ones."""
    kind = rng.random()
    if kind < COUNTRY:
        return LETTERS[rng.integers(len(LETTERS))]
    if kind < COUNTRY + ANY:
        jack, queen, king = rng.choice(list(OTHERS), 3, replace=False)
        return "A", str(jack), str(queen), str(king)
    return ENGLISH


def answer(code: str, letters: Letters) -> str:
    """The reader's answer for a card of a deck with these letters."""
    if code == JOKER.code:
        return code
    rank = code[:-1]
    printed = letters[RANKS.index(rank)] if rank in RANKS else rank
    printed = ALIKE.get(printed, printed)
    if printed in ANSWERS:
        return printed
    return OTHER if printed.isalpha() and printed != "A" else NONE


def glyph(face: np.ndarray) -> Box | None:
    """The box of the rank on a BGR card whose corner has only an index, of which the rank is the upper part."""
    h, w = face.shape[:2]
    part = face[: round(CORNER[1] * h), : round(CORNER[0] * w)].astype(np.int32)
    printed = (np.percentile(face.reshape(-1, 3), 85, axis=0) - part).max(axis=2) > PRINTED
    _, _, found, _ = cv2.connectedComponentsWithStats(printed.astype(np.uint8), connectivity=8)
    boxes = [(int(x), int(y), int(x + wide), int(y + high)) for x, y, wide, high, _ in found[1:]]
    # Parts touching the edge belong to the card's picture, or to a frame.
    inside = [box for box in boxes if min(box[:2]) > 0 and box[2] < part.shape[1] and box[3] < part.shape[0]]
    tall = [box for box in inside if 0.05 * h < box[3] - box[1] < 0.2 * h]
    return min(tall, key=lambda box: box[1], default=None)


def lettered(name: str, cards: dict[str, Scan], rng: Rng, letters: Letters | None = None) -> dict[str, Scan]:
    """The deck with other `letters`, named `name`; by default those of a random country.

    Empty if its own letters were not found.
    """
    letters, known = letters or LETTERS[rng.integers(len(LETTERS))], styles.fonts()
    font = known[rng.integers(len(known))] if known else ""
    if letters[1] == "В":
        font = next((each for each in known if "DejaVu" in each or "Free" in each), font)  # a font with Cyrillic
    by_code = {scan.code: scan for scan in cards.values()}
    boxes = {suit: glyph(by_code[f"2{suit}"].levels[0][..., :3]) for suit in "SHDC" if f"2{suit}" in by_code}
    wide = float(np.exp(rng.normal(0, 0.12)))
    out: dict[str, Scan] = {}
    for key, scan in cards.items():
        rank, suit = scan.code[:-1], scan.code[-1]
        box = boxes.get(suit)
        if rank not in RANKS or len(scan.code) != 2 or box is None:
            out[key] = scan
            continue
        two = by_code[f"2{suit}"].levels[0][..., :3]
        face = _printed(scan.levels[0][..., :3], two, letters[RANKS.index(rank)], font, box, wide)
        out[key] = scan_of(name, scan.code, face)
    return out if any(boxes.values()) else {}


def _printed(card: np.ndarray, two: np.ndarray, letter: str, font: str, box: Box, wide: float) -> np.ndarray:
    """A card with `letter` in place of its own at both ends, in the colours of its suit's `two`."""
    x0, y0, x1, y1 = box
    inside = two[y0:y1, x0:x1].reshape(-1, 3)
    paper = np.percentile(two.reshape(-1, 3), 85, axis=0)
    light = inside.astype(np.int32).sum(axis=1)
    tint = np.median(inside[light <= np.percentile(light, 25)], axis=0)
    mark = styles.text(letter, font, round(HEIGHT * 0.12))
    high = y1 - y0
    size = (max(3, min(round(mark.shape[1] * high / mark.shape[0] * wide), round(card.shape[1] * 0.2))), high)
    mark = cv2.resize(mark, size, interpolation=cv2.INTER_AREA)
    out = np.ascontiguousarray(card)
    ink: Tint = (float(tint[0]), float(tint[1]), float(tint[2]))
    for _ in range(2):
        out[max(0, y0 - 2) : y1 + 2, max(0, x0 - 2) : max(x1, x0 + size[0]) + 2] = paper.astype(np.uint8)
        styles.stamp(out, mark, x0, y0, ink)
        out = np.ascontiguousarray(out[::-1, ::-1])
    return out
