"""Pictures made brighter or white: only those that are nearly black or in coloured light, not beyond what they hold."""

import numpy as np
import pytest

from vision.io.exposure import LIT, MOST, brightness, lit
from vision.io.pyramid import Pyramid


@pytest.mark.parametrize(("grey", "expected"), [(200, 200), (72, 72), (55, 55), (40, LIT), (10, 10 * MOST), (0, 0)])
def test_what_is_nearly_black_is_made_brighter(grey: int, expected: float) -> None:
    picture = np.full((60, 80, 3), grey, np.uint8)
    assert brightness(lit(Pyramid(picture)))[0] == pytest.approx(expected, abs=2)


@pytest.mark.parametrize(
    ("light", "seen"),
    [((1, 0.85, 0.8), (180, 153, 144)), ((1, 0.9, 0.6), (180, 180, 180)), ((0.4, 0.75, 1), (180, 180, 180))],
)
def test_what_is_white_in_coloured_light_is_made_white(light: tuple[float, ...], seen: tuple[int, ...]) -> None:
    """A card on a grey table; light as weak as a lamp's in a kitchen stays."""
    picture = np.full((60, 80, 3), 90.0)
    picture[20:40, 30:45] = 180
    pixels = lit(Pyramid((picture * light).astype(np.uint8))).pixels
    assert pixels[30, 37].astype(int) == pytest.approx(np.array(seen), abs=2)


def test_a_small_card_on_a_red_table_stays_as_it_is() -> None:
    """The table was taken for white, and a card that lay nowhere was named with certainty."""
    picture = np.full((1000, 1000, 3), (40, 35, 200), np.uint8)
    picture[400:480, 400:450] = 230
    pyramid = Pyramid(picture)
    assert lit(pyramid) is pyramid
