"""The whole pipeline: a photograph in, its cards out, with calibrated doubt."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from scoring.cards import ITALIAN, Card, as_italian
from vision.arrays import Array, Floats
from vision.classification import index_reader
from vision.classification.classifier import Reading, copies_of, embed, on_their_sides, read
from vision.classification.doubts import Doubt
from vision.classification.latin_reader import RANKS
from vision.classification.prototypes import KnownDeck, known, prototypes
from vision.decks.catalogue import AUTO
from vision.decks.embeddings import pack
from vision.decks.enrolled import Candidates, EnrolledDeck
from vision.detection import geometry
from vision.detection.detector import PLAUSIBLE, SAME, SHOWS, Detections, detect
from vision.detection.geometry import overlaps
from vision.io import photo as photos
from vision.io.exposure import DARK, brightness, lit
from vision.io.photo import Photo
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.nets.calibration import calibration
from vision.pipeline import columns, deck_fit, gaps, rectify, second_pass
from vision.pipeline.deck_fit import Decks
from vision.types import DeckGuess, Note, Point, Recognition, SeenCard

ALTERNATIVES = 3
LEAST_ALTERNATIVE = 0.005  # probability below which an alternative to a certain name is omitted
FAINTEST = 0.0001  # smallest probability in an answer
# Confidence below which a card is reported without a name, with alternatives: UNNAMED. On strange artwork GUESSED,
# where a card is LIKELY there: a person looks at every card anyway, and a guess helps. Of guesses where a card was less
# likely, on synthetic piles of invented decks, one in ten was right.
UNNAMED, GUESSED, LIKELY = 0.5, 0.3, 0.7
BLURRED = 18.0  # median over the crops of the variance of the Laplacian, below which it is blurred
SHORT = 130.0  # card length, in decoded pixels, below which the photograph is decoded again in full
FAR = 70.0  # card length, in pixels of the photograph, below which it is taken from too far
TEACHES = 0.4  # visible share of a card from which it may become an example
TINY = 1e-6  # probability to which smaller ones are raised
CUT = 0.04  # share of a card's area outside the picture from which it is cut


def recognise(
    photo: bytes | Photo,
    deck: str | EnrolledDeck | Candidates = AUTO,
    *,
    packs: int = 1,
    as_family: str | None = None,
    taught: Sequence[str | EnrolledDeck] | None = None,
) -> Recognition:
    """Read a photograph of cards: its bytes, or a `Photo` where the decoded picture is needed for more than this.

    `deck`: a pattern, a family, an enrolled deck or its name (`deck_names`); with `Candidates` or `auto` the pile
    decides. `auto`: among all patterns and the enrolled decks `taught`, by default all that Python stored. `packs`: how
    often a card may appear (jokers two a pack); `as_family="italian"`: French cards are answered as the Italian ones
    they stand for. Raises BadImage and UnknownDeck. The answer's `seconds` count the decoding only where it happens
    here.
    """
    asked, decks = opened(deck, taught, as_family)
    start = time.perf_counter()
    photo = photos.opened(photo, enough=photos.QUICK_SIDE)
    looked = _looked_at(Pyramid(photo.pixels), asked, decks)
    if photo.source is not None and (not len(looked.found) or looked.long < SHORT):
        photo = photo.whole()
        looked = _looked_at(Pyramid(photo.pixels), asked, decks)
    names, reading = _named(looked, decks, packs)
    reading = gaps.doubted(looked.lit, reading, names)
    says = deck_fit.cards_of(reading.found)
    codes = [names.cards[name].code if name >= 0 else "" for name in reading.names]
    quads, faces, decides = reading.found.quads, reading.faces, looked.guess is not None
    guess, doubted, strays = decks.doubted(faces.embeddings, says, codes, looked.guess, decides=decides)
    reading = reading.marked({Doubt.DECK: doubted, Doubt.OUTDATED: np.full(len(codes), names.outdated)})
    seen = _seen(reading, names, packs, as_family, photo.scale)
    cards = tuple(seen[place] for place in geometry.in_reading_order(quads, np.array([0.0, 1.0])))
    remarks = notes(
        brightness(looked.seen),
        geometry.length(quads) * photo.scale,
        faces.sharpness,
        [geometry.outside(quad, looked.seen.pixels) for quad in quads],
        faces.similarity.max(axis=1, initial=-1.0),
        other=deck_fit.other_deck(guess, names),
        strays=strays,
    )
    return Recognition(photo.size, cards, remarks, time.perf_counter() - start, guess)


def opened(
    deck: str | EnrolledDeck | Candidates, taught: Sequence[str | EnrolledDeck] | None, as_family: str | None
) -> tuple[KnownDeck | None, Decks]:
    """The deck asked for, None where the pile decides, and the decks with which the pile is compared."""
    if isinstance(deck, Candidates):
        return None, deck_fit.decks_of(deck)
    if deck == AUTO:
        return None, deck_fit.everything(taught, as_family)
    asked = known(deck)
    return asked, Decks(taught=(asked,) if asked.enrolled else ())


@dataclass(frozen=True)
class _Looked:
    """A photograph before naming: the picture as `seen` and brightened (`lit`), the outlines `found` and their index
    readings. `names`: the deck to read by; `guess`: the guess that chose it.
    """

    seen: Pyramid
    lit: Pyramid
    found: Detections
    by_index: index_reader.IndexReading | None
    names: KnownDeck
    guess: DeckGuess | None = None

    @property
    def long(self) -> float:
        """The median length of a card in pixels."""
        return float(np.median(geometry.length(self.found.quads)))


def _looked_at(seen: Pyramid, asked: KnownDeck | None, decks: Decks) -> _Looked:
    """The outlines worth naming, and the deck to read by: the one `asked` for, or the one they look like."""
    pyramid = lit(seen)
    if asked is not None:
        return _Looked(seen, pyramid, *_detected(pyramid, asked), asked)
    for fanned in (False, True):  # outlines found both times are refined and embedded once
        found = detect(pyramid, fanned=fanned, least=PLAUSIBLE)
        guess = _guessed(pyramid, found.quads[deck_fit.cards_of(found)], decks)
        names = decks.read_by(guess)
        if names.is_indexed == fanned:
            break
    return _Looked(seen, pyramid, *_distinct(pyramid, found, names), names, guess)


def _guessed(pyramid: Pyramid, quads: Array, decks: Decks) -> DeckGuess:
    """Guess the deck of the cards in `quads` (N, 4, 2); those like no card are tried turned by 90 degrees, too."""
    seen, _, _ = embed(pyramid, quads)
    fit = decks.compared(seen)
    unlike = np.flatnonzero(fit.near.max(axis=1) < deck_fit.SURELY_NEAR)
    if len(unlike):
        aside = decks.compared(embed(pyramid, on_their_sides(quads[unlike]))[0])
        better = aside.near.max(axis=1) > fit.near[unlike].max(axis=1)
        fit.each[unlike[better]], fit.near[unlike[better]] = aside.each[better], aside.near[better]
    return decks.guessed(fit)


def _read(
    pyramid: Pyramid, found: Detections, by_index: index_reader.IndexReading | None, deck: KnownDeck, packs: int
) -> Reading:
    """Name the outlines found, then look again at those in doubt."""
    return second_pass.again(pyramid, read(pyramid, found, deck, packs, by_index=by_index), deck, packs)


def _named(looked: _Looked, decks: Decks, packs: int) -> tuple[KnownDeck, Reading]:
    """The deck by which a photograph is read, and the reading.

    In doubt it is read twice: as a strange deck, and by the likeliest deck of the family. The second reading gives the
    names; only names of which the first is sure, too, remain certain.
    """
    stranger = _read_by(looked, looked.names, packs)
    names = decks.likeliest(looked.guess) if looked.guess else None
    if names is None:
        return looked.names, stranger
    reading = _read_by(looked, names, packs)
    sure = stranger.right >= names.sure
    agreed = [
        (overlaps(quad, stranger.found.quads[sure & (np.array(stranger.names) == name)]) >= SAME).any()
        for name, quad in zip(reading.names, reading.found.quads, strict=True)
    ]
    return names, reading.marked({Doubt.DECK: ~np.array(agreed, bool)})


def _read_by(looked: _Looked, deck: KnownDeck, packs: int) -> Reading:
    """Read by one deck; a steep photograph is rectified first, if more names are certain then."""
    reading = _read(looked.lit, looked.found, looked.by_index, deck, packs)
    other = rectify.rectified(looked.seen, reading, deck)
    if other is None:
        return reading
    straight, way = other
    bright = lit(straight)
    again = _read(bright, *_detected(bright, deck), deck, packs)
    if (again.right >= deck.sure).sum() <= (reading.right >= deck.sure).sum():
        return reading
    return replace(again, found=replace(again.found, quads=rectify.back(again.found.quads, way)))


def _detected(pyramid: Pyramid, names: KnownDeck) -> tuple[Detections, index_reader.IndexReading | None]:
    """The outlines worth naming on a picture, and their index readings if the deck has indices."""
    found = detect(pyramid, fanned=names.is_indexed, least=PLAUSIBLE)
    return _distinct(pyramid, found, names)


def _distinct(
    pyramid: Pyramid, found: Detections, names: KnownDeck
) -> tuple[Detections, index_reader.IndexReading | None]:
    if not names.is_indexed:
        return found, None
    found, said = columns.completed(pyramid, *index_reader.distinct(pyramid, found, names), names)
    found, said = columns.without_signs_of_others(found, said, names)
    return found, said.trusted(found.visible < SHOWS)


def warm_up() -> None:
    """Load the networks that every photograph needs, so that the first one does not wait for them."""
    blank = np.full((64, 64, 3), 200, np.uint8)
    prototypes()
    detect(Pyramid(blank))
    sessions.network("refine")
    sessions.network("name")


def _seen(reading: Reading, deck: KnownDeck, packs: int, as_family: str | None, scale: float) -> list[SeenCard]:
    faces, least, ranks = reading.faces, told_from(reading), reading.faces.ranks
    free = reading.free(copies_of(deck, packs), deck.sure)
    teaches = (reading.unfamiliar | deck.enrolled) & (reading.found.visible >= TEACHES)
    seen = []
    for outline, (quad, place) in enumerate(zip(reading.found.quads, reading.names, strict=True)):
        confidence = float(reading.right[outline])
        chosen = place if confidence >= least[outline] else -1
        doubtful = chosen < 0 or confidence < deck.sure
        shares = offered(faces.probabilities[outline], free[outline], ranks[outline], deck)
        card, others = said(shares, deck, chosen, confidence, as_family, doubtful=doubtful)
        corners = np.roll(quad, 2, axis=0) if faces.turned[outline] > 0 else quad
        doubtful = doubtful or card is None
        reasons = tuple(doubt for doubt, which in reading.doubts.items() if which[outline]) or (Doubt.IMPROBABLE,)
        embedding = pack(faces.embeddings[outline]) if teaches[outline] else b""
        seen.append(
            SeenCard(
                card,
                round(confidence, 4),
                doubtful,
                points(corners * scale),
                others,
                embedding,
                float(reading.found.visible[outline]),
                reasons if doubtful else (),
            )
        )
    return seen


def told_from(reading: Reading) -> Array:
    """The confidence (N,) from which the name of each outline is reported: `UNNAMED` on known artwork.

    On strange artwork `GUESSED` where a card is `LIKELY`; else card and name together must reach `UNNAMED`.
    """
    guessed = np.where(reading.card >= LIKELY, GUESSED, UNNAMED / np.maximum(reading.card, UNNAMED))
    return guessed if reading.strange else np.full(len(reading.found), UNNAMED)


def offered(probabilities: Floats | Array, free: Array, ranks: npt.NDArray[np.intp], deck: KnownDeck) -> Array:
    """Probabilities (cards,) of the names of one outline, without cards that lie elsewhere (`classifier.Reading.free`).
    If its numeral and its pips clearly say two ranks (`classifier.Faces.ranks`), the likeliest card of each moves to
    the front.
    """
    shares = np.maximum(probabilities.astype(np.float64), TINY) * free
    clear = {int(rank) for rank in ranks if rank >= 0}
    if len(clear) == 2:
        of_rank = np.array([RANKS.index(card.code[:-1]) for card in deck.cards])
        for rank in clear:
            place = int(np.where(of_rank == rank, shares, 0.0).argmax())
            shares[place] = max(shares[place], float(shares.max()) / 2)
    return shares


def said(
    probabilities: Floats | Array,
    deck: KnownDeck,
    chosen: int,
    confidence: float,
    as_family: str | None,
    *,
    doubtful: bool,
) -> tuple[Card | None, tuple[tuple[Card, float], ...]]:
    """The card `chosen` (an index into the deck, -1 for none) and its alternatives, converted to the family asked for.

    A `doubtful` card gets three alternatives, however improbable.
    """
    card = deck.cards[chosen] if chosen >= 0 else None
    others = _alternatives(probabilities, deck, chosen, 1 - confidence, 0.0 if doubtful else LEAST_ALTERNATIVE)
    if as_family == ITALIAN.name and deck.family.name != ITALIAN.name:
        card = as_italian(card) if card else None
        others = tuple((stand_in, p) for other, p in others if (stand_in := as_italian(other)))
    return card, others


def _alternatives(
    probabilities: Floats | Array, deck: KnownDeck, chosen: int, left: float, least: float
) -> tuple[tuple[Card, float], ...]:
    """The most probable other cards, best first, down to the probability `least`. All others together have `left`."""
    shares = np.array(probabilities, np.float64)
    if chosen >= 0:
        shares[chosen] = 0.0
    shares *= left / max(float(shares.sum()), 1e-9)
    best = [int(place) for place in np.argsort(-shares)[:ALTERNATIVES]]
    return tuple(
        (deck.cards[place], max(round(float(shares[place]), 4), FAINTEST))
        for place in best
        if shares[place] >= least and shares[place] > 0
    )


def points(corners: Array) -> tuple[Point, Point, Point, Point]:
    """Corners (4, 2) for the answer: to a tenth of a pixel."""
    first, second, third, fourth = ((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return first, second, third, fourth


def notes(
    light: tuple[float, float],
    long: Sequence[float] | Array,
    sharpness: Sequence[float] | Array,
    beyond: Sequence[float],
    similarity: Sequence[float] | Floats,
    *,
    other: str,
    strays: int,
) -> tuple[Note, ...]:
    """Remarks on a picture: how the next one gets better, and what casts doubt on its deck.

    `light` comes from `brightness`. Given for each card: length in pixels, sharpness of its crop, share outside the
    picture (`beyond`), greatest similarity to a card of the deck. `other`: the deck that lies there instead of the one
    asked for. `strays`: number of cards of another deck.
    """
    said = [Note("dark", round(light[1], 1))] if light[0] < DARK else []
    if not len(long):
        return tuple(said)
    if (length := float(np.median(long))) < FAR:
        said.append(Note("far", round(length)))
    if (sharp := float(np.median(sharpness))) < BLURRED:
        said.append(Note("blurred", round(sharp, 1)))
    if max(beyond) > CUT:
        said.append(Note("cut_card"))
    if (alike := float(np.median(similarity))) < calibration().strange:
        said.append(Note("unknown_deck", round(alike, 2)))
    if other:
        said.append(Note("other_deck", other))
    if strays:
        said.append(Note("two_decks", strays))
    return tuple(said)
