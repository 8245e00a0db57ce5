"""Every way ten coins can lie in piles, and which awards none of them gives (rules.md, section 1, "Checks")."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import combinations
from operator import and_
from typing import NamedTuple

from scoring.fishing import IMPOSSIBLE_AWARDS, Award
from scoring.problems import Problem, Why
from scoring.scopa.count import ALL_COINS, NAPOLA_FROM, NEEDED, SMALL_AT_MOST
from scoring.scopa.options import Options, Rule
from scoring.scopa.reading import CAPPOTTO

SEVEN, KNAVE, KING = 7, 8, 10
"""Coins, by rank: the settebello, and the first and the last of the great."""


class Way(NamedTuple):
    """One way the coins can lie before sides that are numbered from 0, as far as awards tell.

    `counts` are the coins of each side. `first` has the ace and `run` coins in a row from it on. `figures` has knave,
    horse and king, None where they lie apart.
    """

    counts: tuple[int, ...]
    first: int = -1
    run: int = 0
    seven: int = -1
    figures: int | None = -1
    king: int = -1

    def with_coin(self, rank: int, side: int) -> Way:
        """The same with the next coin, by its rank."""
        counts = tuple(count + (number == side) for number, count in enumerate(self.counts))
        first = side if rank == 1 else self.first
        run = self.run + (self.run == rank - 1 and side == first)
        seven = side if rank == SEVEN else self.seven
        figures = side if rank == KNAVE else self.figures if side == self.figures or rank < KNAVE else None
        return Way(counts, first, run, seven, figures, side if rank == KING else -1)


@cache
def ways(sides: int) -> frozenset[Way]:
    """Every way, for so many sides: of two 1,024, of which many tell the same."""
    found = {Way((0,) * sides)}
    for rank in range(1, ALL_COINS + 1):
        found = {way.with_coin(rank, side) for way in found for side in range(sides)}
    return frozenset(found)


Won = tuple[int, int] | None
"""Who wins an award, and for how many points; None for nobody."""


@cache
def _fitting(sides: int, at_least: int) -> Mapping[tuple[str, Won], int]:
    """Award and who wins it -> the ways that give this, a bit each; the coins need `at_least` so many."""
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
    """The awards that no coins give together, the fewest that show it; a cappotto that is not entered says nothing."""
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
"""The awards that coins decide."""
_WITHOUT = {Rule.COINS: Why.WITHOUT_COINS, Rule.SETTEBELLO: Why.WITHOUT_SETTEBELLO, Rule.RE_BELLO: Why.WITHOUT_KING}
_IN_A_ROW = (Rule.NAPOLA, Rule.SMALL)


def _problem(rules: tuple[str, ...], awards: Mapping[str, Award]) -> Problem:
    """Find what is wrong with these awards: a card that is nobody's, or one without what belongs to it."""
    if len(rules) == 1 and rules[0] not in awards:
        return Problem(IMPOSSIBLE_AWARDS, field=f"awards.{rules[0]}", why=Why.NOBODYS)
    for holding, held in (rules, rules[::-1]) if len(rules) == 2 else ():
        if held in _WITHOUT and holding in awards and _has(holding, awards[holding], held):
            side, why = awards[holding].side, _WITHOUT[Rule(held)]
            return Problem(IMPOSSIBLE_AWARDS, field=f"awards.{holding}", side=side, why=why)
    named = tuple(dict.fromkeys(awards[rule].side for rule in rules if rule in awards))
    field = next((rule for rule in rules if rule in (*_IN_A_ROW, Rule.GREAT, CAPPOTTO)), rules[0])
    return Problem(IMPOSSIBLE_AWARDS, field=f"awards.{field}", sides=named, value=list(rules), why=Why.TOGETHER)


def _has(holding: str, won: Award, held: str) -> bool:
    """Whether the side with one award has the other, too: the coins it is of are enough for it."""
    last = {CAPPOTTO: ALL_COINS, Rule.GREAT: 0}.get(holding, won.points if holding in _IN_A_ROW else 0)
    if held == Rule.COINS:
        return last > ALL_COINS // 2
    if held == Rule.SETTEBELLO:
        return last >= SEVEN
    return holding == Rule.GREAT or last == ALL_COINS
