"""The question `deal`: what the first cards on the table mean."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.asking import read_list
from scoring.deal import TABLE_CARDS, Deal, TableEscobas
from scoring.piles import read_cards, report_copies
from scoring.problems import Report
from scoring.protocol import AskedAbout, DealsTable


def ask_deal(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Deal | TableEscobas | None:
    """Decide what the first table means: whether it is dealt again, or counts for the dealer."""
    table = read_list(question, "table", report, (TABLE_CARDS,))
    cards = read_cards(table, asked.game.deck, report, "table")
    report_copies(cards, report)
    if report.problems:
        return None
    assert isinstance(asked.game, DealsTable)  # guaranteed by the registry (`scoring.protocol.NEEDED`)
    return asked.game.first_table(cards, asked.options)
