"""The result types of `vision`, shared by all its stages and by the screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.cards import Card

Point = tuple[float, float]
Corners = tuple[Point, ...]  # the four corners of a card, clockwise from its top left


def _check_corners(corners: Corners) -> None:
    if len(corners) != 4 or any(len(point) != 2 for point in corners):
        raise ValueError(f"corners are four points (x, y), not {corners!r}")


def _check_share(name: str, value: float) -> None:
    if not 0 <= value <= 1:  # also false for NaN
        raise ValueError(f"{name} is a share from 0 to 1, not {value!r}")


def _check_size(size: tuple[int, int]) -> None:
    if len(size) != 2 or min(size) < 1:
        raise ValueError(f"size is a width and a height in pixels, not {size!r}")


def _check_name(card: SeenCard | FilmCard) -> None:
    """Check the fields shared by cards of photographs and films."""
    _check_corners(card.corners)
    _check_share("confidence", card.confidence)
    for _, probability in card.alternatives:
        _check_share("the probability of an alternative", probability)
    if card.card is None and not card.doubtful:
        raise ValueError("a card without a name is doubtful")


@dataclass(frozen=True)
class SeenCard:
    """One card on a photograph.

    `card` is None if a card is seen but cannot be named. `confidence` is 0-1; `doubtful`: a person must look. `corners`
    are pixels of the upright photograph, clockwise from the card's top left. `alternatives` are the next best cards
    with their probabilities, best first. `embedding` is the card's appearance (`vision.decks.embeddings.pack`) if it
    may be learned: of strange artwork, or of an enrolled deck. `visible` is the visible share. `doubts` say why it is
    doubtful (`vision.classification.doubts.Doubt`).
    """

    card: Card | None
    confidence: float
    doubtful: bool
    corners: tuple[Point, Point, Point, Point]
    alternatives: tuple[tuple[Card, float], ...] = ()
    embedding: bytes = field(default=b"", repr=False)
    visible: float = 1.0
    doubts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_name(self)
        _check_share("visible", self.visible)


@dataclass(frozen=True)
class Note:
    """A remark on a photograph: `dark blurred far cut_card unknown_deck other_deck two_decks`, with a `value`.

    `dark`: mean grey (0-255). `far`: card length in pixels. `blurred`: variance of the Laplacian. `unknown_deck`:
    median cosine similarity to the deck's cards. `other_deck`: the deck that surely lies there instead
    (`vision.pipeline.deck_fit`). `two_decks`: number of cards from a second deck. `cut_card` and the notes of
    `vision.pipeline.feedback` have no value.
    """

    code: str
    value: float | str | None = None


@dataclass(frozen=True)
class DeckGuess:
    """The deck a pile looks like: its `name`, or None if it is no known deck, and how sure that is.

    `confidence` is 0-1; `doubtful`: between two decks, or none. `alternatives` are other decks with their
    probabilities, likeliest first. `like` is the family it looks like most, empty without cards. `evidence` is the
    log-likelihood of each deck, which adds up over photographs; `near` is the median cosine similarity of the cards to
    the nearest known drawings of each family.
    """

    name: str | None
    confidence: float
    doubtful: bool
    alternatives: tuple[tuple[str, float], ...]
    like: str
    evidence: Mapping[str, float] = field(default_factory=dict, repr=False)
    near: Mapping[str, float] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        _check_share("confidence", self.confidence)
        for _, probability in self.alternatives:
            _check_share("the probability of an alternative", probability)
        if self.name is None and not self.doubtful:
            raise ValueError("a deck without a name is doubtful")

    @property
    def sure(self) -> str:
        """The deck that surely lies there; empty if in doubt or unknown."""
        return "" if self.doubtful else self.name or ""


@dataclass(frozen=True)
class Recognition:
    """The result for a photograph. `size`: its upright (width, height); `cards`: in reading order."""

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

    `card`, `confidence`, `doubtful`, `alternatives` and `embedding` as in `SeenCard`. `since`, `until`: first and last
    seen, `frame`: best seen, all in seconds from the beginning. `corners` are its place then, in pixels of the upright
    frame, clockwise from the card's top left.
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
    """The result for a film: `duration` in seconds, upright frame `size` (width, height), cards in order first seen,
    and more.

    `seconds` is the time it took, `deck` what the cards look like. `stills`, if requested: the best frame of every card
    as a small JPEG, by time (`FilmCard.frame`); cards seen best together share one.
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
    """How far a film is read: `at` seconds of its `duration` (None: unknown), and how many `cards` so far.

    `still`: the current frame as a small JPEG, where stills were asked for.
    """

    at: float
    duration: float | None
    cards: int
    still: bytes = field(default=b"", repr=False)


@dataclass(frozen=True)
class Before:
    """An earlier frame: at `at` seconds, with the observations on it (`Glance.seen`)."""

    at: float
    seen: bytes


@dataclass(frozen=True)
class Glance:
    """The result for one live frame: `seen` on it, for `vision.filming.live.glance` of the next.

    `cards`: all of the film so far; `again`: indexes in `cards` of those that just appeared a second time; `best`:
    times of frames that show any card best; `still`: this frame as a small JPEG if it is one of these; `size`: its
    width and height.
    """

    seen: bytes
    cards: tuple[FilmCard, ...]
    again: tuple[int, ...]
    best: frozenset[float]
    still: bytes
    size: tuple[int, int]


@dataclass(frozen=True)
class Lesson:
    """One card as learned: its photograph (`suit`) and place, and the most similar other card.

    `apart` is 1 - cosine similarity to that `nearest` card: 0 for equal ones, about 1 for unrelated ones. `alike`: by
    embedding alone, the other card would get more than a twentieth of the probability.
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
