"""Enrols a deck: photographs of its cards laid out in order become the prototypes its cards are compared with.

No network is trained: the classifier's embedding of one clean picture of a card becomes its prototype.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from scoring.cards import JOKER, Card
from vision.arrays import Array, Floats
from vision.classification import index_reader
from vision.classification.classifier import TAUGHT, embed
from vision.classification.prototypes import known, prototypes
from vision.decks.catalogue import FAMILIES, check_name
from vision.decks.enrolled import EnrolledDeck
from vision.decks.indices import NOTHING, RANKS, SUITS, TAROTS, by_card, unread
from vision.detection import geometry
from vision.detection.detector import detect
from vision.errors import BadImage, BadPhotos, Refusal
from vision.io import photo as photos
from vision.io.photo import Photo
from vision.io.pyramid import Pyramid
from vision.nets.activations import LEAST
from vision.pipeline.recognition import BLURRED
from vision.types import Corners, Lesson, Note

Outline = Sequence[Sequence[float]]
ENROLLABLE = ("italian", "french", "tarot", "piemontese")  # families whose decks can be enrolled
JOKERS, TRUMPS = "JOKER", "T"
MOST_JOKERS = 6
MOST_SEEN = 40  # outlines kept of one photograph: far more than it is asked to show
SMALL = 110.0  # card length, in pixels of the photograph, below which its print is hardly visible
# Margin by which the log-likelihood of rising ranks must exceed that of any other order, and its least mean a card. Of
# known cards laid at random 2 sheets in 1,000 passed for an order.
CLEAR, RISING = 9.0, -3.0
UPRIGHT = 0.87  # vertical share of a card's direction from which it is upright: within 30 degrees


@dataclass(frozen=True)
class Sheet:
    """One photograph of cards laid out in order, as it was read.

    `size` (width, height) of the upright photograph. Of its N cards, in the order laid: `corners` in its pixels, the
    card's top left first, and unit `embeddings` (N, 128). `notes`: `far`, `blurred`, or `order` where it cannot be told
    which card is the first. `indices` (N, outputs): the reading of their corners
    (`vision.classification.index_reader.shown`), if asked.
    """

    size: tuple[int, int]
    corners: tuple[Corners, ...]
    embeddings: Floats
    notes: tuple[Note, ...] = ()
    indices: Floats | None = None

    def __post_init__(self) -> None:
        cards = len(self.corners)
        if len(self.embeddings) != cards or (self.indices is not None and len(self.indices) != cards):
            raise ValueError(f"of {cards} cards every one has an embedding, and indices where they were asked")

    def __len__(self) -> int:
        return len(self.corners)

    def picked(self, places: Sequence[int]) -> Sheet:
        """A copy with the cards at `places` only, in that order."""
        corners = tuple(self.corners[place] for place in places)
        read = None if self.indices is None else self.indices[list(places)]
        return Sheet(self.size, corners, self.embeddings[list(places)], self.notes, read)


def asked(family: str) -> dict[str, tuple[Card, ...]]:
    """The cards, in order, that each photograph of a deck of `family` shows."""
    deck = FAMILIES[family]
    photographs: dict[str, tuple[Card, ...]] = {}
    for card in deck.cards:
        key = JOKERS if card == JOKER else card.suit or TRUMPS
        photographs[key] = (*photographs.get(key, ()), card)
    return photographs


def cards_on(family: str, suit: str, seen: int) -> tuple[Card, ...] | None:
    """The cards on a photograph of `suit` when `seen` were found on it; None when that is a wrong number."""
    wanted = asked(family)[suit]
    if suit == JOKERS and 0 < seen <= MOST_JOKERS:  # packs have one, two, or several drawings of it
        return (JOKER,) * seen
    return wanted if len(wanted) == seen else None


def look(photo: bytes | Photo) -> Sheet:
    """Look at a photograph of cards laid out in order; raises BadImage."""
    photo = photos.opened(photo).whole()
    pyramid = Pyramid(photo.pixels)
    quads = detect(pyramid).quads[:MOST_SEEN]
    read = index_reader.shown(pyramid, quads)
    if not len(quads):
        return Sheet(photo.size, (), np.zeros((0, 128), np.float32), (), read)
    embeddings, _, cuts = embed(pyramid, quads)
    order, turned, sure = _order(quads, embeddings, read)
    quads = np.where(turned[:, None, None], np.roll(quads, 2, axis=1), quads)[order]
    notes = [] if sure else [Note("order")]
    long = float(np.median(geometry.length(quads))) * photo.scale
    if long < SMALL:
        notes.append(Note("far", round(long)))
    sharpness = float(np.median([cv2.Laplacian(cut, cv2.CV_32F).var() for cut in cuts]))
    if sharpness < BLURRED:
        notes.append(Note("blurred", round(sharpness, 1)))
    spots = tuple(tuple((float(x), float(y)) for x, y in np.round(quad * photo.scale, 1)) for quad in quads)
    return Sheet(photo.size, spots, embeddings[order], tuple(notes), read[order])


def embeddings_of(photo: bytes | Photo, quads: Array, width: int) -> Floats:
    """The unit embeddings (N, 128) of the cards in `quads` (N, 4, 2) of a photograph; raises BadImage.

    `width`: pixels of the width of the photograph on which the quads are measured.
    """
    photo = photos.opened(photo).whole()
    embeddings, _, _ = embed(Pyramid(photo.pixels), quads * (photo.pixels.shape[1] / width))
    return embeddings.astype(np.float32)


def enrol(
    name: str, family: str, photographs: Mapping[str, bytes | None], look: Callable[[bytes], Sheet] = look
) -> tuple[EnrolledDeck, tuple[Lesson, ...]]:
    """Learn the deck `name` from its photographs, one a suit (`asked`); see `vision.enrol`.

    None stands for a file that could not be read. `look` reads each photograph, by default in this process. Raises
    BadName and BadPhotos.
    """
    if family not in ENROLLABLE:
        raise ValueError(f"{family}: a deck is like one of {', '.join(ENROLLABLE)}")
    check_name(name)
    wanted = asked(family)
    refusals = [Refusal(suit, "unknown") for suit in photographs if suit not in wanted]
    sheets: dict[str, Sheet] = {}
    for suit, shown in wanted.items():
        if suit not in photographs:
            if suit != JOKERS:  # many packs are played without them
                refusals.append(Refusal(suit, "missing", len(shown)))
            continue
        data = photographs[suit]
        try:
            if data is None:
                raise BadImage("unreadable")
            sheet = look(data)
        except BadImage as bad:
            refusals.append(Refusal(suit, bad.reason, len(shown)))
            continue
        if cards_on(family, suit, len(sheet)) is None:
            refusals.append(Refusal(suit, "count", len(shown), len(sheet), sheet.corners))
        elif Note("order") in sheet.notes and suit != JOKERS:
            refusals.append(Refusal(suit, "order", len(shown), len(sheet), sheet.corners))
        sheets[suit] = sheet
    if refusals:
        raise BadPhotos(refusals)
    deck = deck_of(name, family, sheets)
    return deck, lessons(deck, sheets)


def deck_of(name: str, family: str, sheets: Mapping[str, Sheet]) -> EnrolledDeck:
    """The deck that photographs make, each with the right number of cards (`cards_on`)."""
    codes = tuple(card.code for _, card, _ in _laid_out(family, sheets))
    embeddings = np.concatenate([sheets[suit].embeddings for suit in sheets])
    return EnrolledDeck(name, family, codes, embeddings, indices=_read(tuple(sheets.values())))


def _read(sheets: Sequence[Sheet]) -> Floats | None:
    """The readings of the corners of all cards (N, outputs); None if no photograph has any."""
    if all(sheet.indices is None for sheet in sheets):
        return None
    return np.concatenate([unread(len(s)) if s.indices is None else s.indices for s in sheets])


def lessons(deck: EnrolledDeck, sheets: Mapping[str, Sheet]) -> tuple[Lesson, ...]:
    """Lessons about each card of `deck` from the photographs it was enrolled from, in the order of its cards."""
    similarity = deck.embeddings @ deck.embeddings.T
    tellable = float(np.log(20)) / (TAUGHT * prototypes().scale)  # apart enough for odds of twenty to one
    codes = np.array(deck.codes)
    learned = []
    laid_out = _laid_out(deck.family, sheets)
    for index, (suit, card, corners) in enumerate(laid_out):
        others = np.flatnonzero(codes != card.code)
        nearest = int(others[np.argmax(similarity[index, others])])
        apart = round(1 - float(similarity[index, nearest]), 3)
        learned.append(Lesson(card, suit, corners, laid_out[nearest][1], apart, alike=apart < tellable))
    order = FAMILIES[deck.family].cards
    return tuple(sorted(learned, key=lambda lesson: order.index(lesson.card)))


def _laid_out(family: str, sheets: Mapping[str, Sheet]) -> list[tuple[str, Card, Corners]]:
    """Suit, card and corners of every card on the photographs, in the order of their embeddings."""
    return [
        (suit, card, corners)
        for suit, sheet in sheets.items()
        for card, corners in zip(cards_on(family, suit, len(sheet)) or (), sheet.corners, strict=True)
    ]


def _order(quads: Array, embeddings: Floats, read: Floats) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_], bool]:
    """The order in which N cards were laid, which of them to turn by 180 degrees (N,), and whether that order is sure.

    The next row lies along the cards or across them, on either side: where the ranks of known decks rise best. Unknown
    drawings give no order: then upright cards are read from top to bottom, and others are unsure.
    """
    along, orders = _orders(quads)
    known_suits = _likelihoods(embeddings, read)
    rises = np.array([max(_rise(suit[order]) for suit in known_suits) for order in orders])
    best = int(rises.argmax())
    others = [rise for rise, order in zip(rises, orders, strict=True) if (order != orders[best]).any()]
    clear = not others or rises[best] >= max(max(others) + CLEAR, RISING * len(quads))
    upright = bool(along[1] >= UPRIGHT)
    if not clear and upright:
        best = 0
    axes = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    return orders[best], axes @ (-along if best == 1 else along) < 0, bool(clear or upright)


def place_among(others: Sequence[Outline], missed: Outline) -> int:
    """The index at which a card joins `others` of a sheet, which are in the order in which they were laid."""
    _, orders = _orders(np.array([*others, missed], np.float64))
    kept = max((order.tolist() for order in orders), key=lambda order: sum(b == a + 1 for a, b in pairwise(order)))
    return int(kept.index(len(others)))


def _orders(quads: Array) -> tuple[Array, list[npt.NDArray[np.intp]]]:
    """The direction (2,) along cards (N, 4, 2), and an order (N,) for each side on which the next row may lie."""
    along = geometry.axis(quads)
    beside = np.array([along[1], -along[0]])
    aside = np.roll(quads, 1, axis=1)  # rows of cards on their sides are as high as these are wide
    ways = ((quads, along), (quads, -along), (aside, beside), (aside, -beside))
    return along, [geometry.in_reading_order(cards, down) for cards, down in ways]


def _likelihoods(embeddings: Floats, read: Floats) -> list[Floats]:
    """The log-likelihoods (N, ranks) of N cards in each suit of each family, by its known drawings and indices."""
    suits = []
    for family in ENROLLABLE:
        deck = known(family)
        shares = deck.probabilities(embeddings, prototypes().scale)
        if deck.indices is not None:
            nothing = read[:, [NOTHING]]
            named = by_card(read[:, RANKS], read[:, SUITS], read[:, TAROTS], deck.family)
            shares = shares * ((1 - nothing) * named + nothing / named.shape[1])
            shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-9)
        likely = np.log(np.maximum(shares, LEAST))
        suits += [likely[:, [deck.cards.index(card) for card in cards]] for cards in asked(family).values()]
    return suits


def _rise(likely: Floats) -> float:
    """The best log-likelihood of rising ranks, given that of each card (N, ranks). A repeated rank costs `CLEAR`."""
    best = likely[0]
    for card in likely[1:]:
        lower = np.concatenate([[-np.inf], np.maximum.accumulate(best)[:-1]])
        best = np.maximum(lower, best - CLEAR) + card
    return float(best.max())


# A card that was missed, where somebody has tapped on it

REACHES = (1.5, 2.2)  # sides of the square crops, in lengths of the card, tried in this order
SMALLEST, LARGEST = 0.5, 2.0  # area of a card by that of its outline: no half card, no pair


@dataclass(frozen=True)
class Shown:
    """A card that a player has pointed at: its corners in pixels of the photograph, its unit embedding (128,).

    `found`: the card was detected. Else the corners are those of the outline, as accurate as the tap.
    """

    corners: list[list[float]]
    embedding: Floats
    found: bool


def look_there(photo: Photo, outline: Outline, width: int) -> Shown:
    """The card whose middle a player has tapped, in a photograph of cards laid side by side.

    `outline`: a card drawn about the tap, in pixels of a photograph `width` wide. Raises `BadImage`.
    """
    scale = photo.pixels.shape[1] / width
    drawn = np.array(outline, np.float64) * scale
    for left, top, part in _parts(photo, drawn):
        try:
            seen = look(part())
        except BadImage:  # too little of the picture is there
            continue
        quads = [np.add(corners, (left, top)) for corners in seen.corners]
        fitting = [place for place, quad in enumerate(quads) if _fits(quad, drawn)]
        if fitting:
            place = min(fitting, key=lambda each: float(np.linalg.norm(quads[each].mean(0) - drawn.mean(0))))
            corners = np.round(quads[place] / scale, 1).tolist()
            return Shown(corners, seen.embeddings[place], found=True)
    embedding = embeddings_of(photo, np.array([outline], np.float64), width)[0]
    return Shown([list(corner) for corner in outline], embedding, found=False)


def _parts(photo: Photo, drawn: npt.NDArray[np.float64]) -> Iterator[tuple[int, int, Callable[[], Photo]]]:
    """Parts of a photograph around an outline: the top left corner of each, and what cuts it out."""
    x, y = drawn.mean(axis=0)
    long = float(np.linalg.norm(drawn[3] - drawn[0]))
    for reach in REACHES:
        half = reach * long / 2
        left, top = max(0, round(x - half)), max(0, round(y - half))
        yield left, top, partial(photo.part, left, top, round(x + half), round(y + half))


def _fits(quad: npt.NDArray[np.float64], drawn: npt.NDArray[np.float64]) -> bool:
    """Whether a seen card is the one that was meant: the tap is on it, and it is no half and no pair."""
    share = float(geometry.area(quad)) / max(float(geometry.area(drawn)), 1.0)
    return bool(geometry.contains(quad, drawn.mean(axis=0)[None])[0]) and SMALLEST < share < LARGEST
