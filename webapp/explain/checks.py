"""What was verified of a round and holds, so that silence is never taken for a check."""

from __future__ import annotations

from scoring.lines import Check
from scoring.match import Match
from webapp.games import GAMES
from webapp.words.checks import SENTENCES, in_short


def check_text(check: Check, match: Match) -> str:
    """What was verified, in a sentence: the game's own, or one that games share."""
    return (GAMES[match.game.name].words.CHECKS.get(check.code) or SENTENCES[check.code])(check)


def check_words(check: Check, match: Match) -> str:
    """What was verified, in two or three words, as part of a list of such."""
    return in_short(check) or check_text(check, match).rstrip(".")
