"""Decks with numerals in their corners: some print their own, others get them added.

The reader of numerals (`vision.training.readers.numerals`) learns from them.
"""

import cv2
import numpy as np

from vision.classification.numeral_reader import COURTS, NOTHING, NUMBERED, NUMERALS
from vision.detection.crops import INDEX_SIZE, NUMERAL_PART, Part
from vision.training.artwork import styles
from vision.training.artwork.arrangements import paste
from vision.training.artwork.invented import InventedDeck, Sources
from vision.training.artwork.signs import Pen
from vision.training.synthesis.scans import HEIGHT, Scan, scan_of

Rng = np.random.Generator

# Real decks without numerals, large enough to add some.
BARE = (
    *("bergamasche-masenghini", "napoletane-dalnegro", "napoletane-b", "napoletane-scan", "piacentine", "piacentine-c"),
    *("siciliane-dalnegro", "siciliane-hd", "romagnole", "romagnole-pale", "milanesi"),
)
# Deck -> where it prints its own numerals.
FRENCH_PART: Part = (0.03, 0.03, 0.16, 0.16)
OWN: dict[str, Part] = {
    "spagnole-fournier": (0.05, 0.035, 0.14, 0.1),
    "spagnole-bigindex": (0.13, 0.09, 0.26, 0.18),
    "spagnole-vector": (0.07, 0.055, 0.18, 0.12),
    "spagnole-triunfo": (0.13, 0.1, 0.25, 0.17),
    "spagnole-vitoria-photo": (0.09, 0.05, 0.24, 0.13),
    "triestine": (0.08, 0.06, 0.2, 0.14),
    "triestine-modiano": (0.03, 0.03, 0.2, 0.1),
    "trevisane-dalnegro": (0.17, 0.1, 0.26, 0.16),
    "trevisane-pale": (0.16, 0.09, 0.26, 0.15),
    "settebello": (0.05, 0.03, 0.17, 0.12),
    "tarocco-piemontese-suits": (0.03, 0.08, 0.12, 0.17),
    "tarot-nouveau": (0.04, 0.04, 0.15, 0.13),
}
# Share of decks with arbitrary numbers on their cards: all numbers are equally frequent, and independent of the pips.
ANY = 0.5
FAINT = 0.3  # contrast with its surroundings below which a numeral is hardly legible
BRIGHT = 450  # sum of blue, green and red above which a numeral is illegible on paper
SMALL = ("trevisane",)  # numerals are illegible in these scans
ONLY_PIPS = ("trevisane-dalnegro", "trevisane-pale")  # only the twos to sevens are numbered
COURTS_AT_RIGHT = ("triestine-modiano",)  # court numerals are in the other two corners
NO_NUMERALS = ("tarocco-piemontese-1865", "tarot-nouveau-grimaud-1898")  # no numerals in the corners
Mark = tuple[int, Part]  # index of the numeral among the answers, and the part of the card where it is printed


class NumberedDeck:
    """A deck without numerals, real or invented, with numerals added."""

    def __init__(self, name: str, sources: Sources, bare: dict[str, dict[str, Scan]], rng: Rng) -> None:
        self.name, self.rng, self.pen = name, rng, Pen(rng)
        known = styles.fonts()
        self.font = known[rng.integers(len(known))] if known else ""
        self.height = float(np.exp(rng.uniform(np.log(0.031), np.log(0.09)))) * HEIGHT
        self.wide, self.bold = float(np.exp(rng.normal(-0.05, 0.15))), int(rng.random() < 0.25)
        self.left, self.top = rng.uniform(0.02, 0.13), rng.uniform(0.012, 0.085)
        self.four, self.wiped = bool(rng.random() < 0.2), bool(rng.random() < 0.6)
        self.boxed = self.wiped and bool(rng.random() < 0.15)
        self.tints = [self.pen.line] * 4 if rng.random() < 0.7 else [self.pen.tint() for _ in range(4)]
        self.tints = [tint if sum(tint) < BRIGHT else (30, 30, 30) for tint in self.tints]
        courts = COURTS[rng.integers(len(COURTS))] if rng.random() < 0.8 else (0, 0, 0)
        self.numbers = (*range(1, 8), *courts)
        if rng.random() < 0.1:
            self.numbers = (0, *self.numbers[1:])  # aces without a numeral
        self.any = bool(rng.random() < ANY)
        self.signed = bool(rng.random() < 0.15)
        self.marks: dict[str, Mark] = {}
        self.deck = InventedDeck(sources, int(rng.integers(2**62)), 0.4)
        self.deck.lettering.numerals = None
        faces = self._faces(bare[str(rng.choice(list(bare)))]) if rng.random() < 0.5 else self._invented()
        self.scans = {code: scan_of(name, code, self._numbered(code, face)) for code, face in faces.items()}

    def _faces(self, cards: dict[str, Scan]) -> dict[str, np.ndarray]:
        """A real deck in another print."""
        width = round(HEIGHT * self.rng.uniform(0.5, 0.68))
        framed = self.rng.random() < 0.5
        faces = {}
        for code, scan in cards.items():
            face = cv2.resize(np.ascontiguousarray(scan.levels[0][..., :3]), (width, HEIGHT))
            if framed:
                self.deck.frame.draw(face, code[-1])
            faces[code] = self.deck.style.colour(face)
        return faces

    def _invented(self) -> dict[str, np.ndarray]:
        width = round(HEIGHT * self.rng.uniform(0.54, 0.68))
        drawn = {f"{rank}{suit}": self.deck.card(rank, suit) for rank in range(1, 11) for suit in "DCSB"}
        return {code: cv2.resize(face, (width, HEIGHT), interpolation=cv2.INTER_CUBIC) for code, face in drawn.items()}

    def _numbered(self, code: str, face: np.ndarray) -> np.ndarray:
        number = int(self.rng.integers(1, NUMERALS + 1)) if self.any else self.numbers[int(code[:-1]) - 1]
        if not number:
            return face
        suit, card = "DCSB".index(code[-1]), np.ascontiguousarray(face)
        mark = styles.text(str(number), self.font, max(8, round(self.height * 1.3)))
        size = (max(3, round(mark.shape[1] * self.height / mark.shape[0] * self.wide)), round(self.height))
        mark = cv2.resize(mark, size, interpolation=cv2.INTER_AREA)
        if self.bold:
            mark = cv2.dilate(mark, np.ones((2, 2), np.uint8))
        x, y = np.add((self.left * card.shape[1], self.top * HEIGHT), self.rng.normal(0, 1, 2)).clip(1)
        for _ in range(2):
            self._print(card, mark, x, y, suit)
            if self.four:
                self._print(card, mark, card.shape[1] - x - mark.shape[1], y, suit)
            if self.signed:
                high = self.height * 1.2
                sign, middle = self.deck.signs[code[-1]][0], x + mark.shape[1] / 2
                paste(card, sign, middle, y + self.height * 1.2 + high / 2, high, 0, high)
            card = np.ascontiguousarray(card[::-1, ::-1])
        right, bottom = x + mark.shape[1], y + mark.shape[0]
        box = float(x / card.shape[1]), float(y / HEIGHT), float(right / card.shape[1]), float(bottom / HEIGHT)
        self.marks[code] = (number - 1, box)
        return card

    def _print(self, card: np.ndarray, mark: np.ndarray, x: float, y: float, suit: int) -> None:
        if self.wiped:
            pad = 3
            box = slice(max(0, int(y) - pad), int(y) + mark.shape[0] + pad)
            across = slice(max(0, int(x) - pad), int(x) + mark.shape[1] + pad)
            card[box, across] = np.percentile(card.reshape(-1, 3), 85, axis=0).astype(np.uint8)
            if self.boxed:
                start, end = (across.start, box.start), (across.stop, box.stop)
                cv2.rectangle(card, start, end, self.tints[suit], 1, cv2.LINE_AA)
        styles.stamp(card, mark, x, y, self.tints[suit])


