"""Statistics computed from matches, of people or, within one match, of its sides. Nothing is stored.

A win counts for each player of the winning side. A shared win is split: two sides get half a win each. A match without
a winner counts as played. Only finished matches count.
"""

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
    found = [_standing(who, name, over) for who, name in called(over).items()]
    found.sort(key=lambda each: (-each.won, -each.share, each.name.casefold()))
    places = [(each.won, each.share) for each in found]
    return [replace(each, rank=places.index((each.won, each.share)) + 1) for each in found]


def _standing(who: str, name: str, over: Sequence[Played]) -> Standing:
    """The standing of one person, without its rank."""
    played = [match for match in over if who in match.seats]
    won = sum((share_won(match, who) for match in played), Fraction())
    running, longest = _in_a_row(match.won_alone == match.seats[who] for match in played)
    return Standing(0, name, won, len(played), running, longest)


def share_won(match: Played, who: str) -> Fraction:
    """The part of a win that somebody has from a match: 1, a part of a shared one, or 0."""
    return Fraction(1, len(match.winners)) if match.seats.get(who) in match.winners else Fraction()


def _in_a_row(won: Iterable[bool]) -> tuple[int, int]:
    """The length of the series of wins at the end, and of the longest one."""
    series = [0]
    for each in won:
        series.append(series[-1] + 1 if each else 0)
    return series[-1], max(series)


def head_to_head(matches: Iterable[Played]) -> list[Duel]:
    """Every pair on different sides of a finished match, the most frequent pair first."""
    over = [match for match in in_order(matches) if match.over]
    names = called(over)
    found = []
    for one, other in combinations(names, 2):
        won = [_winner(match, one, other) for match in over if _meet(match, one, other)]
        if won:
            longest = _in_a_row(who == one for who in won)[1], _in_a_row(who == other for who in won)[1]
            wins = won.count(one), won.count(other)
            found.append(Duel((names[one], names[other]), wins, won.count(None), longest))
    return sorted(found, key=lambda duel: (-sum(duel.won) - duel.neither, duel.names))


def _meet(match: Played, one: str, other: str) -> bool:
    """Whether two people sit on different sides of a match."""
    return one in match.seats and other in match.seats and match.seats[one] != match.seats[other]


def _winner(match: Played, one: str, other: str) -> str | None:
    """The one of two people who won; None if both did or neither."""
    ahead = [who for who in (one, other) if match.seats[who] in match.winners]
    return ahead[0] if len(ahead) == 1 else None


def categories(matches: Iterable[Played]) -> list[Category]:
    """The categories of one game in its order, with everybody's share; categories nobody has are left out.

    Unfinished matches count too: their rounds were played.
    """
    played = in_order(matches)
    found = []
    for rule in dict.fromkeys(rule for match in played for rule in match.tallies):
        shares = []
        for who, name in called(played).items():
            own = [match for match in played if who in match.seats]
            count = sum(match.tallies[rule][match.seats[who]] for match in own)
            shares.append(Share(name, count, sum(len(match.rounds) for match in own)))
        if any(share.count for share in shares):
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
