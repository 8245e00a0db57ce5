"""Invents decks: mixes and redraws signs, layouts, court cards, lettering and styles of real decks.

Each deck is consistent in itself and determined by a seed. They teach the reader of unseen decks
(`vision.training.readers.latin`) what a seven of cups is, independent of any drawing of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.artwork import arrangements, signs, styles
from vision.training.artwork.signs import DRAW, Pen, Sign
from vision.training.synthesis.scans import PATTERNS, Scan

Rng = np.random.Generator
Field = tuple[float, float, float, float]

WIDTH, HEIGHT = 140, 224  # pixels of an invented card
SUITS = "DCSB"
MOST_SIGNS = 24  # most signs kept for one suit of one deck

# Decks with two-headed court cards, and where these show the sign of coins and cups (left, top, right, bottom, shares
# of the card), for knave, horse and king. Another suit's sign can be pasted there.
TWO_HEADED = (
    *("trevisane", "trevisane-dalnegro", "trevisane-pale", "triestine", "triestine-modiano"),
    *("piacentine", "piacentine-c", "bergamasche-masenghini", "tarocco-piemontese-suits"),
)
Box = tuple[float, float, float, float]
SIGN_AT: dict[str, dict[str, tuple[Box, Box, Box]]] = {
    "trevisane": {
        "D": ((0.16, 0.06, 0.42, 0.24), (0.15, 0.06, 0.41, 0.24), (0.18, 0.06, 0.44, 0.24)),
        "C": ((0.15, 0.05, 0.33, 0.36), (0.65, 0.06, 0.87, 0.32), (0.13, 0.06, 0.35, 0.32)),
    },
    "spagnole-fournier": {
        "D": ((0.15, 0.06, 0.42, 0.25), (0.17, 0.06, 0.42, 0.24), (0.15, 0.06, 0.41, 0.24)),
        "C": ((0.13, 0.12, 0.31, 0.30), (0.19, 0.08, 0.36, 0.25), (0.18, 0.10, 0.36, 0.28)),
    },
    "piacentine": {
        "D": ((0.17, 0.06, 0.44, 0.22), (0.14, 0.04, 0.41, 0.20), (0.68, 0.02, 0.94, 0.17)),
        "C": ((0.68, 0.04, 0.90, 0.22), (0.72, 0.03, 0.92, 0.22), (0.71, 0.06, 0.91, 0.34)),
    },
    "napoletane-dalnegro": {
        "D": ((0.18, 0.09, 0.45, 0.26), (0.24, 0.05, 0.49, 0.22), (0.62, 0.09, 0.89, 0.26)),
        "C": ((0.13, 0.09, 0.34, 0.27), (0.21, 0.10, 0.37, 0.26), (0.15, 0.10, 0.35, 0.29)),
    },
    "siciliane-dalnegro": {
        "D": ((0.11, 0.08, 0.35, 0.24), (0.09, 0.07, 0.32, 0.23), (0.64, 0.08, 0.90, 0.25)),
        "C": ((0.18, 0.11, 0.36, 0.28), (0.16, 0.10, 0.34, 0.26), (0.18, 0.12, 0.37, 0.30)),
    },
    "bergamasche-masenghini": {
        "D": ((0.11, 0.05, 0.40, 0.22), (0.09, 0.05, 0.35, 0.22), (0.10, 0.05, 0.39, 0.23)),
        "C": ((0.18, 0.05, 0.42, 0.33), (0.14, 0.04, 0.40, 0.28), (0.13, 0.05, 0.39, 0.38)),
    },
    "tarocco-piemontese-suits": {
        "D": ((0.11, 0.09, 0.38, 0.26), (0.21, 0.08, 0.48, 0.27), (0.19, 0.12, 0.45, 0.28)),
        "C": ((0.17, 0.12, 0.36, 0.43), (0.17, 0.05, 0.35, 0.24), (0.16, 0.22, 0.36, 0.46)),
    },
    "settebello": {
        "D": ((0.60, 0.15, 0.97, 0.37), (0.58, 0.15, 0.95, 0.36), (0.59, 0.15, 0.96, 0.37)),
        "C": ((0.61, 0.14, 0.97, 0.40), (0.58, 0.14, 0.94, 0.40), (0.59, 0.14, 0.96, 0.40)),
    },
}
FRENCH_SUITED = ("french", "tarot", "milanesi")  # patterns
LATIN = tuple(name for name, pattern in PATTERNS.items() if pattern not in FRENCH_SUITED)
COARSE = ("napoletane-b", "tarocco-piemontese-1865")  # too coarse or stained for cutting out signs and figures
# Small signs that would contradict a pasted one; erased at both ends.
SMALL_SIGNS: dict[str, Box] = {
    "settebello": (0.0, 0.12, 0.2, 0.3),
    "tarocco-piemontese-suits": (0.0, 0.11, 0.1, 0.2),
}
# Ranks of the courts of 78 cards in a deck of forty.
COURTS = {"J": 8, "N": 9, "K": 10}


def rank_and_suit(deck: str, code: str) -> tuple[int, str] | None:
    """Rank and suit in a deck of forty of a scanned card; None if the deck of forty lacks it."""
    rank, suit = code[:-1], code[-1]
    if suit not in SUITS:
        return None
    if deck.startswith("tarocco"):
        if rank in COURTS:
            return COURTS[rank], suit
        return (int(rank), suit) if rank.isdigit() and int(rank) <= 7 else None
    return (int(rank), suit) if rank.isdigit() else None


@dataclass(frozen=True)
class Sources:
    """Material of invented decks: cards of real decks by (rank, suit), and signs and figures cut out of them."""

    cards: dict[str, dict[tuple[int, str], np.ndarray]]
    signs: dict[str, dict[str, list[Sign]]]
    figures: list[Sign]
    foreign: list[dict[int, list[np.ndarray]]]  # for each deck with French suits: rank -> figures without their corners

    @staticmethod
    def of(decks: dict[str, dict[str, Scan]], foreign: dict[str, dict[str, Scan]] | None = None) -> Sources:
        """Collect from scans of decks with Latin suits, and of `foreign` ones whose figures can carry Latin signs."""
        cards: dict[str, dict[tuple[int, str], np.ndarray]] = {}
        cut: dict[str, dict[str, list[Sign]]] = {}
        for name, scans in decks.items():
            for scan in scans.values():
                place = rank_and_suit(name, scan.code)
                if place is None:
                    continue
                large = np.ascontiguousarray(scan.levels[0][..., :3])
                cards.setdefault(name, {})[place] = _face(large)
                rank, suit = place
                if 2 <= rank <= 7 and name not in COARSE:
                    found = cut.setdefault(name, {}).setdefault(suit, [])
                    found.extend(signs.cut_signs(large, rank, suit)[: max(0, MOST_SIGNS - len(found))])
        figures = [
            _figure(card)
            for name in sorted(set(cards) & set(LATIN) - set(TWO_HEADED) - set(COARSE))
            for (rank, _), card in sorted(cards[name].items())
            if rank > 7 or rank == 1
        ]
        return Sources(cards, cut, figures, [courts_of(cards) for cards in (foreign or {}).values()])

    def with_signs(self, suit: str) -> list[str]:
        """The decks with cut-out signs of `suit`."""
        return [name for name, by_suit in self.signs.items() if by_suit.get(suit)]


class InventedDeck:
    """One deck from one seed; `card(rank, suit)` is a BGR picture of WIDTH x HEIGHT."""

    def __init__(self, sources: Sources, seed: int, scanned: float = 0.4) -> None:
        """`scanned`: probability that the deck is a real one in another print, instead of a new layout."""
        rng = np.random.default_rng(seed)
        self.rng, self.sources = rng, sources
        self.pen, self.style = Pen(rng), styles.Style(rng)
        self.lettering, self.frame = styles.Lettering(rng, self.pen), styles.Frame(rng, self.pen)
        names = list(sources.cards)
        self.base = names[rng.integers(len(names))]
        self.scanned = bool(rng.random() < scanned)
        self.relaid = {suit: not self.scanned and bool(rng.random() < 0.85) for suit in SUITS}
        self.own_courts = self.scanned or bool(rng.random() < 0.4)
        self.own_aces = self.scanned or bool(rng.random() < 0.35)
        self.bare = bool(rng.random() < 0.4)  # nothing is drawn between the signs
        self.bands = arrangements.Bands(self.pen)
        self.bundled = bool(rng.random() < 0.45)
        self.ways = {(rank, long): int(rng.integers(8)) for rank in range(2, 8) for long in (False, True)}
        self.tight = rng.uniform(0.85, 1.2)
        self.spread = rng.uniform(0.82, 1.05, 2)
        self.small = 0.1 + 0.9 * float(rng.random() < 0.35)  # whether all ranks have signs of one size
        self.signs = {suit: self._signs(suit) for suit in SUITS}
        strange = bool(sources.foreign) and rng.random() < 0.4
        self.foreign = sources.foreign[rng.integers(len(sources.foreign))] if strange else {}
        self.corner = rng.uniform(0.14, 0.24), rng.uniform(0.03, 0.1), rng.uniform(0.13, 0.26)
        inset = self.frame.margin + 0.02 if self.frame.kind != "none" else rng.uniform(0.0, 0.1)
        self.field: Field = (inset * WIDTH, inset * WIDTH, WIDTH * (1 - 2 * inset), HEIGHT - 2 * inset * WIDTH)

    def _signs(self, suit: str) -> list[Sign]:
        """One sign of a suit, or two that alternate."""
        rng = self.rng
        names = self.sources.with_signs(suit)
        if names and rng.random() < 0.5:
            found = self.sources.signs[names[rng.integers(len(names))]][suit]
            return [found[rng.integers(len(found))] for _ in range(1 if rng.random() < 0.6 else 2)]
        drawn = [DRAW[suit](self.pen)]
        return drawn if rng.random() < 0.7 else [*drawn, DRAW[suit](self.pen)]

    def card(self, rank: int, suit: str) -> np.ndarray:
        """Draw and print the card."""
        base = self.base
        if (rank, suit) not in self.sources.cards[base]:
            base = next(name for name, cards in self.sources.cards.items() if (rank, suit) in cards)
        scan = self.sources.cards[base][rank, suit]
        if rank == 1:
            drawing = scan.copy() if self.own_aces else self._ace(suit)
        elif rank > 7:
            drawing = scan.copy() if self.own_courts else self._court(rank, suit)
        else:
            drawing = self._pips(rank, suit) if self.relaid[suit] else scan.copy()
        drawing = self.style.shape(drawing)
        if not self.scanned or self.rng.random() < 0.35:
            self.frame.draw(drawing, suit)
            self.lettering.write(drawing, rank, suit)
        return self.style.colour(drawing)

    def _blank(self) -> np.ndarray:
        return np.full((HEIGHT, WIDTH, 3), 255, np.uint8)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        left, top, width, height = self.field
        x, y = 0.5 + (x - 0.5) * self.spread[0], 0.5 + (y - 0.5) * self.spread[1]
        return left + x * width, top + y * height

    def _pips(self, rank: int, suit: str) -> np.ndarray:
        card, rng = self._blank(), self.rng
        long = suit in "SB"
        if not self.bare and rng.random() < 0.5:
            self._ornament(card, rank)
        mine = self.signs[suit]
        if long and self.bundled:
            draw = self.bands.swords if suit == "S" else self.bands.batons
            draw(card, self.field, rank, mine[0])
            if suit == "S" and rank % 2 == 0 and self.sources.figures and not self.bare:
                self._adorn(card, *self._at(0.5, 0.5), rng.uniform(0.25, 0.45))
            return card
        ways = (arrangements.LONG if long else arrangements.ROUND)[rank]
        places = ways[self.ways[rank, long] % len(ways)]
        height = min(arrangements.room(places, long), arrangements.room(ways[0], long) * 1.3) * self.tight
        if not long and self.small > 0.5:
            height = min(height, 0.3)
        most = 0.5 if long and rank < 4 else 0.3 if long else 0.42 if rank < 4 else 0.4
        for index, (x, y, turn) in enumerate(places):
            sign = mine[index % len(mine)]
            larger = 1.0
            if not long and rank == 5 and (x, y) == (0.5, 0.5) and self.ways[rank, long] > 4:
                larger = 1.35  # the fifth coin is often larger
            turn += float(rng.normal(0, 1.5))
            left, top = self._at(x, y)
            size = height * self.field[3] * larger
            if long and turn % 180 == 90:
                size = min(size, self.field[2] * 0.9)
            arrangements.paste(card, sign, left, top, size, turn, most * self.field[2] * larger)
        return card

    def _ornament(self, card: np.ndarray, rank: int) -> None:
        """Draw flowers, crests or mottos between the signs, without any meaning."""
        rng = self.rng
        spots = {2: [(0.5, 0.5)], 4: [(0.5, 0.5)], 5: [(0.5, 0.3), (0.5, 0.7)], 6: [(0.5, 0.33), (0.5, 0.67)]}
        for x, y in spots.get(rank, [(0.5, 0.5)] if rng.random() < 0.3 else []):
            left, top = self._at(x, y)
            if self.sources.figures and rng.random() < 0.35:
                self._adorn(card, left, top, rng.uniform(0.1, 0.25))
                continue
            if rng.random() < 0.25 and styles.fonts():
                words = "".join(chr(65 + int(c)) for c in rng.integers(0, 26, int(rng.integers(4, 9))))
                styles.stamp(card, styles.text(words, self.lettering.font, 12), left - 24, top - 5, self.pen.tint())
                continue
            reach = rng.uniform(6, 20)
            for _ in range(int(rng.integers(2, 8))):
                end = np.array([left, top]) + rng.normal(0, reach, 2)
                bow = np.array([[left, top], (np.array([left, top]) + end) / 2 + rng.normal(0, 6, 2), end])
                arrangements.stroke(card, bow, self.pen.tint(), rng.uniform(1, 3))
                if rng.random() < 0.6:
                    centre = tuple(int(v) for v in end)
                    axes = (int(rng.integers(2, 7)), int(rng.integers(1, 5)))
                    cv2.ellipse(card, centre, axes, rng.uniform(0, 180), 0, 360, self.pen.tint(), -1, cv2.LINE_AA)

    def _adorn(self, card: np.ndarray, x: float, y: float, height: float) -> None:
        """Draw a small meaningless figure, as on fours and sixes of Venice and Sicily."""
        figure = self.sources.figures[self.rng.integers(len(self.sources.figures))]
        arrangements.paste(card, figure, x, y, height * self.field[3], 0, 0.4 * self.field[2])

    def _ace(self, suit: str) -> np.ndarray:
        """One large sign with ornaments."""
        card, rng = self._blank(), self.rng
        x, y = self._at(0.5, 0.5)
        for _ in range(int(rng.integers(0, 6))):
            self._ornament(card, int(rng.choice([2, 5, 6])))
        if rng.random() < 0.6:
            card = np.ascontiguousarray(np.minimum(card, card[:, ::-1]))
        if self.sources.figures and rng.random() < 0.2:
            self._adorn(card, *self._at(*rng.uniform(0.1, 0.9, 2)), rng.uniform(0.12, 0.35))
        turn = float(rng.uniform(-40, 40)) if suit in "SB" and rng.random() < 0.5 else 0.0
        size = rng.uniform(0.6, 0.95) if suit in "SB" else rng.uniform(0.35, 0.75)
        arrangements.paste(card, self.signs[suit][0], x, y, size * self.field[3], turn, 0.85 * self.field[2])
        return card

    def _court(self, rank: int, suit: str) -> np.ndarray:
        """A figure of some deck with this deck's own sign; sometimes one in another suit's dress."""
        rng = self.rng
        foreign = self.foreign.get(rank)
        if foreign and rng.random() < 0.7:
            return self.foreign_court(foreign[rng.integers(len(foreign))].copy(), suit)
        names = [name for name in SIGN_AT if name in self.sources.cards]
        name = self.base if self.base in names and rng.random() < 0.6 else names[rng.integers(len(names))]
        dress = str(rng.choice(["D", "C"]))
        if (rank, dress) not in self.sources.cards[name] or (suit in "SB" and rng.random() < 0.4):
            return self.sources.cards[name].get((rank, suit), self.sources.cards[self.base][rank, suit]).copy()
        card = self.sources.cards[name][rank, dress].copy()
        ends = 2 if name in TWO_HEADED else 1
        paper = _paper(card)
        for end in range(2):
            if name in SMALL_SIGNS:
                card[_window(SMALL_SIGNS[name])] = paper
            if end < ends:
                self._sign_on(card, SIGN_AT[name][dress][rank - 8], suit, paper)
            card = np.ascontiguousarray(card[::-1, ::-1])
        return card

    def foreign_court(self, card: np.ndarray, suit: str) -> np.ndarray:
        """A two-headed figure of a French deck with this deck's sign in its corners."""
        x, y, height = self.corner
        for _ in range(2):
            high = height * (1.6 if suit in "SB" else 1.0)
            arrangements.paste(card, self.signs[suit][0], x * WIDTH, (y + high / 2) * HEIGHT, high * HEIGHT, 0, 45)
            card = np.ascontiguousarray(card[::-1, ::-1])
        return card

    def _sign_on(self, card: np.ndarray, box: Box, suit: str, paper: np.ndarray) -> None:
        window = _window(box)
        old = card[window]
        middle = (old.shape[1] / 2, old.shape[0] / 2)
        cover = np.zeros(old.shape[:2], np.uint8)
        cv2.ellipse(cover, tuple(int(v) for v in middle), tuple(int(v) for v in middle), 0, 0, 360, 255, -1)
        old[cover > 0] = paper
        left, top, right, bottom = box
        x, y = (left + right) / 2 * WIDTH, (top + bottom) / 2 * HEIGHT
        height = (bottom - top) * HEIGHT
        if suit in "SB":
            height = max(height, HEIGHT * float(self.rng.uniform(0.28, 0.42)))
            y = max(y, height / 2 + 4)
        arrangements.paste(card, self.signs[suit][0], x, y, height, 0, (right - left) * WIDTH * 1.05)


