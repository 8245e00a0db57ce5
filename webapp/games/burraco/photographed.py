"""Names doubtful cards in photographs by their melds: a group is read as the likeliest meld.

A barely visible index, or a letter of an unknown deck, leaves a card several possible names; its group leaves few. Sure
names stay, but for the suit of a covered card: the next card often hides half of the sign. A card renamed by its group
becomes doubtful, and doubtful cards stay doubtful.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log

import numpy as np

from scoring.burraco.melds import TWO, WHOLE_RANK, Meld, is_wild, judge
from scoring.burraco.options import Options
from scoring.cards import FRENCH, JOKER, Card
from scoring.melds import FEWEST, HIGH_ACE, rank_at
from vision import SeenCard, grouped
from vision.groups import near
from vision.hungarian import assign

SURE = 1e-15
"""Probability that a sure name is wrong, too low for a group to change the name.

With a higher one, the last card of a run would take the place of a missed one in its middle.
"""
OF_SUIT = 0.05
"""Probability of each other card of the suit read if the name is wrong."""
COVERED = 0.6
"""Visible share of a card below which half of its suit may be hidden."""
RESEMBLES: Mapping[str, str] = {"S": "C", "C": "S", "H": "D", "D": "H"}
"""The suit that a half-hidden one resembles."""
NO_CARD, DUBIOUS = 0.03, 0.8
"""Probability that an outline is no card: if its name is wrong, and if it has no place among the others."""
TIGHT = 1.4
"""Distance between two cards of a column, in its usual steps, below which no card lies between them."""
WILD_ONE = 2.0
"""Cost of a wild card, in nats: most melds have none."""
CHANCE = 2.0
"""Most that a meld may cost above the names as read, in nats, for each card but one: a hand is seldom a meld."""

Place = frozenset[Card]
"""The cards that may lie at one place of a meld; empty for the place of an outline that is no card."""
EMPTY: Place = frozenset()
WILD: Place = frozenset(card for card in FRENCH.cards if is_wild(card))
JOKERS: Place = frozenset([JOKER])
"""The wild cards for the place of a two: a two there is that two."""
PLACES: Sequence[Place] = (EMPTY, WILD, *(frozenset([card]) for card in FRENCH.cards))
COLUMN: Mapping[Place, int] = {place: column for column, place in enumerate(PLACES)}
NO_CARDS = 3
"""At most one outline in this many is no card."""


@dataclass(frozen=True)
class _Reading:
    """A card as it was seen, with the probability of each card it may be."""

    seen: SeenCard
    names: Mapping[Card, float]
    nothing: float

    @staticmethod
    def of(seen: SeenCard, *, dubious: bool) -> _Reading:
        wrong = max(1 - seen.confidence, SURE) if seen.doubtful else SURE
        told = dict(seen.alternatives) if seen.doubtful else {}
        if seen.card:
            told[seen.card] = 1 - wrong
        else:  # its alternatives share what the name that was not told leaves
            told = {card: share / wrong for card, share in told.items()}
        likely = max(told, key=lambda card: told[card], default=None)
        rest = max(1 - sum(told.values()), SURE) / len(FRENCH.cards)
        of_suit = {card: wrong * OF_SUIT for card in FRENCH.cards if likely and card.suit == likely.suit}
        names = {card: max(told.get(card, 0.0), of_suit.get(card, 0.0), rest) for card in FRENCH.cards}
        if seen.card and seen.card.suit and (seen.doubtful or seen.visible < COVERED):
            other = FRENCH.parse(seen.card.code[:-1] + RESEMBLES[seen.card.suit])
            names[other] = max(names[other], 1 - seen.confidence)
        return _Reading(seen, names, DUBIOUS if dubious else wrong * NO_CARD)

    def best(self, place: Place) -> Card | None:
        """The likeliest card for a place."""
        return max(sorted(place), key=lambda card: self.names[card], default=None)

    def cost(self, place: Place) -> float:
        """The cost of assigning it to a place: negative log-likelihood, in nats."""
        card = self.best(place)
        wild = WILD_ONE if place == WILD else 0.0
        return wild - log(self.names[card] * (1 - self.nothing) if card else self.nothing)


def settled(cards: Sequence[SeenCard], options: Options) -> tuple[SeenCard, ...]:
    """The cards of a photograph, with the names that their groups give them."""
    after = list(cards)
    for group in _groups(cards):
        seen = [cards[at] for at in group]
        dubious = {*_between(seen), *(at for at, card in enumerate(seen) if not card.visible)}
        readings = [_Reading.of(card, dubious=at in dubious) for at, card in enumerate(seen)]
        for at, card in zip(group, _named(readings, options), strict=True):
            after[at] = card
    return tuple(after)


def _between(cards: Sequence[SeenCard]) -> set[int]:
    """The doubtful cards of a column or row that have no place in it: without them the others are one step apart."""
    middles = np.array([np.mean(card.corners, axis=0) for card in cards])
    along = middles @ np.linalg.svd(middles - middles.mean(axis=0))[2][0]
    column, between = np.argsort(along).tolist(), set[int]()
    while len(column) > FEWEST:
        steps = np.linalg.norm(np.diff(middles[column], axis=0), axis=1)
        room = np.append(steps[0], steps) + np.append(steps, steps[-1])
        tight = [at for at, each in zip(column, room < TIGHT * np.median(steps), strict=True) if each]
        found = min((at for at in tight if cards[at].doubtful), key=lambda at: cards[at].confidence, default=None)
        if found is None:
            break
        column.remove(found)
        between.add(found)
    return between


def _groups(cards: Sequence[SeenCard]) -> list[list[int]]:
    """The indices of each group's cards, with unnamed outlines that adjoin exactly one group."""
    named = [at for at, card in enumerate(cards) if card.card]
    groups = [[named[at] for at in group] for group in grouped([cards[at].corners for at in named])]
    for at in set(range(len(cards))) - set(named):
        beside = [group for group in groups if any(near(cards[at].corners, cards[other].corners) for other in group)]
        if len(beside) == 1:
            beside[0].append(at)
    return groups


