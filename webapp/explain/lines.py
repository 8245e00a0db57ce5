"""The lines of a score in words: the game's own, and those that every game can have."""

from __future__ import annotations

from scoring.lines import ADJUSTMENT, Line
from scoring.match import Match
from webapp.games import GAMES
from webapp.words import adjustments


def line_text(line: Line, match: Match) -> str:
    """Why a line of a round's score says what it says."""
    if line.rule == ADJUSTMENT:
        return adjustments.adjustment_text(line)
    return GAMES[match.game.name].words.line_text(line, match)


def rule_name(game: str, rule: str) -> str:
    """The name of a category of `game`, as a heading."""
    return str(adjustments.NAME if rule == ADJUSTMENT else GAMES[game].words.RULES[rule])


def rule_in_a_count(game: str, rule: str) -> str:
    """Its name inside a sentence that counts the categories in order."""
    return str(adjustments.IN_A_COUNT if rule == ADJUSTMENT else GAMES[game].words.IN_A_COUNT[rule])


def with_rule(game: str, rule: str) -> str:
    """With which category somebody got to the target: "with the settebello"."""
    return str(adjustments.WITH if rule == ADJUSTMENT else GAMES[game].words.WITH[rule])


def rule_help(rule: str, match: Match) -> str:
    """What a category is won by under the house rules of `match`, in a sentence."""
    if rule == ADJUSTMENT:
        return adjustments.adjustment_help()
    return GAMES[match.game.name].words.rule_help(rule, match.options)
