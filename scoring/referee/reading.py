"""Reads the parts that several questions share, and reports everything wrong in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scoring.asking import Answer
from scoring.captures import CaptureRule
from scoring.cards import TAROT, TAROT_PIEMONTESE, Deck
from scoring.game import GAMES
from scoring.match import read_game
from scoring.options import read_options
from scoring.problems import Code, Report, Why
from scoring.protocol import AnswersItself, Game, PlaysTricks, SeveralDecks, TakesFromTable
from scoring.tricks import Tricks


class AskedAbout(NamedTuple):
    """The game a question is about, and its house rules."""

    game: Game
    options: Any

    @property
    def deck(self) -> Deck:
        """The cards used; house rules may have taken some out (Scala 40 without jokers)."""
        deck: Deck = getattr(self.options, "deck", self.game.deck)
        return deck


def asked_of(ask: str) -> tuple[Game, ...]:
    """The games about which `ask` can be asked."""
    return tuple(game for game in GAMES.values() if ask in game.questions)


def read_rules(question: Mapping[str, object], report: Report, ask: str) -> AskedAbout | None:
    """Read the game and its house rules; None if the game is unknown or cannot be asked `ask`."""
    game = read_game(question, report)
    if game is None:
        return None
    if ask not in game.questions:
        allowed = ", ".join(other.name for other in asked_of(ask))
        report.add(Code.UNKNOWN_GAME, field="game", value=game.name, allowed=allowed)
        return None
    return AskedAbout(game, read_options(game.options, question.get("options"), report))


def own_answer(question: Mapping[str, object], report: Report, ask: str) -> Answer | None:
    """Let the game answer a question of its own."""
    asked = read_rules(question, report, ask)
    if asked is None:
        return None
    assert isinstance(asked.game, AnswersItself)  # guaranteed by the registry (`scoring.protocol.AnswersItself`)
    return asked.game.answers[ask](question, asked.options, report)


def capture_rule(game: Game, options: Any) -> CaptureRule:
    """The capture rule of a game with the question `captures` or `unannounced`."""
    assert isinstance(game, TakesFromTable)  # guaranteed by the registry (`scoring.protocol.NEEDED`)
    return game.capture_rule(options)


def tricks_of(game: Game, options: Any) -> Tricks:
    """How tricks are played in a game that says it can be asked so."""
    assert isinstance(game, PlaysTricks)  # the registry takes no other (`scoring.protocol.NEEDED`)
    return game.tricks(options)


SUIT_SETS = {deck.name: deck for deck in (TAROT, TAROT_PIEMONTESE)}
"""The two decks of tarot games, by name; clubs and cups share a letter, so codes may fit both."""


def deck_on_table(game: Game, question: Mapping[str, object], listed: Iterable[object], report: Report) -> Deck:
    """The deck of a question: of several the one named in `deck`, otherwise the one that its codes belong to."""
    if not isinstance(game, SeveralDecks):
        return game.deck
    named = question.get("deck")
    if named is None:
        return game.with_deck_of([{"piles": {"": list(listed)}}]).deck
    if isinstance(named, str) and named in SUIT_SETS:
        return SUIT_SETS[named]
    report.add(Code.BAD_ROUND, field="deck", value=named, allowed=", ".join(SUIT_SETS), why=Why.OUT_OF_RANGE)
    return game.deck


def pack_is_assumed(game: Game, question: Mapping[str, object], listed: Iterable[object]) -> bool:
    """Whether a question neither names its deck nor has a card that only one of the two decks has."""
    if not isinstance(game, SeveralDecks):
        return False
    told = {code.upper() for code in listed if isinstance(code, str)}
    fitting = [deck for deck in SUIT_SETS.values() if told <= {card.code for card in deck.cards}]
    return question.get("deck") is None and len(fitting) > 1
