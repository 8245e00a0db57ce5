"""The house rules of Scala 40, the lines of a round under them, and the cards (rules.md, section 4)."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.cards import FRENCH, JOKER, Deck
from scoring.options import choice, flag, number, word_or_number

WITHOUT_JOKERS = FRENCH.without([JOKER])
DEALT = 13
"""Cards of a whole hand; a player who has not opened holds as many at the end of each turn."""


class Rule(StrEnum):
    """The rule ids of a round's lines."""

    HAND = "hand"
    FULL_HAND = "full_hand"
    IN_HAND = "in_hand"
    BONUS = "bonus"
    REJOIN = "rejoin"


class Fault(StrEnum):
    """The reasons for errors that only this game has."""

    OPENED = "opened"
    """The side that closed, not in hand, must have opened before."""
    NOBODY_IN = "nobody_in"
    """By the totals before the last round everybody is out."""


@dataclass(frozen=True)
class Options:
    """The house rules of Scala 40 (rules.md, section 4)."""

    limit: int = number(101, offered=(101, 201, 501))
    out_at: str = choice("reach", "exceed")
    lone_ace: int = choice(11, 1)
    full_hand: int | str = word_or_number("count", offered=(100, 200))
    in_hand: str = choice("double", "bonus")
    bonus: int = number(25, minimum=0, offered=(25, 50))
    rejoin: str = choice("none", "highest-once")
    jokers: bool = flag(True)
    jokers_per_meld: int = number(0, minimum=0, offered=(0, 1))
    joker_in_opening: bool = flag(True)
    opening: int = number(40, minimum=0, offered=(40, 0))

    @property
    def categories(self) -> tuple[Rule, ...]:
        """The lines that a round can have, in counting order."""
        unplayed = {
            Rule.FULL_HAND: self.full_hand == "count",
            Rule.BONUS: self.in_hand == "double",
            Rule.IN_HAND: self.in_hand == "bonus",
            Rule.REJOIN: self.rejoin == "none",
        }
        return tuple(rule for rule in Rule if not unplayed.get(rule))

    @property
    def deck(self) -> Deck:
        """The cards of one pack; without jokers JOKER is an unknown card."""
        return FRENCH if self.jokers else WITHOUT_JOKERS

    @property
    def flat(self) -> int | None:
        """Flat penalty of a whole hand; None if its cards are counted."""
        return self.full_hand if isinstance(self.full_hand, int) else None
