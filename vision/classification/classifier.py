"""Which card each outline is: namer and readers combined, each card at most once, and a verdict on every name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from scoring.cards import FRENCH, ITALIAN, JOKER, JOKERS_A_PACK
from vision.arrays import Array, Floats, Pixels, Rows
from vision.classification import confidence, index_reader, latin_reader, numeral_reader
from vision.classification.assignment import resolve
from vision.classification.index_reader import CLEAR
from vision.classification.prototypes import KnownDeck, prototypes
from vision.decks.embeddings import LIKE
from vision.detection.crops import NAME_MARGIN, NAME_SIZE, crop_cards, half_turn
from vision.detection.detector import CARD, SHOWS, WHOLE, Detections
from vision.detection.geometry import covered
from vision.detection.plane import Plane
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.nets.calibration import calibration

UNSURE = 0.85  # upper bound of the confidence on artwork never seen: always doubtful
UNFAMILIAR = 0.6  # median similarity below which cards without Latin suits, seen whole, are of artwork never seen
# Probability by examples from which a card that has one is certain: on strange decks laid on synthetic tables 2 in 1000
# of such names are wrong, also where 3 in 100 of the examples are.
CERTAIN = 0.995
# How much sharper the softmax of taught decks is at most: for outlines seen whole and from the similarity ALIKE on.
# Chosen on eleven invented decks.
TAUGHT, ALIKE = 4.0, 0.9
WITHIN = 0.9  # share of an outline within cards from which it may be none


@dataclass(frozen=True)
class Faces(Rows):
    """The looks of N outlines: `probabilities`, those without examples (`plain`), and the cosine
    `similarity` (N, cards of the deck), `turned` (N,) > 0 for upside down, the `sharpness` (N,) of the crop: the
    variance of its Laplacian, and its unit `embeddings` (N, 128). `ranked` (N, 2, 10): the probabilities of the
    `latin_reader.RANKS` by the numerals alone, and by all else; all the same where none is read. `stray` (N,):
    the probability that a numeral is one that no card of the deck bears. `index`: what their indices say.
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
        """Places in `latin_reader.RANKS` (N, 2) that the numerals say clearly, and that all else does; -1: none."""
        clear: npt.NDArray[np.intp] = np.where(self.ranked.max(axis=2) >= CLEAR, self.ranked.argmax(axis=2), -1)
        return clear


@dataclass(frozen=True)
class Reading:
    """The cards of a picture. For each outline: `names`, the card's index in the deck (-1: none), the probabilities
    that it is a `card` and that its name is `right` (N,), and the `evidence` for both: confidence.SIZE numbers, INDEXED
    where cards have indices. `strange`: the artwork is not known to the namer; the probabilities are then rough.
    `unfamiliar`: its confirmed cards may be examples; `certain` (N,): named by such examples without doubt. `free`
    (N, cards), 0 to 1: whether an outline may be that card, as the others are named.
    """

    found: Detections
    faces: Faces
    names: tuple[int, ...]
    card: Array
    right: Array
    evidence: Array
    strange: bool
    unfamiliar: bool
    certain: Array
    free: Array

    def marked(self, which: npt.NDArray[np.bool_] | npt.NDArray[np.intp]) -> Reading:
        """The same with the names of the outlines `which` marked."""
        right = self.right.copy()
        right[which] = np.minimum(right[which], UNSURE)
        return replace(self, right=right)


def read(
    pyramid: Pyramid,
    found: Detections,
    deck: KnownDeck,
    packs: int = 1,
    least: float = CARD,
    by_index: index_reader.IndexReading | None = None,
) -> Reading:
    """Name the cards in `found`, every card at most `packs` times (jokers two a pack).

    Outlines that are cards with a probability below `least` are left out. `by_index`: what `index_reader.look` says
    of them, if that is known already.
    """
    faces = faces_of(pyramid, found, deck, by_index)
    upright = put_upright(pyramid, found, faces, deck)
    return named(*upright, deck, copies_of(deck, packs), least)


def put_upright(pyramid: Pyramid, found: Detections, faces: Faces, deck: KnownDeck) -> tuple[Detections, Faces]:
    """Turn outlines by a quarter where that is clearly more like a card of the deck.

    Seen from far aside a card looks shorter than it is wide, and its outline takes its width for its length. An outline
    whose index is read as it lies stays: an ornate ace on its side is like a joker.
    """
    alike = faces.similarity.max(axis=1, initial=-1.0)
    unlike = alike < UNFAMILIAR - confidence.UNLIKE  # others would hardly be more like a card
    which = np.flatnonzero(unlike & ~_indexed(faces.index, deck) & (found.visible >= SHOWS))
    now = deck.similarity(embed(pyramid, on_their_sides(found.quads[which]))[0]).max(axis=1)
    better = which[(now >= LIKE) & (now - alike[which] >= confidence.UNLIKE)]
    return _turned(pyramid, found, faces, better, deck) if len(better) else (found, faces)


