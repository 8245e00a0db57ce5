"""People are identified by their names, ignoring case and white space at the ends."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from webapp.base.http.fields import clean


def person(name: str) -> str:
    """The key of a name, the same for all its spellings.

    >>> person(" anna") == person("Anna")
    True
    """
    return unicodedata.normalize("NFKC", clean(name)).casefold()


def people_of(sides: Sequence[str], players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The names of the people of every side, in seat order; if unknown, the name of the side.

    Partners sit opposite each other: `players` lists every side's first player, then every side's second.

    >>> people_of(["Anna & Carla", "Bruno & Dora"], ["Anna", "Bruno", "Carla", "Dora"])
    (('Anna', 'Carla'), ('Bruno', 'Dora'))
    """
    if len(players) < len(sides) or len(players) % len(sides):
        return tuple((side,) for side in sides)
    return tuple(tuple(players[seat :: len(sides)]) for seat in range(len(sides)))


def called(names: Iterable[str]) -> dict[str, str]:
    """Key of a person -> the name as written last."""
    return {person(name): clean(name) for name in names}
