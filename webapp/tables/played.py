"""A match reduced to data for statistics: people, winners, points of each round. Computed from rounds, never stored.

Results are cached in memory, so an unchanged match is not scored again. People are identified by their names, ignoring
case and white space at the ends.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from threading import Lock

from cachetools import LRUCache, cached

from scoring.lines import RoundScore
from webapp.base.http.fields import clean
from webapp.games import game_of
from webapp.games.counting import Tally
from webapp.match.models import Match
from webapp.match.scoreboard import Scoreboard

REMEMBERED = 4000
"""Matches in the cache, a few kilobytes each."""


@dataclass(frozen=True)
class Played:
    """One match; tuples with a value for each side are in seat order.

    `people` are the names of each side's people. `over`: somebody has won, nobody can any more, or the players stopped.
    `winners` are indexes of sides, empty if nobody won. `rounds` are the points of each round that counts, `tallies`
    the counts of `webapp.games.counting`. With `fewer_is_better`, points are penalties. `goal` is the target.
    `open_number` is the round that cannot be scored (`Scoreboard.open_number`); `rounds` end before it. `colours` are
    those of the sides.
    """

    token: str
    game: str
    created: datetime
    sides: tuple[str, ...]
    people: tuple[tuple[str, ...], ...]
    over: bool
    winners: tuple[int, ...]
    rounds: tuple[tuple[int, ...], ...]
    tallies: Mapping[str, tuple[int, ...]]
    fewer_is_better: bool = False
    goal: int | None = None
    open_number: int | None = None
    colours: tuple[int, ...] = tuple(range(8))

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals: the sums of the rounds."""
        return tuple(sum(points) for points in zip(*self.rounds, strict=True)) or (0,) * len(self.sides)

    @cached_property
    def seats(self) -> dict[str, int]:
        """Key of a person (`person`) -> the index of its side."""
        return {person(name): seat for seat, team in enumerate(self.people) for name in team}

    @property
    def won_alone(self) -> int | None:
        """The index of the only winner; None if there are several or none."""
        return self.winners[0] if len(self.winners) == 1 else None


@cached(LRUCache(REMEMBERED), key=lambda match: (match.play_token, match.version, match.ended is not None), lock=Lock())
def played(match: Match) -> Played:
    """The data of a match, computed from its rounds or from the cache.

    The cache key changes with everything that statistics show. It has the token, since ids may be reused.
    """
    board, game = Scoreboard(match), game_of(match)
    sides = tuple(match.sides)
    score = board.score
    return Played(
        token=match.play_token,
        game=match.game,
        created=match.created,
        sides=sides,
        people=people_of(sides, match.players),
        over=score.finished or match.ended is not None,
        winners=tuple(sides.index(side) for side in score.winners) if score.finished else (),
        rounds=tuple(tuple(each.points[side] for side in sides) for each in board.counting),
        tallies=_tallied(sides, board.counting, game.tallies),
        fewer_is_better=game.plus_is_bad,
        goal=game.goal(board.parsed.options),
        open_number=board.open_number,
        colours=tuple(match.colours or range(len(sides))),
    )


def _tallied(
    sides: Sequence[str], rounds: Sequence[RoundScore], tallies: Sequence[Tally]
) -> dict[str, tuple[int, ...]]:
    by_rule = {tally.rule: tally for tally in tallies}
    counted = {tally.rule: dict.fromkeys(sides, 0) for tally in tallies}
    for score in rounds:
        for line in score.lines:
            tally = by_rule.get(line.rule)
            if tally is not None and line.side is not None:
                counted[tally.rule][line.side] += tally.of(line)
    return {str(rule): tuple(counts.values()) for rule, counts in counted.items()}


def person(name: str) -> str:
    """The key of a name, the same for all its spellings.

    >>> person(" anna") == person("Anna")
    True
    """
    return unicodedata.normalize("NFKC", clean(name)).casefold()


def people_of(sides: Sequence[str], players: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The names of the people of every side, in seat order; if unknown, the name of the side.

    Partners sit opposite each other: `players` lists every side's first player, then every side's second.

    >>> people_of(["Anna & Carla", "Bruno & Dora"], ["Anna", "Bruno", "Carla", "Dora"])
    (('Anna', 'Carla'), ('Bruno', 'Dora'))
    """
    if len(players) < len(sides) or len(players) % len(sides):
        return tuple((side,) for side in sides)
    return tuple(tuple(players[seat :: len(sides)]) for seat in range(len(sides)))


def called(matches: Iterable[Played]) -> dict[str, str]:
    """Key of a person -> the name as written last."""
    return {person(name): clean(name) for match in matches for team in match.people for name in team}


ENDS = timedelta(hours=6)
"""A day ends this long after midnight UTC, early in the morning in Europe; phones do not send their time zone."""


def evening_of(when: datetime) -> date:
    """The day on which the evening of this time (UTC) began.

    >>> evening_of(datetime(2026, 11, 23, 1, 30))
    datetime.date(2026, 11, 22)
    """
    return (when - ENDS).date()


def evenings(matches: Iterable[Played]) -> dict[date, list[Played]]:
    """Day -> the matches of that evening in order, latest evening first."""
    found: dict[date, list[Played]] = {}
    for match in sorted(matches, key=lambda each: each.created, reverse=True):
        found.setdefault(evening_of(match.created), []).insert(0, match)
    return found
