"""Stores the cards read on a photograph, and the answers that players gave about them.

The recogniser proposes and a player confirms. Each card that the recogniser sees or a player points at is one
`Detection`. The database keeps them as JSON in `Photo.detections`; only `detections_on` and `set_detections` access it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Literal

from vision import Point, Recognition, SeenCard, grouped
from webapp.games.layout import Layout
from webapp.photos.corners import Outline, middle
from webapp.photos.filming.films import GAP
from webapp.photos.models import Photo

NO_CARD = ""
"""The answer that a detection is no card."""
CHOICES = 4
"""Most alternatives offered with a question."""

Corners = tuple[Point, Point, Point, Point]
"""In pixels of the upright photograph, top left of the card first, clockwise."""
State = Literal["sure", "doubtful", "open", "said", "settled", "dismissed", "gone"]
"""How a detection is drawn, see `Detection.state`."""


class Kind(StrEnum):
    """How a card was detected."""

    NAMED = "named"
    DOUBTFUL = "doubtful"
    """Named, but a player should look."""
    UNNAMED = "unnamed"
    """A card that was not recognised."""
    TAKEN = "taken"
    """Named, but already in another side's pile."""
    ADDED = "added"
    """Missed by the recogniser and pointed at by a player."""


@dataclass(frozen=True)
class SettledAnswer:
    """An answer that was inferred from the other piles (`webapp.photos.settling`).

    `card` is the code or `NO_CARD`, `by` the argument (`vision.deal.Argument`), `before` the answer it replaced.
    """

    card: str
    by: str
    before: str | None


@dataclass(frozen=True)
class Detection:
    """One card on a photograph.

    `code`, `confidence` (0-1), `corners` and `alternatives` (codes) are the recogniser's; `code` is None if it named no
    card of this deck. `doubtful`: the recogniser asked for a look.

    `answer` counts in the pile: a code, `NO_CARD`, or None while a player has to name the card. `looked`: True once a
    player named the card in the picture. It is False if the player then gave that name to another detection, and this
    one is asked about again. `declined`: a player withdrew the `settled` answer, so none is inferred again.
    `embedding`: the card's embedding in base64, where it may be learned (`webapp.decks.examples`).
    """

    kind: Kind
    code: str | None
    confidence: float
    corners: Corners
    alternatives: tuple[str, ...] = ()
    answer: str | None = None
    doubtful: bool = True  # missing in drafts of older versions
    looked: bool | None = None
    settled: SettledAnswer | None = None
    declined: bool = False
    embedding: str = ""

    @property
    def is_open(self) -> bool:
        """Whether a player must still answer before the round counts."""
        return self.answer is None

    @property
    def is_doubt(self) -> bool:
        """Whether a player should check the recogniser's name."""
        return self.kind is Kind.DOUBTFUL and self.looked is None

    @property
    def is_settled(self) -> bool:
        """Whether the answer was inferred from the other piles, not given by a player."""
        return self.settled is not None and self.settled.card == self.answer and not self.looked

    @property
    def is_question(self) -> bool:
        """Whether the page asks about the card. A card that is certain, or was named in the picture, is only framed."""
        if self.is_settled:
            return False
        if self.looked is not None:
            return not self.looked
        return self.kind not in (Kind.NAMED, Kind.ADDED)

    @property
    def state(self) -> State:
        """The state drawn in the picture.

        `sure` and `doubtful`: as read. `open`: a player must name the card. `said`: named by a player. `settled`:
        inferred. `dismissed`: no card there. `gone`: a player added the card and withdrew it; nothing is drawn.
        """
        if self.answer is None:
            return "open"
        if self.answer == NO_CARD:
            return "gone" if self.kind is Kind.ADDED else "dismissed"
        if self.is_settled:
            return "settled"
        if self.answer != self.code or self.kind is Kind.TAKEN or self.looked is not None:
            return "said"
        return "doubtful" if self.kind is Kind.DOUBTFUL else "sure"

    def as_json(self) -> dict[str, Any]:
        """The JSON stored in the database; read by `from_json`."""
        stored = asdict(self) | {"corners": list(map(list, self.corners)), "alternatives": list(self.alternatives)}
        return {name: value for name, value in stored.items() if name not in _LEFT_OUT or value != _LEFT_OUT[name]}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Detection:
        """Parse the JSON stored in the database."""
        first, second, third, fourth = ((x, y) for x, y in stored["corners"])
        settled = stored.get("settled")
        read = {
            "kind": Kind(stored["kind"]),
            "corners": (first, second, third, fourth),
            "alternatives": tuple(stored["alternatives"]),
            "settled": SettledAnswer(**settled) if settled else None,
        }
        return cls(**{**stored, **read})


_LEFT_OUT: Mapping[str, object] = {"looked": None, "settled": None, "declined": False, "embedding": ""}
"""Fields that are stored only if they differ from these defaults."""

