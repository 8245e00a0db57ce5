"""A card that is seen, and for which the detector's votes found no outline, is looked for in all directions."""

import numpy as np
import pytest

from tests.photographs import compose
from vision.detection.detector import CARD, Detections, candidates, judge, overlooked
from vision.detection.geometry import overlaps
from vision.detection.hough_votes import Votes
from vision.io import photo as photos
from vision.io.pyramid import Pyramid

CODES = ("7D", "8S", "2C", "10B", "5S", "1D", "9C", "6B")
Judged = tuple[Pyramid, Votes, Detections]


@pytest.fixture(scope="module")
def table() -> Judged:
    pyramid = Pyramid(photos.opened(compose(CODES, seed=4)).pixels)
    found, votes = candidates(pyramid)
    return pyramid, votes, judge(found, votes)


def test_where_every_card_has_its_outline_nothing_is_looked_for(table: Judged) -> None:
    pyramid, votes, judged = table
    assert (judged.score >= CARD).sum() == len(CODES)
    assert len(overlooked(judged, pyramid, votes)) == 0


@pytest.mark.parametrize("missed", range(len(CODES)))
def test_a_card_without_one_is_found(table: Judged, missed: int) -> None:
    pyramid, votes, judged = table
    cards = np.flatnonzero(judged.score >= CARD)
    found = overlooked(judged.only(np.delete(cards, missed)), pyramid, votes)
    assert len(found) == 1
    assert overlaps(judged.quads[cards[missed]], found.quads)[0] > 0.85


def test_without_a_card_nobody_knows_how_large_one_is(table: Judged) -> None:
    pyramid, votes, judged = table
    assert len(overlooked(judged.only(np.arange(0)), pyramid, votes)) == 0
