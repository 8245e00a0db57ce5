"""A photograph is cut to its pile, plus a tenth, so that names do not lie on each other on a phone."""

import pytest

from webapp.photos.corners import pile_box

SIZE = (4000, 3000)


def card(x: float, y: float, width: float = 200, height: float = 333) -> list[list[float]]:
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


def test_a_pile_in_the_middle_is_shown_with_a_tenth_around_it() -> None:
    """1,400 x 733 pixels: with 140 on each side that is 0.42 of the width, and a third of the height."""
    x, y, width, height = pile_box([card(1300, 1100), card(2500, 1500)], SIZE)
    assert (width, height) == pytest.approx((1680, 1260))
    assert (x + width / 2, y + height / 2) == pytest.approx((2000, 1466.5))


def test_it_has_the_shape_of_the_photograph_and_lies_within_it() -> None:
    for corner in ((0, 0), (3800, 0), (0, 2667), (3800, 2667)):
        x, y, width, height = pile_box([card(*corner)], SIZE)
        assert width / height == pytest.approx(4 / 3, abs=0.001)
        assert x >= 0
        assert y >= 0
        assert x + width <= SIZE[0] + 0.1
        assert y + height <= SIZE[1] + 0.1


def test_one_card_is_not_blown_up() -> None:
    assert pile_box([card(1900, 1400)], SIZE)[2:] == pytest.approx((4000 / 3, 1000), abs=0.1)


@pytest.mark.parametrize("cards", [[], [card(100, 100), card(3700, 2500)]])
def test_nothing_is_cut_where_there_is_nothing_to_gain(cards: list[list[list[float]]]) -> None:
    assert pile_box(cards, SIZE) == (0, 0, *SIZE)
