"""The question `deal`: what the first table means before anyone has played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.piles import read_cards
from scoring.problems import Code, Report, Why
from scoring.referee.reading import read_rules, read_table, report_copies

TABLE_CARDS = 4
"""Dealt face up at the start of a round."""
REDEAL_KINGS = 3
"""So many kings on the first table of scopone, and the cards are thrown in."""
KING = 10


@dataclass(frozen=True)
class Deal:
    """Whether the first table, with so many `kings` on it, is thrown in and dealt again by the same dealer."""

    redeal: bool
    kings: int
    variant: str

    def as_dict(self) -> dict[str, object]:
        """Return the contract's JSON, without the text."""
        return {"redeal": self.redeal}


def ask_deal(question: Mapping[str, object], report: Report) -> Deal | None:
    """Whether the first table is dealt again: in scopone with three or four kings on it (source)."""
    read = read_rules(question, report)
    table = read_table(question, report)
    if read is None:
        return None
    deck, options = read
    cards = read_cards(table, deck, report, "table")
    report_copies(cards, report)
    if isinstance(question.get("table"), list) and len(table) != TABLE_CARDS:
        report.add(Code.BAD_ROUND, field="table", value=len(table), allowed=str(TABLE_CARDS), why=Why.OUT_OF_RANGE)
    kings = sum(card.rank == KING for card in cards)
    return Deal(options.variant == "scopone" and kings >= REDEAL_KINGS, kings, options.variant)
