"""A round of Burraco as lines: burracos, cards laid and left, who closed, who took no pot (games.md, section 7)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scoring.burraco.melds import Meld, points
from scoring.burraco.options import WORTH, Burraco, Fault, Options, Rule
from scoring.cards import Card, in_deck_order
from scoring.lines import COPIES, MELDS, Check, Line, MatchState, Reason, RoundScore
from scoring.problems import Problem

CARD_VALUES = "card_values"
"""A check: the entered values are possible."""
TWO_SETS_OF_RANK, IMPOSSIBLE_CARD_VALUE = "two_sets_of_rank", "impossible_card_value"
"""Warnings: a side laid a second set of a rank; no cards have the entered values."""
GOING_OUT = POT_LEFT = 100
ALL_CARDS, LEAST_CARD, LEAST_POT = 1080, 5, 55
"""Value of both packs; least value of the last discard, and of the eleven cards of a pot."""
CARDS, HAND = "cards", "hand"
"""Fields of a score sheet besides the burracos: values of the cards laid and left."""


@dataclass(frozen=True)
class Round:
    """One round as entered: melds and hands of every side, or `counted`, the figures of a score sheet."""

    pots: tuple[str, ...] = ()
    closed_by: str | None = None
    melds: Mapping[str, tuple[Meld, ...]] = field(default_factory=dict)
    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    counted: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def has(self, side: str, kinds: tuple[Burraco, ...]) -> bool:
        """Whether a side has a burraco of one of these kinds."""
        numbers = self.counted.get(side, {})
        return any(meld.burraco in kinds for meld in self.melds.get(side, ()) if meld.burraco) or any(
            numbers.get(kind.field) for kind in kinds
        )


def score(played: Round, options: Options, state: MatchState) -> RoundScore:
    """The lines of every side in seat order."""
    lines: list[Line] = []
    for side in state.sides:
        lines += _numbers(side, played.counted[side]) if played.counted else _cards(side, played)
        if side == played.closed_by:
            lines.append(Line(Rule.GOING_OUT, side, GOING_OUT, Reason.CLOSED))
        if side not in played.pots:
            lines.append(Line(Rule.POT_LEFT, side, -POT_LEFT, Reason.NONE))
    if played.counted:
        warnings = tuple(_impossible(played, state.sides))
        checks: tuple[Check, ...] = () if warnings else (Check(CARD_VALUES),)
    else:
        warnings = tuple(_second_sets(played))
        laid = [meld for melds in played.melds.values() for meld in melds]
        cards = sum(len(meld.cards) for meld in laid) + sum(map(len, played.hands.values()))
        checks = (Check(COPIES, cards), Check(MELDS, len(laid)))
    return RoundScore(state.sides, tuple(lines), warnings, checks=checks)


def _cards(side: str, played: Round) -> Iterator[Line]:
    melds, hand = played.melds.get(side, ()), played.hands.get(side, ())
    for meld in melds:
        if meld.burraco:
            worth = WORTH[meld.burraco]
            yield Line(worth.rule, side, worth.bonus, Reason.HOLDS, {side: len(meld.cards)}, {side: meld.cards})
    cards = in_deck_order(card for meld in melds for card in meld.cards)
    value, left = points(cards), points(hand)
    yield Line(Rule.MELDED, side, value, Reason.HOLDS, {side: value}, {side: cards} if cards else {})
    if hand:
        yield Line(Rule.UNPLAYED, side, -left, Reason.HOLDS, {side: left}, {side: hand})


def _numbers(side: str, counted: Mapping[str, int]) -> Iterator[Line]:
    for kind, worth in WORTH.items():
        if number := counted[kind.field]:
            yield Line(worth.rule, side, number * worth.bonus, Reason.ENTERED, {side: number})
    yield Line(Rule.MELDED, side, counted[CARDS], Reason.ENTERED, {side: counted[CARDS]})
    if left := counted[HAND]:
        yield Line(Rule.UNPLAYED, side, -left, Reason.ENTERED, {side: left})


def _second_sets(played: Round) -> Iterator[Problem]:
    for side, melds in played.melds.items():
        ranks = Counter(meld.rank for meld in melds if meld.rank)
        if twice := [meld.cards[0] for meld in melds if meld.rank and ranks[meld.rank] > 1]:
            cards = {card.rank: card for card in twice}.values()
            yield Problem(TWO_SETS_OF_RANK, field="melds", side=side, cards=tuple(cards))


def _impossible(played: Round, sides: tuple[str, ...]) -> Iterator[Problem]:
    """Impossible figures: each reason once, with its sides."""
    counted = played.counted
    together = {side: numbers[CARDS] + numbers[HAND] for side, numbers in counted.items()}
    odd = [side for side, numbers in counted.items() if any(numbers[name] % LEAST_CARD for name in (CARDS, HAND))]
    most = ALL_CARDS - LEAST_CARD - LEAST_POT * (len(sides) - len(played.pots))
    needed = {
        side: sum(worth.least * numbers[kind.field] for kind, worth in WORTH.items())
        for side, numbers in counted.items()
    }
    few = {side: counted[side][CARDS] for side, least in needed.items() if counted[side][CARDS] < least}
    empty = [side for side, numbers in counted.items() if side != played.closed_by and not numbers[HAND]]
    royal = [side for side in sides if counted[side][Burraco.ROYAL.field]]
    eight = [side for kind in (Burraco.EIGHT, Burraco.EIGHT_WILD) for side in sides if counted[side][kind.field]]
    found: tuple[tuple[Fault, Mapping[str, int], int], ...] = (
        (Fault.NOT_IN_FIVES, {side: together[side] for side in odd}, 0),
        (Fault.MORE_THAN_ALL_CARDS, together if sum(together.values()) > most else {}, most),
        (Fault.LESS_THAN_BURRACOS, few, sum(needed[side] for side in few)),
        (Fault.NOTHING_LEFT, dict.fromkeys(empty, 0), 0),
        (Fault.ROYAL_AND_EIGHT, dict.fromkeys([*royal, *eight] if royal and eight else (), 0), 0),
    )
    for why, told, allowed in found:
        if told:
            value = sum(told.values())
            yield Problem(
                IMPOSSIBLE_CARD_VALUE, field="counted", sides=tuple(told), value=value, allowed=str(allowed), why=why
            )
