"""Hard scenes tell the truth: a curled card is seen where its corners are said to be."""

import cv2
import numpy as np
import pytest

from vision.training.synthesis import harder, tables
from vision.training.synthesis.harder import Curl
from vision.training.synthesis.scenes import camera

CARD = np.full((200, 120, 4), 255, np.uint8)
QUAD = np.array([[150, 120], [270, 130], [260, 330], [140, 320]], np.float32)


def seen(point: tuple[float, float], plane: np.ndarray) -> np.ndarray:
    mapped = plane @ (*point, 1.0)
    return np.asarray(mapped[:2] / mapped[2])


@pytest.mark.parametrize("way", [0, 1, 2])
@pytest.mark.parametrize("height", [-0.08, 0.08])
def test_the_corners_of_a_bent_card_are_where_it_is_seen(way: int, height: float) -> None:
    curl, rise = Curl(height, way, 0.2), np.array([40.0, -150.0])
    patch = harder.bent(CARD, QUAD, curl, rise, (0, 0, 400, 450))
    found = harder.corners(QUAD, curl, rise)
    outline, _ = cv2.findContours((patch[..., 3] > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    points = max(outline, key=len)[:, 0].astype(float)
    for corner in found:
        assert np.hypot(*(points - corner).T).min() < 3
    assert np.abs(found - QUAD).max() > 5 or height > 0


def test_what_is_raised_is_seen_further_away_by_the_tangent_of_the_tilt() -> None:
    plane = camera(np.random.default_rng(1), 400, 100.0, 40.0, 50.0)  # so far that there is hardly any perspective
    depth = plane[2, :2] / np.hypot(*plane[2, :2])
    away = seen((depth[0] * np.tan(np.deg2rad(40)), depth[1] * np.tan(np.deg2rad(40))), plane) - seen((0, 0), plane)
    np.testing.assert_allclose(harder.rise(plane, 400), away, rtol=0.05)


def test_from_straight_above_nothing_moves() -> None:
    plane = camera(np.random.default_rng(1), 400, 100.0, 0.0, 3.0)
    np.testing.assert_allclose(harder.rise(plane, 400), 0)


@pytest.mark.parametrize("seed", range(6))
def test_what_lies_over_a_card_is_no_card_and_only_shades_the_rest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    picture, owner = np.full((400, 400, 3), 90, np.uint8), np.full((400, 400), -1, np.int16)
    cv2.fillConvexPoly(owner, QUAD.astype(np.int32), 0)
    before = (owner == 0).sum()
    harder.cover(rng, picture, owner, QUAD, 200.0, [np.full((tables.SIDE, tables.SIDE, 3), 30, np.uint8)])
    left = (owner == 0).sum()
    assert 0 < left < before
    assert (picture[owner == 0] <= 90).all()
