"""The question `deal`: what the first table means before anyone has played."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.captures import Capture
from scoring.cards import Card, codes
from scoring.race import HOUSE

TABLE_CARDS = 4
"""Cards dealt face up at the start of a round."""
KING, REDEAL_KINGS = 10, 3
"""Number of kings on the first table that causes a new deal."""
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
    options: Any

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


@dataclass(frozen=True)
class TableEscobas:
    """The sweeps (escobas) that the first `table` makes before anyone has played, and the cards of each.

    `deal` is the house rule: under `split`, thirty counts as two only if the cards split into fifteen and fifteen.
    `taker` says who gets them: the `dealer` or the `first` player.
    """

    table: tuple[Card, ...]
    escobas: int
    captures: tuple[Capture, ...]
    deal: str
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

    Fifteen is one escoba, two pairs of fifteen are two. Under `sum` thirty always counts as two: if it does not split,
    all four cards form one capture.

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
