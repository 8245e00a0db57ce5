"""Finds the cards of columns and rows in which each covers the next but for a strip with an index, such as melds.

The detector takes a strip for a card on its side, or two strips for one. From every card with a clear index the next
index is sought in steps, wherever the detector sees a card; its outline is the first one's, moved. A strip as wide as a
card is extended to a card's length, and is a card if its corner bears an index. Explained strips are dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import numpy as np

from scoring.cards import JOKER
from vision.arrays import Array
from vision.classification import index_reader
from vision.classification.classifier import WITHIN
from vision.classification.doubts import Flags
from vision.classification.index_reader import CLEAR, HEARD, SURE, IndexReading
from vision.classification.prototypes import KnownDeck
from vision.detection.detector import EVIDENT, FANNED_SAME, SAME, WHOLE, Detections, clearest, unexplained
from vision.detection.geometry import contains, covered, overlaps
from vision.detection.hough_votes import among
from vision.detection.plane import PART, SIZED, Plane, within
from vision.io.pyramid import Pyramid

LARGELY = 0.7  # visible share from which a card shows the size of cards: few in a column are seen whole
STEPS = tuple(step / 100 for step in range(16, 60, 2))
"""Distances tried to the next card of a column, in lengths of a card; of a row, in widths."""
DIRECTIONS = ((0, -1), (0, 1), (-1, 0), (1, 0))
"""Directions from a card to the next: a card under it shows its index above or to the left."""
MOVES = np.array(
    [[within(np.eye(4), (x * step, 1 + x * step), (y * step, 1 + y * step)) for step in STEPS] for x, y in DIRECTIONS]
)
"""Weights of a card's corners in those of the outlines tried beside it (DIRECTIONS, STEPS, 4, 4)."""
ROOM = 0.24  # least card lengths between indices of one rank, and between a joker's sign and any index
ACROSS = 0.3  # least card widths between indices of one rank in a row
LONGEST = 14  # most steps from a card along its column
INDEX = 0.2  # share of a card's length and width in which its index stands
APART = 0.15  # least card lengths between indices of different cards
LATER = 4  # steps after the first with a legible index, of which the clearest one places the card


def completed(
    pyramid: Pyramid, found: Detections, by_index: IndexReading, deck: KnownDeck
) -> tuple[Detections, IndexReading]:
    """Add outlines for the cards of columns that have none, and drop outlines that are strips of them."""
    by_rank = by_index.without_suits(deck)
    clear = (by_index.clear >= 0) & (by_rank.clear >= 0)
    whole = (found.visible > LARGELY) & (found.score >= EVIDENT) & clear
    if not whole.any():
        return found, by_index
    plane = Plane(found.quads[whole], deck.aspect)
    sized = np.array([plane.is_card(quad) for quad in found.quads])
    seeds = [_seed(int(at), found, by_rank) for at in np.flatnonzero(sized & clear)]
    over = not (sized | whole).all() or any(card.seen < WHOLE for card in seeds)  # a card lies over another
    votes = clearest(pyramid)
    # Else a strip outside all outlines may be all that is seen of a card beneath.
    cells = votes.cells if over else votes.cells[unexplained(found.quads, votes)]
    if not len(cells):
        return found, by_index
    unclear = {int(at): _ends(int(at), found, by_rank) for at in np.flatnonzero(~(sized & clear) & over)}
    parts, loose, heard = _of_parts(pyramid, found, list(unclear), plane, deck, seeds)
    claims = [end for at, ends in unclear.items() if sized[at] for end in ends]
    stepped = _columns(pyramid, [*seeds, *parts], claims, deck, partial(among, cells=cells, step=votes.step))
    gone = {card.origin for card in (*parts, *loose)}
    parts += [card for card in loose if not any(_same(card, other) for other in (*seeds, *parts, *stepped))]
    new, said = _confirmed(pyramid, parts, stepped, deck)
    if not new:
        return found, by_index
    cards, quads = [*seeds, *new], np.array([card.quad for card in new])
    in_sight = np.minimum([card.seen for card in cards], _in_sight(cards)).astype(np.float32)
    # A card-sized outline with a clear index is as surely a card as the best one: it takes over its score and evidence.
    best = int(np.where(whole, found.score, -1.0).argmax())
    seen, evidence, score = found.visible.copy(), found.evidence.copy(), found.score.copy()
    own = [card.origin for card in seeds]
    seen[own], evidence[own], score[own] = in_sight[: len(seeds)], found.evidence[best], found.score[best]
    more = replace(found.only(np.full(len(new), best)), quads=quads, visible=in_sight[len(seeds) :])
    coincide = {at for at in unclear if (overlaps(found.quads[at], quads) >= FANNED_SAME).any()}
    told = [*heard, *(end for ends in unclear.values() for end in ends)]
    left = {one.origin for one in told if not any(card.is_at(one.mark) for card in cards)} - coincide
    for at in set(unclear) - left:
        if _is_explained(found.quads[at], unclear[at], cards, new):
            gone.add(at)
    stays = np.delete(np.arange(len(found)), sorted(gone))
    judged = replace(found, visible=seen, evidence=evidence, score=score)
    return judged.only(stays).and_(more), by_index.only(stays).and_(said)