def _named(readings: Sequence[_Reading], options: Options) -> list[SeenCard]:
    """The cards of a group, renamed to the likeliest meld if it is likely enough."""
    costs = np.array([[reading.cost(place) for place in PLACES] for reading in readings])
    best, least = None, costs.min(axis=1).sum() + CHANCE * (len(readings) - 1)
    tried = [[COLUMN[place] for place in places] for places in _melds(readings)]
    for at_least, columns in sorted((costs[:, columns].min(axis=1).sum(), columns) for columns in tried):
        if at_least >= least:
            break
        lies = [columns[at] for at in assign(costs[:, columns].tolist())]
        total = sum(costs[row, column] for row, column in enumerate(lies))
        names = [reading.best(PLACES[column]) for reading, column in zip(readings, lies, strict=True)]
        if total < least and _is_meld(names, options):
            best, least = names, total
    if best is None:
        best = [None if reading.nothing >= DUBIOUS else reading.seen.card for reading in readings]
    return [_renamed(reading.seen, name) for reading, name in zip(readings, best, strict=True)]


def _melds(readings: Sequence[_Reading]) -> Iterator[list[Place]]:
    """Every set and run as a list of places, at least as many as there are outlines; an outline may be no card."""
    no_cards = min(sum(reading.seen.doubtful for reading in readings), len(readings) // NO_CARDS)
    fewest = max(FEWEST, len(readings) - no_cards)
    if fewest <= WHOLE_RANK + 1:  # with a wild card
        for rank in {card.rank for card in FRENCH.cards if card.suit}:
            copies = [frozenset([card]) for card in FRENCH.cards if card.rank == rank] * 2
            yield [*copies, WILD, *[EMPTY] * no_cards]
    for suit in sorted({card.suit for card in FRENCH.cards if card.suit}):
        of = {card.rank: frozenset([card]) for card in FRENCH.cards if card.suit == suit}
        for size in range(fewest, min(len(readings), HIGH_ACE) + 1):
            spare = [EMPTY] * (len(readings) - size)
            for first in range(1, HIGH_ACE - size + 2):
                run = [of[rank_at(place)] for place in range(first, first + size)]
                for at in range(size):
                    wild = JOKERS if rank_at(first + at) == TWO else WILD
                    yield [*run[:at], wild, *run[at + 1 :], *spare]
                yield [*run, *spare]


def _is_meld(cards: Sequence[Card | None], options: Options) -> bool:
    return isinstance(judge([card for card in cards if card], options), Meld)


def _renamed(seen: SeenCard, name: Card | None) -> SeenCard:
    """A card with a new name, marked doubtful."""
    if name == seen.card:
        return seen
    told = [*([(seen.card, seen.confidence)] if seen.card else []), *seen.alternatives]
    others = tuple((card, share) for card, share in told if card != name)
    return replace(seen, card=name, doubtful=True, alternatives=others)
