"""Teaching a deck: photographs of its cards laid out in order become the directions its cards are compared with.

No network is trained: what the namer says of one clean picture of a card is what it says of that card anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring.cards import JOKER, Card, Deck
from vision import enrolled, geometry, image
from vision.crops import Pyramid
from vision.decks import FAMILIES, builtin_names
from vision.enrolled import BadName, EnrolledDeck
from vision.geometry import Array
from vision.locate import locate
from vision.models import Floats
from vision.recognise import embeddings_of
from vision.types import Point

__all__ = ["BadName", "BadPhotos", "Lesson", "Refusal", "asked", "teach"]

TAUGHT = ("italian", "french", "tarot")  # families whose decks can be taught
JOKERS, TRUMPS = "JOKER", "T"
MOST_JOKERS = 6
# A card is looked at a few times, a little askew and a little too near, as it will be located later.
VIEWS = 5
ASKEW = 0.012  # of a card's length, standard deviation of each corner


@dataclass(frozen=True)
class Refusal:
    """Why a photograph teaches nothing: `missing`, `unknown` (no such suit), a reason of `BadImage`, or `count`.

    For `count`: how many cards were `asked` for, how many were `seen`, and where, in pixels of the upright photograph.
    """

    suit: str
    reason: str
    asked: int = 0
    seen: int = 0
    corners: tuple[tuple[Point, ...], ...] = ()


class BadPhotos(ValueError):
    """Photographs that teach no deck; `refusals` holds every reason."""

    code = "bad_photos"

    def __init__(self, refusals: list[Refusal]) -> None:
        super().__init__(", ".join(f"{each.suit}: {each.reason}" for each in refusals))
        self.refusals = tuple(refusals)


@dataclass(frozen=True)
class Lesson:
    """One card as it was learned: on which photograph and where, the card most like it and how far apart they are.

    `apart` is 1 - cosine: 0 for two cards that look the same, about 1 for two that have nothing in common.
    """

    card: Card
    suit: str
    corners: tuple[Point, ...]
    nearest: Card
    apart: float


def asked(family: str) -> dict[str, tuple[Card, ...]]:
    """Which cards, in order, each photograph of a deck of `family` shows."""
    deck = FAMILIES[family]
    photographs: dict[str, tuple[Card, ...]] = {}
    for card in deck.cards:
        key = JOKERS if card == JOKER else card.suit or TRUMPS
        photographs[key] = (*photographs.get(key, ()), card)
    return photographs


def teach(name: str, family: str, photographs: Mapping[str, bytes | None]) -> tuple[Lesson, ...]:
    """Learn the deck `name` from its photographs, one a suit (`asked`), and keep it.

    None is a file that could not be read. Raises BadName and BadPhotos.
    """
    enrolled.check_name(name, builtin_names())
    wanted = asked(family)
    refusals = [Refusal(suit, "unknown") for suit in photographs if suit not in wanted]
    cards: list[Card] = []
    suits: list[str] = []
    corners: list[tuple[Point, ...]] = []
    directions: list[Floats] = []
    for suit, shown in wanted.items():
        if suit not in photographs:
            if suit != JOKERS:  # many packs are played without them
                refusals.append(Refusal(suit, "missing", len(shown)))
            continue
        data = photographs[suit]
        try:
            if data is None:
                raise image.BadImage("unreadable")
            photo = image.load(data)
        except image.BadImage as bad:
            refusals.append(Refusal(suit, bad.reason, len(shown)))
            continue
        pyramid = Pyramid(photo.pixels)
        quads = _in_order(locate(photo.pixels, pyramid).quads)
        spots = tuple(tuple((float(x), float(y)) for x, y in np.round(quad * photo.scale, 1)) for quad in quads)
        if suit == JOKERS and 0 < len(quads) <= MOST_JOKERS:
            shown = (JOKER,) * len(quads)
        if len(quads) != len(shown):
            refusals.append(Refusal(suit, "count", len(shown), len(quads), spots))
            continue
        cards += shown
        suits += [suit] * len(shown)
        corners += spots
        directions.append(_learned(pyramid, quads))
    if refusals:
        raise BadPhotos(refusals)
    everything = np.concatenate(directions)
    enrolled.store(EnrolledDeck(name, family, tuple(card.code for card in cards), everything))
    return _lessons(FAMILIES[family], cards, suits, corners, everything)


def _learned(pyramid: Pyramid, quads: Array) -> Floats:
    """The unit direction (N, 128) of each card, the middle of several views of it."""
    rng = np.random.default_rng(1)
    size = geometry.length(quads)[:, None, None]
    views = [quads, *(quads + rng.normal(0, ASKEW, quads.shape) * size for _ in range(VIEWS - 1))]
    total = np.sum([embeddings_of(pyramid, view)[0] for view in views], axis=0)
    middle: Floats = (total / np.linalg.norm(total, axis=1, keepdims=True)).astype(np.float32)
    return middle


def _in_order(quads: Array) -> Array:
    """Outlines in reading order: rows from top to bottom along the direction in which the cards stand, then across.

    A row ends where the next card down begins, so that a table seen askew keeps its rows.
    """
    if len(quads) < 2:
        return quads
    down = _standing(quads)
    across = np.array([down[1], -down[0]])
    centres = quads.mean(axis=1)
    height, sideways = centres @ down, centres @ across
    size = float(np.median(geometry.length(quads)))
    rows: list[list[int]] = []
    for index in np.argsort(height):
        row = next((r for r in rows if _beside(height, sideways, r, int(index), size)), None)
        if row is None:
            rows.append([int(index)])
        else:
            row.append(int(index))
    rows.sort(key=lambda r: float(np.mean(height[r])))
    return np.concatenate([quads[sorted(r, key=lambda i: float(sideways[i]))] for r in rows])


def _standing(quads: Array) -> Array:
    """The unit vector down the picture along which most cards stand; straight down where they lie on their sides."""
    axes = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    axes = np.where((axes[:, 1] < 0)[:, None], -axes, axes)
    axis = np.median(axes / np.linalg.norm(axes, axis=1, keepdims=True), axis=0)
    axis = axis / max(float(np.linalg.norm(axis)), 1e-9)
    return np.asarray(axis) if axis[1] > 0.75 else np.array([0.0, 1.0])


def _beside(height: Array, sideways: Array, row: list[int], index: int, size: float) -> bool:
    """Whether a card lies in a row: its nearest neighbour there is less than half a card higher or lower."""
    nearest = min(row, key=lambda other: abs(float(sideways[other] - sideways[index])))
    return abs(float(height[nearest] - height[index])) < 0.5 * size


def _lessons(
    deck: Deck, cards: list[Card], suits: list[str], corners: list[tuple[Point, ...]], directions: Floats
) -> tuple[Lesson, ...]:
    likeness = directions @ directions.T
    lessons = []
    for index, card in enumerate(cards):
        others = [other for other in range(len(cards)) if cards[other] != card]
        nearest = max(others, key=lambda other: float(likeness[index, other]))
        apart = round(1 - float(likeness[index, nearest]), 3)
        lessons.append(Lesson(card, suits[index], corners[index], cards[nearest], apart))
    return tuple(sorted(lessons, key=lambda lesson: deck.cards.index(lesson.card)))
