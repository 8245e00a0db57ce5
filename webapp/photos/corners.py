"""Where a card lies in a photograph that nothing was seen of: its outline, and its place among the others.

An outline is four corners [x, y] in pixels of the upright photograph, top left of the card first, clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

Outline = Sequence[Sequence[float]]

SHARE_OF_PICTURE = 0.2  # how long a card is drawn, by the picture's longer side, where none was seen
RATIO = 0.6  # a card's width by its length


def outline_at(others: Sequence[Outline], size: tuple[int, int], x: float, y: float) -> list[list[float]]:
    """Return the outline of a card about (x, y) in a picture of `size` (width, height).

    It is as large as the middling one of the `others` and turned as the nearest.
    """
    width, height = size
    x, y = min(max(x, 0.0), float(width)), min(max(y, 0.0), float(height))
    if others:
        nearest = min(others, key=lambda corners: math.dist(middle(corners), (x, y)))
        long = median(math.dist(corners[0], corners[3]) + math.dist(corners[1], corners[2]) for corners in others) / 2
        wide = median(math.dist(corners[0], corners[1]) + math.dist(corners[3], corners[2]) for corners in others) / 2
        right = math.atan2(nearest[1][1] - nearest[0][1], nearest[1][0] - nearest[0][0])
        down = math.atan2(nearest[3][1] - nearest[0][1], nearest[3][0] - nearest[0][0])
    else:
        long = SHARE_OF_PICTURE * max(size)
        wide, right, down = RATIO * long, 0.0, math.pi / 2
    return [
        [
            round(x + across * wide / 2 * math.cos(right) + along * long / 2 * math.cos(down), 1),
            round(y + across * wide / 2 * math.sin(right) + along * long / 2 * math.sin(down), 1),
        ]
        for across, along in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def middle(corners: Outline) -> tuple[float, float]:
    """Return the middle of an outline."""
    return sum(corner[0] for corner in corners) / 4, sum(corner[1] for corner in corners) / 4


def is_same_card(first: Outline, second: Outline) -> bool:
    """Say whether two outlines of cards that lie side by side are one card: their middles are less than half its width
    apart.
    """
    return math.dist(middle(first), middle(second)) < math.dist(first[0], first[1]) / 2


def place_among(others: Sequence[Outline], outline: Outline) -> int:
    """Return at which index a card joins `others`, which lie in rows, each read from left to right, as it stands."""
    (across_x, across_y), long = _along(outline[0], outline[1]), math.dist(outline[0], outline[3])
    (down_x, down_y), (x, y) = _along(outline[0], outline[3]), middle(outline)
    away = [(other_x - x, other_y - y) for other_x, other_y in map(middle, others)]
    below = [right * down_x + down * down_y for right, down in away]
    beside = [right * across_x + down * across_y for right, down in away]
    row = [index for index, height in enumerate(below) if abs(height) < long / 2]
    if row:
        return next((index for index in row if beside[index] > 0), row[-1] + 1)
    return next((index for index, height in enumerate(below) if height > 0), len(others))


def _along(start: Sequence[float], end: Sequence[float]) -> tuple[float, float]:
    """Return the direction from one corner to another, of length 1."""
    far = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / far, (end[1] - start[1]) / far
