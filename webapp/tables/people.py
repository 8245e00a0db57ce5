"""People are their names: as they are written, but for upper and lower case and white space at the ends."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from webapp.base.http.fields import clean


def person(name: str) -> str:
    """What every way of writing a name has in common.

    >>> person(" anna") == person("Anna")
    True
    """
    return unicodedata.normalize("NFKC", clean(name)).casefold()


def people_of(sides: Sequence[str], players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The names of the people of every side, in seat order; where the players are not known, the side's own name.

    Partners sit opposite each other: `players` are every side's first, then every side's second.

    >>> people_of(["Anna & Carla", "Bruno & Dora"], ["Anna", "Bruno", "Carla", "Dora"])
    (('Anna', 'Carla'), ('Bruno', 'Dora'))
    """
    if len(players) < len(sides) or len(players) % len(sides):
        return tuple((side,) for side in sides)
    return tuple(tuple(players[seat :: len(sides)]) for seat in range(len(sides)))


def called(names: Iterable[str]) -> dict[str, str]:
    """Person -> the name as it was written last."""
    return {person(name): clean(name) for name in names}
