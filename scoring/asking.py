"""The answer of the referee, and readers for parts of a question that know no game.

A game with questions of its own reads them with these (`scoring.protocol.AnswersItself`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from scoring.cards import Card, Deck
from scoring.piles import read_cards, report_unreadable
from scoring.problems import Code, Report, Why

NOT_IN_HAND = "not_in_hand"
"""An error: cards laid away, played or discarded by a player who does not hold them."""


class Answer(Protocol):
    """An answer of the referee as data; its sentences are made elsewhere."""

    def as_dict(self) -> dict[str, Any]:
        """The contract's JSON, without the text."""


OwnAnswer = Callable[[Mapping[str, object], Any, Report], Answer | None]
"""Reads and answers a question under the game's options; reports everything wrong with it, and then returns None."""


def read_list(
    question: Mapping[str, object], name: str, report: Report, numbers: Sequence[int] | None = None
) -> list[object]:
    """The unread codes in a field of the question; their number must be one of `numbers`, if given.

    A `range` stands for consecutive numbers.
    """
    listed = question.get(name)
    if not isinstance(listed, list):
        report_unreadable(listed, report, name)
        return []
    if numbers is not None and len(listed) not in numbers:
        named = f"{numbers[0]}-{numbers[-1]}" if isinstance(numbers, range) else ", ".join(map(str, numbers))
        report.add(Code.BAD_ROUND, field=name, value=len(listed), allowed=named, why=Why.OUT_OF_RANGE)
    return listed


def read_card(code: object, deck: Deck, report: Report, field: str = "card") -> Card | None:
    """Read one card from `field`, by default the card played."""
    if code is None:
        report_unreadable(code, report, field)
        return None
    cards = read_cards([code], deck, report, field)
    return cards[0] if cards else None


def read_once(listed: Mapping[str, list[object]], deck: Deck, report: Report) -> list[tuple[Card, ...]]:
    """Read the cards of several fields; no card may appear twice, within a field or across fields."""
    cards = [read_cards(codes, deck, report, name) for name, codes in listed.items()]
    report_copies([card for each in cards for card in each], report, next(iter(listed)))
    return cards


def report_copies(cards: Sequence[Card], report: Report, field: str = "table") -> None:
    """Report the cards that appear twice."""
    twice = sorted(card for card, number in Counter(cards).items() if number > 1)
    if twice:
        report.add(Code.DUPLICATE_CARD, field=field, cards=twice)


def read_melds(given: object, deck: Deck, report: Report, name: str = "melds") -> list[tuple[Card, ...]]:
    """Read the cards of every meld in the field `name`, in the order laid; problems name them `melds.1` and so on."""
    if not isinstance(given, list):
        report_unreadable(given, report, name)
        return []
    melds = []
    for number, cards in enumerate(given, start=1):
        if isinstance(cards, list):
            melds.append(read_cards(cards, deck, report, f"{name}.{number}"))
        else:
            report_unreadable(cards, report, f"{name}.{number}")
    return melds
