"""Statistics: folds over matches, of people or, within one match, of its sides. Nothing of this is stored.

A win counts for each player of the side that won. A win that sides share is split between them: half a win each of
two. A match in which nobody won was played by all and won by none. Only matches that are over count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from webapp.tables.people import called, person
from webapp.tables.played import Played

CLOSEST_OF = 3
"""Wins from which on one of them is called the closest."""


@dataclass(frozen=True)
class Standing:
    """One person in a ranking: `won` of `played` matches, the winning series that runs, and the longest one.

    Who has won as many and as large a share has the same `rank`.
    """

    rank: int
    name: str
    won: Fraction
    played: int
    running: int
    longest: int

    @property
    def share(self) -> Fraction:
        """The part of the matches that was won."""
        return self.won / self.played


@dataclass(frozen=True)
class Duel:
    """Two people who were on different sides: matches `won` by each, by `neither`, and the longest series.

    A match that both have won, with a third who lost (Scarto), was won by neither against the other.
    """

    names: tuple[str, str]
    won: tuple[int, int]
    neither: int
    longest: tuple[int, int]


@dataclass(frozen=True)
class Share:
    """What one has of a category: `count` in so many `rounds`."""

    name: str
    count: int
    rounds: int

    @property
    def a_round(self) -> float:
        """How many a round."""
        return self.count / self.rounds if self.rounds else 0.0


@dataclass(frozen=True)
class Category:
    """A category of a game, by its rule: who has how much of it, the most a round first, and who `leads`."""

    rule: str
    shares: tuple[Share, ...]

    def of(self, name: str) -> Share:
        """What one has of it."""
        return next(each for each in self.shares if person(each.name) == person(name))

    @property
    def leads(self) -> tuple[str, ...]:
        """Who has the most a round; nobody where nobody has any."""
        best = max((each.a_round for each in self.shares), default=0)
        return tuple(each.name for each in self.shares if best and each.a_round == best)


@dataclass(frozen=True)
class Record:
    """Something worth telling: a side, a number of points, and where: match and round, from 1, or the whole match."""

    match: Played
    side: int
    points: int
    number: int | None = None

    @property
    def name(self) -> str:
        """The side that did it."""
        return self.match.sides[self.side]


def in_order(matches: Iterable[Played]) -> list[Played]:
    """The matches as they were begun, the first one first."""
    return sorted(matches, key=lambda match: match.created)


def by_sides(match: Played) -> Played:
    """The match with its sides for people: within one match a team is one."""
    return replace(match, people=tuple((side,) for side in match.sides))


def by_pairs(matches: Iterable[Played]) -> list[Played]:
    """The matches of teams, each team for one person: whoever sits where, the same people are the same team."""
    names: dict[frozenset[str], str] = {}
    found = []
    for match in in_order(matches):
        if all(len(team) > 1 for team in match.people):
            teams = [frozenset(map(person, team)) for team in match.people]
            called_so = [names.setdefault(team, side) for team, side in zip(teams, match.sides, strict=True)]
            found.append(replace(match, people=tuple((name,) for name in called_so)))
    return found


def ranking(matches: Iterable[Played]) -> list[Standing]:
    """Everybody who played a match that is over: the most wins first, then the larger share."""
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
        seat = seat_of(who, match)
        if seat is None:
            continue
        played += 1
        if seat in match.winners:
            won += Fraction(1, len(match.winners))
        running = running + 1 if match.won_alone == seat else 0
        longest = max(longest, running)
    return Standing(0, name, won, played, running, longest)


def seat_of(who: str, match: Played) -> int | None:
    """The index of the side that a person was on."""
    return next((seat for seat, team in enumerate(match.people) if who in map(person, team)), None)


def head_to_head(matches: Iterable[Played]) -> list[Duel]:
    """Every two people who were on different sides of a match that is over, the most frequent pair first."""
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
    """Who has how much of each category of one game, in the game's order; one that nobody has is left out.

    Matches that are not over count, too: their rounds were played.
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
    """The most points that a side got in one round, each time; in a game of penalties there is none."""
    return _best(
        Record(match, side, points, number)
        for match in in_order(matches)
        if not match.fewer_is_better and len(match.rounds) > 1
        for number, each in enumerate(match.rounds, 1)
        for side, points in enumerate(each)
        if points > 0
    )


def biggest_wins(matches: Iterable[Played]) -> list[Record]:
    """The widest lead of a side that won alone over the best of the others, each time."""
    return _best(_wins(matches))


def closest_finishes(matches: Iterable[Played]) -> list[Record]:
    """The narrowest lead with which a match was won, each time; among fewer than three wins there is none."""
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
        yield Record(match, match.won_alone, totals[match.won_alone] - best)


def lead_by_round(match: Played) -> list[int | None]:
    """The side that led alone after each round; None where the leaders were level."""
    led: list[int | None] = []
    totals = [0] * len(match.sides)
    for points in match.rounds:
        totals = [total + got for total, got in zip(totals, points, strict=True)]
        best = min(totals) if match.fewer_is_better else max(totals)
        led.append(totals.index(best) if totals.count(best) == 1 else None)
    return led
