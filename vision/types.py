"""What vision answers with: the result types that every stage and every screen shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.cards import Card

Point = tuple[float, float]
Corners = tuple[Point, ...]  # the four corners of a card: its top left first, clockwise


@dataclass(frozen=True)
class SeenCard:
    """One card on the photograph.

    `card` is None where a card is seen but cannot be named; `confidence` 0-1; `doubtful`: a person must look.
    `corners`: pixels of the upright photograph, top left of the card first, clockwise. `alternatives`: the next best
    cards with their probabilities, best first. `embedding`: what the card looks like
    (`vision.classification.few_shot.pack`), where that may be learned; else empty. `visible`: the share of it that is
    seen.
    """

    card: Card | None
    confidence: float
    doubtful: bool
    corners: tuple[Point, Point, Point, Point]
    alternatives: tuple[tuple[Card, float], ...] = ()
    embedding: bytes = field(default=b"", repr=False)
    visible: float = 1.0


@dataclass(frozen=True)
class Note:
    """A remark on the whole photograph: `dark blurred far cut_card unknown_deck other_deck`; `value` in its own unit.

    `dark`: mean grey (0-255). `far`: card length in pixels. `blurred`: variance of the Laplacian. `unknown_deck`:
    median cosine similarity to the deck's cards. `other_deck`: the pattern that fits better
    (`vision.pipeline.deck_fit`). `cut_card` has no value, nor have those of `vision.pipeline.feedback`.
    """

    code: str
    value: float | str | None = None


@dataclass(frozen=True)
class Recognition:
    """What was seen: `size` (width, height) of the upright photograph, cards in reading order, notes, seconds."""

    size: tuple[int, int]
    cards: tuple[SeenCard, ...]
    notes: tuple[Note, ...]
    seconds: float


@dataclass(frozen=True)
class FilmCard:
    """One card of a film, however often it was seen.

    `card`, `confidence`, `doubtful`, `alternatives` and `embedding` as in `SeenCard`. `since`, `until`: when it was
    first and last seen, `frame`: when best, all in seconds from the beginning; `corners`: where it was then, in pixels
    of the upright frame, top left of the card first, clockwise.
    """

    card: Card | None
    confidence: float
    doubtful: bool
    corners: tuple[Point, Point, Point, Point]
    alternatives: tuple[tuple[Card, float], ...]
    since: float
    until: float
    frame: float
    embedding: bytes = field(default=b"", repr=False)


@dataclass(frozen=True)
class FilmReading:
    """What a film shows: its `duration` in seconds, the `size` (width, height) of its upright frames, the cards in the
    order in which they were first seen, notes, and the seconds it took.

    `stills`, where they were asked for: the best frame of every card as a small JPEG, by its time (`FilmCard.frame`);
    cards that were seen best together share one.
    """

    duration: float
    size: tuple[int, int]
    cards: tuple[FilmCard, ...]
    notes: tuple[Note, ...]
    seconds: float
    stills: Mapping[float, bytes] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class FilmProgress:
    """How far a film is read: `at` seconds of its `duration` (None: it does not say), and how many `cards` so far."""

    at: float
    duration: float | None
    cards: int


@dataclass(frozen=True)
class Before:
    """A frame that was read before: `at` seconds, and what was seen on it (`Glance.seen`)."""

    at: float
    seen: bytes


@dataclass(frozen=True)
class Glance:
    """One frame as it was read: `seen` on it, and what the next one needs (`memory`), for `vision.filming.live.glance`.

    `cards`: all of the film so far; `again`: places in `cards` of those that have just come for the second time;
    `best`: the times of the frames that show any card best; `still`: this frame as a small JPEG, if it is one of them;
    `size`: its width and height.
    """

    seen: bytes
    memory: bytes
    cards: tuple[FilmCard, ...]
    again: tuple[int, ...]
    best: frozenset[float]
    still: bytes
    size: tuple[int, int]


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
