"""Judges a whole deal: combines the photographs of its piles, and settles doubts by the composition of the deck.

Every card exists once, and a counted pile has the cards that the other piles leave over. Often only one card is
possible for a doubtful frame. No picture is used here, and probabilities settle nothing. Only frames that are *not*
marked doubtful, and cards that a person named, count as known.

The only assumptions:

1. frames not marked doubtful are right, and so are `known`, `expected` and `whole`;
2. two sure frames of one photograph are two cards; frames of two photographs of one pile may be the same card.

A doubtful frame may be named wrongly, show any other card, be a second outline of a card, or show no card. Any card may
be unseen. Even so, every settled card is right (`tests/vision/test_deal.py`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log

from scoring.cards import JOKER, JOKERS_A_PACK, Card, Deck
from vision.hungarian import assign
from vision.types import Recognition, SeenCard


@dataclass(frozen=True)
class Pile:
    """One pile of a deal: its photographs, the number of cards surely in it, the cards that a person put there.

    `expected` is None if nobody has counted. `known` may repeat cards that the photographs show.
    """

    photographs: tuple[Recognition, ...] = ()
    expected: int | None = None
    known: tuple[Card, ...] = ()


@dataclass(frozen=True, order=True)
class Frame:
    """Position of a seen card: index of its pile, of the photograph in the pile, and of the card in that."""

    pile: int
    photograph: int
    place: int


@dataclass(frozen=True)
class Count:
    """A pile (or, if None, all piles together) shows `seen` cards, but `expected` cards should be there."""

    pile: int | None
    seen: int
    expected: int


@dataclass(frozen=True)
class Twice:
    """A card named more often than it has copies: in `piles`, by `frames` or by hand.

    `sure`: even the names without doubt are too many, so something sure is wrong.
    """

    card: Card
    piles: tuple[int, ...]
    frames: tuple[Frame, ...]
    sure: bool


@dataclass(frozen=True)
class Missing:
    """A card of the deal that is named in no pile; `pile` is where it must lie, None if that is unknown."""

    card: Card
    pile: int | None


class Argument(StrEnum):
    """Why a doubt is settled."""

    ONLY_LEFT = "only_left"
    """Every other card lies elsewhere for sure."""
    ELSEWHERE = "elsewhere"
    """The same, and the card that the frame was taken for surely lies somewhere else."""
    COMPLEMENT = "complement"
    """This pile has as many frames left as cards: they are those cards, and their order does not change the pile."""
    OTHER_PHOTOGRAPH = "other_photograph"
    """Another photograph of the pile, or a person, names the card; it is the only one not named in this photograph."""
    NONE_LEFT = "none_left"
    """Every card of the pile is named without this frame: it shows no card, or one of those again."""


@dataclass(frozen=True)
class Settled:
    """Doubtful frames of one photograph that can only be `cards`; several are matched to the likeliest frames.

    Without `if_card`, the pile holds those cards whatever the frames show. With it, nobody has counted the pile: frames
    that show cards show these, but an outline of no card would be taken for a card that lies somewhere else.
    """

    frames: tuple[Frame, ...]
    cards: tuple[Card, ...]
    by: Argument
    if_card: bool = False


@dataclass(frozen=True)
class Unlike:
    """Frames that look like none of the only `cards` left for them: something sure must be wrong."""

    frames: tuple[Frame, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Judgement:
    """The findings about the piles of a deal; each part in the order of the piles and of the deck."""

    counts: tuple[Count, ...] = ()
    twice: tuple[Twice, ...] = ()
    missing: tuple[Missing, ...] = ()
    settled: tuple[Settled, ...] = ()
    unlike: tuple[Unlike, ...] = ()


def judge(piles: Sequence[Pile], deck: Deck, *, packs: int = 1, whole: bool = False) -> Judgement:
    """Judge the piles of one deal from `packs` of `deck`.

    `whole`: the piles are all cards. If one pile of a whole deal has no known number, it has the cards that the others
    leave. If sure facts contradict each other, or the number of frames is wrong, nothing is settled from the remaining
    cards.
    """
    return _Deal(piles, deck, packs, whole).judgement()


Cards = Counter[Card]


class _Deal:
    """The sums of a deal. `total`: all cards of the packs; `sure` and `named`: by pile."""

    def __init__(self, piles: Sequence[Pile], deck: Deck, packs: int, whole: bool) -> None:
        self.piles, self.whole = piles, whole
        self.total = Counter({card: packs * (JOKERS_A_PACK if card.code == JOKER.code else 1) for card in deck.cards})
        self.sure = [_cards(pile, doubtful=False) for pile in piles]
        self.named = [_cards(pile, doubtful=True) for pile in piles]
        self.left = self.total - _together(self.sure)
        self.expected = self._expected()

    def _expected(self) -> list[int | None]:
        """The number of cards of every pile; in a whole deal, a single unknown one follows from the others."""
        known = [pile.expected for pile in self.piles]
        if self.whole and known.count(None) == 1:
            rest = self.total.total() - sum(number for number in known if number is not None)
            return [rest if number is None else number for number in known]
        return known

    def judgement(self) -> Judgement:
        counts, twice = tuple(self._counts()), tuple(self._twice())
        overfull = any(
            number is not None and sure.total() > number for sure, number in zip(self.sure, self.expected, strict=True)
        )
        broken = self._is_impossible() or overfull or any(each.sure for each in twice)
        found = [] if broken else list(self._settled(fits=not counts))
        settled = tuple(each for each in found if isinstance(each, Settled))
        unlike = tuple(each for each in found if isinstance(each, Unlike))
        return Judgement(counts, twice, tuple(self._missing(settled, broken)), settled, unlike)

    def _counts(self) -> Iterator[Count]:
        least, most = zip(*map(_bounds, self.piles), strict=True) if self.piles else ((), ())
        for index, number in enumerate(self.expected):
            if number is not None and number >= 0 and not least[index] <= number <= most[index]:
                yield Count(index, least[index] if number < least[index] else most[index], number)
        deal = self.total.total()
        if sum(least) > deal and None in self.expected:
            yield Count(None, sum(least), deal)
        elif self.whole and None in self.expected and sum(most) < deal:
            yield Count(None, sum(most), deal)

    def _twice(self) -> Iterator[Twice]:
        sure, named = _together(self.sure), _together(self.named)
        for card in sorted(named):
            if named[card] > self.total[card]:
                frames = tuple(frame for frame, seen in self._frames() if seen.card == card)
                holders = tuple(index for index, cards in enumerate(self.named) if card in cards)
                yield Twice(card, holders, frames, sure[card] > self.total[card])

    def _is_impossible(self) -> bool:
        """Whether the expected numbers do not fit the deal."""
        numbers = [number for number in self.expected if number is not None]
        deal = self.total.total()
        short = self.whole and len(numbers) == len(self.piles) and sum(numbers) != deal
        return short or sum(numbers) > deal or any(number < 0 for number in numbers)

    def _settled(self, *, fits: bool) -> Iterator[Settled | Unlike]:
        """Settle by photograph. `fits`: every pile has the right number of frames."""
        for frames in self._doubts():
            pile = frames[0].pile
            may_be = self._may_be(frames[0])
            from_left = may_be.total() > 0 and self._needs(pile)
            looks = [_looks(self._at(frame)) for frame in frames]
            if not may_be:
                if not any(card in self.left for look in looks for card in look):
                    yield Settled(frames, (), Argument.NONE_LEFT)
            elif may_be.total() == len(frames) and (fits or not from_left):
                cards = _likeliest(looks, sorted(may_be.elements()))
                if cards is None:
                    yield Unlike(frames, tuple(sorted(may_be.elements())))
                else:
                    certain = not from_left or self._is_rest(pile)
                    yield Settled(frames, cards, self._argument(frames, from_left), if_card=not certain)

    def _argument(self, frames: tuple[Frame, ...], from_left: bool) -> Argument:
        if not from_left:
            return Argument.OTHER_PHOTOGRAPH
        if len(frames) > 1:
            return Argument.COMPLEMENT
        taken_for = self._at(frames[0]).card
        return Argument.ELSEWHERE if taken_for and taken_for not in self.left else Argument.ONLY_LEFT

    def _may_be(self, frame: Frame) -> Cards:
        """Cards that a doubtful frame with a card of its own can show: the pile's, except the sure ones beside it."""
        photograph = self.piles[frame.pile].photographs[frame.photograph]
        beside = Counter(seen.card for seen in photograph.cards if seen.card and not seen.doubtful)
        of_the_pile = self.sure[frame.pile] - beside
        return of_the_pile + self.left if self._needs(frame.pile) else of_the_pile

    def _needs(self, pile: int) -> bool:
        """Whether the pile may hold cards that no sure frame or person names."""
        number = self.expected[pile]
        return self.left.total() > 0 and (number is None or number > self.sure[pile].total())

    def _is_rest(self, pile: int) -> bool:
        """Whether all remaining cards must lie in this pile: every pile is counted, and no other needs a card."""
        others = [index for index in range(len(self.piles)) if index != pile]
        return self.whole and None not in self.expected and not any(map(self._needs, others))

    def _missing(self, settled: Iterable[Settled], broken: bool) -> Iterator[Missing]:
        if not self.whole:
            return
        shown = {frame: card for each in settled for frame, card in zip(each.frames, each.cards, strict=False)}
        doubted = Counter(
            card for frames in self._doubts() for frame in frames if (card := shown.get(frame, self._at(frame).card))
        )
        rest = next((pile for pile in range(len(self.piles)) if self._needs(pile) and self._is_rest(pile)), None)
        for card in sorted((self.left - doubted).elements()):
            yield Missing(card, None if broken else rest)

    def _doubts(self) -> Iterator[tuple[Frame, ...]]:
        """The doubtful frames of each photograph, for those that have any."""
        doubts: dict[tuple[int, int], list[Frame]] = {}
        for frame, seen in self._frames():
            if seen.doubtful or seen.card is None:
                doubts.setdefault((frame.pile, frame.photograph), []).append(frame)
        return map(tuple, doubts.values())

    def _frames(self) -> Iterator[tuple[Frame, SeenCard]]:
        for index, pile in enumerate(self.piles):
            for number, photograph in enumerate(pile.photographs):
                for place, seen in enumerate(photograph.cards):
                    yield Frame(index, number, place), seen

    def _at(self, frame: Frame) -> SeenCard:
        return self.piles[frame.pile].photographs[frame.photograph].cards[frame.place]