def on_their_sides(quads: Array) -> Array:
    """Outlines (N, 4, 2) turned by a quarter."""
    return np.roll(quads, 1, axis=1)


def _indexed(index: index_reader.IndexReading, deck: KnownDeck) -> npt.NDArray[np.bool_]:
    """Whether both ends together say one rank (N,), whatever the suit. A joker's sign does not count: ornaments look
    like one.
    """
    said = np.where(deck.ranks == JOKER.code, 0.0, index.shares @ (deck.ranks[:, None] == deck.ranks))
    read: npt.NDArray[np.bool_] = said.max(axis=1, initial=0.0) >= CLEAR
    return read


def _turned(
    pyramid: Pyramid, found: Detections, faces: Faces, which: npt.NDArray[np.intp], deck: KnownDeck
) -> tuple[Detections, Faces]:
    """Turn the outlines `which` by a quarter and look into them again. They come after all others."""
    stays = np.delete(np.arange(len(found)), which)
    new = replace(found.only(which), quads=on_their_sides(found.quads[which]))
    seen = faces_of(pyramid, new, deck, pile=deck.nearness(faces.embeddings))
    return found.only(stays).and_(new), faces.only(stays).and_(seen)


def named(found: Detections, faces: Faces, deck: KnownDeck, copies: tuple[int, ...], least: float = CARD) -> Reading:
    """Name the cards in `found` by what is seen inside, card c at most `copies[c]` times."""
    reading = _judged(found, faces, deck, copies)
    # An outline that is no card must not take a name from the card that has it: resolve again without it.
    there = reading.card >= least  # 0 where all is asked for that may be a card, to fit the verdict
    cards = np.flatnonzero(there & ~_within_another(reading) if least else there)
    if len(cards) == len(found):
        return reading
    return named(found.only(cards), faces.only(cards), deck, copies, least)


def _within_another(reading: Reading) -> npt.NDArray[np.bool_]:
    """Which outlines (N,) lie within that of a likelier card seen whole, and have not the size of such cards."""
    quads, right = reading.found.quads, reading.right
    whole = (right >= UNSURE) & (reading.found.visible >= WHOLE)
    inside = np.zeros(len(quads), bool)
    for index, quad in enumerate(quads):
        cards = quads[whole & (right > right[index])]
        within = any(covered(quad, [card]) >= WITHIN for card in cards)
        inside[index] = within and not Plane(cards).is_card(quad)
    return inside


def copies_of(deck: KnownDeck, packs: int) -> tuple[int, ...]:
    """How often each card of a deck may be there."""
    return tuple(packs * (JOKERS_A_PACK if card == JOKER else 1) for card in deck.cards)


def _judged(found: Detections, faces: Faces, deck: KnownDeck, copies: tuple[int, ...]) -> Reading:
    resolved = resolve(faces.plain, copies)
    rows = confidence.evidence(found, faces.plain, faces.similarity, resolved.cards, indexed=deck.is_indexed)
    if deck.is_indexed:
        chosen = np.where(np.array(resolved.cards, int) >= 0, resolved.cards, faces.plain.argmax(axis=1))
        drawn = deck.probabilities(faces.embeddings, prototypes().scale)
        rows = confidence.of_index(rows, drawn, faces.similarity, faces.index, chosen, deck)
    card, right = calibration().verdict(rows).T
    near = deck.nearness(faces.embeddings)
    strange = latin_reader.is_strange(near, deck)
    if strange:
        # The verdict was fitted on known artwork and says nothing about other.
        card = np.array([calibration().unread(row[confidence.UNREAD]) for row in rows])
        right = np.minimum(resolved.probability, UNSURE)
    right = np.where(np.array(resolved.cards, int) >= 0, right, 0.0)
    if deck.is_indexed and not deck.enrolled:
        first = np.array(resolved.cards, int)
        doubted = confidence.unread(faces.index, faces.similarity, found.visible, first, deck)
        # A covered card is named by its index alone, as those of a column.
        unsure = calibration().indexed(rows)[:, 1] < calibration().doubted
        doubted |= unsure & (found.visible >= SHOWS)
        right = np.where(doubted, np.minimum(right, UNSURE), right)
    names, certain = resolved.cards, np.zeros(len(found), bool)
    unfamiliar = is_unfamiliar(near, found.visible, deck)
    if deck.examples is not None and unfamiliar:
        weighed = resolve(faces.probabilities, copies)
        chances, chosen = np.array(weighed.probability), np.array(weighed.cards, int)
        certain = (chosen >= 0) & (chances >= CERTAIN) & (deck.examples.met[chosen] > 0)
        before, plain = right, np.array(names, int)
        same = np.where(chosen == plain, before, 0.0)
        right = np.where(certain, np.maximum(chances, deck.sure), np.maximum(same, np.minimum(chances, UNSURE)))
        right = np.where(chosen >= 0, right, 0.0)
        # Where the examples only unsettle a name, and no outline has it now, it stays.
        stays = ~np.isin(plain, chosen) & (plain >= 0) & (right < CARD) & (before >= CARD)
        right, chosen = np.where(stays, before, right), np.where(stays, plain, chosen)
        names = tuple(int(card) for card in chosen)
    right = np.where(disputed(faces, found.visible, names, deck), np.minimum(right, UNSURE), right)
    free = free_of(names, right, copies, deck.sure)
    return Reading(found, faces, names, card, right, rows, strange, unfamiliar, certain, free)


