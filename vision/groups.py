"""Groups of cards that lie together, such as melds: by the distance of their outlines, in widths of a card.

>>> def card(x, y):
...     return ((x, y), (x + 60.0, y), (x + 60.0, y + 100.0), (x, y + 100.0))
>>> grouped([card(0, 0), card(0, 30), card(130, 0), card(0, 150)])
((0, 1, 3), (2,))
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import hypot

from vision.types import Point

NEAR = 0.6
"""Cards whose outlines are nearer than this share of a card's width lie in one group."""
Outline = Sequence[Point]


def grouped(outlines: Sequence[Outline]) -> tuple[tuple[int, ...], ...]:
    """The cards of each group by their places in `outlines`, groups in the order of their first cards.

    Cards belong together where they overlap, where their gap is less than `NEAR` times the width of the narrower card,
    or where others join them.
    """
    return linked(len(outlines), lambda one, other: near(outlines[one], outlines[other]))


def near(one: Outline, other: Outline) -> bool:
    """Whether the outlines of two cards are near enough for one group."""
    widths = (min(hypot(x - u, y - v) for (x, y), (u, v) in _edges(outline)) for outline in (one, other))
    reach = NEAR * min(widths)
    return _box_gap(one, other) < reach and gap(one, other) < reach  # most cards lie far from each other


def linked(count: int, near: Callable[[int, int], bool]) -> tuple[tuple[int, ...], ...]:
    """The connected components of `count` things, by their indices, ordered by their first ones."""
    group = list(range(count))
    for one, other in combinations(range(count), 2):
        if group[one] != group[other] and near(one, other):
            new, old = sorted((group[one], group[other]))
            group = [new if each == old else each for each in group]
    return tuple(tuple(at for at, each in enumerate(group) if each == first) for first in dict.fromkeys(group))


def gap(one: Outline, other: Outline) -> float:
    """The distance of two convex outlines in pixels, 0 if they overlap."""
    if not any(_separates(edge, one, other) for outline in (one, other) for edge in _edges(outline)):
        return 0.0
    pairs = ((one, other), (other, one))
    return min(_distance(point, edge) for corners, outline in pairs for point in corners for edge in _edges(outline))


def _box_gap(one: Outline, other: Outline) -> float:
    """The gap between the bounding boxes of two outlines along one axis: a lower bound of their distance."""
    gaps = []
    for axis in (0, 1):
        a, b = [point[axis] for point in one], [point[axis] for point in other]
        gaps.append(max(min(a) - max(b), min(b) - max(a)))
    return max(gaps)


def _edges(outline: Outline) -> Iterator[tuple[Point, Point]]:
    return zip(outline, [*outline[1:], outline[0]], strict=True)


def _separates(edge: tuple[Point, Point], one: Outline, other: Outline) -> bool:
    """Whether the edge's line has the two outlines on different sides."""
    (x, y), (u, v) = edge
    a, b = ([(px - x) * (v - y) - (py - y) * (u - x) for px, py in outline] for outline in (one, other))
    return max(a) <= min(b) or max(b) <= min(a)


def _distance(point: Point, edge: tuple[Point, Point]) -> float:
    (px, py), ((x, y), (u, v)) = point, edge
    length = (u - x) ** 2 + (v - y) ** 2
    along = min(1.0, max(0.0, ((px - x) * (u - x) + (py - y) * (v - y)) / length)) if length else 0.0
    return hypot(px - x - along * (u - x), py - y - along * (v - y))
