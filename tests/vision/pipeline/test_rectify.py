"""Photographs from far aside, in which a card looks shorter than wide."""

import cv2
import numpy as np
import pytest

from tests.photographs import compose
from vision.classification.classifier import read
from vision.classification.prototypes import known
from vision.detection.detector import detect
from vision.detection.geometry import iou
from vision.io import photo as photos
from vision.io.pyramid import Pyramid
from vision.pipeline import rectify
from vision.pipeline.recognition import recognise

FRENCH = ("7H", "JS", "2D", "10C", "KD", "AS", "9C", "QH")
ITALIAN = ("7D", "8S", "2C", "10B", "5S", "1D", "9C", "6B")

DECKS = [("french", "french", FRENCH, (0.55, 0.35)), ("italian", "settebello", ITALIAN, (0.45, 0.35))]
"""With how much of its height a photograph is squeezed."""


def from_aside(photo: bytes, height: float) -> np.ndarray:
    """The photograph as it looks when its height is only this share of itself."""
    picture = photos.opened(photo).pixels
    return cv2.resize(picture, (picture.shape[1], round(picture.shape[0] * height)), interpolation=cv2.INTER_AREA)


def packed(picture: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


@pytest.mark.parametrize(("family", "deck", "codes", "shares"), DECKS)
def test_cards_that_look_wider_than_long_are_read_and_outlined(
    family: str, deck: str, codes: tuple[str, ...], shares: tuple[float, ...]
) -> None:
    photo = compose(codes, family=family, turn=20, seed=4)
    above = {card.card: np.array(card.corners) for card in recognise(photo, deck).cards}
    for squeezed in shares:
        aside = recognise(packed(from_aside(photo, squeezed)), deck)
        assert sorted(card.card.code for card in aside.cards if card.card) == sorted(codes), squeezed
        for card in aside.cards:
            place = above[card.card] * (1, squeezed)
            assert iou(np.array(card.corners), place) > 0.85, squeezed
            # The top left corner stays, or becomes the bottom right for a card that looks the same upside down.
            assert min(np.abs(np.array(card.corners)[0] - place[[0, 2]]).max(axis=1)) < 40, squeezed


def test_a_photograph_from_above_is_not_stretched() -> None:
    deck, pyramid = known("settebello"), Pyramid(photos.opened(compose(ITALIAN, seed=4)).pixels)
    assert rectify.rectified(pyramid, read(pyramid, detect(pyramid), deck), deck) is None


def test_nor_is_an_empty_table() -> None:
    deck, pyramid = known("french"), Pyramid(np.full((64, 64, 3), 90, np.uint8))
    assert rectify.rectified(pyramid, read(pyramid, detect(pyramid), deck), deck) is None


def test_outlines_come_back_to_where_the_cards_lie() -> None:
    deck, pyramid = known("settebello"), Pyramid(from_aside(compose(ITALIAN, seed=4), 0.4))
    found = detect(pyramid)
    other = rectify.rectified(pyramid, read(pyramid, found, deck), deck)
    assert other is not None
    straight, way = other
    assert straight.pixels.shape[0] > 2 * pyramid.pixels.shape[0]
    assert straight.pixels.size < 1.1 * rectify.LARGER * pyramid.pixels.size
    there = found.quads @ way[:, :2].T + way[:, 2]
    assert rectify.back(there, way) == pytest.approx(found.quads)
