"""Texts of the checks that hold for a round."""

from __future__ import annotations

from scoring.lines import Check
from scoring.match import Match
from webapp.games import GAMES
from webapp.words.checks import SHARED_CHECKS
from webapp.words.wording import CheckWords, own


def check_text(check: Check, match: Match) -> str:
    return str(_words(check, match).sentence) % {"sum": check.value}


def check_words(check: Check, match: Match) -> str:
    """A check in two or three words, as part of a list."""
    words = _words(check, match).in_short
    return words(check) if callable(words) else str(words) % {"sum": check.value}


def _words(check: Check, match: Match) -> CheckWords:
    """The game's own texts, or the shared ones."""
    return own(GAMES[match.game.name].words, "CHECKS").get(check.code) or SHARED_CHECKS[check.code]
