"""The question `unannounced`: a card was laid to the others though it made fifteen, and nobody said so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.captures import Capture, fifteens
from scoring.cards import Card, codes
from scoring.piles import read_cards
from scoring.problems import Code, Report, Why
from scoring.referee.reading import read_card, read_rules, read_table, report_copies


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
        """Return the answer as JSON, without the text."""
        return {"fifteens": [codes(capture) for capture in self.fifteens], "escoba": list(self.escobas)}


def ask_unannounced(question: Mapping[str, object], report: Report) -> Unannounced | None:
    """What the next player may take: every fifteen that the card laid down makes with the table before it.

    Escoba's text: the right is lost "in the moment the next player plays his card", and he may take the trick and make
    his own move as well. It names the cards together with the one played; what lay there unseen before is gone, for
    its own next player has moved since.
    """
    read = read_rules(question, report)
    table = read_table(question, report)
    if read is None:
        return None
    deck, options = read
    game = question.get("game")
    if game != "escoba" and getattr(options, "variant", None) != "quindici":
        report.add(Code.BAD_ROUND, field="game", value=game, allowed="escoba, scopa (quindici)", why=Why.OUT_OF_RANGE)
    cards = tuple(read_cards(table, deck, report, "table"))
    card = read_card(question.get("card"), deck, report)
    report_copies([*cards, *([card] if card else [])], report)
    if card is None or report.problems:
        return None
    taken = tuple((card, *others) for others in fifteens(card, cards))
    return Unannounced(card, cards, taken, compulsory=game != "escoba")
