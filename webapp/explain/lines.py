"""Texts of the lines of a score and of the checks that hold: the game's own, and those of every game."""

from scoring.lines import ADJUSTMENT, Check, Line
from scoring.match import Match
from webapp.games import GAMES
from webapp.words.cards import capital
from webapp.words.shared import ADJUSTMENT_HELP, ADJUSTMENT_NAME, SHARED_CHECKS, WITH_ADJUSTMENT, adjustment_text
from webapp.words.wording import UNDECIDED, CheckWords, line_said, options_said, own


def line_text(line: Line, match: Match) -> str:
    """The reason for the result of a line."""
    if line.rule == ADJUSTMENT:
        return adjustment_text(line)
    return line_said(GAMES[match.game.name].words, line, match)


def rule_name(game: str, rule: str) -> str:
    """The name of a category of `game`, as a heading."""
    return capital(rule_in_a_count(game, rule))


def rule_in_a_count(game: str, rule: str) -> str:
    """The name of a category inside a sentence that counts the categories in order."""
    return str(ADJUSTMENT_NAME if rule == ADJUSTMENT else GAMES[game].words.RULES[rule])


def with_rule(game: str, rule: str) -> str:
    """The category with which a side reached the target: "with the settebello"."""
    return str(WITH_ADJUSTMENT if rule == ADJUSTMENT else own(GAMES[game].words, "WITH")[rule])


def rule_help(rule: str, match: Match) -> str:
    """How a category is won under the house rules of `match`, as a sentence."""
    if rule == ADJUSTMENT:
        return str(ADJUSTMENT_HELP)
    return options_said(GAMES[match.game.name].words.HELP, rule, match.options)


def undecided_text(match: Match) -> str:
    """Says that a match goes on, and what its end still needs."""
    table = own(GAMES[match.game.name].words, "UNDECIDED") or UNDECIDED
    return options_said(table, "", match.options)


def check_text(check: Check, match: Match) -> str:
    return str(_check(check, match).sentence) % {"sum": check.value}


def check_words(check: Check, match: Match) -> str:
    """A check in two or three words, as part of a list."""
    words = _check(check, match).in_short
    return words(check) if callable(words) else str(words) % {"sum": check.value}


def _check(check: Check, match: Match) -> CheckWords:
    """The game's own texts, or the shared ones."""
    return own(GAMES[match.game.name].words, "CHECKS").get(check.code) or SHARED_CHECKS[check.code]
