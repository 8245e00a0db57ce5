"""The question `captures`: what a card may take from the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.asking import read_card
from scoring.captures import Capture, Refusal, Taking
from scoring.cards import Card, codes
from scoring.piles import read_cards, read_flag, report_copies
from scoring.problems import Report
from scoring.referee.reading import capture_rule, read_rules, read_table


@dataclass(frozen=True)
class Refused:
    """Cards that may not be taken, and why."""

    cards: Capture
    why: Refusal


@dataclass(frozen=True)
class Captures:
    """The captures of `card` from `table` under the game's `options`; without any the card stays on the table.

    `compulsory`: a card that can capture must. `last_card`: it is the last card of the round.
    """

    card: Card
    table: tuple[Card, ...]
    last_card: bool
    options: Any
    compulsory: bool
    taking: Taking

    @property
    def captures(self) -> tuple[Capture, ...]:
        """The sets of cards that may be taken."""
        return self.taking.captures

    @property
    def sweeps(self) -> tuple[bool, ...]:
        """For each capture, whether it is a sweep."""
        return self.taking.sweeps

    @property
    def must_capture(self) -> bool:
        """Whether one of the captures must be made."""
        return self.compulsory and bool(self.captures)

    @property
    def needs(self) -> tuple[int, ...]:
        """The sum that the cards taken must have; two numbers are alternatives."""
        return self.taking.needs

    @property
    def refused(self) -> tuple[Refused, ...]:
        """The sets that add up but are not allowed, then each card that is in no set that adds up."""
        possible = self.taking.possible
        sets = [Refused(taken, self.taking.refusal) for taken in possible if taken not in self.captures]
        adding_up = {card for taken in possible for card in taken}
        others = [
            Refused((card,), Refusal.TOO_HIGH if card.rank > max(self.needs) else Refusal.NO_SUM)
            for card in self.table
            if card not in adding_up
        ]
        return (*sets, *others)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        captures = [codes(capture) for capture in self.captures]
        return {"captures": captures, "must_capture": self.must_capture, "sweep": list(self.sweeps)}


def ask_captures(question: Mapping[str, object], report: Report) -> Captures | None:
    """Find the captures of a card by the rule of the game (rules.md, "Captures")."""
    asked = read_rules(question, report, "captures")
    table = read_table(question, report)
    code = question.get("card")
    last_card = read_flag(question.get("last_card"), report, "last_card")
    if asked is None:
        return None
    cards = read_cards(table, asked.game.deck, report, "table")
    card = read_card(code, asked.game.deck, report)
    report_copies([*cards, *([card] if card else [])], report)
    if card is None or report.problems:
        return None
    rule = capture_rule(asked.game, asked.options)
    taking = rule.take(card, cards, bool(last_card))
    return Captures(card, cards, bool(last_card), asked.options, rule.compulsory, taking)
