"""Reads a round of Scala 40: who closed, and the cards or points of all others still in (contract.md, `score`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from scoring.cards import Card
from scoring.fields import CARD, SIDE, VALUE, BySide, Fields, ListOf
from scoring.lines import MatchState
from scoring.melds import surplus
from scoring.piles import (
    is_count,
    is_side,
    read_cards,
    read_flag,
    report_unknown_sides,
    report_unreadable,
)
from scoring.problems import Code, Report, Why
from scoring.scala40.count import Round, rejoined, score, sides_out
from scoring.scala40.options import DEALT, Options

FIELDS: Fields = {
    "closer": SIDE,
    "in_hand": VALUE,
    "hands": BySide(ListOf(CARD)),
    "penalties": BySide(VALUE),
    "unopened": ListOf(SIDE),
    "rejoin": ListOf(SIDE),
}
"""The fields of a round."""
CLOSER_HAS_CARDS = "closer_has_cards"
"""An error: the side that closed has cards."""


class Reading:
    """Reads one round field by field, and collects everything wrong with it."""

    def __init__(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> None:
        self.entry, self.options, self.state, self.report = entry, options, state, report
        self.sides = state.sides
        # After the end of the match a round is only shown (rules.md, the head), whoever plays it.
        self.knows_who_is_in = len(state.rounds) == (report.round or 0) and not state.outcome.finished
        self.out: Collection[str] = state.outcome.out if self.knows_who_is_in else ()

    def read(self) -> Round | None:
        """The round, or None if anything is wrong."""
        faults = len(self.report.problems)
        closer = self._closer()
        in_hand = read_flag(self.entry.get("in_hand"), self.report, "in_hand") is True
        given_hands, given_penalties = self._by_side("hands"), self._by_side("penalties")
        hands = self._hands(given_hands, closer)
        penalties = self._penalties(given_penalties, closer)
        self._check_who_holds([*given_hands, *given_penalties], closer)
        for side in given_hands:
            if side in given_penalties and side in self.sides:
                self.report.add(Code.BAD_ROUND, field="penalties", side=side, why=Why.TWO_HANDS)
        unopened = self._named("unopened")
        if closer in unopened and not in_hand:
            self.report.add(Code.BAD_ROUND, field="unopened", side=closer, why=Why.OPENED)
        self._report_out("unopened", unopened)
        rejoin = self._named("rejoin")
        sound = len(self.report.problems) == faults and closer is not None
        played = Round(closer or "", in_hand, hands, penalties, unopened, rejoin)
        self._check_rejoin(played, sound)
        return played if len(self.report.problems) == faults else None

    def _closer(self) -> str | None:
        """The side that closed; exactly one does. None if it is no side."""
        closer = self.entry.get("closer")
        if not is_side(closer, self.sides, self.report, "closer"):
            return None
        self._report_out("closer", [closer])
        return closer

    def _by_side(self, field: str) -> dict[str, object]:
        """The unread value of `field` for each name; null counts as left out."""
        given = self.entry.get(field)
        if given is None:
            return {}
        if not isinstance(given, Mapping):
            report_unreadable(given, self.report, field)
            return {}
        report_unknown_sides(given, self.sides, self.report, field)
        return {side: value for side, value in given.items() if value is not None}

    def _hands(self, given: Mapping[str, object], closer: str | None) -> dict[str, tuple[Card, ...]]:
        """The cards left to every side, in deck order; all hands together must come from two packs."""
        hands: dict[str, tuple[Card, ...]] = {}
        for side, listed in given.items():
            if not isinstance(listed, list):
                report_unreadable(listed, self.report, "hands", side)
                continue
            hands[side] = tuple(sorted(read_cards(listed, self.options.deck, self.report, "hands", side)))
            if side == closer:
                if listed:
                    self.report.add(CLOSER_HAS_CARDS, field="hands", side=side, cards=hands[side])
            elif not 1 <= len(listed) <= DEALT:
                self.report.add(Code.BAD_COUNT, field="hands", side=side, value=len(listed), why=Why.HAND_SIZE)
        self._report_copies(hands)
        return {side: hand for side, hand in hands.items() if hand and side in self.sides}

    def _report_copies(self, hands: Mapping[str, tuple[Card, ...]]) -> None:
        copies = Counter(card for hand in hands.values() for card in hand)
        too_many = surplus(copies)
        if too_many:
            holders = [side for side, hand in hands.items() if set(too_many) & set(hand)]
            self.report.add(Code.TOO_MANY_COPIES, field="hands", sides=holders, cards=too_many)

    def _penalties(self, given: Mapping[str, object], closer: str | None) -> dict[str, int]:
        """The penalties that were entered as numbers."""
        penalties = {}
        for side, penalty in given.items():
            if not is_count(penalty):
                self.report.add(Code.BAD_COUNT, field="penalties", side=side, value=penalty)
            elif side == closer:
                if penalty:
                    self.report.add(CLOSER_HAS_CARDS, field="penalties", side=side, value=penalty)
            elif side in self.sides:
                penalties[side] = penalty
        return penalties

    def _check_who_holds(self, given: Collection[str], closer: str | None) -> None:
        """Report hands of sides that are out, and sides still in without a hand.

        If the closer was not entered, one side without a hand is taken for it.
        """
        self._report_out("hands", dict.fromkeys(given))
        without = [side for side in self.sides if side not in given and side != closer and side not in self.out]
        if self.knows_who_is_in and len(without) > (closer is None):
            self.report.add(Code.BAD_ROUND, field="hands", sides=without, why=Why.NO_HAND)

    def _report_out(self, field: str, named: Iterable[str]) -> None:
        for side in named:
            if side in self.out:
                self.report.add(Code.BAD_ROUND, field=field, side=side, why=Why.IS_OUT)

    def _named(self, field: str) -> tuple[str, ...]:
        """The sides that a list names, each once."""
        given = self.entry.get(field)
        if given is None:
            return ()
        if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
            report_unreadable(given, self.report, field)
            return ()
        report_unknown_sides(dict.fromkeys(given), self.sides, self.report, field)
        return tuple(name for name in dict.fromkeys(given) if name in self.sides)

    def _check_rejoin(self, played: Round, sound: bool) -> None:
        """Report sides that cannot rejoin. Whether a side is out depends on the score, so a `sound` round is scored
        first.

        At least two sides must still be in after the round (rules.md, section 4).
        """
        if played.rejoin and self.options.rejoin == "none":
            self.report.add(Code.BAD_ROUND, field="rejoin", sides=played.rejoin, why=Why.NOT_PLAYED)
            return
        if not self.knows_who_is_in:
            return
        before = rejoined(self.state.rounds)
        still_in: list[str] | None = None
        if sound:
            counted = score(replace(played, rejoin=()), self.options, self.state)
            out = sides_out(self.state, counted, self.options.limit, self.options.out_at)
            still_in = [side for side in self.sides if side not in out]
        for side in played.rejoin:
            why = None
            if still_in is not None and side in still_in:
                why = Why.STILL_IN
            elif side in before:
                why = Why.REJOINED
            elif still_in is not None and len(still_in) < 2:
                why = Why.LAST_IN
            if why:
                self.report.add(Code.BAD_ROUND, field="rejoin", side=side, why=why)
