"""The question `deal`: what the first table means before anyone has played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.captures import Capture
from scoring.cards import Card, codes
from scoring.escoba import Options as EscobaOptions
from scoring.escoba import table_escobas
from scoring.fifteen import pip_sum
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


@dataclass(frozen=True)
class TableEscobas:
    """How many escobas the dealer takes with the first `table`, and which cards with each.

    `deal` is the house rule asked: `split` counts thirty as two only when the cards split into fifteen and fifteen.
    """

    table: tuple[Card, ...]
    escobas: int
    captures: tuple[Capture, ...]
    deal: str

    @property
    def total(self) -> int:
        """What the four cards add up to."""
        return sum(card.rank for card in self.table)

    def as_dict(self) -> dict[str, object]:
        """Return the contract's JSON, without the text."""
        return {"escobas": self.escobas, "captures": [codes(capture) for capture in self.captures]}


def ask_deal(question: Mapping[str, object], report: Report) -> Deal | TableEscobas | None:
    """What the first table means: in scopone three or four kings are dealt again, in Escoba fifteen is an escoba."""
    read = read_rules(question, report)
    table = read_table(question, report)
    if read is None:
        return None
    deck, options = read
    cards = read_cards(table, deck, report, "table")
    report_copies(cards, report)
    if isinstance(question.get("table"), list) and len(table) != TABLE_CARDS:
        report.add(Code.BAD_ROUND, field="table", value=len(table), allowed=str(TABLE_CARDS), why=Why.OUT_OF_RANGE)
    if isinstance(options, EscobaOptions):
        captures = table_escobas(cards, options.deal)
        return TableEscobas(cards, 2 if pip_sum(cards) == 30 and captures else len(captures), captures, options.deal)
    kings = sum(card.rank == KING for card in cards)
    return Deal(options.variant == "scopone" and kings >= REDEAL_KINGS, kings, options.variant)
