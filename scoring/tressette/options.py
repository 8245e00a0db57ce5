"""The house rules of Tressette and the lines of its rounds (games.md, section 8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.options import Following, Follows, choice, flag, number

FOUR = 4
"""Players who each have one hand of ten for the whole round; two draw from the stock."""


class Rule(StrEnum):
    """The lines of a round."""

    TRICKS = "tricks"
    LAST_TRICK = "last_trick"
    NAPOLETANA = "napoletana"
    BUONGIOCO = "buongioco"
    ACCUSI = "accusi"


class Fault(StrEnum):
    """The reasons for errors that only Tressette has."""

    TOOK_NOTHING = "took_nothing"
    """The last trick is said of a side without a card or a point."""
    NOT_ALL = "not_all"
    """All tricks are said of a side that has not everything."""
    BOTH_WAYS = "both_ways"
    """Accusi are entered as cards and as points."""
    BOTH_SIDES = "both_sides"
    """A card is in the accusi of both sides."""
    DECLARED_TWICE = "declared_twice"
    """An accuso is there twice, or of four players two of one rank or suit for one side."""


@dataclass(frozen=True)
class Options(Following):
    """The house rules of Tressette (games.md, section 8)."""

    accusi: bool = flag(True)
    target: int = number(31, offered=(11, 21, 31, 41, 51), follows=Follows("accusi", {False: 21}))
    players: int = choice(4, 2)
    coda: bool = flag()
    cappotto: str = choice("off", "tricks", "points")
    no_points: str = choice("keep", "lose-accusi")
    end: str = choice("more-points", "order")

    @property
    def categories(self) -> tuple[Rule, ...]:
        """The order in which a round is counted: napoletane and buongiochi are accusi."""
        return (Rule.ACCUSI, Rule.TRICKS, Rule.LAST_TRICK)
