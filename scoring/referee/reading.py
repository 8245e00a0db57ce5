"""Reading a question: the parts that several questions have, each with everything wrong in it reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.cards import Card, Deck
from scoring.match import read_game
from scoring.options import read_options
from scoring.piles import read_cards, report_unreadable
from scoring.problems import Code, Report

FISHING = ("scopa", "escoba")
"""The games in which cards are captured from a table."""


def read_rules(
    question: Mapping[str, object], report: Report, games: Sequence[str] = FISHING
) -> tuple[Deck, Any] | None:
    """Return the deck and the house rules of the game asked about, or None when it is unknown or none of `games`."""
    game = read_game(question, report)
    if game is None:
        return None
    if game.name not in games:
        report.add(Code.UNKNOWN_GAME, field="game", value=game.name, allowed=", ".join(games))
        return None
    return game.deck, read_options(game.options, question.get("options"), report)


def read_table(question: Mapping[str, object], report: Report) -> list[object]:
    """Return the codes of the cards on the table, unread."""
    table = question.get("table")
    if isinstance(table, list):
        return table
    report_unreadable(table, report, "table")
    return []


def read_card(code: object, deck: Deck, report: Report) -> Card | None:
    """Return the card that is played."""
    if code is None:
        report_unreadable(code, report, "card")
        return None
    cards = read_cards([code], deck, report, "card")
    return cards[0] if cards else None


def report_copies(cards: Sequence[Card], report: Report, field: str = "table") -> None:
    """Report the cards that appear twice, be it on the table or there and in the hand."""
    twice = sorted(card for card, number in Counter(cards).items() if number > 1)
    if twice:
        report.add(Code.DUPLICATE_CARD, field=field, cards=twice)
