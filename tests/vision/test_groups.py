"""Cards that lie together are a group: by overlap and distance, whatever the camera's turn."""

from math import cos, radians, sin

import pytest

from vision import Point, grouped

Card = tuple[Point, Point, Point, Point]


def card(x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> Card:
    c, s = cos(radians(turn)), sin(radians(turn))
    corners = [(x + c * a - s * b, y + s * a + c * b) for a, b in ((-32, -50), (32, -50), (32, 50), (-32, 50))]
    first, second, third, fourth = ((u * scale, v * scale) for u, v in corners)
    return first, second, third, fourth


def test_a_column_a_row_and_a_card_across_are_one_group_each() -> None:
    column = [card(0, 30 * at) for at in range(6)] + [card(0, 215, 90)]
    row = [card(140 + 20 * at, 0) for at in range(4)]
    assert grouped([*column, *row]) == (tuple(range(7)), tuple(range(7, 11)))


def test_cards_that_nearly_touch_are_one_group_and_those_a_width_apart_are_two() -> None:
    assert grouped([card(0, 0), card(64 + 20, 0)]) == ((0, 1),)
    assert grouped([card(0, 0), card(64 + 64, 0)]) == ((0,), (1,))


@pytest.mark.parametrize("turn", [0, 17, 45, 90, 133])
@pytest.mark.parametrize("scale", [0.3, 1.0, 4.0])
def test_turn_and_size_change_nothing(turn: float, scale: float) -> None:
    """Turned about the origin, as a whole."""
    c, s = cos(radians(turn)), sin(radians(turn))
    places = [(0, 0), (0, 30), (130, 0), (130, 30), (260, 0)]
    laid = [card(c * x - s * y, s * x + c * y, turn, scale) for x, y in places]
    assert grouped(laid) == ((0, 1), (2, 3), (4,))


def test_a_card_between_two_joins_them_in_whatever_order() -> None:
    assert grouped([card(0, 0), card(100, 0), card(50, 0)]) == ((0, 1, 2),)
    assert grouped([]) == ()
