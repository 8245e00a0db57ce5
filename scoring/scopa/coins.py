"""Finds awards that no distribution of the ten coins gives (rules.md, section 1, "Checks")."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import combinations
from operator import and_
from typing import NamedTuple

from scoring import fishing
from scoring.fishing import IMPOSSIBLE_AWARDS, Award
from scoring.problems import Problem
from scoring.scopa.count import ALL_COINS, NAPOLA_FROM, NEEDED, SMALL_AT_MOST
from scoring.scopa.options import Fault, Options, Rule
from scoring.scopa.reading import CAPPOTTO

SEVEN, KNAVE, KING = 7, 8, 10
"""Ranks of coins: the settebello, and the first and last card of the great."""


class Way(NamedTuple):
    """One distribution of the coins over sides numbered from 0, reduced to what awards depend on.

    `counts` are the coins of each side. `first` has the ace, and `run` consecutive coins from the ace on. `figures` has
    knave, horse and king; None if these are split.
    """

    counts: tuple[int, ...]
    first: int = -1
    run: int = 0
    seven: int = -1
    figures: int | None = -1
    king: int = -1

    def with_coin(self, rank: int, side: int) -> Way:
        """This distribution with the next coin, of rank `rank`, given to `side`."""
        counts = tuple(count + (number == side) for number, count in enumerate(self.counts))
        first = side if rank == 1 else self.first
        run = self.run + (self.run == rank - 1 and side == first)
        seven = side if rank == SEVEN else self.seven
        figures = side if rank == KNAVE else self.figures if side == self.figures or rank < KNAVE else None
        return Way(counts, first, run, seven, figures, side if rank == KING else -1)


@cache
def ways(sides: int) -> frozenset[Way]:
    """All distributions over so many sides: 1,024 with two sides, fewer once equal ones are merged."""
    found = {Way((0,) * sides)}
    for rank in range(1, ALL_COINS + 1):
        found = {way.with_coin(rank, side) for way in found for side in range(sides)}
    return frozenset(found)


Won = tuple[int, int] | None
"""Winner and points of an award; None for nobody."""


@cache
def _fitting(sides: int, at_least: int) -> Mapping[tuple[str, Won], int]:
    """(Award, result) -> bit set of the distributions that give it; the point for coins needs `at_least` coins."""
    found: dict[tuple[str, Won], int] = defaultdict(int)
    for number, given in enumerate({tuple(_awards(way, at_least)) for way in ways(sides)}):
        for award in given:
            found[award] |= 1 << number
    return found


def _awards(way: Way, at_least: int) -> Iterator[tuple[str, Won]]:
    most = max(way.counts)
    alone = way.counts.count(most) == 1 and most >= at_least
    run = way.run if way.run >= NAPOLA_FROM else 0
    yield Rule.COINS, (way.counts.index(most), 1) if alone else None
    yield Rule.SETTEBELLO, (way.seven, 1)
    yield Rule.RE_BELLO, (way.king, 1)
    yield Rule.NAPOLA, (way.first, run) if run else None
    yield Rule.SMALL, (way.first, min(run, SMALL_AT_MOST)) if run else None
    yield Rule.GREAT, None if way.figures is None else (way.figures, 5)
    yield CAPPOTTO, (way.counts.index(most), 1) if most == ALL_COINS else None


def impossible(awards: Mapping[str, Award], options: Options, sides: Sequence[str]) -> Iterator[Problem]:
    """Awards that no coins give together, in the smallest sets that show it; a cappotto not entered is ignored."""
    at_least = NEEDED[Rule.COINS] if options.coins == "six" else 0
    seats, fitting = {side: number for number, side in enumerate(sides)}, _fitting(len(sides), at_least)
    asked: dict[str, Won] = {rule: None for rule in options.awarded if rule in OF_COINS}
    asked |= {rule: (seats[won.side], won.points) for rule, won in awards.items() if rule in OF_COINS}
    fits = {rule: fitting.get((rule, won), 0) for rule, won in asked.items()}
    if reduce(and_, fits.values()):
        return
    found: list[set[str]] = []
    for rules in (each for number in range(1, len(fits) + 1) for each in combinations(fits, number)):
        if not any(fewer <= set(rules) for fewer in found) and not reduce(and_, (fits[rule] for rule in rules)):
            found.append(set(rules))
            yield _problem(rules, awards)


OF_COINS = (Rule.COINS, Rule.SETTEBELLO, Rule.RE_BELLO, Rule.NAPOLA, Rule.SMALL, Rule.GREAT, CAPPOTTO)
"""Awards that are decided by coins."""
_WITHOUT = {
    Rule.COINS: Fault.WITHOUT_COINS,
    Rule.SETTEBELLO: fishing.Fault.WITHOUT_SETTEBELLO,
    Rule.RE_BELLO: Fault.WITHOUT_KING,
}
_IN_A_ROW = (Rule.NAPOLA, Rule.SMALL)


def _problem(rules: tuple[str, ...], awards: Mapping[str, Award]) -> Problem:
    """The problem with these awards: a card that nobody has, or an award without another that belongs to it."""
    if len(rules) == 1 and rules[0] not in awards:
        return Problem(IMPOSSIBLE_AWARDS, field=f"awards.{rules[0]}", why=fishing.Fault.NOBODYS)
    for holding, held in (rules, rules[::-1]) if len(rules) == 2 else ():
        if held in _WITHOUT and holding in awards and _has(holding, awards[holding], held):
            side, why = awards[holding].side, _WITHOUT[Rule(held)]
            return Problem(IMPOSSIBLE_AWARDS, field=f"awards.{holding}", side=side, why=why)
    named = tuple(dict.fromkeys(awards[rule].side for rule in rules if rule in awards))
    field = next((rule for rule in rules if rule in (*_IN_A_ROW, Rule.GREAT, CAPPOTTO)), rules[0])
    return Problem(IMPOSSIBLE_AWARDS, field=f"awards.{field}", sides=named, value=list(rules), why=Fault.TOGETHER)


def _has(holding: str, won: Award, held: str) -> bool:
    """Whether the side with one award must have the other too, because its coins suffice for it."""
    last = {CAPPOTTO: ALL_COINS, Rule.GREAT: 0}.get(holding, won.points if holding in _IN_A_ROW else 0)
    if held == Rule.COINS:
        return last > ALL_COINS // 2
    if held == Rule.SETTEBELLO:
        return last >= SEVEN
    return holding == Rule.GREAT or last == ALL_COINS