def without_signs_of_others(
    found: Detections, by_index: IndexReading, deck: KnownDeck
) -> tuple[Detections, IndexReading]:
    """Drop outlines named by a joker's sign alone, where the sign is the index of a card lying across.

    Seen from its side an index resembles the sign. Only corners beside a legible index of the card across count:
    elsewhere a third card may lie. A whole joker on top stays.
    """
    joker = np.array([card == JOKER for card in deck.cards])[by_index.shares.argmax(axis=1)]
    corners = np.array([[index_at(np.roll(quad, -turn, axis=0)) for turn in range(4)] for quad in found.quads])
    read, stays = by_index.there >= HEARD, np.ones(len(found), bool)
    cards = ~joker & (by_index.clear >= 0)
    lie = found.quads[:, 3] - found.quads[:, 0]
    lie /= np.linalg.norm(lie, axis=1, keepdims=True)
    for at in np.flatnonzero(joker & (found.visible < WHOLE)):
        signs = corners[at, ::2][read[at]]
        near = APART * np.linalg.norm(found.quads[at, 3] - found.quads[at, 0])
        across = np.abs(lie @ lie[at]) < np.cos(np.pi / 4)
        beside = corners[:, 1::2][(cards & across)[:, None] & read]
        apart = np.linalg.norm(signs[:, None] - beside, axis=2)
        stays[at] = not len(signs) or (apart.min(axis=1, initial=np.inf) >= near).any()
    return found.only(np.flatnonzero(stays)), by_index.only(stays)


def _confirmed(
    pyramid: Pyramid, parts: list[_Card], stepped: list[_Card], deck: KnownDeck
) -> tuple[list[_Card], IndexReading]:
    """The new cards with their index readings at a second look, which cards found by steps must pass."""
    new = [*parts, *stepped]
    ends = np.array([np.roll(card.quad, 2, axis=0) for card in new]).reshape(-1, 4, 2)
    other = zip(new, *index_reader.corner(pyramid, ends, deck), strict=True)
    new = [replace(card, twice=bool(index == card.index and sure >= CLEAR)) for card, index, sure, _ in other]
    said = index_reader.look(pyramid, np.array([card.quad for card in new]).reshape(-1, 4, 2), deck, covered=True)
    own, rank = (read.ends[:, 0].max(axis=1, initial=0.0) for read in (said, said.without_suits(deck)))
    half = (np.minimum(rank, said.there[:, 0]) >= CLEAR) & (rank - own > 1 - rank)  # the rank is clear, the suit is not
    stands = [at for at in range(len(new)) if at < len(parts) or said.clear[at] >= 0 or half[at]]
    return [new[at] for at in stands], said.only(np.array(stands, int))


def _is_explained(outline: Array, ends: list[_Card], cards: list[_Card], new: list[_Card]) -> bool:
    """Whether an outline without a clear index shows known cards only; `ends` are the cards its indices say."""
    if (overlaps(outline, np.array([card.quad for card in new])) >= FANNED_SAME).any():
        return True
    if any(card.index == end.index and card.is_at(end.mark) for end in ends for card in new):
        return True
    return covered(outline, [card.quad for card in cards]) >= WITHIN


