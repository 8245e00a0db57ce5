"""What was verified of a round and holds, so that silence is never taken for a check."""

from __future__ import annotations

from collections.abc import Callable

from scoring.lines import Check
from scoring.match import Match
from webapp.base.i18n import gettext
from webapp.games import GAMES


def check_text(check: Check, match: Match) -> str:
    """What was verified, in a sentence: the game's own, or one that games share."""
    own = GAMES[match.game.name].words.CHECKS
    return (own.get(check.code) or _SENTENCES[check.code])(check)


def _all_cards(check: Check) -> str:
    return gettext("Every card lies in one pile.")


_SENTENCES: dict[str, Callable[[Check], str]] = {"all_cards": _all_cards}
