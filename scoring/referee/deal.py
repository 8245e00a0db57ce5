"""The question `deal`: what the first table means before anyone has played."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.deal import TABLE_CARDS, Deal, TableEscobas
from scoring.piles import read_cards, report_copies
from scoring.problems import Report
from scoring.protocol import DealsTable
from scoring.referee.reading import read_rules, read_table


def ask_deal(question: Mapping[str, object], report: Report) -> Deal | TableEscobas | None:
    """Decide what the first table means: whether it is dealt again, or counts for the dealer."""
    asked = read_rules(question, report, "deal")
    table = read_table(question, report, (TABLE_CARDS,))
    if asked is None:
        return None
    cards = read_cards(table, asked.game.deck, report, "table")
    report_copies(cards, report)
    if report.problems:
        return None
    assert isinstance(asked.game, DealsTable)  # guaranteed by the registry (`scoring.protocol.NEEDED`)
    return asked.game.first_table(cards, asked.options)
