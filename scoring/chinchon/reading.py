"""Reading a round of Chinchón: who closed, what is left to everybody, the closer's melds (games.md, section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from scoring import hands_left
from scoring.cards import Card
from scoring.chinchon.count import Round, score, sides_out
from scoring.chinchon.melding import Meld, judge
from scoring.chinchon.options import DEALT, Fault, Options, Rule
from scoring.elimination import came_back
from scoring.fields import CARD, VALUE, Fields, ListOf
from scoring.lines import MatchState
from scoring.piles import read_cards, read_flag, report_unreadable
from scoring.problems import Code, Report, Why

FIELDS: Fields = {
    **hands_left.FIELDS,
    "melds": ListOf(ListOf(CARD)),
    "chinchon": VALUE,
    "wild_chinchon": VALUE,
}
"""The fields of a round."""


class Reading(hands_left.HandsReading):
    """Reads one round, field by field, and collects everything wrong with it."""

    def __init__(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> None:
        super().__init__(entry, options.deck, options.packs, state, report)
        self.options = options

    def read(self) -> Round | None:
        """The round, or None when anything is wrong."""
        faults = len(self.report.problems)
        closer = self.read_closer()
        laid = self._laid()
        hands, penalties = self.read_left(closer, [card for cards in laid for card in cards])
        melds = self._melds(laid)
        said = {
            name: read_flag(self.entry.get(name), self.report, name) is True for name in ("chinchon", "wild_chinchon")
        }
        played = Round(closer or "", hands, penalties, melds, rejoin=self.named("rejoin"))
        played = self._with_chinchon(played, said, len(self.report.problems) == faults)
        out = None
        if len(self.report.problems) == faults and self.knows_who_is_in:
            without = score(replace(played, rejoin=()), self.options, self.state)
            out = sides_out(self.state, without, self.options.limit, self.options.out_at)
        self.check_rejoin(played.rejoin, self.options.rejoin, came_back(self.state.rounds, Rule.BUY_BACK), out)
        return played if len(self.report.problems) == faults else None

    def check_hand(self, side: str, hand: tuple[Card, ...], listed: int, closer: str | None) -> None:
        """No more is left than was dealt."""
        if listed > DEALT:
            self.report.add(
                Code.BAD_COUNT, field="hands", side=side, value=listed, allowed=f"0–{DEALT}", why=Why.HAND_SIZE
            )

    def _laid(self) -> list[tuple[Card, ...]]:
        """The melds of the closer as they were entered."""
        given = self.entry.get("melds")
        if given is None:
            return []
        if not isinstance(given, list) or not all(isinstance(meld, list) for meld in given):
            report_unreadable(given, self.report, "melds")
            return []
        return [read_cards(meld, self.deck, self.report, f"melds.{n}") for n, meld in enumerate(given, start=1)]

    def _melds(self, laid: list[tuple[Card, ...]]) -> tuple[Meld, ...]:
        """The melds; one that has a card that cannot be read may be one all the same."""
        given: Any = self.entry.get("melds")
        melds = [judge(cards, self.options) for cards in laid]
        for number, (cards, meld) in enumerate(zip(laid, melds, strict=True), start=1):
            if meld is None and len(cards) == len(given[number - 1]):
                self.report.add(Code.INVALID_MELD, field=f"melds.{number}", cards=cards)
        return tuple(meld for meld in melds if meld)

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
