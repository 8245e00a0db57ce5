"""What vision answers with: the result types that every stage and every screen shares."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.cards import Card

Point = tuple[float, float]
Corners = tuple[Point, ...]  # the four corners of a card: its top left first, clockwise


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
    """A remark on the whole photograph: `dark blurred far cut_card unknown_deck`; `value` in its own unit.

    `dark`: mean grey (0-255). `far`: card length in pixels. `blurred`: variance of the Laplacian. `unknown_deck`:
    median cosine similarity to the deck's cards. `cut_card` has no value.
    """

    code: str
    value: float | None = None


@dataclass(frozen=True)
class Recognition:
    """What was seen: `size` (width, height) of the upright photograph, cards in reading order, notes, seconds."""

    size: tuple[int, int]
    cards: tuple[SeenCard, ...]
    notes: tuple[Note, ...]
    seconds: float


@dataclass(frozen=True)
class Lesson:
    """One card as it was learned: on which photograph (`suit`) and where, the other card most similar to it.

    `apart` is 1 - cosine similarity to that `nearest` card: 0 for two that look the same, about 1 for two that have
    nothing in common. `alike`: by the embedding alone the other card would get more than a twentieth of the
    probability.
    """

    card: Card
    suit: str
    corners: Corners
    nearest: Card
    apart: float
    alike: bool
