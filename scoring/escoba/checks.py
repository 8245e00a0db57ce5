"""Checks a round of Escoba: warnings about impossible entries, and checks that hold (rules.md, section 2)."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from scoring import fishing
from scoring.cards import ITALIAN
from scoring.detective.round import check_fifteen, check_rest, fifteens_hold
from scoring.escoba.options import Fault, Options, Rule
from scoring.escoba.reading import Round
from scoring.fishing import IMPOSSIBLE_AWARDS
from scoring.lines import ALL_CARDS, Check
from scoring.piles import check_single_cards
from scoring.problems import Problem

MOST_ESCOBAS = 14
"""Captures of fifteen in the deck: 220 = 14 x 15 + 10 (rules.md)."""
TOO_MANY_ESCOBAS = "too_many_escobas"
"""A warning: more escobas than captures of fifteen; a capture was wrong, or they were miscounted."""


def warnings(played: Round, options: Options, sides: tuple[str, ...]) -> tuple[Problem, ...]:
    """Warnings of a round; they do not change its score."""
    escobas = sum(played.sweeps.values())
    swept = [side for side, count in played.sweeps.items() if count]
    most = str(MOST_ESCOBAS)
    many = (Problem(TOO_MANY_ESCOBAS, field="sweeps", sides=tuple(swept), value=escobas, allowed=most),)
    found = many if escobas > MOST_ESCOBAS else ()
    if played.piles is None:
        won = {Rule(rule): award.side for rule, award in played.awards.items()}
        impossible = _impossible_awards(won, options, sides)
        return (*found, *impossible, *check_rest(played.rest))
    return (*found, *check_single_cards(played.piles), *check_fifteen(played.piles, played.rest))


def _impossible_awards(won: Mapping[Rule, str], options: Options, sides: tuple[str, ...]) -> Iterator[Problem]:
    """Awards that no cards could give together (rules.md, section 2), one warning each.

    With two sides, a side with fewer than ten cards leaves more than thirty to the other, so the other has the most
    cards. `sides` names the side with few cards, `side` the one that was given the award.
    """

    def problem(rule: Rule, why: StrEnum, few: tuple[str, ...] = ()) -> Problem:
        return Problem(IMPOSSIBLE_AWARDS, field=f"awards.{rule}", side=won.get(rule), sides=few, why=why)

    seven, coins, rich = won.get(Rule.SEVEN_OF_COINS), won.get(Rule.ALL_COINS), won.get(Rule.UNDER_TEN)
    if seven is None:
        yield problem(Rule.SEVEN_OF_COINS, fishing.Fault.NOBODYS)
    for rule in (Rule.ALL_COINS, Rule.FOUR_SEVENS):
        if seven is not None and won.get(rule, seven) != seven:
            yield problem(rule, fishing.Fault.WITHOUT_SETTEBELLO)
    if coins and options.all_coins == "adds" and won.get(Rule.MOST_COINS) != coins:
        yield problem(Rule.ALL_COINS, Fault.MOST_TOO)
    for rare, other in options.instead.items():
        if rare in won and other in won:
            yield problem(rare, Fault.INSTEAD)
    if rich and won.get(Rule.MOST_CARDS) != rich:
        why = Fault.FEW_AND_MOST if Rule.MOST_CARDS in won else Fault.FEW_AND_NOBODYS_MOST
        yield problem(Rule.UNDER_TEN, why, tuple(side for side in sides if side != rich))
    if rich and coins and coins != rich:
        yield problem(Rule.ALL_COINS, Fault.FEW_AND_ALL_COINS)


def checks(played: Round) -> tuple[Check, ...]:
    """The checks that hold for the piles; awards cannot be checked."""
    if played.piles is None:
        return ()
    return (Check(ALL_CARDS, len(ITALIAN.cards)), *fifteens_hold(played.piles, played.rest))