@dataclass(frozen=True)
class _Card:
    """A card: the outline from which it was found (`origin`), its `index` in the deck as read, and its own outline.

    The index in sight is at its first end, with `twice` at the other end, too. `seen`: the share that no other card
    covers.
    """

    origin: int
    index: int
    quad: Array
    seen: float = 1.0
    twice: bool = False

    @property
    def mark(self) -> Array:
        """The centre of the index at its first end."""
        return index_at(self.quad)

    @property
    def marks(self) -> list[Array]:
        """The centres of its indices in sight."""
        return [self.mark, index_at(np.roll(self.quad, 2, axis=0))][: 1 + self.twice]

    def is_at(self, mark: Array) -> bool:
        """Whether an index at this position can only be its own."""
        near = APART * float(np.linalg.norm(self.quad[3] - self.quad[0]))
        return any(float(np.linalg.norm(own - mark)) < near for own in self.marks)


def index_at(quad: Array) -> Array:
    """The centre of the index at the first end of a card, or of several (..., 4, 2)."""
    near, far = 1 - INDEX / 2, INDEX / 2
    middle: Array = np.array([near * near, far * near, far * far, near * far]) @ quad
    return middle


def _ends(at: int, found: Detections, by_index: IndexReading) -> list[_Card]:
    """The cards that an outline's legible indices say, one for each end."""
    quads = (found.quads[at], np.roll(found.quads[at], 2, axis=0))
    ends = zip(quads, by_index.ends[at], by_index.there[at], strict=True)
    return [_Card(at, int(s.argmax()), quad) for quad, s, there in ends if min(there, s.max()) >= HEARD]


def _seed(at: int, found: Detections, by_index: IndexReading) -> _Card:
    """A detected card, turned so that its clear index is at its first end."""
    clear, quad = int(by_index.clear[at]), found.quads[at]
    first = by_index.there[at, 0] >= CLEAR and by_index.ends[at, 0].argmax() == clear
    twice = bool((by_index.ends[at].argmax(axis=1) == clear).all() and by_index.there[at].min() >= CLEAR)
    return _Card(at, clear, quad if first else np.roll(quad, 2, axis=0), float(found.visible[at]), twice)


def _in_sight(cards: list[_Card]) -> Array:
    """The visible share (N,) of each card: cards whose indices are seen inside its outline lie over it."""
    shares = []
    for card in cards:
        over = [other.quad for other in cards if other is not card and contains(card.quad, np.array(other.marks)).any()]
        shares.append(1 - covered(card.quad, over))
    return np.array(shares)


def _columns(
    pyramid: Pyramid, known: list[_Card], claims: list[_Card], deck: KnownDeck, shown: Callable[[Array], Flags]
) -> list[_Card]:
    """The cards found by steps from the `known` ones, except where `claims` says another card. `shown`: whether a card
    is seen at places (N, 2).
    """
    cards = list(known)

    def more(beside: list[_Beside], *, jokers: bool = False) -> list[_Card]:
        return [
            card
            for card in _next(beside, deck, cards, jokers=jokers)
            if not any(said.index != card.index and said.is_at(card.mark) for said in claims)
        ]

    # The next card shows its first index on one side, its second on the other: for the second all cards are turned.
    turned = [replace(card, quad=np.roll(card.quad, 2, axis=0)) for card in known]
    upright = list[_Beside]()
    for edge in (known, turned):
        for _ in range(LONGEST):
            beside = _beside(pyramid, edge, deck, shown)
            upright += beside if edge is not turned else []
            edge = more(beside)
            cards += edge
    return [*cards[len(known) :], *more(upright, jokers=True)]


def _of_parts(
    pyramid: Pyramid, found: Detections, parts: list[int], plane: Plane, deck: KnownDeck, known: list[_Card]
) -> tuple[list[_Card], list[_Card], list[_Card]]:
    """The cards that strips, or outlines of a slightly wrong size, belong to. In three lists: those with a clear index,
    those with only a clear rank (neither among `known`), all with a legible index.

    A column closed by a card across has no other card to start from.
    """
    tried, of, shares, strips = list[Array](), list[int](), list[float](), list[bool]()
    for at in parts:
        for part in (found.quads[at], np.roll(found.quads[at], 1, axis=0)):
            off = plane.off(part)
            is_strip = np.abs(off).max() >= PART
            if is_strip and (np.abs(off).min() >= SIZED or off.min() >= 0):
                continue
            for card in (turned for quad in plane.sized(part) for turned in (quad, np.roll(quad, 2, axis=0))):
                if contains(part, index_at(card)[None])[0]:
                    tried.append(card)
                    of.append(at)
                    strips.append(bool(is_strip))
                    shares.append(float(min(np.exp(off.min()), found.visible[at])))
    read, sure, suited = index_reader.corner(pyramid, np.array(tried).reshape(-1, 4, 2), deck)
    cards, loose, heard = list[_Card](), list[_Card](), list[_Card]()
    for place in np.lexsort((-suited, np.array(strips))):
        one = _Card(of[place], int(read[place]), tried[place], shares[place])
        if sure[place] >= HEARD:
            heard.append(one)
        if sure[place] < (SURE if deck.cards[one.index] == JOKER else CLEAR):
            continue
        like = cards if suited[place] >= CLEAR else loose
        if not any(_same(one, other) for other in [*like, *known]):
            like.append(one)
    return cards, loose, heard


