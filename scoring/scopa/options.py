"""The house rules of Scopa: the variants as mixtures of other rules, and the categories played.

Source: rules.md, section 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from scoring.fishing import MOST_SWEEPS
from scoring.options import Following, Follows, OptionValue, choice, flag, number


class Rule(StrEnum):
    """The categories in counting order.

    No text places cirulla's own categories; they stand beside similar ones.
    """

    CARDS = "cards"
    COINS = "coins"
    SETTEBELLO = "settebello"
    PRIMIERA = "primiera"
    SEVENS = "sevens"
    RE_BELLO = "re_bello"
    NAPOLA = "napola"
    GREAT = "great"
    SMALL = "small"
    SWEEP = "sweep"
    DECLARED = "declared"


class Fault(StrEnum):
    """The reasons for errors and warnings that only this game has."""

    HANDS_DEALT = "hands_dealt"
    """More hands were declared than a side is dealt."""
    SITS_OUT = "sits_out"
    """A side that sits out has no pile, no sweeps and no points."""
    NOBODY_SITS_OUT = "nobody_sits_out"
    """A side is said to sit out although all play."""
    WITHOUT_COINS = "without_coins"
    """Six coins or more, but the point for coins went to another side."""
    WITHOUT_KING = "without_king"
    """Cards that include the king of coins, which another side was given."""
    TOGETHER = "together"
    """No cards can give these awards together; `value` names the categories."""


AWARDED = tuple(rule for rule in Rule if rule not in (Rule.SWEEP, Rule.DECLARED))
"""Categories counted from the piles or entered as awards; the players note the others during play."""

MIXTURES: Mapping[str, Mapping[str, OptionValue]] = {
    "scopone": {"hand": 9},
    "scientifico": {"hand": 10},
    "assi": {"ace": "takes-all"},
    "quindici": {"takes": "fifteen"},
    "sevens": {"count": "sevens"},
    "cirulla": {
        "takes": "both",
        "ace": "takes-all",
        "target": 51,
        "captures": "fewest",
        "cappotto": "always",
        "great": True,
        "small": True,
    },
}
"""Variant -> the house rules it sets unless given; all others are those of the classic game."""

CIRULLA_SWEEPS = 20
"""Most sweeps of a round of cirulla: the first table alone makes up to two for the dealer."""
WHOLE_DEAL = 10
"""Hand size with which all cards are dealt, so that the table starts empty."""
SINGLY = 4
"""Number of single players of whom one may sit out, in turn."""


def _as_the_variant_says(option: str) -> Follows:
    return Follows("variant", {variant: said[option] for variant, said in MIXTURES.items() if option in said})


@dataclass(frozen=True)
class Options(Following):
    """The house rules of Scopa (rules.md, section 1) as played: those not given follow the variant."""

    variant: str = choice("classic", *MIXTURES)
    hand: int = choice(3, 9, 10, follows=_as_the_variant_says("hand"))
    takes: str = choice("sum", "fifteen", "both", follows=_as_the_variant_says("takes"))
    ace: str = choice("plain", "takes-all", follows=_as_the_variant_says("ace"))
    count: str = choice("primiera", "sevens", follows=_as_the_variant_says("count"))
    ace_alone: str = choice("stays", "takes-itself")
    kings_redeal: str = choice("always", "nine", "never")
    target: int = number(11, offered=(11, 16, 21, 31), follows=_as_the_variant_says("target"))
    reach: str = choice("reach", "exceed")
    end: str = choice("source", "more-points", "counting-order")
    coins: str = choice("most", "six")
    cards: str = choice("most", "twenty-one")
    primiera: str = choice("points", "sevens", "settanta")
    primiera_missing: str = choice("loses", "no-compete", "sum")
    figures: int | str = choice(10, "ranked", 0)
    re_bello: bool = flag()
    napola: bool = flag()
    cappotto: str = choice("napola", "always", "never", follows=_as_the_variant_says("cappotto"))
    ace_sweep: bool = flag(True)
    captures: str = choice("source", "fewest", "free", follows=_as_the_variant_says("captures"))
    last_sweep: bool = flag()
    great: bool = flag(follows=_as_the_variant_says("great"))
    small: bool = flag(follows=_as_the_variant_says("small"))

    @property
    def cirulla(self) -> bool:
        """Whether hands are declared and the first table makes sweeps; only the variant's name decides this."""
        return self.variant == "cirulla"

    @cached_property
    def categories(self) -> tuple[Rule, ...]:
        """The categories played, in counting order; the napola is replaced by the small."""
        played = {
            Rule.PRIMIERA: self.count == "primiera",
            Rule.SEVENS: self.count == "sevens",
            Rule.RE_BELLO: self.re_bello,
            Rule.NAPOLA: self.napola and not self.small,
            Rule.GREAT: self.great,
            Rule.SMALL: self.small,
            Rule.DECLARED: self.cirulla,
        }
        return tuple(rule for rule in Rule if played.get(rule, True))

    @cached_property
    def awarded(self) -> tuple[Rule, ...]:
        """The played categories that are counted from the piles, or entered as awards."""
        return tuple(rule for rule in self.categories if rule in AWARDED)

    @property
    def all_coins_win(self) -> bool:
        """Whether all ten coins in one pile win the match at once."""
        return self.cappotto == "always" or (self.cappotto == "napola" and Rule.NAPOLA in self.categories)

    @property
    def most_sweeps(self) -> int:
        """Most sweeps in one round, of all sides together."""
        most = CIRULLA_SWEEPS if self.cirulla else MOST_SWEEPS + (self.hand == WHOLE_DEAL)
        return most + self.last_sweep

    @property
    def takes_fifteens(self) -> bool:
        """Whether a card may take cards that make fifteen with it."""
        return self.takes != "sum"

    @property
    def even_sums(self) -> bool:
        """Whether every capture adds twice the card's value, so that a correct pile has an even sum."""
        return self.takes == "sum" and self.ace == "plain"

    @property
    def only_fifteens(self) -> bool:
        """Whether every capture makes fifteen, so that Escoba's arithmetic applies."""
        return self.takes == "fifteen" and self.ace == "plain"

    @property
    def single_card_proves(self) -> bool:
        """Whether a pile of one card proves an error; an ace that takes itself makes such a pile."""
        return not (self.ace == "takes-all" and self.ace_alone == "takes-itself")

    @property
    def first_table(self) -> bool:
        """Whether cards lie on the table before anyone plays."""
        return self.hand != WHOLE_DEAL

    @property
    def table_counts(self) -> bool:
        """Whether the first table can make sweeps for the dealer."""
        return self.cirulla and self.first_table

    @property
    def kings_are_dealt_anew(self) -> bool:
        """Whether three kings on the first table cause a new deal."""
        return self.first_table and (self.kings_redeal == "always" or (self.kings_redeal == "nine" and self.hand == 9))