def _cards(pile: Pile, *, doubtful: bool) -> Cards:
    """The cards of a pile named without doubt, or all named cards; the same card in two photographs counts once."""
    cards = Counter(pile.known)
    for photograph in pile.photographs:
        cards |= Counter(seen.card for seen in photograph.cards if seen.card and (doubtful or not seen.doubtful))
    return cards


def _bounds(pile: Pile) -> tuple[int, int]:
    """The least and the greatest number of cards that a pile shows; its photographs may overlap."""
    sure = _cards(pile, doubtful=False).total()
    doubts = sum(seen.doubtful or seen.card is None for photo in pile.photographs for seen in photo.cards)
    return max([sure, *(len(photo.cards) for photo in pile.photographs)]), sure + doubts


def _together(cards: Iterable[Cards]) -> Cards:
    return sum(cards, Counter())


def _looks(seen: SeenCard) -> Mapping[Card, float]:
    """Candidate cards of a frame with probabilities; empty if there is not even a guess."""
    named = {seen.card: seen.confidence} if seen.card else {}
    return {**dict(seen.alternatives), **named}


def _likeliest(looks: Sequence[Mapping[Card, float]], cards: Sequence[Card]) -> tuple[Card, ...] | None:
    """Assign one card to each frame; None if a frame would get a card that it does not look like at all."""
    never = 1e6
    cost = [[-log(max(look[card], 1e-9)) if card in look else never * bool(look) for card in cards] for look in looks]
    columns = assign(cost)
    if sum(cost[row][column] for row, column in enumerate(columns)) >= never:
        return None
    return tuple(cards[column] for column in columns)
