"""The order of a run on the table if its jokers can lie in several places: rows to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.cards import Card, codes
from scoring.melds import rows
from webapp.base.language.i18n import LazyProxy
from webapp.base.storage.orm import Entry
from webapp.referee.models import Question
from webapp.referee.questions.kind import Fields, codes_in, deck_of

LONGEST_ROW = 60
"""Most characters of a submitted row; fourteen cards are shorter."""


@dataclass(frozen=True)
class Row:
    """One possible order of a meld: the submitted text, and the cards from low to high."""

    sent: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Lying:
    """The possible rows of the meld in the field `meld`, none for a set; `chosen` is the submitted one."""

    meld: str
    label: LazyProxy
    rows: Sequence[Row]
    chosen: str

    @property
    def field(self) -> str:
        return field_of(self.meld)

    @property
    def asked(self) -> bool:
        return len(self.rows) > 1

    @property
    def known(self) -> Row | None:
        """The row of the meld: the chosen one, or the only one."""
        chosen = next((row for row in self.rows if row.sent == self.chosen), None)
        return chosen if self.asked else next(iter(self.rows), None)


def field_of(meld: str) -> str:
    return f"{meld}_lies"


def lying(question: Question, meld: str, label: LazyProxy) -> Lying:
    """The possible rows of the cards in a field of a question."""
    deck = deck_of(question)
    found = rows([deck.parse(code) for code in codes_in(question, meld)])
    chosen = question.entry.get(field_of(meld)) or ""
    return Lying(meld, label, [Row(" ".join(codes(row)), row) for row in found], chosen)


def read_rows(fields: Fields, melds: Mapping[str, object] | Sequence[str]) -> Entry:
    """Read the chosen rows from a form; a row that does not fit the cards is ignored later."""
    return {field_of(meld): fields.get(field_of(meld), "")[:LONGEST_ROW] for meld in melds}
