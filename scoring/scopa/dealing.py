"""The question `deal` of Scopa: whether the first table is dealt again, or makes sweeps (rules.md, section 1)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.asking.deal import read_first_table
from scoring.cards import Card
from scoring.fifteen import FIFTEEN
from scoring.problems import Report
from scoring.protocol import AskedAbout
from scoring.race import HOUSE
from scoring.scopa.options import Options

KING, REDEAL_KINGS = 10, 3
"""Number of kings on the first table that causes a new deal."""
ACE, REDEAL_ACES = 1, 2
"""Number of aces on the first table of cirulla that causes a new deal."""
SCOPONE_HAND = 9


class Redeal(StrEnum):
    """Why the first table is dealt again."""

    KINGS = "kings"
    ACES = "aces"


@dataclass(frozen=True)
class Deal:
    """Whether the first `table` is dealt again by the same dealer, and why; otherwise the dealer's `sweeps` with it.

    `options` are the house rules of the question.
    """

    redeal: Redeal | None
    sweeps: int
    table: tuple[Card, ...]
    options: Options

    @property
    def total(self) -> int:
        """Sum of the four cards."""
        return sum(card.rank for card in self.table)

    @property
    def kings(self) -> bool:
        """Whether the table has so many kings that some players deal again."""
        return self.of_rank(KING) >= REDEAL_KINGS

    @property
    def authority(self) -> str:
        """The authority for a new deal with three kings: the source only with hands of nine (rules.md, section 1)."""
        return "source" if self.options.hand == SCOPONE_HAND else HOUSE

    def of_rank(self, rank: int) -> int:
        """Number of cards of this rank on the table."""
        return sum(card.rank == rank for card in self.table)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"redeal": self.redeal is not None, "sweeps": self.sweeps}


def ask_deal(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Deal | None:
    """Kings, and in cirulla aces, cause a new deal; in cirulla 15 and 30 are sweeps.

    With hands of ten there is no first table.
    """
    table, options = read_first_table(question, asked, report), asked.options
    if report.problems:
        return None
    dealt = Deal(None, 0, table, options)
    if options.kings_are_dealt_anew and dealt.kings:
        return replace(dealt, redeal=Redeal.KINGS)
    if not options.table_counts:
        return dealt
    if dealt.of_rank(ACE) >= REDEAL_ACES:
        return replace(dealt, redeal=Redeal.ACES)
    return replace(dealt, sweeps={FIFTEEN: 1, 2 * FIFTEEN: 2}.get(dealt.total, 0))
