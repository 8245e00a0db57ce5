"""Chooses which games are offered at once and which are folded, so that pages stay short with many games."""

from collections.abc import Iterable

from webapp.games import GAMES
from webapp.match.models import Match

AT_ONCE = 6
"""Number of games offered at once on a device that has not played yet."""


def games_at_hand(visited: Iterable[tuple[Match, bool]], shown: str = "") -> tuple[list[str], list[str]]:
    """(Games offered at once, folded games); those played on a device come first, the latest before all.

    `visited` are the device's matches from `webapp.match.store.visited`; `shown` is a game that must not be folded. One
    game alone is not folded.
    """
    played = dict.fromkeys(match.game for match, plays in visited if plays and match.game in GAMES)
    first = list(played) or list(GAMES)[:AT_ONCE]
    if shown and shown not in first:
        first.append(shown)
    others = [game for game in GAMES if game not in first]
    return (first, others) if len(others) > 1 else ([*first, *others], [])
