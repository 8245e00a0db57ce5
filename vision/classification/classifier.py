"""Names outlines by classifier and readers, each card at most as often as the packs hold it, and judges every name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from scoring.cards import FRENCH, ITALIAN, JOKER, JOKERS_A_PACK
from vision.arrays import Array, Floats, Pixels, Rows
from vision.classification import confidence, doubts, index_reader, latin_reader, numeral_reader
from vision.classification.doubts import UNSURE, Doubt, Flags
from vision.classification.few_shot import Examples
from vision.classification.index_reader import CLEAR
from vision.classification.prototypes import KnownDeck, prototypes
from vision.decks.embeddings import LIKE
from vision.detection.crops import NAME_MARGIN, NAME_SIZE, crop_cards, half_turn
from vision.detection.detector import CARD, SHOWS, WHOLE, Detections
from vision.detection.geometry import contains, covered
from vision.hungarian import assign
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.nets.calibration import calibration

UNFAMILIAR = 0.6  # median similarity of French or tarot cards seen whole, below which their artwork is unknown
# Probability with examples, from which the name of a card that has one is certain. On strange decks on synthetic tables
# 0.2 % of these names are wrong, even where 3 % of the examples are.
CERTAIN = 0.995
# Taught decks: factor on the softmax scale, at most, and the similarity from which whole cards get all of it. Chosen on
# eleven invented decks.
TAUGHT, ALIKE = 4.0, 0.9
UNNAMED = 0.08  # staying unnamed costs as much as a name of this probability
WITHIN = 0.9  # share of an outline inside the outlines of cards, from which it may be no card of its own


@dataclass(frozen=True)
class Faces(Rows):
    """Features of N outlines. `probabilities` (N, cards) use the deck's examples, `plain` do not; `similarity` (N,
    cards) is the cosine. `turned` (N,) > 0: upside down. `sharpness` (N,): variance of the crop's Laplacian.
    `embeddings` (N, 128): unit vectors. `ranked` (N, 2, 10): probabilities of `latin_reader.RANKS` by numerals alone,
    and by all else; uniform without numerals. `stray` (N,): probability of a numeral that no card of the deck bears.
    `index`: the reading of the corner indices.
    """

    probabilities: Floats
    plain: Floats
    similarity: Floats
    turned: Floats
    sharpness: Array
    embeddings: Floats
    ranked: Floats
    stray: Floats
    index: index_reader.IndexReading

    @property
    def ranks(self) -> npt.NDArray[np.intp]:
        """Ranks (N, 2) clear by numerals, and by all else: places in `latin_reader.RANKS`, -1: none."""
        clear: npt.NDArray[np.intp] = np.where(self.ranked.max(axis=2) >= CLEAR, self.ranked.argmax(axis=2), -1)
        return clear


@dataclass(frozen=True)
class Reading:
    """The named outlines of a picture. `names`: each card's index in the deck, -1 for none. `card`, `right` (N,):
    probabilities that an outline is a card, and that its name is right. `evidence` for both: confidence.SIZE features,
    INDEXED on decks with indices. `strange`: unknown artwork; the probabilities are then rough. `unfamiliar`: confirmed
    cards may become examples. `certain` (N,): named by examples without doubt. `doubts`: why names were marked, (N,)
    each; a later verdict may have outweighed some.
    """

    found: Detections
    faces: Faces
    names: tuple[int, ...]
    card: Array
    right: Array
    evidence: Array
    strange: bool
    unfamiliar: bool
    certain: Flags
    doubts: Mapping[Doubt, Flags] = field(default_factory=dict)

    def marked(self, doubts: Mapping[Doubt, Flags]) -> Reading:
        """A copy in which these names are doubtful: their confidence is at most `UNSURE`."""
        right, known = self.right, dict(self.doubts)
        for doubt, which in doubts.items():
            if which.any():
                right = np.where(which, np.minimum(right, UNSURE), right)
                known[doubt] = known[doubt] | which if doubt in known else which
        return replace(self, right=right, doubts=known)

    def free(self, copies: Sequence[int], sure: float) -> Array:
        """How far the names of the other outlines leave each card to each outline; see `free_of`."""
        return free_of(self.names, self.right, copies, sure)


def read(
    pyramid: Pyramid,
    found: Detections,
    deck: KnownDeck,
    packs: int = 1,
    least: float = CARD,
    by_index: index_reader.IndexReading | None = None,
) -> Reading:
    """Name the cards in `found`, every card at most `packs` times (jokers two a pack).

    Outlines whose probability of being a card is below `least` are left out. `by_index`: their `index_reader.look`, if
    already done.
    """
    faces = faces_of(pyramid, found, deck, by_index)
    upright = put_upright(pyramid, found, faces, deck)
    return named(*upright, deck, copies_of(deck, packs), least)


def put_upright(pyramid: Pyramid, found: Detections, faces: Faces, deck: KnownDeck) -> tuple[Detections, Faces]:
    """Turn outlines by 90 degrees where that makes them clearly more similar to a card of the deck.

    At a steep angle a card looks wider than long, and its outline takes width for length. An outline with a legible
    index stays: an ornate ace on its side resembles a joker.
    """
    alike = faces.similarity.max(axis=1, initial=-1.0)
    unlike = alike < UNFAMILIAR - confidence.UNLIKE  # for the others a turn gains little
    which = np.flatnonzero(unlike & ~_indexed(faces.index, deck) & (found.visible >= SHOWS))
    now = deck.similarity(embed(pyramid, on_their_sides(found.quads[which]))[0]).max(axis=1)
    better = which[(now >= LIKE) & (now - alike[which] >= confidence.UNLIKE)]
    return _turned(pyramid, found, faces, better, deck) if len(better) else (found, faces)


def on_their_sides(quads: Array) -> Array:
    """Outlines (N, 4, 2) turned by 90 degrees."""
    return np.roll(quads, 1, axis=1)


def _indexed(index: index_reader.IndexReading, deck: KnownDeck) -> npt.NDArray[np.bool_]:
    """Whether both ends together clearly say one rank (N,), whatever the suit. A joker's sign does not count: ornaments
    resemble it.
    """
    said = np.where(deck.ranks == JOKER.code, 0.0, index.shares @ (deck.ranks[:, None] == deck.ranks))
    read: npt.NDArray[np.bool_] = said.max(axis=1, initial=0.0) >= CLEAR
    return read


def _turned(
    pyramid: Pyramid, found: Detections, faces: Faces, which: npt.NDArray[np.intp], deck: KnownDeck
) -> tuple[Detections, Faces]:
    """Turn the outlines `which` by 90 degrees and compute their features anew. They come after all others."""
    stays = np.delete(np.arange(len(found)), which)
    new = replace(found.only(which), quads=on_their_sides(found.quads[which]))
    seen = faces_of(pyramid, new, deck, pile=deck.nearness(faces.embeddings))
    return found.only(stays).and_(new), faces.only(stays).and_(seen)


def named(found: Detections, faces: Faces, deck: KnownDeck, copies: tuple[int, ...], least: float = CARD) -> Reading:
    """Name the cards in `found` from their features, card c at most `copies[c]` times."""
    reading = _judged(found, faces, deck, copies)
    # Outlines that are no cards must not take a name from a card: assign again without them.
    there = reading.card >= least  # least = 0 keeps every outline: the verdict is fitted on them
    cards = np.flatnonzero(there & ~_within_another(reading) if least else there)
    if len(cards) == len(found):
        return reading
    return named(found.only(cards), faces.only(cards), deck, copies, least)


def _within_another(reading: Reading) -> npt.NDArray[np.bool_]:
    """Whether an outline (N,) lies inside a whole card with a likelier name."""
    quads, right = reading.found.quads, reading.right
    whole = (right >= UNSURE) & (reading.found.visible >= WHOLE)
    inside = np.zeros(len(quads), bool)
    for index, quad in enumerate(quads):
        cards = quads[whole & (right > right[index])]
        about = [card for card in cards if contains(card, quad.mean(axis=0)[None])[0]]
        inside[index] = any(covered(quad, [card]) >= WITHIN for card in about)
    return inside


@dataclass(frozen=True)
class Named:
    """For each outline the index of its card, or -1, and the probability of that card."""

    cards: tuple[int, ...]
    probability: tuple[float, ...]


def resolve(probabilities: Floats, copies: tuple[int, ...]) -> Named:
    """Name outlines from `probabilities` (outlines, cards), card c at most `copies[c]` times.

    One outline alone may be ambiguous; the pile is not: two outlines cannot both be the seven of coins. All are named
    together, by the assignment of greatest probability. An outline may stay unnamed.
    """
    outlines, _ = probabilities.shape
    if not outlines:
        return Named((), ())
    column_card = np.repeat(np.arange(len(copies)), copies)
    cost: Array = -np.log(np.maximum(probabilities.astype(np.float64), 1e-9))[:, column_card]
    unnamed = np.full((outlines, outlines), -np.log(UNNAMED))
    columns = assign(np.hstack([cost, unnamed]).tolist())
    cards = [int(column_card[column]) if column < len(column_card) else -1 for column in columns]
    sure = tuple(float(probabilities[row, card]) if card >= 0 else 0.0 for row, card in enumerate(cards))
    return Named(tuple(cards), sure)


def copies_of(deck: KnownDeck, packs: int) -> tuple[int, ...]:
    """The number of copies of each card in `packs` packs."""
    return tuple(packs * (JOKERS_A_PACK if card == JOKER else 1) for card in deck.cards)


def _judged(found: Detections, faces: Faces, deck: KnownDeck, copies: tuple[int, ...]) -> Reading:
    resolved = resolve(faces.plain, copies)
    first = np.array(resolved.cards, int)
    rows = confidence.evidence(found, faces.plain, faces.similarity, resolved.cards, indexed=deck.is_indexed)
    if deck.is_indexed:
        chosen = np.where(first >= 0, first, faces.plain.argmax(axis=1))
        drawn = deck.probabilities(faces.embeddings, prototypes().scale)
        rows = confidence.of_index(rows, drawn, faces.similarity, faces.index, chosen, deck)
    card, right = calibration().verdict(rows).T
    near = deck.nearness(faces.embeddings)
    strange, unfamiliar = latin_reader.is_strange(near, deck), is_unfamiliar(near, found.visible, deck)
    if strange:
        card, right = np.array([calibration().unread(row[confidence.UNREAD]) for row in rows]), resolved.probability
    right = np.where(first >= 0, right, 0.0)
    none = np.zeros(len(found), bool)
    reading = Reading(found, faces, resolved.cards, card, right, rows, strange, unfamiliar, none)
    reading = reading.marked({Doubt.ARTWORK: none | strange})
    if deck.is_indexed and not deck.enrolled:
        # Covered cards are exempt: nothing but the index is seen of them.
        improbable = (calibration().indexed(rows)[:, 1] < calibration().doubted) & (found.visible >= SHOWS)
        missing = doubts.missing(faces.index, faces.similarity, found.visible, first, deck)
        reading = reading.marked({Doubt.WITNESSES: improbable, **missing})
    if deck.examples is not None and unfamiliar:
        reading = _by_examples(reading, deck.examples, copies, deck.sure)
    return contradicted(reading, deck)


def _by_examples(reading: Reading, examples: Examples, copies: tuple[int, ...], sure: float) -> Reading:
    """The reading renamed by examples of the deck: `certain`, and at least `sure`, where they leave no doubt."""
    weighed = resolve(reading.faces.probabilities, copies)
    chances, chosen, plain = np.array(weighed.probability), np.array(weighed.cards, int), np.array(reading.names, int)
    certain = (chosen >= 0) & (chances >= CERTAIN) & (examples.met[chosen] > 0)
    same = np.where(chosen == plain, reading.right, 0.0)
    right = np.where(certain, np.maximum(chances, sure), np.maximum(same, np.minimum(chances, UNSURE)))
    right = np.where(chosen >= 0, right, 0.0)
    # A name stays if examples only lower its confidence, and no other outline takes it.
    stays = ~np.isin(plain, chosen) & (plain >= 0) & (right < CARD) & (reading.right >= CARD)
    right, chosen = np.where(stays, reading.right, right), np.where(stays, plain, chosen)
    return replace(reading, names=tuple(chosen.tolist()), right=right, certain=certain)


def free_of(names: Sequence[int], right: Array, copies: Sequence[int], sure: float) -> Array:
    """How far the names of the other outlines leave each card to each outline (N, cards), from 0 to 1.

    `names` and `right` (N,) as in `Reading`. A name with `right` of `sure` or more takes a copy entirely.
    """
    taken = np.zeros((len(names), len(copies)))
    for outline, name in enumerate(names):
        if name >= 0:
            taken[outline, name] = 1.0 if right[outline] >= sure else right[outline]
    left: Array = np.clip(np.array(copies) - (taken.sum(axis=0) - taken), 0.0, 1.0)
    return left


def contradicted(reading: Reading, deck: KnownDeck) -> Reading:
    """A copy in which names that print contradicts are marked."""
    faces, visible, names = reading.faces, reading.found.visible, np.array(reading.names, int)
    return reading.marked(doubts.contradictions(faces.index, faces.ranks, faces.stray, visible, names, deck))


def is_unfamiliar(near: Floats, visible: Array, deck: KnownDeck) -> bool:
    """Whether the artwork of a pile is unknown, so that its confirmed cards become examples.

    `near` (N, patterns) and `visible` (N,) of its outlines.
    """
    if deck.family is ITALIAN:
        return latin_reader.is_strange(near, deck)
    whole = near[visible >= WHOLE]
    return len(whole) > 0 and latin_reader.nearest(whole) < UNFAMILIAR


def faces_of(
    pyramid: Pyramid,
    found: Detections,
    deck: KnownDeck,
    by_index: index_reader.IndexReading | None = None,
    pile: Floats | None = None,
) -> Faces:
    """Embed every outline, compare it with the cards of `deck`, and weigh in indices and numerals.

    `pile`: the nearness of the whole pile, where `found` is only a part of it.
    """
    both, turned, cuts = embed(pyramid, found.quads)
    sharp = np.array([cv2.Laplacian(cut, cv2.CV_32F).var() for cut in cuts])
    similarity = deck.similarity(both)
    shares = deck.probabilities(both, _scale(similarity, found.visible, deck))
    index = by_index or index_reader.look(pyramid, found.quads, deck)
    if deck.family is FRENCH and not deck.enrolled:
        numbers = np.isin(deck.ranks[index.shares.argmax(axis=1)], numeral_reader.NUMBERS)
        alone = doubts.named_by_index(index, found.visible)
        index = numeral_reader.printed(pyramid, found.quads, index, alone & numbers)
    together = shares * index.shares
    together /= together.sum(axis=1, keepdims=True)
    near = deck.nearness(both)
    pile = near if pile is None else pile
    together = latin_reader.joined(together, pile, cuts, deck)
    ranked = np.full((len(found), 2, len(latin_reader.RANKS)), 1 / len(latin_reader.RANKS), np.float32)
    stray = np.zeros(len(found), np.float32)
    strange = latin_reader.is_strange(pile, deck)
    if strange or deck.name in numeral_reader.NUMBERED:
        corners = numeral_reader.read(pyramid, found.quads)
        together, said, rest, stray = latin_reader.numbered(together, corners, deck, strange=strange)
        ranked = np.stack([said, rest], axis=1)
    plain = together
    unfamiliar = is_unfamiliar(pile if deck.family is ITALIAN else near, found.visible, deck)
    if deck.examples is not None and unfamiliar:
        together = deck.examples.weigh(plain, both, found.visible)
        if deck.is_indexed:  # a card without an example: its index says more than its suit and rank
            new = deck.examples.met[together.argmax(axis=1)] == 0
            together[new] = plain[new]
    return Faces(together, plain, similarity, turned, sharp, both, ranked, stray, index)


def _scale(similarity: Floats, visible: Array, deck: KnownDeck) -> Floats:
    """The softmax scale (N, 1) of each outline.

    The prototypes of a taught deck are photographs of these very cards. Whole outlines similar to one of them get a
    sharper softmax.
    """
    plain = prototypes().scale
    if not deck.enrolled:
        return np.full((len(similarity), 1), plain, np.float32)
    alike = np.clip((similarity.max(axis=1) - UNFAMILIAR) / (ALIKE - UNFAMILIAR), 0.0, 1.0)
    well = np.clip((visible - SHOWS) / (WHOLE - SHOWS), 0.0, 1.0)
    scale: Floats = (plain * (1 + (TAUGHT - 1) * alike * well)).astype(np.float32)[:, None]
    return scale


def embed(pyramid: Pyramid, quads: Array) -> tuple[Floats, Floats, list[Pixels]]:
    """Embed the cards in `quads` (N, 4, 2), each averaged over its crop and the crop turned by 180 degrees.

    Returns unit embeddings (N, 128), logits (N,) > 0 for upside down, and the crops. Cached by outline in
    `pyramid.kept`.
    """
    if not len(quads):
        return np.zeros((0, 128), np.float32), np.zeros(0, np.float32), []
    keys = [quad.tobytes() for quad in quads]
    new = [index for index, key in enumerate(keys) if key not in pyramid.kept]
    if new:
        cuts, _ = crop_cards(pyramid, quads[new], NAME_SIZE, NAME_MARGIN)
        embeddings, turned = sessions.network("name").run(cuts + [half_turn(cut) for cut in cuts])
        both = embeddings[: len(cuts)] + embeddings[len(cuts) :]
        both /= np.linalg.norm(both, axis=1, keepdims=True)
        aside = turned[: len(cuts), 0] - turned[len(cuts) :, 0]
        pyramid.kept.update(zip([keys[index] for index in new], zip(both, aside, cuts, strict=True), strict=True))
    each = [pyramid.kept[key] for key in keys]
    return np.stack([one for one, _, _ in each]), np.array([one for _, one, _ in each]), [one for _, _, one in each]
