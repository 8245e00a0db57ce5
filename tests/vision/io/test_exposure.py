"""Pictures made brighter: only those that are nearly black, and not beyond what they hold."""

import numpy as np
import pytest

from vision.io.exposure import LIT, MOST, brightness, lit
from vision.io.pyramid import Pyramid


@pytest.mark.parametrize(("grey", "expected"), [(200, 200), (72, 72), (55, 55), (40, LIT), (10, 10 * MOST), (0, 0)])
def test_what_is_nearly_black_is_made_brighter(grey: int, expected: float) -> None:
    picture = np.full((60, 80, 3), grey, np.uint8)
    assert brightness(lit(Pyramid(picture)))[0] == pytest.approx(expected, abs=2)
