"""The question `captures`: what a card may take from the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.captures import Capture, fifteens, sums, with_an_ace
from scoring.cards import Card, codes
from scoring.escoba import Options as EscobaOptions
from scoring.fifteen import FIFTEEN
from scoring.piles import read_cards, report_unreadable
from scoring.problems import Report
from scoring.referee.reading import read_card, read_rules, read_table, report_copies
from scoring.scopa import Options as ScopaOptions


class Refusal(StrEnum):
    """Why cards are not to be taken."""

    EQUAL_CARD_FIRST = "equal_card_first"
    """They add up, but a single card of the same value lies there and comes first."""
    FEWER_CARDS = "fewer_cards"
    """They add up, but fewer cards do too, and the fewest have to be taken."""
    ACE_FIRST = "ace_first"
    """An ace takes everything only when no ace lies there: else it takes one of those."""
    TOO_HIGH = "too_high"
    """The card alone is more than can be taken."""
    NO_SUM = "no_sum"
    """No cards of the table make the number together with it."""


@dataclass(frozen=True)
class Refused:
    """Cards that are not to be taken, and why."""

    cards: Capture
    why: Refusal


@dataclass(frozen=True)
class Captures:
    """What `card` may take from `table`, and for each capture whether it is a sweep; nothing means it stays.

    `need` is what cards have to add up to, `possible` every set that does, allowed or not.
    """

    card: Card
    table: tuple[Card, ...]
    captures: tuple[Capture, ...]
    sweeps: tuple[bool, ...]
    must_capture: bool
    last_card: bool
    options: ScopaOptions | EscobaOptions
    need: int
    possible: tuple[Capture, ...]

    @property
    def refused(self) -> tuple[Refused, ...]:
        """The sets that add up and are not allowed, then every card that is in no set that adds up."""
        first = isinstance(self.options, ScopaOptions) and self.options.captures == "source"
        why = Refusal.EQUAL_CARD_FIRST if first else Refusal.FEWER_CARDS
        if self.card.rank == 1:
            why = Refusal.ACE_FIRST
        sets = [Refused(taken, why) for taken in self.possible if taken not in self.captures]
        adding_up = {card for taken in self.possible for card in taken}
        others = [
            Refused((card,), Refusal.TOO_HIGH if card.rank > self.need else Refusal.NO_SUM)
            for card in self.table
            if card not in adding_up
        ]
        return (*sets, *others)

    def as_dict(self) -> dict[str, object]:
        """Return the contract's JSON, without the text."""
        captures = [codes(capture) for capture in self.captures]
        return {"captures": captures, "must_capture": self.must_capture, "sweep": list(self.sweeps)}


def ask_captures(question: Mapping[str, object], report: Report) -> Captures | None:
    """What a card may take (rules.md, "Captures"); taking is compulsory when possible, but in Escoba.

    The last card of a round takes no sweep unless `last_sweep` says so. In Scopa d'assi an ace that takes everything
    is a sweep if `ace_sweep` says so; an ace that takes the only card, an ace, does so by its value and always is.
    """
    read = read_rules(question, report)
    table = read_table(question, report)
    code = question.get("card")
    last_card = question.get("last_card")
    if last_card is not None and not isinstance(last_card, bool):
        report_unreadable(last_card, report, "last_card")
    if read is None:
        return None
    deck, options = read
    cards = read_cards(table, deck, report, "table")
    card = read_card(code, deck, report)
    report_copies([*cards, *([card] if card else [])], report)
    if card is None or report.problems:
        return None
    need = card.rank
    if isinstance(options, EscobaOptions):
        return _escoba(card, cards, bool(last_card), options)
    if options.variant == "quindici":
        captures = possible = fifteens(card, cards)
        need = FIFTEEN - card.rank
    elif options.variant == "assi" and card.rank == 1:
        captures = with_an_ace(cards)
        possible = (*captures, cards) if len(cards) > 1 and captures != (cards,) else captures
    else:
        captures = sums(card, cards, options.captures)
        possible = sums(card, cards, "free")
    by_power = options.variant == "assi" and card.rank == 1 and not all(other.rank == 1 for other in cards)
    counts = (options.ace_sweep or not by_power) and (options.last_sweep or not last_card)
    sweeps = tuple(counts and len(capture) == len(cards) for capture in captures)
    return Captures(card, cards, captures, sweeps, bool(captures), bool(last_card), options, need, possible)


def _escoba(card: Card, table: tuple[Card, ...], last_card: bool, options: EscobaOptions) -> Captures:
    """Any set that makes fifteen, if one likes; the last card clears no table but after a wrong capture."""
    captures = fifteens(card, table)
    sweeps = tuple(not last_card and len(capture) == len(table) for capture in captures)
    return Captures(card, table, captures, sweeps, False, last_card, options, FIFTEEN - card.rank, captures)
