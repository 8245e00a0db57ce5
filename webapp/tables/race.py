"""The race of a match or an evening as a line chart, in units of its own.

The page and the picture to send use the same `Race`, so both show the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, count

from webapp.tables.played import Played, called, person
from webapp.tables.statistics import ranking
from webapp.words.wording import BETWEEN_PARTNERS

TICKS = 4
"""Approximate number of ticks on the vertical axis."""
MARKED = 24
"""Number of points above which a line has marks only at its end."""
LONGEST_LABEL = 10
"""Most letters of a name at the end of its line; the table below shows the whole name."""


@dataclass(frozen=True)
class Runner:
    """One line: name, index of the side (its colour, dashes and mark), and the total after each step, from 0 on."""

    name: str
    seat: int
    totals: tuple[float, ...]

    @property
    def short(self) -> str:
        """The name, cut to fit the end of a line; for partners each name is cut."""
        if len(self.name) <= LONGEST_LABEL:
            return self.name
        names = self.name.split(BETWEEN_PARTNERS)
        room = (LONGEST_LABEL - len(BETWEEN_PARTNERS) * (len(names) - 1)) // len(names)
        return BETWEEN_PARTNERS.join(name if len(name) <= room else f"{name[: room - 1].rstrip()}…" for name in names)


@dataclass(frozen=True)
class Race:
    """Runners with equally many totals, and the target if there is one."""

    runners: tuple[Runner, ...]
    goal: int | None = None

    @property
    def steps(self) -> int:
        """Number of rounds or matches."""
        return len(self.runners[0].totals) - 1

    @cached_property
    def low(self) -> float:
        """The lowest value of the chart."""
        return min(0, *(total for runner in self.runners for total in runner.totals))

    @cached_property
    def high(self) -> float:
        """The highest value of the chart, including the target."""
        return max(1, self.goal or 0, *(total for runner in self.runners for total in runner.totals))

    @property
    def ticks(self) -> list[int]:
        """Round tick values between the lowest and the highest total, including 0."""
        sizes = (base * 10**power for power in count() for base in (1, 2, 5))
        size = next(size for size in sizes if (self.high - self.low) / size <= TICKS + 1)
        return list(range(-int(-self.low // size) * size, int(self.high) + 1, size))


def race_of(match: Played) -> Race:
    runners = (
        Runner(side, seat, (0, *accumulate(points[seat] for points in match.rounds)))
        for seat, side in enumerate(match.sides)
    )
    return Race(tuple(runners), match.goal)


def race_of_evening(matches: Sequence[Played], most: int = 6) -> Race | None:
    """Matches won by everybody after each finished match; None with fewer than two matches.

    With more than `most` people, only those with the most wins are shown.
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
    """The line of a runner in a `Drawing`: its points, those with a mark, and the height of its label."""

    runner: Runner
    points: tuple[tuple[float, float], ...]
    marked: tuple[tuple[float, float], ...]
    label: float

    @property
    def path(self) -> str:
        """The points in SVG notation."""
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
        """Right end of the lines."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Height of the lowest total."""
        return self.top + self.height

    def x(self, step: float) -> float:
        """Horizontal place of a step, counted from 0."""
        return round(self.left + self.width * step / max(1, self.race.steps), 1)

    def y(self, total: float) -> float:
        """Vertical place of a total."""
        race = self.race
        return round(self.top + self.height * (race.high - total) / (race.high - race.low), 1)

    @property
    def ticks(self) -> list[int]:
        """Tick values, without those that would overlap the target's label."""
        goal = self.race.goal
        return [
            each for each in self.race.ticks if goal is None or abs(self.y(each) - self.y(goal)) >= self.line_height
        ]

    @property
    def numbered(self) -> list[int]:
        """Steps that are numbered below: all if few, otherwise the last one and some before it."""
        steps = self.race.steps
        apart = max(1, -(-steps // 8))
        return [step for step in range(1, steps + 1) if (steps - step) % apart == 0]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines in the order of the runners, with labels that do not overlap."""
        heights = self._labels()
        lines = []
        for runner in self.race.runners:
            points = tuple((self.x(step), self.y(total)) for step, total in enumerate(runner.totals))
            marked = points[1:] if self.race.steps <= MARKED else points[-1:]
            lines.append(Line(runner, points, marked, heights[runner.seat]))
        return tuple(lines)

    def _labels(self) -> dict[int, float]:
        """Seat -> height of its label: at the end of its line, pushed down to avoid overlap, and up into the box."""
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