Detections = tuple[Detection, ...]


def detections_on(photo: Photo) -> Detections:
    return tuple(Detection.from_json(stored) for stored in photo.detections)


def set_detections(photo: Photo, detections: Iterable[Detection]) -> None:
    photo.detections = as_json(detections)


def as_json(detections: Iterable[Detection]) -> list[dict[str, Any]]:
    """The value of `Photo.detections`."""
    return [detection.as_json() for detection in detections]


def detected(seen: Recognition, side: str, owner_of: Mapping[str, str], layout: Layout) -> Detections:
    """The detections of a new photograph of `side`'s pile; `owner_of` is code -> side of the cards in piles.

    A card that was taken out of the deck counts as unnamed: a player has to say what it is.
    """
    return tuple(_detection(card, side, owner_of, layout) for card in seen.cards)


def _detection(seen: SeenCard, side: str, owner_of: Mapping[str, str], layout: Layout) -> Detection:
    code = seen.card.code if seen.card and layout.has(seen.card.code) else None
    if code is None:
        kind = Kind.UNNAMED
    elif owner_of.get(code, side) != side:
        kind = Kind.TAKEN
    else:
        kind = Kind.DOUBTFUL if seen.doubtful else Kind.NAMED
    first, second, third, fourth = ((round(x, 1), round(y, 1)) for x, y in seen.corners)
    return Detection(
        kind=kind,
        code=code,
        confidence=round(seen.confidence, 4),
        corners=(first, second, third, fourth),
        alternatives=tuple(card.code for card, _ in seen.alternatives if layout.has(card.code))[:CHOICES],
        answer=code if kind in (Kind.NAMED, Kind.DOUBTFUL) else None,
        doubtful=seen.doubtful,
        embedding=b64encode(seen.embedding).decode(),
    )


@dataclass(frozen=True)
class PhotoCard:
    """One detection with the photograph that it is on and its index there."""

    photo: Photo
    index: int
    detection: Detection


def cards_on(photo: Photo) -> list[PhotoCard]:
    return [PhotoCard(photo, index, detection) for index, detection in enumerate(detections_on(photo))]


def question_numbers(photo: Photo, questions: Iterable[PhotoCard]) -> dict[int, int]:
    """Index of a detection of `photo` -> the number, from 1, of the question about it."""
    return {card.index: number for number, card in enumerate(questions, start=1) if card.photo is photo}


def open_questions(photos: Iterable[Photo]) -> int:
    """The number of cards on these photographs without an answer."""
    return sum(detection.is_open for photo in photos for detection in detections_on(photo))


def choices(detection: Detection, free: Collection[str]) -> list[str]:
    """The codes to offer as an answer, likeliest first; `free` are the codes that lie in no pile yet.

    Detected cards come first, then free cards. If only a few are free, all are offered, since an unnamed card must be
    one of them. The current answer is always offered.
    """
    few = list(free) if len(free) <= CHOICES else []
    likely = [code for code in detection.alternatives if code in free]
    others = [code for code in detection.alternatives if code not in free]
    seen = [detection.code] if detection.code else []
    offered = list(dict.fromkeys([*seen, *likely, *few, *others]))[: CHOICES + 1]
    return list(dict.fromkeys([*offered, *([detection.answer] if detection.answer else [])]))


def proposed(detections: Iterable[Detection]) -> list[str]:
    """The codes that the detections put into the pile with their current answers."""
    return [detection.answer for detection in detections if detection.answer]


def lots(detections: Detections) -> list[list[str]]:
    """The codes of cards lying together, group by group, by their current answers.

    A detection without an answer may be no card, so it joins no groups.
    """
    named = [(each.answer, each.corners) for each in detections if each.answer]
    return [[named[at][0] for at in group] for group in grouped([corners for _, corners in named])]


@dataclass(frozen=True)
class Moment:
    """The cell of a contact sheet that shows a card: its position in pixels, and the `second` of the film."""

    x: float
    y: float
    width: float
    height: float
    second: float

    @property
    def clock(self) -> str:
        """The second as a video player shows it: minutes and seconds."""
        return f"{int(self.second) // 60}:{int(self.second) % 60:02}"


def moment_of(photo: Photo, corners: Outline) -> Moment | None:
    """The moment at which the card with these corners was seen; None if the photograph is no contact sheet."""
    if photo.film is None:
        return None
    (width, height), moments = photo.film["cell"], photo.film["moments"]
    x, y = middle(corners)
    column = min(max(int(x // width), 0), photo.film["columns"] - 1)
    place = max(int(y // height), 0) * photo.film["columns"] + column
    if place >= len(moments):
        return None
    return Moment(column * width, place // photo.film["columns"] * height, width - GAP, height - GAP, moments[place])
