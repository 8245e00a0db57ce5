"""Columns of cards that cover each other but for a strip with an index, such as melds laid on the table.

The detector takes a strip for a card on its side, or two strips for one. So from every card whose index is
read clearly the next one is looked for above and below it in steps, by its index; its outline is the first card's,
moved. Strips that were taken for cards are left out then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from scoring.cards import JOKER
from vision.arrays import Array
from vision.classification import index_reader
from vision.classification.index_reader import IndexReading
from vision.classification.prototypes import KnownDeck
from vision.detection.detector import Detections
from vision.detection.geometry import contains, overlaps
from vision.detection.plane import Table, within
from vision.io.pyramid import Pyramid

STEPS = tuple(step / 100 for step in range(16, 60, 2))
"""How far the next card of a column may lie, in lengths of a card."""
TWIN_STEP = 0.22  # lengths from which the same index is that of a second such card
SIZED = 0.12  # logarithm of a length or width up to which an outline has the size of a card there
WHOLE, EVIDENT = 0.7, 0.9  # visible share and score of an outline that says how large a card is there
KNOWN, COVERED = 0.6, 0.85  # IoU from which two outlines of one card are the same, and of whatever cards
LATER = 2  # steps from the first at which an index is read to that at which its card lies: its rank is whole then
INSIDE = 0.75  # share of a strip's area that cards of a column cover, from which it is no card of its own
LONGEST = 14  # cards of a column


def completed(
    pyramid: Pyramid, found: Detections, by_index: IndexReading, deck: KnownDeck
) -> tuple[Detections, IndexReading]:
    """The outlines of a picture with the cards of columns that have none, and without strips of them."""
    clear = by_index.clear >= 0
    whole = (found.visible > WHOLE) & (found.score > EVIDENT) & clear
    if not whole.any():
        return found, by_index
    table = Table(found.quads[whole], deck.aspect)
    sized = np.array([float(np.abs(np.log(table.size(quad))).max()) < SIZED for quad in found.quads])
    if sized.all():  # no strip was taken for a card: nothing lies in columns
        return found, by_index
    seeds = [_Card(int(at), int(by_index.clear[at]), found.quads[at]) for at in np.flatnonzero(sized & clear)]
    cards = list(seeds)
    # Above a card the index at the first end of the next one is seen, below it that at the other: the card is turned.
    for edge in (seeds, [replace(card, quad=np.roll(card.quad, 2, axis=0)) for card in seeds]):
        for _ in range(LONGEST):
            edge = _next(pyramid, edge, deck, cards, found.quads)
            cards += edge
    new = cards[len(seeds) :]
    if not new:
        return found, by_index
    origins, quads = np.array([card.origin for card in new]), np.array([card.quad for card in new])
    seen = np.array([card.seen for card in new])
    more = replace(found.only(origins), quads=quads, visible=seen, score=np.full(len(new), EVIDENT))
    said = index_reader.look(pyramid, quads, deck, covered=True)
    stays = np.flatnonzero(~_strips(found, sized, np.array([card.quad for card in cards])))
    return found.only(stays).and_(more), by_index.only(stays).and_(said)


@dataclass(frozen=True)
class _Card:
    """A card by the outline from which it was found, its place in the deck as its index says it, and its own outline.

    The index that is seen is that of its first end; `seen` is the share of it that no other card covers.
    """

    origin: int
    index: int
    quad: Array
    seen: float = 1.0


def _next(pyramid: Pyramid, edge: list[_Card], deck: KnownDeck, known: list[_Card], outlines: Array) -> list[_Card]:
    """The card that lies under each of `edge`, its first end in sight, unless it is known."""
    if not edge:
        return []
    tried = np.array([[within(card.quad, (0.0, 1.0), (-s, 1 - s)) for s in STEPS] for card in edge])
    read, sure = index_reader.corner(pyramid, tried.reshape(-1, 4, 2), deck)
    # A joker's sign is none of a covered card: ornaments look like one.
    sure = np.where(np.array([card == JOKER for card in deck.cards])[read], np.float32(0.0), sure)
    found = list[_Card]()
    for card, quads, cards, likely in zip(
        edge, tried, read.reshape(tried.shape[:2]), sure.reshape(tried.shape[:2]), strict=True
    ):
        # A meld has no second joker, and a joker's drawing may be read as its index.
        twins = (np.array(STEPS) >= TWIN_STEP) & (deck.cards[card.index] != JOKER)
        clear = (likely >= index_reader.CLEAR) & ((cards != card.index) | twins)
        if not clear.any():
            continue
        first = int(clear.argmax())
        same = clear & (cards == cards[first]) & (np.arange(len(STEPS)) <= first + LATER)
        place = int(np.flatnonzero(same)[-1])
        one = _Card(card.origin, int(cards[first]), quads[place], STEPS[place])
        strip = within(one.quad, (0.0, 1.0), (0.0, one.seen)).mean(axis=0)[None]
        seen = any(contains(outline, strip)[0] for outline in outlines)
        if seen and not any(_same(one, other) for other in [*known, *found]):
            found.append(one)
    return found


def _same(one: _Card, other: _Card) -> bool:
    share = float(overlaps(one.quad, other.quad[None])[0])
    return share >= (KNOWN if one.index == other.index else COVERED)


def _strips(found: Detections, sized: npt.NDArray[np.bool_], cards: Array) -> npt.NDArray[np.bool_]:
    """Which outlines are no cards: not of a card's size, and mostly inside cards that are known."""
    inside = np.zeros(len(found), bool)
    for at in np.flatnonzero(~sized):
        low = np.floor(found.quads[at].min(axis=0))
        wide, high = (np.ceil(found.quads[at].max(axis=0)) - low + 1).astype(int)
        strip, covered = np.zeros((high, wide), np.uint8), np.zeros((high, wide), np.uint8)
        cv2.fillConvexPoly(strip, (found.quads[at] - low).round().astype(np.int32), 1)
        for card in cards:
            cv2.fillConvexPoly(covered, (card - low).round().astype(np.int32), 1)
        inside[at] = (strip & covered).sum() >= INSIDE * strip.sum()
    return inside
