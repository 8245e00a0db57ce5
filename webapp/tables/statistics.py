"""Statistics computed from matches, of people or, within one match, of its sides. Nothing is stored.

A win counts for each player of the winning side. A shared win is split: two sides get half a win each. A match without
a winner counts as played. Only finished matches count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from webapp.tables.played import Played, called, person

CLOSEST_OF = 3
"""Fewest wins among which one is called the closest."""


@dataclass(frozen=True)
class Standing:
    """One person in a ranking: wins out of `played` matches, the current winning series, and the longest.

    People with equally many wins and an equal share have the same `rank`.
    """

    rank: int
    name: str
    won: Fraction
    played: int
    running: int
    longest: int

    @property
    def share(self) -> Fraction:
        return self.won / self.played


@dataclass(frozen=True)
class Duel:
    """Two people on different sides: matches `won` by each, by `neither`, and the longest series of each.

    A match that both won because a third player lost (Scarto) counts as `neither`.
    """

    names: tuple[str, str]
    won: tuple[int, int]
    neither: int
    longest: tuple[int, int]


@dataclass(frozen=True)
class Share:
    """One person's count of a category, in so many `rounds`."""

    name: str
    count: int
    rounds: int

    @property
    def a_round(self) -> float:
        """Count a round."""
        return self.count / self.rounds if self.rounds else 0.0


@dataclass(frozen=True)
class Category:
    """A category of a game by rule id: everybody's share, highest average first, and who `leads`."""

    rule: str
    shares: tuple[Share, ...]

    def of(self, name: str) -> Share:
        return next(each for each in self.shares if person(each.name) == person(name))

    @property
    def leads(self) -> tuple[str, ...]:
        """The people with the highest average; empty if nobody has any."""
        best = max((each.a_round for each in self.shares), default=0)
        return tuple(each.name for each in self.shares if best and each.a_round == best)


@dataclass(frozen=True)
class Record:
    """A record: a side, its points, and the match with the round number, from 1; None for the whole match."""

    match: Played
    side: int
    points: int
    number: int | None = None

    @property
    def name(self) -> str:
        return self.match.sides[self.side]


def in_order(matches: Iterable[Played]) -> list[Played]:
    """The matches in the order they were begun."""
    return sorted(matches, key=lambda match: match.created)


def by_sides(match: Played) -> Played:
    """The match with its sides as people: within one match a team counts as one."""
    return replace(match, people=tuple((side,) for side in match.sides))


def by_pairs(matches: Iterable[Played]) -> list[Played]:
    """The team matches, with each team as one person; the same people are the same team in any seats."""
    names: dict[frozenset[str], str] = {}
    found = []
    for match in in_order(matches):
        if all(len(team) > 1 for team in match.people):
            teams = [frozenset(map(person, team)) for team in match.people]
            called_so = [names.setdefault(team, side) for team, side in zip(teams, match.sides, strict=True)]
            found.append(replace(match, people=tuple((name,) for name in called_so)))
    return found


def ranking(matches: Iterable[Played]) -> list[Standing]:
    """Everybody who played a finished match: most wins first, then the larger share."""
    over = [match for match in in_order(matches) if match.over]
    names = called(name for match in over for team in match.people for name in team)
    found = [_standing(who, name, over) for who, name in names.items()]
    found.sort(key=lambda each: (-each.won, -each.share, each.name.casefold()))
    ranked: list[Standing] = []
    for place, each in enumerate(found, 1):
        before = ranked[-1] if ranked else None
        level = before is not None and (before.won, before.share) == (each.won, each.share)
        ranked.append(replace(each, rank=before.rank if before is not None and level else place))
    return ranked


def _standing(who: str, name: str, over: Sequence[Played]) -> Standing:
    won, played, running, longest = Fraction(), 0, 0, 0
    for match in over:
        seat = next((seat for seat, team in enumerate(match.people) if who in map(person, team)), None)
        if seat is None:
            continue
        played += 1
        if seat in match.winners:
            won += Fraction(1, len(match.winners))
        running = running + 1 if match.won_alone == seat else 0
        longest = max(longest, running)
    return Standing(0, name, won, played, running, longest)


