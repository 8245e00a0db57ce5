"""Counting a round of Chinchón: penalties and warnings (games.md, section 9)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.cards import Card
from scoring.chinchon.melding import Meld
from scoring.chinchon.options import DEALT, Options, Rule
from scoring.lines import COPIES, MELDS, Check, Line, MatchState, Reason, RoundScore
from scoring.melds import FEWEST
from scoring.problems import Code, Problem

CLOSER_HOLDS_TOO_MUCH = "closer_holds_too_much"
"""A warning: the closer has more cards or points over than allowed."""
IMPOSSIBLE_LEFT = "impossible_left"
"""A warning: five or six cards left where laying off is forbidden, although a meld takes three."""
TEN = 10
"""The points off for melding everything."""


@dataclass(frozen=True)
class Round:
    """One round as entered: the closer, every side's remaining cards or their sum, and the closer's melds.

    `chinchon` and `wild_chinchon`: the closer has seven in a row, without a wild card or with one.
    """

    closer: str
    hands: Mapping[str, tuple[Card, ...]]
    penalties: Mapping[str, int]
    melds: tuple[Meld, ...] = ()
    chinchon: bool = False
    wild_chinchon: bool = False
    rejoin: tuple[str, ...] = ()

    def is_melded(self, side: str) -> bool:
        """Whether a side has nothing left."""
        return not self.hands.get(side) and not self.penalties.get(side)


def count(played: Round, options: Options, state: MatchState) -> RoundScore:
    """The cards left to each side in seat order."""
    playing = [side for side in state.sides if side in {played.closer, *played.hands, *played.penalties}]
    lines = [_line(side, played, options) for side in playing]
    checks = (Check(COPIES, sum(map(len, played.hands.values()))),) if played.hands or played.melds else ()
    if played.melds:
        checks = (*checks, Check(MELDS, len(played.melds)))
    return RoundScore(state.sides, tuple(lines), tuple(_warnings(played, options)), checks=checks)


def _line(side: str, played: Round, options: Options) -> Line:
    """The penalty of one side, or its points off for melding everything."""
    closed = side == played.closer
    reason = Reason.CLOSED if closed else Reason.HOLDS if side in played.hands else Reason.ENTERED
    if closed and played.chinchon:
        off = options.chinchon if isinstance(options.chinchon, int) else 0
        return Line(Rule.CHINCHON, side, -off, reason)
    if closed and played.wild_chinchon and isinstance(options.wild_chinchon, int):
        return Line(Rule.WILD_CHINCHON, side, -options.wild_chinchon, reason)
    if played.is_melded(side) and (closed or options.minus_ten == "all"):
        return Line(Rule.MINUS_TEN, side, -TEN, reason)
    cards = played.hands.get(side, ())
    points = _points(side, played, options)
    return Line(Rule.LOOSE_CARDS, side, points, reason, {side: points}, {side: cards} if cards else {})


def _points(side: str, played: Round, options: Options) -> int:
    return sum(map(options.value, played.hands.get(side, ()))) + played.penalties.get(side, 0)


def _warnings(played: Round, options: Options) -> Iterator[Problem]:
    held = played.hands.get(played.closer, ())
    points = _points(played.closer, played, options)
    if len(held) > options.loose or points > options.close_at or (points and not options.loose):
        field = "hands" if held else "penalties"
        yield Problem(CLOSER_HOLDS_TOO_MUCH, field=field, side=played.closer, cards=held, value=points)
    may_lay_off = options.lay_off == "always" or (
        options.lay_off == "unless-ten" and not played.is_melded(played.closer)
    )
    for side, hand in played.hands.items():
        if DEALT - FEWEST < len(hand) < DEALT and (side == played.closer or not may_lay_off):
            yield Problem(IMPOSSIBLE_LEFT, field="hands", side=side, cards=hand, value=len(hand))
    for side, penalty in played.penalties.items():
        if penalty > options.dearest_hand:
            yield Problem(Code.PENALTY_OUT_OF_RANGE, field="penalties", side=side, value=penalty)
