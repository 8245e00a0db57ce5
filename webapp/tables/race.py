"""The race of a match or an evening as a line chart, in units of its own.

The page and the picture to send use the same `Race`, so both show the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, count

from webapp.tables.played import Played, called, person
from webapp.tables.statistics import ranking, share_won
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
class Line:
    """The line of a runner: its points, and the height of its label."""

    runner: Runner
    points: tuple[tuple[float, float], ...]
    label: float

    @property
    def marked(self) -> tuple[tuple[float, float], ...]:
        """The points with a mark."""
        return self.points[1:] if len(self.points) <= MARKED + 1 else self.points[-1:]

    @property
    def path(self) -> str:
        """The points in SVG notation."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.points)


@dataclass(frozen=True)
class Race:
    """Runners with equally many totals, and the target if there is one, drawn within a box.

    The box is in units of the drawing; labels are `line_height` high.
    """

    runners: tuple[Runner, ...]
    goal: int | None = None
    left: float = 30
    top: float = 14
    width: float = 205
    height: float = 180
    line_height: float = 17

    @property
    def steps(self) -> int:
        """Number of rounds or matches."""
        return len(self.runners[0].totals) - 1

    @property
    def right(self) -> float:
        """Right end of the lines."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Height of the lowest total."""
        return self.top + self.height

    @cached_property
    def low(self) -> float:
        """The lowest value of the chart."""
        return min(0, *(total for runner in self.runners for total in runner.totals))

    @cached_property
    def high(self) -> float:
        """The highest value of the chart, including the target."""
        return max(1, self.goal or 0, *(total for runner in self.runners for total in runner.totals))

    def x(self, step: float) -> float:
        """Horizontal place of a step, counted from 0."""
        return round(self.left + self.width * step / max(1, self.steps), 1)

    def y(self, total: float) -> float:
        """Vertical place of a total."""
        return round(self.top + self.height * (self.high - total) / (self.high - self.low), 1)

    @property
    def ticks(self) -> list[int]:
        """Round tick values between the lowest and the highest total, including 0; none overlaps the target's label."""
        sizes = (base * 10**power for power in count() for base in (1, 2, 5))
        size = next(size for size in sizes if (self.high - self.low) / size <= TICKS + 1)
        ticks = range(-int(-self.low // size) * size, int(self.high) + 1, size)
        return [
            tick for tick in ticks if self.goal is None or abs(self.y(tick) - self.y(self.goal)) >= self.line_height
        ]

    @property
    def numbered(self) -> list[int]:
        """Steps that are numbered below: all if few, otherwise the last one and some before it."""
        apart = max(1, -(-self.steps // 8))
        return [step for step in range(1, self.steps + 1) if (self.steps - step) % apart == 0]

    @property
    def lines(self) -> list[Line]:
        """The lines in the order of the runners, with labels that do not overlap."""
        heights = self._labels()
        return [
            Line(each, tuple((self.x(step), self.y(total)) for step, total in enumerate(each.totals)), height)
            for each, height in zip(self.runners, heights, strict=True)
        ]

    def _labels(self) -> list[float]:
        """Height of each runner's label: at the end of its line, pushed down to avoid overlap, and up into the box."""
        ends = [self.y(runner.totals[-1]) for runner in self.runners]
        order = sorted(range(len(ends)), key=lambda place: -self.runners[place].totals[-1])
        least = self.top
        for place in order:
            ends[place] = max(ends[place], least)
            least = ends[place] + self.line_height
        most = self.bottom
        for place in reversed(order):
            ends[place] = min(ends[place], most)
            most = ends[place] - self.line_height
        return [round(height, 1) for height in ends]


def race_of(match: Played) -> Race | None:
    """The race of a match; None before its second round."""
    runners = (
        Runner(side, seat, (0, *accumulate(points[seat] for points in match.rounds)))
        for seat, side in enumerate(match.sides)
    )
    return Race(tuple(runners), match.goal) if len(match.rounds) > 1 else None


def race_of_evening(matches: Sequence[Played], most: int = 6) -> Race | None:
    """Matches won by everybody after each finished match; None with fewer than two matches.

    With more than `most` people, only those with the most wins are shown.
    """
    over = [match for match in matches if match.over]
    if len(over) < 2:
        return None
    best = {person(each.name) for each in ranking(over)[:most]}
    named = [(who, name) for who, name in called(over).items() if who in best]
    runners = (
        Runner(name, seat, (0, *map(float, accumulate(share_won(match, who) for match in over))))
        for seat, (who, name) in enumerate(named)
    )
    return Race(tuple(runners))
