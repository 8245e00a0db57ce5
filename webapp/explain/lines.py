"""Texts of the lines of a score: the game's own, and those of every game."""

from __future__ import annotations

from scoring.lines import ADJUSTMENT, Line
from scoring.match import Match
from webapp.games import GAMES
from webapp.words import adjustments
from webapp.words.cards import capital
from webapp.words.wording import UNDECIDED, line_said, options_said, own


def line_text(line: Line, match: Match) -> str:
    """The reason for the result of a line."""
    if line.rule == ADJUSTMENT:
        return adjustments.adjustment_text(line)
    return line_said(GAMES[match.game.name].words, line, match)


def rule_name(game: str, rule: str) -> str:
    """The name of a category of `game`, as a heading."""
    return capital(rule_in_a_count(game, rule))


def rule_in_a_count(game: str, rule: str) -> str:
    """The name of a category inside a sentence that counts the categories in order."""
    return str(adjustments.NAME if rule == ADJUSTMENT else GAMES[game].words.RULES[rule])


def with_rule(game: str, rule: str) -> str:
    """The category with which a side reached the target: "with the settebello"."""
    return str(adjustments.WITH if rule == ADJUSTMENT else own(GAMES[game].words, "WITH")[rule])


def rule_help(rule: str, match: Match) -> str:
    """How a category is won under the house rules of `match`, as a sentence."""
    if rule == ADJUSTMENT:
        return adjustments.adjustment_help()
    return options_said(GAMES[match.game.name].words.HELP, rule, match.options)


def undecided_text(match: Match) -> str:
    """That a match goes on, and what is missing for its end."""
    table = own(GAMES[match.game.name].words, "UNDECIDED") or UNDECIDED
    return options_said(table, "", match.options)