def free_of(names: Sequence[int], right: Array, copies: Sequence[int], sure: float) -> Array:
    """How far each outline may be each card (N, cards), from 0 to 1: what the names of the others leave.

    `names` (N,) as in `Reading`, `right` (N,) their probabilities; from `sure` on a name is taken for certain.
    """
    taken = np.zeros((len(names), len(copies)))
    for outline, name in enumerate(names):
        if name >= 0:
            taken[outline, name] = 1.0 if right[outline] >= sure else right[outline]
    left: Array = np.clip(np.array(copies) - (taken.sum(axis=0) - taken), 0.0, 1.0)
    return left


def disputed(faces: Faces, visible: Array, names: Sequence[int], deck: KnownDeck) -> npt.NDArray[np.bool_]:
    """Whether what is printed on an outline contradicts its name (N,), which must be marked then.

    A numeral that no card of the deck bears; an index or a letter that clearly says another card. Of a card half
    covered (`visible`, N) also a numeral that clearly says another rank than its name, or than all else clearly says:
    its pips may be those of a lower one. Of a card seen whole it is the numeral that was misread.
    """
    if deck.family is not ITALIAN:
        return confidence.contradicted(faces.index, visible, np.array(names, int), deck)
    own, (said, rest) = latin_reader.ranks_of(names, deck), faces.ranks.T
    different = (visible < WHOLE) & (said >= 0) & ((own != said) | ((rest >= 0) & (rest != said))) & (own >= 0)
    contrary: npt.NDArray[np.bool_] = different | (faces.stray >= CLEAR)
    return contrary


def is_unfamiliar(near: Floats, visible: Array, deck: KnownDeck) -> bool:
    """Whether a pile's artwork is none that was learned, so that its confirmed cards teach it.

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
    """Embed every outline and compare it with the cards of `deck`; indices and numerals are weighed in.

    `pile`: the nearness of the whole pile, where `found` are some of its outlines only.
    """
    both, turned, cuts = embed(pyramid, found.quads)
    sharp = np.array([cv2.Laplacian(cut, cv2.CV_32F).var() for cut in cuts])
    similarity = deck.similarity(both)
    shares = deck.probabilities(both, _scale(similarity, found.visible, deck))
    index = by_index or index_reader.look(pyramid, found.quads, deck)
    if deck.family is FRENCH and not deck.enrolled:
        numbers = np.isin(deck.ranks[index.shares.argmax(axis=1)], numeral_reader.NUMBERS)
        alone = confidence.named_by_index(index, found.visible)
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
        if deck.is_indexed:  # of cards that were not met an index says more than suits and ranks
            new = deck.examples.met[together.argmax(axis=1)] == 0
            together[new] = plain[new]
    return Faces(together, plain, similarity, turned, sharp, both, ranked, stray, index)


def _scale(similarity: Floats, visible: Array, deck: KnownDeck) -> Floats:
    """The scale (N, 1) of the softmax by which each outline is named.

    The prototypes of a taught deck are photographs of these very cards: what is seen well, and is much like one of
    them, is told apart more surely than drawings by several makers allow.
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

    Unit embeddings (N, 128), a logit (N,) > 0 for upside down, and the crops. An outline that was embedded before is
    not embedded again.
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
