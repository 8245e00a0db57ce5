"""Sentences for people: what `scoring` says in data, said in the current language.

`scoring` knows no language; here are the words for its lines, problems, rulings, options and answers. What every game
shares is in the modules of this package, the wording of one game in a module of its name, listed in `games.py`.
"""

from __future__ import annotations

from scoring.lines import Line
from scoring.match import Match
from webapp.explain.cards import card_name, cards_text, rank_text, suit_name
from webapp.explain.games import WORDINGS
from webapp.explain.photos import advice, image_text, note_text
from webapp.explain.piles import remark_text
from webapp.explain.problems import problem_text
from webapp.explain.referee import answer_text, finding_text, meld_text, refusal_text, verdict_text
from webapp.explain.rulings import authority_name, ruling_text

__all__ = [
    "advice",
    "answer_text",
    "authority_name",
    "card_name",
    "cards_text",
    "finding_text",
    "game_name",
    "image_text",
    "line_text",
    "meld_text",
    "note_text",
    "option_help",
    "option_name",
    "problem_text",
    "rank_text",
    "refusal_text",
    "remark_text",
    "rule_help",
    "rule_name",
    "ruling_text",
    "suit_name",
    "value_name",
    "verdict_text",
]


def game_name(game: str) -> str:
    """Return the name of a game."""
    return str(WORDINGS[game].GAME)


def line_text(line: Line, match: Match) -> str:
    """Return why a line of a round's score says what it says."""
    return str(WORDINGS[match.game.name].line_text(line, match.options))


def rule_name(rule: str) -> str:
    """Return the name of a category, as a heading."""
    return next(str(words.RULES[rule]) for words in WORDINGS.values() if rule in words.RULES)


def rule_help(rule: str, match: Match) -> str:
    """Return what a category is won by under the house rules of `match`, in a sentence."""
    return str(WORDINGS[match.game.name].rule_help(rule, match.options))


def option_name(game: str, option: str) -> str:
    """Return the name of a house rule."""
    return str(WORDINGS[game].OPTIONS[option].name)


def option_help(game: str, option: str) -> str:
    """Return what a house rule means and who plays it how."""
    return str(WORDINGS[game].OPTIONS[option].help)


def value_name(game: str, option: str, value: object) -> str:
    """Return the name of one value of a house rule; a number is its own name."""
    return str(WORDINGS[game].OPTIONS[option].values.get(value, value))
