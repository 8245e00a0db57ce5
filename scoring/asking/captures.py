"""The questions `captures`, what may a card take, and `unannounced`, a fifteen that was laid down and not announced."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.asking import read_card, read_list
from scoring.captures import Capture, CaptureRule, Refusal, Taking, fifteens
from scoring.cards import Card, codes
from scoring.options import describe
from scoring.piles import read_cards, read_flag, report_copies
from scoring.problems import Code, Report, Why
from scoring.protocol import AskedAbout, Game, TakesFromTable


@dataclass(frozen=True)
class Refused:
    """Cards that may not be taken, and why."""

    cards: Capture
    why: Refusal


@dataclass(frozen=True, kw_only=True)
class Captures(Taking):
    """The captures of `card` from `table` under the game's `options`; without any the card stays on the table.

    `compulsory`: a card that can capture must. `last_card`: it is the last card of the round.
    """

    card: Card
    table: tuple[Card, ...]
    last_card: bool
    options: Any
    compulsory: bool

    @property
    def must_capture(self) -> bool:
        """Whether one of the captures must be made."""
        return self.compulsory and bool(self.captures)

    @property
    def refused(self) -> tuple[Refused, ...]:
        """The sets that add up but are not allowed, then each card that is in no set that adds up."""
        sets = [Refused(taken, self.refusal) for taken in self.possible if taken not in self.captures]
        adding_up = {card for taken in self.possible for card in taken}
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


def ask_captures(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Captures | None:
    """Find the captures of a card by the rule of the game (rules.md, "Captures")."""
    table = read_list(question, "table", report)
    code = question.get("card")
    last_card = read_flag(question.get("last_card"), report, "last_card")
    cards = read_cards(table, asked.game.deck, report, "table")
    card = read_card(code, asked.game.deck, report)
    report_copies([*cards, *([card] if card else [])], report)
    if card is None or report.problems:
        return None
    rule = _rule(asked.game, asked.options)
    taking = vars(rule.take(card, cards, bool(last_card)))
    about = {"last_card": bool(last_card), "options": asked.options, "compulsory": rule.compulsory}
    return Captures(card=card, table=cards, **about, **taking)


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


def ask_unannounced(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Unannounced | None:
    """Find the captures of the next player: every fifteen of the card laid down with the table before it.

    The rule is Escoba's (rules.md, section 2): the right is lost "in the moment the next player plays his card". That
    player may take the trick and make the own move as well. Every fifteen includes the card just played. An older
    unannounced fifteen is lost, since its next player has moved. Only games of fifteens can be asked.
    """
    table = read_list(question, "table", report)
    rule = _rule(asked.game, asked.options)
    if not rule.fifteens:
        allowed = ", ".join(_with_fifteens(asked.games))
        report.add(Code.BAD_ROUND, field="game", value=asked.game.name, allowed=allowed, why=Why.OUT_OF_RANGE)
    cards = tuple(read_cards(table, asked.game.deck, report, "table"))
    card = read_card(question.get("card"), asked.game.deck, report)
    report_copies([*cards, *([card] if card else [])], report)
    if card is None or report.problems:
        return None
    taken = tuple((card, *others) for others in fifteens(card, cards))
    return Unannounced(card, cards, taken, rule.compulsory)


def _with_fifteens(games: Sequence[Game]) -> list[str]:
    """Games in which cards take fifteens: first those that always do, then the variants of others, its first option."""
    always = [game for game in games if _rule(game, game.options()).fifteens]
    variants = []
    for game in games:
        variant = describe(game.options)[0]
        taking = (value for value in variant.values if _rule(game, game.options(**{variant.name: value})).fifteens)
        variants += [f"{game.name} ({value})" for value in taking if game not in always]
    return [*(game.name for game in always), *variants]


def _rule(game: Game, options: Any) -> CaptureRule:
    """The capture rule of a game with the question `captures` or `unannounced`."""
    assert isinstance(game, TakesFromTable)  # only such a game has the question
    return game.capture_rule(options)
