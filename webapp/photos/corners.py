"""Geometry of card outlines in a photograph: an outline for a missed card, the pile's bounding box, cutouts of cards.

An outline is four corners [x, y] in pixels of the upright photograph, top left of the card first, clockwise.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

Outline = Sequence[Sequence[float]]

SHARE_OF_PICTURE = 0.2  # card length as a share of the picture's longer side, if no other card was seen
RATIO = 0.6  # card width / card length
MARGIN = 0.07  # margin of a cutout, as a share of the card's sides
PILE_MARGIN = 0.1  # margin of a crop, as a share of the pile's longer side
WORTH_CUTTING = 0.8  # share of the photograph's side: a larger pile is not cropped
SMALLEST_PART = 1 / 3  # least share of the photograph's side: limits the enlargement of a single card


def outline_at(others: Sequence[Outline], size: tuple[int, int], x: float, y: float) -> list[list[float]]:
    """The outline of a card about (x, y) in a picture of `size` (width, height).

    It has the median size of the `others` and the rotation of the nearest.
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


def pile_box(outlines: Sequence[Outline], size: tuple[int, int]) -> tuple[float, float, float, float]:
    """The crop of a photograph of `size` (width, height) that shows the pile: left, top, width, height in pixels.

    It has the aspect ratio of the photograph and lies inside.
    """
    width, height = size
    points = [point for outline in outlines for point in outline]
    if not points:
        return 0, 0, width, height
    (left, right), (top, bottom) = ((min(each), max(each)) for each in zip(*points, strict=True))
    margin = PILE_MARGIN * max(right - left, bottom - top)
    share = max((right - left + 2 * margin) / width, (bottom - top + 2 * margin) / height, SMALLEST_PART)
    if share > WORTH_CUTTING:
        return 0, 0, width, height
    wide, high = share * width, share * height
    x = min(max((left + right - wide) / 2, 0), width - wide)
    y = min(max((top + bottom - high) / 2, 0), height - high)
    return round(x, 1), round(y, 1), round(wide, 1), round(high, 1)


def middle(corners: Outline) -> tuple[float, float]:
    """The mean of the four corners."""
    return sum(corner[0] for corner in corners) / 4, sum(corner[1] for corner in corners) / 4


def is_same_card(first: Outline, second: Outline) -> bool:
    """Whether two outlines of cards laid side by side are one card: their centres are less than half a width apart."""
    return math.dist(middle(first), middle(second)) < math.dist(first[0], first[1]) / 2


@dataclass(frozen=True)
class Cutout:
    """The part of a photograph with one card, to be shown upright: rotate by `degrees` about the middle, then crop.

    `x`, `y`, `width`, `height` are in pixels of the rotated photograph, with a margin around the card.
    """

    x: float
    y: float
    width: float
    height: float
    degrees: float

    @property
    def middle(self) -> tuple[float, float]:
        """The point that the photograph is rotated about."""
        return round(self.x + self.width / 2, 1), round(self.y + self.height / 2, 1)


def cutout(corners: Outline) -> Cutout:
    """The cutout of the card with these corners."""
    first, second, third, fourth = corners
    width = (math.dist(first, second) + math.dist(fourth, third)) / 2 * (1 + 2 * MARGIN)
    height = (math.dist(first, fourth) + math.dist(second, third)) / 2 * (1 + 2 * MARGIN)
    x, y = middle(corners)
    across, down = (second[axis] + third[axis] - first[axis] - fourth[axis] for axis in (0, 1))
    degrees = -math.degrees(math.atan2(down, across))
    return Cutout(*(round(value, 1) for value in (x - width / 2, y - height / 2, width, height, degrees)))
