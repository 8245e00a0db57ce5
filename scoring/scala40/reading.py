"""Reads a round of Scala 40: who closed, and the cards or points of all others still in (contract.md, `score`)."""

from scoring import hands_left
from scoring.cards import Card
from scoring.fields import SIDE, VALUE, Fields, ListOf
from scoring.piles import read_flag
from scoring.problems import Code
from scoring.scala40.count import Round
from scoring.scala40.options import DEALT, Fault

FIELDS: Fields = {**hands_left.FIELDS, "in_hand": VALUE, "unopened": ListOf(SIDE)}
"""The fields of a round."""
CLOSER_HAS_CARDS = "closer_has_cards"
"""An error: the side that closed has cards."""


class Reading(hands_left.HandsReading):
    """Reads one round, field by field, and collects everything wrong with it."""

    def read(self) -> Round:
        """The round."""
        closer = self.read_closer()
        in_hand = read_flag(self.entry.get("in_hand"), self.report, "in_hand") is True
        hands, penalties = self.read_left(closer)
        unopened = self.named("unopened")
        if closer in unopened and not in_hand:
            self.report.add(Code.BAD_ROUND, field="unopened", side=closer, why=Fault.OPENED)
        self.report_out("unopened", unopened)
        held = {side: hand for side, hand in hands.items() if hand}
        counted = {side: penalty for side, penalty in penalties.items() if side != closer}
        played = Round(closer or "", in_hand, held, counted, unopened, self.named("rejoin"))
        self.check_rejoin(played)
        return played

    def check_hand(self, side: str, hand: tuple[Card, ...], listed: int, closer: str | None) -> None:
        """Who closed holds nothing, everybody else something."""
        if side == closer:
            if listed:
                self.report.add(CLOSER_HAS_CARDS, field="hands", side=side, cards=hand)
        elif not 1 <= listed <= DEALT:
            self.report_size(side, listed, f"1–{DEALT}")

    def check_penalty(self, side: str, penalty: int, closer: str | None) -> None:
        """Who closed has no penalty."""
        if side == closer and penalty:
            self.report.add(CLOSER_HAS_CARDS, field="penalties", side=side, value=penalty)
