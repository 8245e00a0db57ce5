"""The people that a device has played with, so that no name is typed twice."""

from collections.abc import Iterable
from functools import cache

from webapp.base.http.fields import clean, player_name
from webapp.base.language.i18n import LANGUAGES, use_language
from webapp.match.models import Match

MOST_KNOWN = 12
MOST_PLAYERS = 18


def known(played: Iterable[Match]) -> list[str]:
    """The names in these matches, latest first, each once, without placeholders such as "Player 2"."""
    names: dict[str, str] = {}
    for match in played:
        for name in map(clean, match.players):  # older matches may spell it in other characters
            if not is_nobody(name):
                names.setdefault(name.casefold(), name)
    return list(names.values())[:MOST_KNOWN]


def is_nobody(name: str) -> bool:
    """Whether a name is a placeholder for a player without a name, in any language."""
    return name.casefold() in _nobodys_names()


def are_known(match: Match) -> bool:
    """Whether all players of a match have given their names; only such matches are offered again."""
    return not any(map(is_nobody, match.players))


@cache
def _nobodys_names() -> set[str]:
    """The placeholders of players without a name, in every language a match may have been started in."""
    found: set[str] = set()
    for language in LANGUAGES:
        with use_language(language):
            found |= {player_name(number).casefold() for number in range(1, MOST_PLAYERS + 1)}
    return found
