"""The question `trick`: who takes a trick of Scarto, and who keeps the Fool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.asking import read_list, read_once
from scoring.cards import NO_SUIT, TRUMP, Card
from scoring.problems import Report
from scoring.referee.reading import deck_on_table, pack_is_assumed, read_rules
from scoring.tricks import suit_led, winner

CARDS = 3
"""Cards in a trick: one from each player."""


@dataclass(frozen=True)
class Trick:
    """Three cards in the order played; `assumed`: nothing in the question tells which pack they are from."""

    cards: tuple[Card, ...]
    assumed: bool = False

    @property
    def takes(self) -> int:
        """The place, from 0, of the card that takes the trick."""
        return winner(self.cards)

    @property
    def fool_to(self) -> int | None:
        """The place of the Fool, who stays with the player of it; None if it was not played."""
        return next((place for place, card in enumerate(self.cards) if card.suit == NO_SUIT), None)

    @property
    def best(self) -> Card:
        """The card that takes the trick."""
        return self.cards[self.takes]

    @property
    def trumped(self) -> bool:
        """Whether a trump took a trick in which another suit was led."""
        return self.best.suit == TRUMP != suit_led(self.cards)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"takes": self.takes, "fool_to": self.fool_to}


def ask_trick(question: Mapping[str, object], report: Report) -> Trick | None:
    """Decide who takes the trick (rules.md, section 3, "Play")."""
    asked = read_rules(question, report, "trick")
    listed = read_list(question, "trick", report, (CARDS,))
    if asked is None:
        return None
    deck = deck_on_table(asked.game, question, listed, report)
    (cards,) = read_once({"trick": listed}, deck, report)
    return None if report.problems else Trick(cards, pack_is_assumed(question, listed))
