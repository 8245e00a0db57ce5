"""Latin decks that the classifier does not know exactly: reprints of known ones, and invented ones.

Makers print the same pattern in other colours, slightly larger, or with heavier lines. A model fitted to the scans
alone is too sure on these decks, or finds them strange.
"""

from collections.abc import Callable

import cv2
import numpy as np

from vision.training.artwork.invented import LATIN, SUITS, InventedDeck, Sources
from vision.training.synthesis.scans import PATTERNS, Scan, scan_of

Rng = np.random.Generator
Deck = dict[str, Scan]
SCANNED = 0.35  # share of invented decks that are a real one in a wild print


def reprinted(cards: Deck, rng: Rng) -> Deck:
    """The deck in another maker's print: colours, contrast, size, line and drawing differ a little."""
    gamma, saturation, hue = np.exp(rng.normal(0, 0.25)), rng.uniform(0.5, 1.5), int(rng.normal(0, 8))
    inks = (np.eye(3) + rng.normal(0, 0.1, (3, 3))).astype(np.float32)
    zoom, shift, bend = rng.normal(0, 0.03, 2), rng.normal(0, 0.012, 2), rng.normal(0, 0.006, (2, 2))
    line = int(rng.choice([-1, 0, 0, 0, 1]))
    soft, coarse = bool(rng.random() < 0.3), bool(rng.random() < 0.2)

    def printed(card: np.ndarray) -> np.ndarray:
        if line:
            card = (cv2.erode if line < 0 else cv2.dilate)(card, np.ones((2, 2), np.uint8))
        if soft:
            card = cv2.GaussianBlur(card, (0, 0), 1.3)
        tone = 255 * (card.astype(np.float32) / 255) ** np.float32(gamma)
        grey = tone.mean(2, keepdims=True)
        tone = np.clip(255 - (255 - grey - (tone - grey) * np.float32(saturation)) @ inks.T, 0, 255)
        hsv = cv2.cvtColor(tone.astype(np.uint8), cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(int) + hue) % 180
        card = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
        if coarse:
            card = (card // 48 * 48 + 24).astype(np.uint8)
        height, width = card.shape[:2]
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        u, v = x / width - 0.5, y / height - 0.5
        across = u * (1 + zoom[0]) + shift[0] + bend[0, 0] * np.sin(6 * v) + bend[0, 1] * np.sin(9 * u)
        along = v * (1 + zoom[1]) + shift[1] + bend[1, 0] * np.sin(6 * u) + bend[1, 1] * np.sin(9 * v)
        where = ((across + 0.5) * width).astype(np.float32), ((along + 0.5) * height).astype(np.float32)
        return np.asarray(cv2.remap(card, *where, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    return {
        key: scan_of(scan.deck, scan.code, printed(np.ascontiguousarray(scan.levels[0][..., :3])))
        for key, scan in cards.items()
    }


def played_with(deck: list[Scan], rng: Rng, share: float) -> list[Scan]:
    """The pack on the table: as scanned, or with probability `share` in another maker's print."""
    if rng.random() >= share:
        return deck
    # A deck may have a card twice, so the scan's index is its key.
    return list(reprinted({str(place): scan for place, scan in enumerate(deck)}, rng).values())


def inventor(decks: dict[str, Deck], rng: Rng) -> Callable[[], Deck]:
    """Return a function that makes a new deck at every call, from signs and figures of real ones and its own."""
    latin = {name: cards for name, cards in decks.items() if name in LATIN}
    sources = Sources.of(latin, {name: cards for name, cards in decks.items() if PATTERNS.get(name) == "french"})

    def make() -> Deck:
        deck = InventedDeck(sources, int(rng.integers(2**62)), scanned=SCANNED)
        codes = [(f"{rank}{suit}", deck.card(rank, suit)) for suit in SUITS for rank in range(1, 11)]
        return {code: scan_of("invented", code, card) for code, card in codes}

    return make
