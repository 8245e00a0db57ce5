"""The question `discard`: which three cards the dealer of Scarto may lay away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.asking import NOT_IN_HAND, read_list, read_once
from scoring.cards import TRUMP, Card
from scoring.problems import Problem, Report
from scoring.referee.reading import deck_on_table, pack_is_assumed, read_rules
from scoring.scarto import FIVE, card_points, is_fool

NUMBERS = {"hand": 28, "discard": 3}
"""The dealer's 25 cards plus the three of the talon, and the three that are laid away."""


class DiscardError(StrEnum):
    """Errors of a discard, besides cards that the dealer does not hold."""

    FIVE_POINT_CARD = "five_point_card"
    FOOL_DISCARDED = "fool_discarded"
    TRUMP_ONE = "trump_one"
    """Trump 1, although the dealer holds another trump or the Fool."""


@dataclass(frozen=True)
class Discard:
    """A dealer's `discard` from `hand`, and everything that forbids it.

    `assumed`: nothing in the question tells which pack the cards are from.
    """

    hand: tuple[Card, ...]
    discard: tuple[Card, ...]
    errors: tuple[Problem, ...]
    assumed: bool = False

    @property
    def legal(self) -> bool:
        """Whether nothing forbids the discard."""
        return not self.errors

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the texts."""
        return {"legal": self.legal, "errors": [error.as_dict() for error in self.errors]}


def ask_discard(question: Mapping[str, object], report: Report) -> Discard | None:
    """Decide whether a discard is legal (rules.md, "Dealer's discard"), and name every broken rule with its cards.

    Cards of 5 points and the Fool are forbidden. Trump 1, also worth 5, is allowed to a dealer with no other trump and
    without the Fool.
    """
    asked = read_rules(question, report, "discard")
    listed = {name: read_list(question, name, report, (number,)) for name, number in NUMBERS.items()}
    if asked is None:
        return None
    told = [code for codes in listed.values() for code in codes]
    deck = deck_on_table(asked.game, question, told, report)
    ((hand,), (discard,)) = (read_once({name: codes}, deck, report) for name, codes in listed.items())
    if report.problems:
        return None
    stranger = [card for card in discard if card not in hand]
    fives = [card for card in discard if card_points(card, asked.options.top_trump) == FIVE and not _is_trump_one(card)]
    fool = [card for card in discard if is_fool(card)]
    held = [card for card in hand if is_fool(card) or (card.suit == TRUMP and not _is_trump_one(card))]
    trump_one = [card for card in discard if _is_trump_one(card) and held]
    broken = {
        NOT_IN_HAND: stranger,
        DiscardError.FIVE_POINT_CARD: fives,
        DiscardError.FOOL_DISCARDED: fool,
        DiscardError.TRUMP_ONE: trump_one,
    }
    errors = tuple(Problem(code, field="discard", cards=tuple(cards)) for code, cards in broken.items() if cards)
    return Discard(hand, discard, errors, pack_is_assumed(asked.game, question, told))


def _is_trump_one(card: Card) -> bool:
    return card.suit == TRUMP and card.rank == 1
