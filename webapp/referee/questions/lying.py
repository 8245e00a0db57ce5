"""How a run lies on the table whose jokers can lie in several places: rows to choose from, one of them chosen."""

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
"""Characters of a row as it is sent: fourteen cards are shorter."""


@dataclass(frozen=True)
class Row:
    """One way in which a meld can lie: what the form sends, and its cards from low to high."""

    sent: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Lying:
    """The rows in which the meld of the field `meld` can lie, none for a set; `chosen` is what was sent."""

    meld: str
    label: LazyProxy
    rows: Sequence[Row]
    chosen: str

    @property
    def field(self) -> str:
        """The field of the form that says which row it is."""
        return field_of(self.meld)

    @property
    def asked(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.rows) > 1

    @property
    def known(self) -> Row | None:
        """The row that the meld lies in: the one that was chosen, or the only one."""
        chosen = next((row for row in self.rows if row.sent == self.chosen), None)
        return chosen if self.asked else next(iter(self.rows), None)


def field_of(meld: str) -> str:
    """The field that says how a meld lies."""
    return f"{meld}_lies"


def lying(question: Question, meld: str, label: LazyProxy) -> Lying:
    """How the cards in a field of a question can lie."""
    deck = deck_of(question)
    found = rows([deck.parse(code) for code in codes_in(question, meld)])
    chosen = question.entry.get(field_of(meld)) or ""
    return Lying(meld, label, [Row(" ".join(codes(row)), row) for row in found], chosen)


def read_rows(fields: Fields, melds: Mapping[str, object] | Sequence[str]) -> Entry:
    """Read from a form how melds lie; one that does not fit the cards is ignored later."""
    return {field_of(meld): fields.get(field_of(meld), "")[:LONGEST_ROW] for meld in melds}
