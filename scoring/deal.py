"""What the first table means before anyone has played: the answers to the question `deal`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.captures import Capture
from scoring.cards import Card, codes
from scoring.race import HOUSE

TABLE_CARDS = 4
"""Dealt face up at the start of a round."""
KING, REDEAL_KINGS = 10, 3
"""Kings on the first table from which the cards are thrown in."""
SCOPONE_HAND = 9


class Redeal(StrEnum):
    """Why a first table is thrown in."""

    KINGS = "kings"
    ACES = "aces"


@dataclass(frozen=True)
class Deal:
    """Whether the first `table` is thrown in and dealt again by the same dealer, and why; else his `sweeps` with it.

    `options` are the house rules asked.
    """

    redeal: Redeal | None
    sweeps: int
    table: tuple[Card, ...]
    options: Any

    @property
    def total(self) -> int:
        """What the four cards add up to."""
        return sum(card.rank for card in self.table)

    @property
    def kings(self) -> bool:
        """Whether so many kings lie there that some deal again."""
        return self.of_rank(KING) >= REDEAL_KINGS

    @property
    def authority(self) -> str:
        """Who says that kings are dealt again: the rules speak of hands of nine only (rules.md, section 1)."""
        return "source" if self.options.hand == SCOPONE_HAND else HOUSE

    def of_rank(self, rank: int) -> int:
        """How many cards of a rank lie there."""
        return sum(card.rank == rank for card in self.table)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"redeal": self.redeal is not None, "sweeps": self.sweeps}


@dataclass(frozen=True)
class TableEscobas:
    """How many sweeps, called escobas, the first `table` makes before anyone has played, and which cards with each.

    `deal` is the house rule asked: `split` counts thirty as two only when the cards split into fifteen and fifteen.
    `taker` is whose they are: the `dealer`'s, or the `first` player's.
    """

    table: tuple[Card, ...]
    escobas: int
    captures: tuple[Capture, ...]
    deal: str
    taker: str = "dealer"

    @property
    def total(self) -> int:
        """What the four cards add up to."""
        return sum(card.rank for card in self.table)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"escobas": self.escobas, "captures": [codes(capture) for capture in self.captures]}


def table_escobas(table: tuple[Card, ...], deal: str) -> tuple[tuple[Card, ...], ...]:
    """What is taken from the first table before anyone has played, by capture; nothing where it stays.

    Fifteen is one escoba, two pairs of fifteen are two. Under `sum` thirty counts as two however it is made up: where
    it does not split, all four cards are one capture.

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
