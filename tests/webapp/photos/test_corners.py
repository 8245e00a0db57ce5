"""Where a card lies that nothing was seen of: drawn like its neighbours, and at its place in their order."""

import math

import pytest

from vision.pipeline.enrolment import place_among
from webapp.photos.corners import is_same_card, middle, outline_at

WIDE, LONG = 60, 100


def card(column: float, row: float, turned: float = 0.0) -> list[list[float]]:
    """A card on a table on which five lie in a row, looked at by a camera turned so many degrees."""
    x, y, turn = 100 + 80 * column, 120 + 130 * row, math.radians(turned)
    corners = [(x + a * WIDE / 2, y + b * LONG / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [[x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)] for x, y in corners]


LAID_OUT = [(place % 5, place // 5) for place in range(10)]


@pytest.mark.parametrize("turned", [0, 12, -12])
@pytest.mark.parametrize("place", range(10))
def test_a_card_that_was_missed_joins_the_others_in_reading_order(place: int, turned: float) -> None:
    cards = [card(*where, turned) for where in LAID_OUT]
    others = cards[:place] + cards[place + 1 :]
    outline = outline_at(others, (700, 500), *middle(cards[place]))
    assert place_among(others, outline) == place


def test_a_whole_row_that_was_missed_begins_where_it_lies() -> None:
    first, second, third = ([card(column, row) for column in range(5)] for row in range(3))
    assert place_among(second + third, first[2]) == 0
    assert place_among(first + third, second[0]) == 5
    assert place_among(first + second, third[4]) == 10
    assert place_among([], first[0]) == 0


def test_two_outlines_about_one_place_are_one_card() -> None:
    assert is_same_card(card(0, 0), card(0.3, 0.1))
    assert not is_same_card(card(0, 0), card(1, 0))
    assert not is_same_card(card(0, 0), card(0, 1))
