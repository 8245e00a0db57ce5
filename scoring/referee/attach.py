"""The question `attach`: whether a card may be laid to a meld of Scala 40, or take the place of its joker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.asking import read_card, read_list
from scoring.attaching import Attachment, attach
from scoring.cards import Card, codes
from scoring.piles import read_cards
from scoring.problems import Report
from scoring.referee.reading import read_rules
from scoring.scala40.options import Options


@dataclass(frozen=True)
class Attach:
    """An attempt to lay a card to a meld on the table, under the house rules `options`."""

    found: Attachment
    options: Options

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        own = {"legal": self.found.legal, "stands_for": _told(self.found.stands_for), "swap": self.found.swap}
        if len(self.found.readings) < 2:
            return own
        readings = [
            {"stands_for": _told(each.stands_for), "legal": each.legal, "swap": each.swap}
            for each in self.found.readings
        ]
        return {**own, "readings": readings}


def _told(stands_for: Mapping[str, tuple[Card, ...]]) -> dict[str, list[str]]:
    return {place: codes(cards) for place, cards in stands_for.items()}


def ask_attach(question: Mapping[str, object], report: Report) -> Attach | None:
    """Decide whether the card fits the meld (rules.md, section 4, `attach` and `swap`)."""
    listed = read_list(question, "meld", report)
    asked = read_rules(question, report, "attach")
    if asked is None:
        return None
    meld = read_cards(listed, asked.deck, report, "meld")
    card = read_card(question.get("card"), asked.deck, report)
    if card is None or report.problems:
        return None
    return Attach(attach(meld, card, asked.options.jokers_per_meld), asked.options)
