"""The house rules of Escoba: the categories played, and their points (rules.md, section 2)."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

from scoring.options import Option, choice, number


class Rule(StrEnum):
    """The categories in counting order (playjoy); `no_capture` is worth nothing."""

    ESCOBA = "escoba"
    ALL_COINS = "all_coins"
    MOST_COINS = "most_coins"
    SEVEN_OF_COINS = "seven_of_coins"
    FOUR_SEVENS = "four_sevens"
    MOST_SEVENS = "most_sevens"
    MOST_CARDS = "most_cards"
    UNDER_TEN = "under_ten"
    NO_CAPTURE = "no_capture"
    WRONG_CAPTURE = "wrong_capture"


class Fault(StrEnum):
    """The reasons for errors and warnings that only this game has."""

    FEW_AND_MOST = "few_and_most"
    """A side with fewer than ten cards also has the most cards."""
    FEW_AND_NOBODYS_MOST = "few_and_nobodys_most"
    """A side has fewer than ten cards, but nobody the most: the other has more than thirty."""
    FEW_AND_ALL_COINS = "few_and_all_coins"
    """A side with all ten coins cannot have fewer than ten cards."""
    INSTEAD = "instead"
    """All coins or all four sevens, and also the most of them, which they replace."""
    MOST_TOO = "most_too"
    """All coins, which count beside most coins, but most coins went to another side."""
    NO_CARDS = "no_cards"
    """A side that took nothing was said to have captured wrongly."""


AWARDED = tuple(rule for rule in Rule if rule not in (Rule.ESCOBA, Rule.NO_CAPTURE, Rule.WRONG_CAPTURE))
"""Categories that are counted from the piles, or entered as awards."""
NEEDED = {Rule.MOST_CARDS: 21, Rule.MOST_COINS: 6}
"""Least cards or coins of the winner, where the options ask for more than the most."""
POINTS = {Rule.ALL_COINS: 2}
"""Points of a category that are neither 1 (source) nor set by an option."""
FOUR_SEVENS = {"three": 2, "three-plus-one": 3}
"""The option `four_sevens` -> points for all four sevens, beside the seven of coins."""
SETENTA_POINTS = "setenta-points"
"""The value of `most_sevens` that counts the setenta in points."""


@dataclass(frozen=True)
class Options:
    """The house rules of Escoba (rules.md, section 2)."""

    target: int = number(21, offered=(15, 21, 31))
    four_sevens: str = choice("three", "three-plus-one", "off")
    most_sevens: str = choice("most", "setenta", SETENTA_POINTS)
    all_coins: str = choice("replaces", "adds", "off")
    coins: str = choice("most", "six")
    cards: str = choice("most", "twenty-one")
    table_escoba: str = choice("dealer", "first")
    under_ten: int = choice(2, 0)
    no_capture: str = choice("round", "match")
    wrong_capture: str = choice("deduct", "credit", "off")
    deal: str = choice("split", "sum")
    end: str = choice("more-points", "order")
    WITHOUT_EFFECT: ClassVar = (Option("captures", "source", ("source", "fewest", "free")),)

    @cached_property
    def categories(self) -> tuple[Rule, ...]:
        """The categories that can bring points, in counting order."""
        unplayed = {Rule.NO_CAPTURE}
        if self.four_sevens == "off":
            unplayed.add(Rule.FOUR_SEVENS)
        if self.all_coins == "off":
            unplayed.add(Rule.ALL_COINS)
        if not self.under_ten:
            unplayed.add(Rule.UNDER_TEN)
        if self.wrong_capture == "off":
            unplayed.add(Rule.WRONG_CAPTURE)
        return tuple(rule for rule in Rule if rule not in unplayed)

    def awarded(self, sides: int) -> tuple[Rule, ...]:
        """The categories counted with so many sides: `under_ten` exists only with two."""
        return tuple(rule for rule in AWARDED if rule in self.categories and (rule is not Rule.UNDER_TEN or sides == 2))

    @property
    def instead(self) -> dict[Rule, Rule]:
        """Rare category -> the category it replaces: when a side has the rare one, nobody gets the other."""
        coins = {Rule.ALL_COINS: Rule.MOST_COINS} if self.all_coins == "replaces" else {}
        return coins | {Rule.FOUR_SEVENS: Rule.MOST_SEVENS}

    def needed(self, rule: Rule) -> int:
        """Least cards or coins of the winner of `rule`; 0 where the most is enough."""
        asked = {Rule.MOST_CARDS: self.cards == "twenty-one", Rule.MOST_COINS: self.coins == "six"}
        return NEEDED[rule] if asked[rule] else 0

    def worth(self, rule: str) -> int:
        """Points for the winner of a category."""
        if rule == Rule.FOUR_SEVENS:
            return FOUR_SEVENS[self.four_sevens]
        return self.under_ten if rule == Rule.UNDER_TEN else POINTS.get(Rule(rule), 1)
