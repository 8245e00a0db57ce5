"""The house rules of Burraco, the lines of a round, and the kinds of burraco with their bonuses (games.md, 7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.options import Following, Follows, choice, number


class Rule(StrEnum):
    """The lines of a round."""

    CLEAN = "clean_burraco"
    SEMI_CLEAN = "semi_clean_burraco"
    DIRTY = "dirty_burraco"
    ROYAL = "royal_burraco"
    EIGHT = "eight_burraco"
    MELDED = "melded"
    UNPLAYED = "unplayed"
    GOING_OUT = "going_out"
    POT_LEFT = "pot_left"


class Fault(StrEnum):
    """Errors and warnings with a sentence that only this game has; the first three say why cards make no meld.

    Scala 40 has the codes of these for other rules of melds.
    """

    NOT_A_MELD = "burraco_not_a_meld"
    TOO_MANY_WILDS = "burraco_too_many_wilds"
    WRONG_RANK = "burraco_wrong_rank"
    """A set of a rank that the international rules do not allow."""
    EMPTY_HAND = "empty_hand"
    """A side that did not close has no cards left."""
    TWICE = "twice"
    """A side is named twice."""
    NOT_CLEAN = "not_clean"
    """All burracos have a wild card, but a clean one is needed."""
    NOT_IN_FIVES = "not_in_fives"
    """Card values are multiples of five."""
    MORE_THAN_ALL_CARDS = "more_than_all_cards"
    """More than the total value of all cards."""
    LESS_THAN_BURRACOS = "less_than_burracos"
    """The laid cards are worth less than the burracos among them."""
    NOTHING_LEFT = "nothing_left"
    """Sides that did not close have no card left."""
    ROYAL_AND_EIGHT = "royal_and_eight"
    """The royal burraco and the eight of a rank need the same card."""

    @property
    def code(self) -> str:
        """The code in the contract."""
        return self.removeprefix("burraco_")


class Burraco(StrEnum):
    """Kinds of melds of seven cards or more, by their wild card."""

    CLEAN = "clean"
    SEMI_CLEAN = "semi-clean"
    DIRTY = "dirty"
    ROYAL = "royal"
    """A run of thirteen without a wild card."""
    ROYAL_WILD = "royal-wild"
    EIGHT = "eight"
    """A set of all eight cards of a rank."""
    EIGHT_WILD = "eight-wild"

    @property
    def field(self) -> str:
        """Its field on a score sheet."""
        return self.value.replace("-", "_")


@dataclass(frozen=True)
class Worth:
    """A kind of burraco: its line, its bonus, and the least value of its cards."""

    rule: Rule
    bonus: int
    least: int


WORTH: Mapping[Burraco, Worth] = {
    Burraco.CLEAN: Worth(Rule.CLEAN, 200, 35),
    Burraco.SEMI_CLEAN: Worth(Rule.SEMI_CLEAN, 150, 55),
    Burraco.DIRTY: Worth(Rule.DIRTY, 100, 50),
    Burraco.ROYAL: Worth(Rule.ROYAL, 300, 120),
    Burraco.ROYAL_WILD: Worth(Rule.ROYAL, 250, 120),
    Burraco.EIGHT: Worth(Rule.EIGHT, 250, 40),
    Burraco.EIGHT_WILD: Worth(Rule.EIGHT, 200, 60),
}
WITHOUT_WILD = (Burraco.CLEAN, Burraco.ROYAL, Burraco.EIGHT)
KINDS = {"two": (Burraco.CLEAN, Burraco.DIRTY), "three": tuple(WORTH)[:3], "all": tuple(WORTH)}
"""The kinds of burraco that each value of the option `burracos` rewards."""


@dataclass(frozen=True)
class Options(Following):
    """The house rules of Burraco (games.md, section 7)."""

    target: int = number(2005, offered=(505, 1005, 1505, 2005))
    code: str = choice("italian", "international")
    burracos: str = choice("three", "two", "all", follows=Follows("code", {"international": "two"}))

    @property
    def kinds(self) -> tuple[Burraco, ...]:
        """The kinds of burraco that are rewarded."""
        return KINDS[self.burracos]

    @property
    def closing(self) -> tuple[Burraco, ...]:
        """The kinds of burraco of which a side needs one to close."""
        return tuple(WORTH) if self.code == "italian" else WITHOUT_WILD

    @property
    def categories(self) -> tuple[Rule, ...]:
        """The possible lines of a round."""
        burracos = {WORTH[kind].rule for kind in self.kinds}
        return tuple(rule for rule in Rule if rule in burracos or not rule.endswith("_burraco"))
