"""The question `unannounced`: a card was laid on the table although it made fifteen, and nobody announced it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.asking import read_card
from scoring.captures import Capture, fifteens
from scoring.cards import Card, codes
from scoring.options import OptionValue, describe
from scoring.piles import read_cards, report_copies
from scoring.problems import Code, Report, Why
from scoring.protocol import Game
from scoring.referee.reading import asked_of, capture_rule, read_rules, read_table


@dataclass(frozen=True)
class Unannounced:
    """The `fifteens` that the next player may take before their own move: made by `card`, laid to `table`, unannounced.

    `compulsory`: the player of the card had to capture.
    """

    card: Card
    table: tuple[Card, ...]
    fifteens: tuple[Capture, ...]
    compulsory: bool

    @property
    def escobas(self) -> tuple[bool, ...]:
        """For each fifteen, whether it clears the table, the card included."""
        return tuple(len(capture) == len(self.table) + 1 for capture in self.fifteens)

    def as_dict(self) -> dict[str, object]:
        """The answer as JSON, without the text."""
        return {"fifteens": [codes(capture) for capture in self.fifteens], "escoba": list(self.escobas)}


def ask_unannounced(question: Mapping[str, object], report: Report) -> Unannounced | None:
    """Find the captures of the next player: every fifteen of the card laid down with the table before it.

    The rule is Escoba's (rules.md, section 2): the right is lost "in the moment the next player plays his card". That
    player may take the trick and make the own move as well. Every fifteen includes the card just played. An older
    unannounced fifteen is lost, since its next player has moved. Only games of fifteens can be asked.
    """
    asked = read_rules(question, report, "unannounced")
    table = read_table(question, report)
    if asked is None:
        return None
    rule = capture_rule(asked.game, asked.options)
    if not rule.fifteens:
        allowed = ", ".join(_with_fifteens())
        report.add(Code.BAD_ROUND, field="game", value=asked.game.name, allowed=allowed, why=Why.OUT_OF_RANGE)
    cards = tuple(read_cards(table, asked.game.deck, report, "table"))
    card = read_card(question.get("card"), asked.game.deck, report)
    report_copies([*cards, *([card] if card else [])], report)
    if card is None or report.problems:
        return None
    taken = tuple((card, *others) for others in fifteens(card, cards))
    return Unannounced(card, cards, taken, rule.compulsory)


def _with_fifteens() -> list[str]:
    """Games in which cards take fifteens: first those that always do, then the others, each with its variant."""
    always, sometimes = [], []
    for game in asked_of("unannounced"):
        if capture_rule(game, game.options()).fifteens:
            always.append(game.name)
            continue
        named = (
            [value for value in option.values if _takes_fifteens(game, option.name, value)]
            for option in describe(game.options)
        )
        # The first option with such values is enough; another option would name the same variants again.
        sometimes += [f"{game.name} ({value})" for value in next(filter(None, named), [])]
    return [*always, *sometimes]


def _takes_fifteens(game: Game, name: str, value: OptionValue) -> bool:
    return capture_rule(game, game.options(**{name: value})).fifteens