def _window(box: Box) -> tuple[slice, slice]:
    left, top, right, bottom = box
    return slice(int(top * HEIGHT), int(bottom * HEIGHT)), slice(int(left * WIDTH), int(right * WIDTH))


def _face(scan: np.ndarray) -> np.ndarray:
    """A scan without its outermost edge, with white paper."""
    height, width = scan.shape[:2]
    edge = round(0.022 * width)
    small = cv2.resize(scan[edge : height - edge, edge : width - edge], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(small * (254.0 / np.maximum(_paper(small), 100)), 0, 255).astype(np.uint8))


def courts_of(cards: dict[str, Scan]) -> dict[int, list[np.ndarray]]:
    """Knaves, knights and kings of a deck with French suits, with blank corners."""
    found: dict[int, list[np.ndarray]] = {}
    for code, scan in sorted(cards.items()):
        if code[0] in COURTS and code != "JOKER" and len(code) == 2:
            card = _face(scan.levels[0][..., :3])
            for _ in range(2):
                card[_window((0.0, 0.0, 0.2, 0.3))] = 255
                card[_window((0.0, 0.0, 0.34, 0.16))] = 255
                card = np.ascontiguousarray(card[::-1, ::-1])
            found.setdefault(COURTS[code[0]], []).append(card)
    return found


def _figure(card: np.ndarray) -> Sign:
    """Everything printed on a card, cut out."""
    printed = (signs.paper_distance(card) > 30).astype(np.uint8) * 255
    alpha = cv2.morphologyEx(printed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    alpha[:6], alpha[-6:], alpha[:, :5], alpha[:, -5:] = 0, 0, 0, 0
    return signs.trimmed(np.dstack([card, alpha]))


def _paper(card: np.ndarray) -> np.ndarray:
    """The colour of a card's paper."""
    flat = card[10:-10, 10:-10].reshape(-1, 3)
    light = flat.astype(np.int32).sum(1)
    return np.asarray(np.median(flat[light >= np.percentile(light, 80)], 0))
