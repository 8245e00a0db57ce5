"""The question `declare`: what three cards of a hand bring in cirulla."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.asking import read_list, read_once
from scoring.cards import Card
from scoring.problems import Code, Report, Why
from scoring.protocol import AskedAbout

HAND_CARDS = 3
"""Number of cards in a hand."""
WILD = "7C"
"""The seven of cups, which can stand for any value in cirulla."""
FEW, FEW_POINTS, EQUAL_POINTS = 9, 3, 10
"""A hand that adds up to at most nine brings 3, three of a kind 10."""
LOWEST = 1


@dataclass(frozen=True)
class Declare:
    """A hand of three cards: its points, and the value that the seven of cups in it stands for, None if there is none.

    >>> from scoring.cards import ITALIAN
    >>> hand = [ITALIAN.parse(code) for code in ["5D", "7C", "5B"]]
    >>> declared(hand).points, declared(hand).stands_for
    (10, 5)
    """

    hand: tuple[Card, ...]
    points: int
    stands_for: int | None

    @property
    def total(self) -> int:
        """The sum of the cards; the seven of cups counts as the value it stands for."""
        return sum(card.rank for card in self.hand if card.code != WILD) + (self.stands_for or 0)

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        return {"points": self.points, "stands_for": self.stands_for}


def declared(hand: list[Card] | tuple[Card, ...]) -> Declare:
    """The points of a hand: 10 for three of a kind, otherwise 3 for a sum of at most nine."""
    cards = tuple(hand)
    plain = [card.rank for card in cards if card.code != WILD]
    wild = len(plain) < len(cards)
    if len(set(plain)) == 1:
        return Declare(cards, EQUAL_POINTS, plain[0] if wild else None)
    if sum(plain) + wild * LOWEST <= FEW:
        return Declare(cards, FEW_POINTS, LOWEST if wild else None)
    return Declare(cards, 0, None)


def ask_declare(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Declare | None:
    """Decide whether a hand may be declared (rules.md, section 1, Cirulla); an error in other variants."""
    listed = read_list(question, "hand", report, (HAND_CARDS,))
    if not asked.options.cirulla:
        allowed = f"{asked.game.name} (cirulla)"
        report.add(Code.BAD_ROUND, field="game", value=asked.game.name, allowed=allowed, why=Why.OUT_OF_RANGE)
    (cards,) = read_once({"hand": listed}, asked.game.deck, report)
    return None if report.problems else declared(cards)
