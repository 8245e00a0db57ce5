"""What vision answers with: the result types that every stage and every screen shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.cards import Card

Point = tuple[float, float]
Corners = tuple[Point, ...]  # the four corners of a card: its top left first, clockwise


def _check_corners(corners: Corners) -> None:
    if len(corners) != 4 or any(len(point) != 2 for point in corners):
        raise ValueError(f"corners are four points (x, y), not {corners!r}")


def _check_share(name: str, value: float) -> None:
    if not 0 <= value <= 1:  # false for NaN, too
        raise ValueError(f"{name} is a share from 0 to 1, not {value!r}")


def _check_size(size: tuple[int, int]) -> None:
    if len(size) != 2 or min(size) < 1:
        raise ValueError(f"size is a width and a height in pixels, not {size!r}")


def _check_name(card: SeenCard | FilmCard) -> None:
    """Check the fields that cards of photographs and films share."""
    _check_corners(card.corners)
    _check_share("confidence", card.confidence)
    for _, probability in card.alternatives:
        _check_share("the probability of an alternative", probability)
    if card.card is None and not card.doubtful:
        raise ValueError("a card without a name is doubtful")


@dataclass(frozen=True)
class SeenCard:
    """One card on the photograph.

    `card` is None where a card is seen but cannot be named; `confidence` 0-1; `doubtful`: a person must look.
    `corners`: pixels of the upright photograph, top left of the card first, clockwise. `alternatives`: the next best
    cards with their probabilities, best first. `embedding`: what the card looks like
    (`vision.decks.embeddings.pack`), where that may be learned; else empty. `visible`: the share of it that is
    seen.
    """

    card: Card | None
    confidence: float
    doubtful: bool
    corners: tuple[Point, Point, Point, Point]
    alternatives: tuple[tuple[Card, float], ...] = ()
    embedding: bytes = field(default=b"", repr=False)
    visible: float = 1.0

    def __post_init__(self) -> None:
        _check_name(self)
        _check_share("visible", self.visible)


@dataclass(frozen=True)
class Note:
    """A remark on the whole photograph: `dark blurred far cut_card unknown_deck other_deck two_decks`, with a `value`.

    `dark`: mean grey (0-255). `far`: card length in pixels. `blurred`: variance of the Laplacian. `unknown_deck`:
    median cosine similarity to the deck's cards. `other_deck`: the deck that surely lies there instead
    (`vision.pipeline.deck_fit`). `two_decks`: how many cards are of another deck than the rest. `cut_card` has no
    value, nor have those of `vision.pipeline.feedback`.
    """

    code: str
    value: float | str | None = None


@dataclass(frozen=True)
class DeckGuess:
    """Which deck a pile looks like: its `name`, None where it is none that is known, and how sure that is.

    `confidence` 0-1; `doubtful`: between two, or none. `alternatives`: other decks with their probabilities, likeliest
    first. `like`: the family of the likeliest deck, empty where no card was seen. `evidence`: the log-likelihood of
    each deck, which adds up over photographs of one deck; `near`: the median cosine similarity of the cards to the
    nearest drawings that are known.
    """

    name: str | None
    confidence: float
    doubtful: bool
    alternatives: tuple[tuple[str, float], ...]
    like: str
    evidence: Mapping[str, float] = field(default_factory=dict, repr=False)
    near: float = 0.0

    def __post_init__(self) -> None:
        _check_share("confidence", self.confidence)
        for _, probability in self.alternatives:
            _check_share("the probability of an alternative", probability)
        if self.name is None and not self.doubtful:
            raise ValueError("a deck without a name is doubtful")


@dataclass(frozen=True)
class Recognition:
    """What was seen: `size` (width, height) of the upright photograph, cards in reading order, notes, seconds, and
    which `deck` the pile looks like.
    """

    size: tuple[int, int]
    cards: tuple[SeenCard, ...]
    notes: tuple[Note, ...]
    seconds: float
    deck: DeckGuess | None = None

    def __post_init__(self) -> None:
        _check_size(self.size)


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

    def __post_init__(self) -> None:
        _check_name(self)
        if not 0 <= self.since <= self.until:
            raise ValueError(
                f"a card is seen from 0 seconds or later until then or later, not {self.since}-{self.until}"
            )


@dataclass(frozen=True)
class FilmReading:
    """What a film shows: its `duration` in seconds, the `size` (width, height) of its upright frames, the cards in the
    order in which they were first seen, notes, the seconds it took, and which `deck` the cards look like.

    `stills`, where they were asked for: the best frame of every card as a small JPEG, by its time (`FilmCard.frame`);
    cards that were seen best together share one.
    """

    duration: float
    size: tuple[int, int]
    cards: tuple[FilmCard, ...]
    notes: tuple[Note, ...]
    seconds: float
    stills: Mapping[float, bytes] = field(default_factory=dict, repr=False)
    deck: DeckGuess | None = None

    def __post_init__(self) -> None:
        _check_size(self.size)
        if not self.duration >= 0:
            raise ValueError(f"duration is in seconds from 0 on, not {self.duration!r}")


@dataclass(frozen=True)
class FilmProgress:
    """How far a film is read: `at` seconds of its `duration` (None: it does not say), and how many `cards` so far.

    `still`: the frame that is looked at as a small JPEG, where stills were asked for.
    """

    at: float
    duration: float | None
    cards: int
    still: bytes = field(default=b"", repr=False)


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

    def __post_init__(self) -> None:
        _check_corners(self.corners)
        if not -1e-3 <= self.apart <= 2:
            raise ValueError(f"apart is 1 - cosine similarity, from 0 to 2, not {self.apart!r}")
