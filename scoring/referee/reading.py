"""Reading a question: the parts that several questions have, each with everything wrong in it reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.captures import CaptureRule
from scoring.cards import Card, Deck
from scoring.game import GAMES
from scoring.match import read_game
from scoring.options import read_options
from scoring.piles import read_cards, report_unreadable
from scoring.problems import Code, Report
from scoring.protocol import Game, TakesFromTable


class AskedAbout(NamedTuple):
    """The game a question is about, and its house rules."""

    game: Game
    options: Any


def asked_of(ask: str) -> tuple[Game, ...]:
    """The games that the question `ask` can be asked about."""
    return tuple(game for game in GAMES.values() if ask in game.questions)


def read_rules(question: Mapping[str, object], report: Report, ask: str) -> AskedAbout | None:
    """Read the game asked about and its house rules; None where it is unknown, or `ask` is no question about it."""
    game = read_game(question, report)
    if game is None:
        return None
    if ask not in game.questions:
        allowed = ", ".join(other.name for other in asked_of(ask))
        report.add(Code.UNKNOWN_GAME, field="game", value=game.name, allowed=allowed)
        return None
    return AskedAbout(game, read_options(game.options, question.get("options"), report))


def capture_rule(game: Game, options: Any) -> CaptureRule:
    """How a card takes in a game that says it can be asked so."""
    assert isinstance(game, TakesFromTable)  # the registry takes no other (`scoring.protocol.NEEDED`)
    return game.capture_rule(options)


def read_table(question: Mapping[str, object], report: Report) -> list[object]:
    """The codes of the cards on the table, unread."""
    table = question.get("table")
    if isinstance(table, list):
        return table
    report_unreadable(table, report, "table")
    return []


def read_card(code: object, deck: Deck, report: Report) -> Card | None:
    """Read the card that is played."""
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
