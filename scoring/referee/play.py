"""The question `play`: whether a card may be played to a trick, and which cards may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.asking import read_card, read_list, read_once
from scoring.cards import Card, codes
from scoring.problems import Report
from scoring.referee.reading import deck_on_table, pack_is_assumed, read_rules, tricks_of
from scoring.tricks import Tricks


@dataclass(frozen=True)
class Play:
    """A card played from `hand` to the cards of a `trick` in the order in which they were played.

    `assumed`: nothing in the question tells which pack the cards are from.
    """

    rule: Tricks
    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    card: Card
    assumed: bool = False

    @property
    def playable(self) -> tuple[Card, ...]:
        """The cards that may be played, in the order of the hand."""
        return self.rule.playable(self.hand, self.trick)

    @property
    def legal(self) -> bool:
        """Whether the card may be played."""
        return self.card in self.playable

    @property
    def led(self) -> str | None:
        """The suit that must be followed; None if the trick is empty or has only the Fool."""
        return self.rule.suit_led(self.trick)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"legal": self.legal, "playable": codes(self.playable)}


def ask_play(question: Mapping[str, object], report: Report) -> Play | None:
    """Decide whether the card may be played (rules.md, section 3, "Play"); a card not in the hand may not."""
    asked = read_rules(question, report, "play")
    rule = tricks_of(*asked) if asked else None
    hand = read_list(question, "hand", report)
    trick = read_list(question, "trick", report, range(rule.size) if rule else None)
    if asked is None or rule is None:
        return None
    listed = [*hand, *trick, question.get("card")]
    deck = deck_on_table(asked.game, question, listed, report)
    held, lying = read_once({"hand": hand, "trick": trick}, deck, report)
    card = read_card(question.get("card"), deck, report)
    if card is None or report.problems:
        return None
    return Play(rule, held, lying, card, pack_is_assumed(asked.game, question, listed))
