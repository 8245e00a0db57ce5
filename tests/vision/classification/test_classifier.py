"""Outlines before they are named for good: turned by a quarter, and lying within other cards."""

from dataclasses import replace

import numpy as np
import pytest

from tests.photographs import compose
from vision.classification.classifier import read
from vision.classification.prototypes import known
from vision.detection.detector import Detections, detect
from vision.detection.plane import within
from vision.io import photo as photos
from vision.io.pyramid import Pyramid

CODES = ("7D", "8S", "2C", "10B", "5S", "1D", "9C", "6B")


@pytest.fixture(scope="module")
def table() -> tuple[Pyramid, Detections]:
    pyramid = Pyramid(photos.opened(compose(CODES, seed=4)).pixels)
    return pyramid, detect(pyramid)


def test_an_outline_that_takes_the_width_for_the_length_is_turned(table: tuple[Pyramid, Detections]) -> None:
    pyramid, found = table
    deck = known("settebello")
    plain = read(pyramid, found, deck)
    quads = found.quads.copy()
    quads[::2] = np.roll(quads[::2], -1, axis=1)
    turned = read(pyramid, replace(found, quads=quads), deck)
    where = dict(zip(plain.names, plain.found.quads, strict=True))
    assert sorted(turned.names) == sorted(where)
    for name, quad in zip(turned.names, turned.found.quads, strict=True):
        assert quad == pytest.approx(where[name])


def test_an_outline_within_a_card_that_is_seen_whole_is_no_card(table: tuple[Pyramid, Detections]) -> None:
    pyramid, found = table
    deck = known("settebello")
    part = within(found.quads[0], (0.3, 0.9), (0.1, 0.6))
    both = found.and_(replace(found.only(np.array([0])), quads=part[None], visible=np.array([0.5])))
    assert len(read(pyramid, both, deck).found) == len(found)
    # Who asks for all that may be a card is told of it, too.
    assert len(read(pyramid, both, deck, least=0.0).found) == len(found) + 1


def test_one_that_reaches_out_of_it_may_be(table: tuple[Pyramid, Detections]) -> None:
    pyramid, found = table
    deck = known("settebello")
    beside = found.quads[0] + (found.quads[0][1] - found.quads[0][0]) * 0.4
    both = found.and_(replace(found.only(np.array([0])), quads=beside[None], visible=np.array([0.5])))
    everything = read(pyramid, both, deck, least=1e-9)
    assert len(everything.found) == len(found) + 1