def own_mark(scan: Scan) -> Mark | None:
    """The numeral that a real deck prints on a card; None if unknown or above thirteen."""
    rank = scan.code.removeprefix("T") if scan.code.startswith("T") else scan.code[:-1]
    if scan.deck in SMALL or (scan.deck in NO_NUMERALS and scan.code.startswith("T")):
        return None
    if scan.pattern in NUMBERED:
        return _mark_among_forty(scan, int(rank))
    if scan.deck in (*BARE, *NO_NUMERALS) or not rank.isdigit():
        return NOTHING, FRENCH_PART
    if scan.deck in ONLY_PIPS and not 2 <= int(rank) <= 7:
        return NOTHING, FRENCH_PART
    if scan.deck == "settebello" and int(rank) > 7:
        return NOTHING, FRENCH_PART
    return (int(rank) - 1, OWN.get(scan.deck, FRENCH_PART)) if int(rank) <= NUMERALS else None


def _mark_among_forty(scan: Scan, rank: int) -> Mark | None:
    """The numeral in a pattern that numbers all its cards, with its own numbers for courts."""
    if scan.pattern == "triestine" and (rank == 1 or (scan.deck, scan.code) == ("triestine", "10B")):
        return None  # printed elsewhere
    if rank > 7 and scan.deck in COURTS_AT_RIGHT:
        return NOTHING, FRENCH_PART
    (courts,) = NUMBERED[scan.pattern]
    return (rank if rank < 8 else courts[rank - 8]) - 1, OWN[scan.deck]


def contrast(cut: np.ndarray, part: Part) -> float:
    """Contrast of a numeral with its surroundings, 0 to 1; `part` is its place on the card.

    `cut` is a crop of the card's corner, as the reader sees it.
    """
    left, top, right, bottom = NUMERAL_PART
    box = (np.array(part).reshape(2, 2) - (left, top)) / (right - left, bottom - top) * INDEX_SIZE
    (x0, y0), (x1, y1) = np.floor(box[0] - 2).astype(int).clip(0), np.ceil(box[1] + 2).astype(int)
    grey = cv2.cvtColor(cut[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)
    dark, bright = np.percentile(grey, (4, 90))
    return float((bright - dark) / max(bright, 30.0))


def varied(cut: np.ndarray, rng: Rng) -> np.ndarray:
    """A variation of a crop: moved by a pixel or two, lighter, sharpened as by phones, grainier."""
    high, wide = cut.shape[:2]
    if rng.random() < 0.7:
        warp: np.ndarray = cv2.getRotationMatrix2D(
            (wide / 2, high / 2), rng.normal(0, 2.0), np.exp(rng.normal(0, 0.04))
        )
        warp[:, 2] += rng.normal(0, 1.0, 2)
        cut = np.asarray(cv2.warpAffine(cut, warp, (wide, high), borderMode=cv2.BORDER_REPLICATE))
    out: np.ndarray = cut.astype(np.float32)
    if rng.random() < 0.35:
        out += (out - cv2.GaussianBlur(out, (0, 0), 1.0)) * rng.uniform(0.3, 1.6)
    elif rng.random() < 0.25:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 0.8))
    if rng.random() < 0.6:
        out *= np.exp(rng.normal(0, 0.2)) * rng.uniform(0.9, 1.1, 3)
    if rng.random() < 0.3:
        out += rng.normal(0, rng.uniform(1, 8), out.shape)
    return np.asarray(np.clip(out, 0, 255), np.uint8)
