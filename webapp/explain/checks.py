"""What was verified of a round and holds, so that silence is never taken for a check."""

from __future__ import annotations

from scoring.lines import Check
from scoring.match import Match
from webapp.games import GAMES
from webapp.words.checks import SHARED_CHECKS
from webapp.words.wording import CheckWords


def check_text(check: Check, match: Match) -> str:
    """What was verified, in a sentence."""
    return _words(check, match).sentence(check)


def check_words(check: Check, match: Match) -> str:
    """What was verified, in two or three words, as part of a list of such."""
    return _words(check, match).in_short(check)


def _words(check: Check, match: Match) -> CheckWords:
    """The game's own words, or those that games share."""
    return GAMES[match.game.name].words.CHECKS.get(check.code) or SHARED_CHECKS[check.code]
