"""A match as statistics see it: who played, who won, what each round gave. Folded from its rounds, never stored.

A match that has not changed since it was last looked at is not scored again: it is remembered in memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.lines import RoundScore
from scoring.problems import Code
from webapp.games import game_of
from webapp.games.tallies import Tally
from webapp.match.models import Match
from webapp.match.scoreboard import Scoreboard
from webapp.tables.people import people_of

REMEMBERED = 4000
"""So many matches are kept in memory, a few kilobytes each."""


@dataclass(frozen=True)
class Played:
    """One match. Everything that is a number a side is in seat order.

    `people` are the names of each side's people. `over`: somebody has won, nobody can any more, or the players stopped.
    `winners` are indexes of sides; none where nobody won. `rounds` are the points of each round that counts, `tallies`
    what `webapp.games.tallies` counts. With `fewer_is_better` points are penalties. `goal` is the total played to.
    `open_number`: the round that cannot be scored (`Scoreboard.open_number`); `rounds` end before it. `colours`: those
    of the sides.
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
    colours: tuple[int, ...] = tuple(range(6))

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals, the sums of the rounds."""
        return tuple(sum(points) for points in zip(*self.rounds, strict=True)) or (0,) * len(self.sides)

    @property
    def won_alone(self) -> int | None:
        """The side that won and shares it with nobody."""
        return self.winners[0] if len(self.winners) == 1 else None


Key = tuple[str, int, bool]
_remembered: dict[Key, Played] = {}


def key_of(play_token: str, version: int, ended: datetime | None) -> Key:
    """What changes whenever a match looks different to statistics. The token, because a deleted id may come again."""
    return play_token, version, ended is not None


def remembered(key: Key) -> Played | None:
    """The match as it was folded before."""
    return _remembered.get(key)


def played(match: Match) -> Played:
    """Fold a match with its rounds, or take it out of memory."""
    key = key_of(match.play_token, match.version, match.ended)
    found = _remembered.get(key)
    if found is None:
        found = _folded(match)
        if len(_remembered) >= REMEMBERED:
            _remembered.clear()
        _remembered[key] = found
    return found


def _folded(match: Match) -> Played:
    board, game = Scoreboard(match), game_of(match)
    sides = tuple(match.sides)
    score = board.score
    counting = [each for each in score.rounds if not any(found.code == Code.AFTER_FINISH for found in each.warnings)]
    return Played(
        token=match.play_token,
        game=match.game,
        created=match.created,
        sides=sides,
        people=people_of(sides, match.players),
        over=score.finished or match.ended is not None,
        winners=tuple(sides.index(side) for side in score.winners) if score.finished else (),
        rounds=tuple(tuple(each.points[side] for side in sides) for each in counting),
        tallies=_tallied(sides, counting, game.tallies),
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
