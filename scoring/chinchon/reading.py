"""Reading a round of Chinchón: who closed, what is left to everybody, the closer's melds (games.md, section 9)."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from scoring import hands_left
from scoring.asking import read_lots
from scoring.cards import Card
from scoring.chinchon.count import Round
from scoring.chinchon.melding import judge
from scoring.chinchon.options import DEALT, Fault
from scoring.fields import CARD, VALUE, Fields, ListOf
from scoring.piles import read_flag
from scoring.problems import Code, Why

FIELDS: Fields = {
    **hands_left.FIELDS,
    "melds": ListOf(ListOf(CARD)),
    "chinchon": VALUE,
    "wild_chinchon": VALUE,
}
"""The fields of a round."""


class Reading(hands_left.HandsReading):
    """Reads one round, field by field, and collects everything wrong with it."""

    def read(self) -> Round:
        """The round."""
        closer = self.read_closer()
        given = self.entry.get("melds")
        laid = [] if given is None else list(read_lots(given, self.deck, self.report, "melds"))
        hands, penalties = self.read_left(closer, [card for cards, _ in laid for card in cards])
        melds = [judge(cards, self.options) for cards, _ in laid]
        for number, ((cards, whole), meld) in enumerate(zip(laid, melds, strict=True), start=1):
            if meld is None and whole:
                self.report.add(Code.INVALID_MELD, field=f"melds.{number}", cards=cards)
        said = {
            name: read_flag(self.entry.get(name), self.report, name) is True for name in ("chinchon", "wild_chinchon")
        }
        played = Round(closer or "", hands, penalties, tuple(filter(None, melds)), rejoin=self.named("rejoin"))
        played = self._with_chinchon(played, said, self._knows_what_closed(closer))
        self.check_rejoin(played)
        return played

    def check_hand(self, side: str, hand: tuple[Card, ...], listed: int, closer: str | None) -> None:
        """No more is left than was dealt."""
        if listed > DEALT:
            self.report_size(side, listed, f"0–{DEALT}")

    def _knows_what_closed(self, closer: str | None) -> bool:
        """Whether nothing is wrong with the melds and the cards left of the closer."""
        for problem in self.report.problems[self.faults :]:
            field = (problem.field or "").partition(".")[0]
            if field == "melds":
                return False
            if field in ("hands", "penalties") and problem.side in (None, closer) and not problem.sides:
                return False
        return closer is not None

    def _with_chinchon(self, played: Round, said: Mapping[str, bool], sound: bool) -> Round:
        """The round with the chinchón that its melds show, or that was said; report what contradicts itself."""
        together = [card for meld in played.melds for card in meld.cards]
        whole = judge(together, self.options) if len(together) == DEALT else None
        shown = whole if whole and whole.chinchon else None
        if sound and played.melds:
            self._check_number(played, len(together))
        for name, claimed in said.items():
            if not claimed:
                continue
            why: StrEnum | None = None
            if name == "wild_chinchon" and self.options.wild == "none":
                why = Why.NOT_PLAYED
            elif sound and not played.is_melded(played.closer):
                why = Fault.CARD_OVER
            elif sound and played.melds and (shown is None or (shown.wild is not None) != said["wild_chinchon"]):
                why = Fault.OTHER_MELDS
            if why:
                self.report.add(Code.BAD_ROUND, field=name, side=played.closer or None, value=True, why=why)
        wild = shown.wild is not None if shown else said["wild_chinchon"]
        has = shown is not None or any(said.values())
        return replace(played, chinchon=has and not wild, wild_chinchon=has and wild)

    def _check_number(self, played: Round, melded: int) -> None:
        """Check that melded and left cards make seven; a number only says whether any card is left."""
        held = len(played.hands.get(played.closer, ()))
        counted = bool(played.penalties.get(played.closer))
        if melded + held > DEALT - counted or (not counted and melded + held < DEALT):
            value = melded + held
            self.report.add(Code.BAD_COUNT, field="melds", side=played.closer, value=value, why=Fault.MELDED_AND_LEFT)
