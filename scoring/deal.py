"""What the first table means before anyone has played: the answers to the question `deal`."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.captures import Capture
from scoring.cards import Card, codes

TABLE_CARDS = 4
"""Dealt face up at the start of a round."""


@dataclass(frozen=True)
class Deal:
    """Whether the first table, with so many `kings` on it, is thrown in and dealt again by the same dealer."""

    redeal: bool
    kings: int
    variant: str

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"redeal": self.redeal}


@dataclass(frozen=True)
class TableEscobas:
    """How many sweeps, called escobas, the dealer makes with the first `table`, and which cards with each.

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
        """The contract's JSON, without the text."""
        return {"escobas": self.escobas, "captures": [codes(capture) for capture in self.captures]}
