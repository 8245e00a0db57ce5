"""The question `trick`: who takes a trick, and the figures that a game adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.asking import read_list, read_once
from scoring.cards import TRUMP, Card
from scoring.problems import Report
from scoring.referee.reading import deck_on_table, pack_is_assumed, read_rules, tricks_of
from scoring.tricks import Tricks


@dataclass(frozen=True)
class Trick:
    """One card of each player in the order played; `assumed`: nothing tells which pack they are from."""

    rule: Tricks
    cards: tuple[Card, ...]
    assumed: bool = False

    @property
    def takes(self) -> int:
        """The place, from 0, of the card that takes the trick."""
        return self.rule.winner(self.cards)

    @property
    def best(self) -> Card:
        """The card that takes the trick."""
        return self.cards[self.takes]

    @property
    def trumped(self) -> bool:
        """Whether a trump took a trick in which another suit was led."""
        return self.best.suit == TRUMP != self.rule.suit_led(self.cards)

    @property
    def figures(self) -> Mapping[str, int | None]:
        """The figures that the game adds to the answer, by name."""
        return self.rule.figures(self.cards)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"takes": self.takes, **self.figures}


def ask_trick(question: Mapping[str, object], report: Report) -> Trick | None:
    """Decide who takes the trick (rules.md, section 3, "Play")."""
    asked = read_rules(question, report, "trick")
    rule = tricks_of(*asked) if asked else None
    listed = read_list(question, "trick", report, (rule.size,) if rule else None)
    if asked is None or rule is None:
        return None
    deck = deck_on_table(asked.game, question, listed, report)
    (cards,) = read_once({"trick": listed}, deck, report)
    return None if report.problems else Trick(rule, cards, pack_is_assumed(asked.game, question, listed))
