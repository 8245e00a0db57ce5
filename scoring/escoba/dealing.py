"""The question `deal` of Escoba: the escobas of the first table (rules.md, section 2)."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.asking.deal import read_first_table
from scoring.captures import Capture
from scoring.cards import Card, codes
from scoring.fifteen import pip_sum
from scoring.problems import Report
from scoring.protocol import AskedAbout


@dataclass(frozen=True)
class TableEscobas:
    """The sweeps (escobas) that the first `table` makes before anyone has played, and the cards of each.

    `taker` says who gets them: the `dealer` or the `first` player.
    """

    table: tuple[Card, ...]
    escobas: int
    captures: tuple[Capture, ...]
    taker: str = "dealer"

    @property
    def total(self) -> int:
        """Sum of the four cards."""
        return sum(card.rank for card in self.table)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"escobas": self.escobas, "captures": [codes(capture) for capture in self.captures]}


def table_escobas(table: tuple[Card, ...], deal: str) -> tuple[tuple[Card, ...], ...]:
    """The captures from the first table before anyone has played; empty if the cards stay.

    Fifteen is one escoba, two pairs of fifteen are two. Under the house rule `sum` thirty always counts as two: if it
    does not split, all four cards form one capture.

    >>> from scoring.cards import ITALIAN
    >>> table_escobas(tuple(ITALIAN.parse(code) for code in ["10D", "9C", "6S", "5B"]), "split")
    ((Card(10D), Card(5B)), (Card(9C), Card(6S)))
    """
    total = sum(card.rank for card in table)
    if total == 15:
        return (table,)
    if total != 30:
        return ()
    first, *others = table
    for partner in others:
        if first.rank + partner.rank == 15:
            return ((first, partner), tuple(card for card in others if card != partner))
    return (table,) if deal == "sum" else ()


def ask_deal(question: Mapping[str, object], asked: AskedAbout, report: Report) -> TableEscobas | None:
    """Fifteen on the first table is an escoba of the dealer or first player; thirty can be two."""
    table, options = read_first_table(question, asked, report), asked.options
    if report.problems:
        return None
    captures = table_escobas(table, options.deal)
    count = 2 if pip_sum(table) == 30 and captures else len(captures)
    return TableEscobas(table, count, captures, options.table_escoba)