def head_to_head(matches: Iterable[Played]) -> list[Duel]:
    """Every pair on different sides of a finished match, the most frequent pair first."""
    over = [match for match in in_order(matches) if match.over]
    names = called(name for match in over for team in match.people for name in team)
    seats = [{who: seat for seat, team in enumerate(match.people) for who in map(person, team)} for match in over]
    found = []
    for one, other in combinations(names, 2):
        won, neither, running, longest, met = [0, 0], 0, [0, 0], [0, 0], False
        for match, at in zip(over, seats, strict=True):
            if one not in at or other not in at or at[one] == at[other]:
                continue
            met = True
            ahead = [place for place, who in enumerate((one, other)) if at[who] in match.winners]
            winner = ahead[0] if len(ahead) == 1 else None
            neither += winner is None
            for place in range(2):
                won[place] += winner == place
                running[place] = running[place] + 1 if winner == place else 0
                longest[place] = max(longest[place], running[place])
        if met:
            found.append(Duel((names[one], names[other]), (won[0], won[1]), neither, (longest[0], longest[1])))
    return sorted(found, key=lambda duel: (-sum(duel.won) - duel.neither, duel.names))


def categories(matches: Iterable[Played]) -> list[Category]:
    """The categories of one game in its order, with everybody's share; categories nobody has are left out.

    Unfinished matches count too: their rounds were played.
    """
    played = in_order(matches)
    names = called(name for match in played for team in match.people for name in team)
    counts: dict[str, dict[str, int]] = {}
    rounds = dict.fromkeys(names, 0)
    for match in played:
        for seat, team in enumerate(match.people):
            for who in map(person, team):
                rounds[who] += len(match.rounds)
                for rule, each in match.tallies.items():
                    counted = counts.setdefault(rule, dict.fromkeys(names, 0))
                    counted[who] += each[seat]
    found = []
    for rule, counted in counts.items():
        if any(counted.values()):
            shares = [Share(names[who], count, rounds[who]) for who, count in counted.items()]
            found.append(Category(rule, tuple(sorted(shares, key=lambda each: (-each.a_round, -each.count)))))
    return found


def best_rounds(matches: Iterable[Played]) -> list[Record]:
    """The rounds with the most points of a side, with ties; none in games of penalties."""
    return _best(
        Record(match, side, points, number)
        for match in in_order(matches)
        if not match.fewer_is_better and len(match.rounds) > 1
        for number, each in enumerate(match.rounds, 1)
        for side, points in enumerate(each)
        if points > 0
    )


def biggest_wins(matches: Iterable[Played]) -> list[Record]:
    """The widest leads of a single winner over the best other side, with ties; none where all were level."""
    return _best(record for record in _wins(matches) if record.points)


def closest_finishes(matches: Iterable[Played]) -> list[Record]:
    """The narrowest winning leads, with ties; none with fewer than three wins."""
    wins = list(_wins(matches))
    least = min((record.points for record in wins), default=0)
    return [record for record in wins if record.points == least] if len(wins) >= CLOSEST_OF else []


def _best(records: Iterable[Record]) -> list[Record]:
    found = list(records)
    most = max((record.points for record in found), default=0)
    return [record for record in found if record.points == most]


def _wins(matches: Iterable[Played]) -> Iterator[Record]:
    for match in in_order(matches):
        if match.won_alone is None:
            continue
        totals = [-total if match.fewer_is_better else total for total in match.totals]
        best = max(total for side, total in enumerate(totals) if side != match.won_alone)
        if (lead := totals[match.won_alone] - best) >= 0:  # a cappotto or a chinchón wins from behind, too
            yield Record(match, match.won_alone, lead)


def lead_by_round(match: Played) -> list[int | None]:
    """The side that led alone after each round; None if the leaders were level."""
    led: list[int | None] = []
    totals = [0] * len(match.sides)
    for points in match.rounds:
        totals = [total + got for total, got in zip(totals, points, strict=True)]
        best = min(totals) if match.fewer_is_better else max(totals)
        led.append(totals.index(best) if totals.count(best) == 1 else None)
    return led
