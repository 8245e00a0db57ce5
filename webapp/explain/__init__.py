"""Sentences for people: turns the data of `scoring` into the current language.

`scoring` is language-independent. Texts of a game are in `webapp/games/<game>/words.py`, shared ones in `webapp/words`;
this package combines them.

>>> from scoring import score
>>> match = {"game": "scopa", "sides": ["Anna", "Bruno"], "rounds": [{"awards": {"cards": "Anna"}}]}
>>> explained(score(match), lang="en")["rounds"][0]["lines"][0]["text"]
'Cards: Anna, as the players entered it.'
"""

from webapp.explain.documents import explained
from webapp.explain.lines import check_words, line_text, rule_help, rule_in_a_count, rule_name
from webapp.explain.problems import problem_text, warning_details, warning_text
from webapp.explain.referee import answer_text, headline, reasons, sentences
from webapp.explain.rulings import authority_name, ruling_headline, ruling_text
from webapp.explain.tiebreak import own_text, verdict_headline, verdict_text
from webapp.games import GAMES
from webapp.words.cards import card_name, cards_text, rank_text, suit_name
from webapp.words.photos import advice, film_note_text, film_text, image_text, no_cards_text, note_text

__all__ = [
    "advice",
    "answer_text",
    "authority_name",
    "card_name",
    "cards_text",
    "check_words",
    "explained",
    "film_note_text",
    "film_text",
    "game_name",
    "headline",
    "image_text",
    "line_text",
    "no_cards_text",
    "note_text",
    "option_help",
    "option_name",
    "own_text",
    "problem_text",
    "rank_text",
    "reasons",
    "rule_help",
    "rule_in_a_count",
    "rule_name",
    "ruling_headline",
    "ruling_text",
    "sentences",
    "suit_name",
    "value_name",
    "verdict_headline",
    "verdict_text",
    "warning_details",
    "warning_text",
]


def game_name(game: str) -> str:
    return str(GAMES[game].words.GAME)


def option_name(game: str, option: str) -> str:
    """The name of a house rule."""
    return str(GAMES[game].words.OPTIONS[option].name)


def option_help(game: str, option: str) -> str:
    """The explanation of a house rule: its meaning, and who plays it how."""
    return str(GAMES[game].words.OPTIONS[option].help)


def value_name(game: str, option: str, value: object) -> str:
    """The name of one value of a house rule; a number is its own name."""
    return str(GAMES[game].words.OPTIONS[option].values.get(value, value))
