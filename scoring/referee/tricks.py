"""The questions about games of tricks: `play`, may a card be played, `trick`, who takes it, and Scarto's `discard`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.asking import NOT_IN_HAND, read_card, read_list, read_once
from scoring.cards import TRUMP, Card, codes
from scoring.problems import Problem, Report
from scoring.referee.reading import deck_on_table, pack_is_assumed, read_rules, tricks_of
from scoring.scarto import FIVE, card_points, is_fool
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


DISCARD_NUMBERS = {"hand": 28, "discard": 3}
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
    listed = {name: read_list(question, name, report, (number,)) for name, number in DISCARD_NUMBERS.items()}
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
