"""What recognition answers with: one result that every stage and every screen speaks."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.cards import Card

Point = tuple[float, float]


@dataclass(frozen=True)
class SeenCard:
    """One card on the photograph.

    `card` is None where a card is seen but cannot be named; `confidence` 0-1; `doubtful`: a person must look.
    `corners`: pixels of the upright photograph, top left of the card first, clockwise. `alternatives`: the next best
    cards with their probabilities, best first.
    """

    card: Card | None
    confidence: float
    doubtful: bool
    corners: tuple[Point, Point, Point, Point]
    alternatives: tuple[tuple[Card, float], ...] = ()


@dataclass(frozen=True)
class Note:
    """A word on the whole photograph: `dark blurred far cut_card unknown_deck`; `value` in its own unit."""

    code: str
    value: float | None = None


@dataclass(frozen=True)
class Recognition:
    """What was seen: `size` (width, height) of the upright photograph, cards in reading order, notes, seconds."""

    size: tuple[int, int]
    cards: tuple[SeenCard, ...]
    notes: tuple[Note, ...]
    seconds: float
