"""Counts a round of Scala 40 (rules.md, section 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.cards import JOKER, Card
from scoring.lines import COPIES, Check, Line, MatchState, Reason, RoundScore
from scoring.problems import Code, Problem
from scoring.scala40.options import DEALT, Options, Rule

PIPS = {1: 11, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 10, 11: 10, 12: 10, 13: 10, JOKER.rank: 25}
"""Rank -> points of a card left in hand: figures 10, an ace 11, a joker 25."""
MOST_PIPS, MOST_WITHOUT_JOKERS = 198, 138
"""Points of the worst hand: four jokers, eight aces, a ten; without jokers eight aces, five tens."""


@dataclass(frozen=True)
class Round:
    """One round as entered: who closed and how, and of the other sides the cards left or their points."""

    closer: str
    in_hand: bool
    hands: Mapping[str, tuple[Card, ...]]
    penalties: Mapping[str, int]
    unopened: tuple[str, ...] = ()
    rejoin: tuple[str, ...] = ()


def pips(hand: Sequence[Card], lone_ace: int = PIPS[1]) -> int:
    """The points of the cards left in a hand; an ace as the only card counts `lone_ace`.

    >>> from scoring.cards import FRENCH
    >>> hand = [FRENCH.parse(code) for code in ["KH", "QS", "AC", "5D", "JOKER"]]
    >>> pips(hand), pips(hand[2:3]), pips(hand[2:3], 1)
    (61, 11, 1)
    """
    if len(hand) == 1 and hand[0].rank == 1:
        return lone_ace
    return sum(PIPS[card.rank] for card in hand)


def is_possible(penalty: int, options: Options) -> bool:
    """Whether a hand of 1 to 13 cards can have this penalty: 2 to 198, 1 for a lone ace, or the flat rate.

    Without jokers the most is 138.

    >>> [number for number in range(250) if not is_possible(number, Options())] == [0, 1, *range(199, 250)]
    True
    """
    most = MOST_PIPS if options.jokers else MOST_WITHOUT_JOKERS
    return penalty == options.lone_ace or 2 <= penalty <= most or penalty == options.flat


def count(played: Round, options: Options, state: MatchState) -> RoundScore:
    """Score the round: the hand of each side in seat order, then the bonus."""
    lines: list[Line] = []
    for side in state.sides:
        if side == played.closer:
            lines.append(Line(Rule.HAND, side, 0, Reason.CLOSED, {side: 0}))
        elif side in played.hands or side in played.penalties:
            lines += _hand(side, played, options)
    if played.in_hand and options.in_hand == "bonus":
        lines.append(Line(Rule.BONUS, played.closer, -options.bonus, Reason.CLOSED))
    warnings = tuple(
        Problem(Code.PENALTY_OUT_OF_RANGE, field="penalties", side=side, value=penalty)
        for side, penalty in played.penalties.items()
        if not is_possible(penalty, options)
    )
    checks = (Check(COPIES, sum(map(len, played.hands.values()))),) if played.hands else ()
    return RoundScore(state.sides, tuple(lines), warnings, checks=checks)


def _hand(side: str, played: Round, options: Options) -> list[Line]:
    """The penalty of one side, twice if the round was closed in hand and that doubles."""
    cards = played.hands.get(side, ())
    count = pips(cards, options.lone_ace) if cards else played.penalties[side]
    reason = Reason.HOLDS if cards else Reason.ENTERED
    shown = {side: cards} if cards else {}
    rule, points = Rule.HAND, count
    if options.flat is not None and (side in played.unopened or len(cards) == DEALT):
        rule, points = Rule.FULL_HAND, options.flat
    lines = [Line(rule, side, points, reason, {side: count}, shown)]
    if played.in_hand and options.in_hand == "double":
        lines.append(Line(Rule.IN_HAND, side, points, Reason.CLOSED, {side: points}))
    return lines