@dataclass(frozen=True)
class _Beside:
    """The outlines `tried` beside a card in all directions, and for each the card `read`, how `sure` that is, and how
    sure with the suit (`suited`).
    """

    card: _Card
    tried: Array
    read: Array
    sure: Array
    suited: Array


def _beside(pyramid: Pyramid, edge: list[_Card], deck: KnownDeck, shown: Callable[[Array], Flags]) -> list[_Beside]:
    """The indices that are read beside any of `edge`, at places where a card is `shown`."""
    tried = MOVES @ np.array([card.quad for card in edge]).reshape(-1, 1, 1, 4, 2)
    quads = tried.reshape(-1, 4, 2)
    there, said = shown(index_at(quads)), np.zeros((3, len(quads)))
    said[:, there] = index_reader.corner(pyramid, quads[there], deck)
    read, sure, suited = said.reshape(3, *tried.shape[:3])
    beside = (_Beside(*each) for each in zip(edge, tried, read.astype(int), sure, suited, strict=True))
    return [each for each in beside if each.sure.any()]


def _next(beside: list[_Beside], deck: KnownDeck, known: list[_Card], *, jokers: bool) -> list[_Card]:
    """The cards beside others whose first index is legible, unless they are known.

    With `jokers` only jokers under a known card are found: ornaments of an open card resemble a joker's sign.
    """
    is_joker = np.array([card == JOKER for card in deck.cards])
    ranks = np.array([card.rank for card in deck.cards])
    found = list[_Card]()
    for look, way in product(beside, range(len(DIRECTIONS))):
        card, cards = look.card, look.read[way]
        likely = np.where(is_joker[cards] == jokers, look.sure[way], np.float32(0.0))
        on_top = sum(DIRECTIONS[way]) > 0
        # Nearer, the same rank is the card's own index. A joker's drawing resembles a second sign.
        twins = (np.array(STEPS) >= (ROOM if DIRECTIONS[way][1] else ACROSS)) & (deck.cards[card.index] != JOKER)
        clear = (likely >= (SURE if on_top else CLEAR)) & ((ranks[cards] != ranks[card.index]) | twins)
        clear[:-1] &= cards[:-1] == cards[1:]  # read at two consecutive steps
        clear[-1] = False
        if not clear.any():
            continue
        first = int(clear.argmax())
        same = (likely >= CLEAR) & (cards == cards[first])
        same &= (np.arange(len(STEPS)) >= first) & (np.arange(len(STEPS)) <= first + LATER)
        place = int(np.where(same, look.suited[way], 0.0).argmax())
        seen = LARGELY if on_top else STEPS[place]  # a card on top may be covered elsewhere
        one = _Card(card.origin, int(cards[first]), look.tried[way, place], seen)
        if jokers and (likely[place] < SURE or not _has_room(one, known)):
            continue
        if not any(_same(one, other) for other in [*known, *found]):
            found.append(one)
    return found


def _has_room(one: _Card, known: list[_Card]) -> bool:
    """Whether a card lies under a known one, its index at least `ROOM` from every other."""
    marks = np.array([mark for card in known for mark in card.marks])
    room = ROOM * np.linalg.norm(one.quad[3] - one.quad[0])
    return bool((np.linalg.norm(marks - one.mark, axis=1) >= room).all() and contains(one.quad, marks).any())


def _same(one: _Card, other: _Card) -> bool:
    share = float(overlaps(one.quad, other.quad[None])[0])
    return share >= (SAME if one.index == other.index else FANNED_SAME) or other.is_at(one.mark)
