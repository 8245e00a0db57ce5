"""Reads the first table, for the question `deal`: what it means, each game says."""

from collections.abc import Mapping

from scoring.asking import read_list
from scoring.cards import Card
from scoring.piles import read_cards, report_copies
from scoring.problems import Report
from scoring.protocol import AskedAbout

TABLE_CARDS = 4
"""Cards dealt face up at the start of a round."""


def read_first_table(question: Mapping[str, object], asked: AskedAbout, report: Report) -> tuple[Card, ...]:
    """The four cards on the table before anyone has played."""
    cards = read_cards(read_list(question, "table", report, (TABLE_CARDS,)), asked.game.deck, report, "table")
    report_copies(cards, report)
    return cards
