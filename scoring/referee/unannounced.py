"""The question `unannounced`: a card was laid to the others though it made fifteen, and nobody said so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.asking import read_card, report_copies
from scoring.captures import Capture, fifteens
from scoring.cards import Card, codes
from scoring.options import OptionValue, describe
from scoring.piles import read_cards
from scoring.problems import Code, Report, Why
from scoring.protocol import Game
from scoring.referee.reading import asked_of, capture_rule, read_rules, read_table


@dataclass(frozen=True)
class Unannounced:
    """What the next player may take before his own move: `fifteens` with `card`, laid to `table` and not announced.

    `escobas` says of each whether it is the whole table, the card included. `compulsory`: the player had to take.
    """

    card: Card
    table: tuple[Card, ...]
    fifteens: tuple[Capture, ...]
    compulsory: bool

    @property
    def escobas(self) -> tuple[bool, ...]:
        """For each fifteen whether it clears the table."""
        return tuple(len(capture) == len(self.table) + 1 for capture in self.fifteens)

    def as_dict(self) -> dict[str, object]:
        """The answer as JSON, without the text."""
        return {"fifteens": [codes(capture) for capture in self.fifteens], "escoba": list(self.escobas)}


def ask_unannounced(question: Mapping[str, object], report: Report) -> Unannounced | None:
    """What the next player may take: every fifteen that the card laid down makes with the table before it.

    The rule is Escoba's (rules.md, section 2): the right is lost "in the moment the next player plays his card", and he
    may take the trick and make his own move as well. It names the cards together with the one played; what lay there
    unseen before is gone, for its own next player has moved since. Only games of fifteens can be asked.
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
    """The games in which cards take fifteens, first those that always do, then the others with what they call it."""
    always, sometimes = [], []
    for game in asked_of("unannounced"):
        if capture_rule(game, game.options()).fifteens:
            always.append(game.name)
            continue
        named = (
            [value for value in option.values if _takes_fifteens(game, option.name, value)]
            for option in describe(game.options)
        )
        # The first option that names them is enough: another names the same under another name.
        sometimes += [f"{game.name} ({value})" for value in next(filter(None, named), [])]
    return [*always, *sometimes]


def _takes_fifteens(game: Game, name: str, value: OptionValue) -> bool:
    return capture_rule(game, game.options(**{name: value})).fifteens
