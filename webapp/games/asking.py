"""What is still missing before a round can be counted or a question answered, with the place where it is mended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.problems import Problem


@dataclass(frozen=True)
class Missing:
    """A sentence that asks a player for something; `place` is the id of what to tap, empty where there is none."""

    text: str
    place: str = ""


def place_of(problem: Problem, places: Mapping[str, str], sides: Sequence[str]) -> str:
    """The id of where the field of `problem` is entered, empty where its page has no such place.

    `places`: the first name of a field's path, or the whole path, -> an id in which `%d` stands for the side's seat.

    >>> place_of(Problem("bad_count", field="sweeps", side="Bruno"), {"sweeps": "sweeps_%d"}, ["Anna", "Bruno"])
    'sweeps_1'
    """
    path = problem.field or ""
    place = places.get(path) or places.get(path.partition(".")[0], "")
    if "%d" not in place:
        return place
    seats = [seat for seat, side in enumerate(sides) if side == problem.side or side in problem.sides]
    return place.replace("%d", str(seats[0] if seats else 0))
