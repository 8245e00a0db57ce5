"""Reading rounds that end when a side closes: the closer, the hands left to the others, the sides that come back.

Shared by Scala 40 and Chinchón. Each game adds its limits of a hand and its other fields.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import Any

from scoring.cards import Card, Deck
from scoring.elimination import LastIn, came_back
from scoring.fields import CARD, SIDE, VALUE, BySide, Fields, ListOf
from scoring.lines import MatchState
from scoring.melds import PACKS, surplus
from scoring.piles import is_count, is_side, read_by_side, read_cards, read_sides, report_unreadable
from scoring.problems import Code, Report, Why

FIELDS: Fields = {
    "closer": SIDE,
    "hands": BySide(ListOf(CARD)),
    "penalties": BySide(VALUE),
    "rejoin": ListOf(SIDE),
}
"""The fields of a round that these games share."""


class Fault(StrEnum):
    """The reasons for errors that these games share."""

    IS_OUT = "is_out"
    """A side that is out of the match cannot close, hold cards or be unopened."""
    TWO_HANDS = "two_hands"
    """A side has both a hand and a penalty."""
    HAND_SIZE = "hand_size"
    """A hand has no card, or more than are dealt."""
    STILL_IN = "still_in"
    """A side that is still in cannot rejoin."""
    REJOINED = "rejoined"
    """The side has already rejoined once; more is not allowed."""
    LAST_IN = "last_in"
    """Only one side is left, so the match is over and nobody rejoins."""


WHO_IS_IN = frozenset({Fault.IS_OUT, Fault.STILL_IN, Fault.REJOINED, Fault.LAST_IN, Why.NO_HAND})
"""The reasons for errors that depend on who is still in, thus on the rounds before."""


class HandsReading:
    """Reads one round of a game, field by field, and collects all errors."""

    def __init__(
        self, game: LastIn, entry: Mapping[str, object], options: Any, state: MatchState, report: Report
    ) -> None:
        self.game, self.entry, self.options, self.state, self.report = game, entry, options, state, report
        self.packs = getattr(options, "packs", PACKS)
        self.deck: Deck = options.deck
        self.faults = len(report.problems)
        self.sides = state.sides
        # After the end of the match a round is only shown (rules.md, the head), whoever plays it.
        self.knows_who_is_in = len(state.rounds) == (report.round or 0) and not state.outcome.finished
        self.out: Collection[str] = state.outcome.out if self.knows_who_is_in else ()

    def check_hand(self, side: str, hand: tuple[Card, ...], listed: int, closer: str | None) -> None:
        """Report errors of a hand; `listed`: its number of cards, including unreadable ones."""
        raise NotImplementedError

    def report_size(self, side: str, listed: int, allowed: str) -> None:
        """Report a hand with another number of cards than allowed."""
        self.report.add(Code.BAD_COUNT, field="hands", side=side, value=listed, allowed=allowed, why=Fault.HAND_SIZE)

    def check_penalty(self, side: str, penalty: int, closer: str | None) -> None:
        """Report errors of a number entered for a hand."""

    def read_left(
        self, closer: str | None, laid: Iterable[Card] = ()
    ) -> tuple[dict[str, tuple[Card, ...]], dict[str, int]]:
        """(hands, penalties) of the sides, each side in one of them; `laid` are further cards that nobody holds."""
        given_hands, given_penalties = (
            read_by_side(self.entry.get(name), self.sides, self.report, name) for name in ("hands", "penalties")
        )
        hands = self._hands(given_hands, closer, laid)
        penalties = self._penalties(given_penalties, closer)
        self._check_who_holds([*given_hands, *given_penalties], closer)
        for side in given_hands:
            if side in given_penalties and side in self.sides:
                self.report.add(Code.BAD_ROUND, field="penalties", side=side, why=Fault.TWO_HANDS)
        return hands, penalties

    def read_closer(self) -> str | None:
        """The side that closed; exactly one does. None if it is no side."""
        closer = self.entry.get("closer")
        if not is_side(closer, self.sides, self.report, "closer"):
            return None
        self.report_out("closer", [closer])
        return closer

    def named(self, field: str) -> tuple[str, ...]:
        """The sides that a list names, each once."""
        return tuple(dict.fromkeys(read_sides(self.entry.get(field), self.sides, self.report, field)))

    def report_out(self, field: str, named: Iterable[str]) -> None:
        """Report sides that are entered in the round although they are out."""
        for side in named:
            if side in self.out:
                self.report.add(Code.BAD_ROUND, field=field, side=side, why=Fault.IS_OUT)

    def check_rejoin(self, played: Any) -> None:
        """Report sides that cannot come back in the round `played`: those that did before, and those not out.

        Who is out after it depends on its score. At least two sides must still be in (rules.md, section 4).
        """
        rejoin: tuple[str, ...] = played.rejoin
        if rejoin and self.options.rejoin == "none":
            self.report.add(Code.BAD_ROUND, field="rejoin", sides=rejoin, why=Why.NOT_PLAYED)
        if not rejoin or self.options.rejoin == "none" or not self.knows_who_is_in:
            return
        out, before = None, came_back(self.state.rounds, self.game.back)
        if self.is_sound:
            counted = self.game.count(played, self.options, self.state)
            out = self.game.out_after(self.state, counted, self.options.limit, self.options.out_at)
        for side in rejoin:
            why = None
            if out is not None and side not in out:
                why = Fault.STILL_IN
            elif side in before:
                why = Fault.REJOINED
            elif out is not None and len(self.sides) - len(out) < 2:
                why = Fault.LAST_IN
            if why:
                self.report.add(Code.BAD_ROUND, field="rejoin", side=side, why=why)

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong with the round so far."""
        return len(self.report.problems) == self.faults

    def _hands(
        self, given: Mapping[str, object], closer: str | None, laid: Iterable[Card]
    ) -> dict[str, tuple[Card, ...]]:
        """The cards left to every side, in deck order; all hands together must fit the packs."""
        hands: dict[str, tuple[Card, ...]] = {}
        for side, listed in given.items():
            if not isinstance(listed, list):
                report_unreadable(listed, self.report, "hands", side)
                continue
            hands[side] = tuple(sorted(read_cards(listed, self.deck, self.report, "hands", side)))
            self.check_hand(side, hands[side], len(listed), closer)
        copies = Counter(card for hand in hands.values() for card in hand) + Counter(laid)
        if too_many := surplus(copies, self.packs):
            holders = [side for side, hand in hands.items() if set(too_many) & set(hand)]
            self.report.add(Code.TOO_MANY_COPIES, field="hands", sides=holders, cards=too_many)
        return {side: hand for side, hand in hands.items() if side in self.sides}

    def _penalties(self, given: Mapping[str, object], closer: str | None) -> dict[str, int]:
        """The penalties that were entered as numbers."""
        penalties = {}
        for side, penalty in given.items():
            if not is_count(penalty):
                self.report.add(Code.BAD_COUNT, field="penalties", side=side, value=penalty)
                continue
            self.check_penalty(side, penalty, closer)
            if side in self.sides:
                penalties[side] = penalty
        return penalties

    def _check_who_holds(self, given: Collection[str], closer: str | None) -> None:
        """Report hands of sides that are out, and sides in the match without a hand.

        If the closer is not entered, one side without a hand may be it.
        """
        self.report_out("hands", dict.fromkeys(given))
        without = [side for side in self.sides if side not in given and side != closer and side not in self.out]
        if self.knows_who_is_in and len(without) > (closer is None):
            self.report.add(Code.BAD_ROUND, field="hands", sides=without, why=Why.NO_HAND)
