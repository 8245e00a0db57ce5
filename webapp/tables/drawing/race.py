"""The race of a match or an evening as a picture: where every line runs, in a drawing of its own units.

The page and the picture to send are drawn from the same `Race`, so that the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from webapp.tables.people import called, person
from webapp.tables.played import Played
from webapp.tables.statistics import ranking
from webapp.words.wording import BETWEEN_PARTNERS

TICKS = 4
"""About so many numbers stand at the left."""
MARKED = 24
"""With more points a line has no marks between its ends."""
LONGEST_LABEL = 10
"""Letters of a name at the end of its line; the whole name stands in the table below."""


@dataclass(frozen=True)
class Runner:
    """One line: who, the index of the side (its colour, dashes and mark), and the total after each step, from 0 on."""

    name: str
    seat: int
    totals: tuple[float, ...]

    @property
    def short(self) -> str:
        """The name, cut where it is too long for the end of a line; of partners each."""
        if len(self.name) <= LONGEST_LABEL:
            return self.name
        names = self.name.split(BETWEEN_PARTNERS)
        room = (LONGEST_LABEL - len(BETWEEN_PARTNERS) * (len(names) - 1)) // len(names)
        return BETWEEN_PARTNERS.join(name if len(name) <= room else f"{name[: room - 1].rstrip()}…" for name in names)


@dataclass(frozen=True)
class Race:
    """Runners with as many totals each, and the total that they run to, if there is one."""

    runners: tuple[Runner, ...]
    goal: int | None = None

    @property
    def steps(self) -> int:
        """How many rounds or matches there are."""
        return len(self.runners[0].totals) - 1

    @cached_property
    def low(self) -> float:
        """The lowest total of the picture."""
        return min(0, *(total for runner in self.runners for total in runner.totals))

    @cached_property
    def high(self) -> float:
        """The highest total of the picture; the goal is in it."""
        return max(1, self.goal or 0, *(total for runner in self.runners for total in runner.totals))

    @property
    def ticks(self) -> list[int]:
        """Round numbers between the lowest total and the highest, 0 among them."""
        sizes = (base * 10**power for power in range(6) for base in (1, 2, 5))
        size = next(size for size in sizes if (self.high - self.low) / size <= TICKS + 1)
        return list(range(-int(-self.low // size) * size, int(self.high) + 1, size))


def race_of(match: Played) -> Race:
    """The race of a match, round by round."""
    runners = (
        Runner(side, seat, (0, *accumulate(points[seat] for points in match.rounds)))
        for seat, side in enumerate(match.sides)
    )
    return Race(tuple(runners), match.goal)


def race_of_evening(matches: Sequence[Played], most: int = 6) -> Race | None:
    """How many matches everybody had won after each match that is over; None where there are no two of them.

    With more than `most` people those with the most wins run.
    """
    over = [match for match in matches if match.over]
    if len(over) < 2:
        return None
    upto = [
        {person(each.name): float(each.won) for each in ranking(over[:number])} for number in range(1, len(over) + 1)
    ]
    seated = list(called(name for match in over for team in match.people for name in team))
    best = sorted(ranking(over)[:most], key=lambda each: seated.index(person(each.name)))
    return Race(
        tuple(
            Runner(each.name, seat, (0.0, *(won.get(person(each.name), 0.0) for won in upto)))
            for seat, each in enumerate(best)
        )
    )


@dataclass(frozen=True)
class Line:
    """A runner in a `Drawing`: its corners, which of them bear its mark, and the height of the label at its end."""

    runner: Runner
    points: tuple[tuple[float, float], ...]
    marked: tuple[tuple[float, float], ...]
    label: float

    @property
    def path(self) -> str:
        """The corners as SVG writes them."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True)
class Drawing:
    """A race within a box, in units of the drawing; labels are `line_height` high."""

    race: Race
    left: float = 30
    top: float = 14
    width: float = 205
    height: float = 180
    line_height: float = 17

    @property
    def right(self) -> float:
        """Where the lines end."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Where the lowest total is."""
        return self.top + self.height

    def x(self, step: float) -> float:
        """Where a step is, from 0."""
        return round(self.left + self.width * step / max(1, self.race.steps), 1)

    def y(self, total: float) -> float:
        """Where a total is."""
        race = self.race
        return round(self.top + self.height * (race.high - total) / (race.high - race.low), 1)

    @property
    def ticks(self) -> list[int]:
        """The numbers at the left, but for those that would lie on the goal's."""
        goal = self.race.goal
        return [
            each for each in self.race.ticks if goal is None or abs(self.y(each) - self.y(goal)) >= self.line_height
        ]

    @property
    def numbered(self) -> list[int]:
        """The steps that are numbered below: all of a few, of many the last and some before."""
        steps = self.race.steps
        apart = max(1, -(-steps // 8))
        return [step for step in range(1, steps + 1) if (steps - step) % apart == 0]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines, in the order of the runners; their labels do not lie over each other."""
        heights = self._labels()
        lines = []
        for runner in self.race.runners:
            points = tuple((self.x(step), self.y(total)) for step, total in enumerate(runner.totals))
            marked = points[1:] if self.race.steps <= MARKED else points[-1:]
            lines.append(Line(runner, points, marked, heights[runner.seat]))
        return tuple(lines)

    def _labels(self) -> dict[int, float]:
        """Seat -> the height of its label: where the line ends, pushed apart, and up where that leaves the box."""
        placed = sorted(self.race.runners, key=lambda runner: -runner.totals[-1])
        heights: list[float] = []
        for runner in placed:
            least = heights[-1] + self.line_height if heights else self.top
            heights.append(max(self.y(runner.totals[-1]), least))
        over = heights[-1] - self.bottom
        for place in range(len(heights) - 1, -1, -1):
            most = self.bottom if place == len(heights) - 1 else heights[place + 1] - self.line_height
            heights[place] = min(heights[place], most) if over > 0 else heights[place]
        return {runner.seat: round(height, 1) for runner, height in zip(placed, heights, strict=True)}
