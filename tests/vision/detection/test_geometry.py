"""The detector's way of speaking of a card's place: nothing is lost, and half a turn changes nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.detection import geometry
from vision.detection.crops import crop, crop_cards, places
from vision.detection.geometry import iou
from vision.io.pyramid import Pyramid

SQUARE = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 20.0], [0.0, 20.0]])
HALF = np.array([5.0, 0.0])


@st.composite
def quads(draw: st.DrawFn) -> np.ndarray:
    """Cards as a camera sees them: longer than wide, turned, a little skewed."""
    width, height = draw(st.floats(20, 100)), draw(st.floats(130, 200))
    angle, x, y = draw(st.floats(0, 6.28)), draw(st.floats(-500, 500)), draw(st.floats(-500, 500))
    skew = draw(st.lists(st.floats(-4, 4), min_size=8, max_size=8))
    flat = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return flat @ turn + (x, y) + np.array(skew).reshape(4, 2)


@given(quads())
def test_a_quad_survives_encoding_up_to_half_a_turn(quad: np.ndarray) -> None:
    back = geometry.decode(geometry.encode(quad[None]))[0]
    apart = min(np.abs(back - quad).max(), np.abs(np.roll(back, 2, axis=0) - quad).max())
    assert apart < 1e-6


@given(quads())
def test_half_a_turn_does_not_change_the_code(quad: np.ndarray) -> None:
    turned = np.roll(quad, 2, axis=0)
    np.testing.assert_allclose(geometry.encode(quad[None]), geometry.encode(turned[None]), atol=1e-6)


def test_area_and_length_of_a_known_card() -> None:
    assert geometry.area(SQUARE[None]).tolist() == [200.0]
    assert geometry.length(SQUARE[None]).tolist() == [20.0]


@pytest.mark.parametrize(("moved", "share"), [(0.0, 1.0), (5.0, 1 / 3), (10.0, 0.0), (100.0, 0.0)])
def test_overlap_of_two_cards_side_by_side(moved: float, share: float) -> None:
    assert iou(SQUARE, SQUARE + np.array([moved, 0])) == pytest.approx(share, abs=1e-5)


def test_a_crop_puts_the_corners_where_it_says() -> None:
    pixels = np.zeros((300, 300, 3), np.uint8)
    quad = np.array([[60.0, 40.0], [160.0, 50.0], [150.0, 220.0], [50.0, 210.0]])
    _, warp = crop(pixels, quad, (80, 112), 1.5)
    mapped = np.column_stack([quad, np.ones(4)]) @ warp.T
    np.testing.assert_allclose(mapped[:, :2] / mapped[:, 2:], places((80, 112), 1.5), atol=1e-3)


def test_large_cards_are_cut_from_a_smaller_copy_of_the_photograph() -> None:
    pixels = np.zeros((1600, 1200, 3), np.uint8)
    pixels[200:1400, 200:1000] = 255
    quad = np.array([[[200.0, 200.0], [1000.0, 200.0], [1000.0, 1400.0], [200.0, 1400.0]]])
    (cut,), (warp,) = crop_cards(Pyramid(pixels), quad, (80, 112), 1.5)
    assert cut[56, 40].tolist() == [255, 255, 255]
    assert cut[3, 3].tolist() == [0, 0, 0]
    mapped = np.column_stack([quad[0], np.ones(4)]) @ warp.T
    np.testing.assert_allclose(mapped[:, :2] / mapped[:, 2:], places((80, 112), 1.5), atol=1e-2)


@pytest.mark.parametrize("apart", [0.0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3])
@pytest.mark.parametrize("size", [0.01, 1.0, 100.0])
def test_quads_that_are_hardly_apart_overlap_in_whatever_unit(size: float, apart: float) -> None:
    """OpenCV took their corners for one in shares of a picture, and cards of a film were counted twice."""
    rng = np.random.default_rng(1)
    for angle in rng.uniform(0, 2 * np.pi, 100):
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        quad = (SQUARE - SQUARE.mean(axis=0)) @ turn * size
        near = quad + rng.normal(0, 10 * size * apart, (4, 2))
        assert iou(quad, near) == pytest.approx(1.0, abs=0.02)


def test_rows_that_rise_to_the_right_are_read_one_after_the_other() -> None:
    """A photograph held askew was told in steps: the right end of the second row before the left end of the first."""
    laid = np.array(
        [SQUARE + np.array([14 * column, 26 * row - 5 * column]) for row in range(3) for column in range(5)]
    )
    mixed = np.random.default_rng(1).permutation(len(laid))
    order = geometry.in_reading_order(laid[mixed], np.array([0.0, 1.0]))
    assert mixed[order].tolist() == list(range(len(laid)))


@pytest.mark.parametrize("degrees", [0, 45, 90])
def test_a_row_of_leaning_cards_stays_a_row(degrees: int) -> None:
    lean = np.deg2rad(degrees)
    turn = np.array([[np.cos(lean), np.sin(lean)], [-np.sin(lean), np.cos(lean)]])
    card = np.array([[-6.0, -10.0], [6.0, -10.0], [6.0, 10.0], [-6.0, 10.0]]) @ turn
    laid = np.array([card + np.array(place) for place in ((0, 0), (25, 8), (50, -1))])
    assert geometry.in_reading_order(laid, np.array([0.0, 1.0])).tolist() == [0, 1, 2]


@pytest.mark.parametrize(("by", "share"), [([], 0.0), ([SQUARE + HALF], 0.5), ([SQUARE + HALF, SQUARE - HALF], 1.0)])
def test_a_card_is_covered_by_what_lies_over_it_together(by: list[np.ndarray], share: float) -> None:
    assert geometry.covered(SQUARE, by) == pytest.approx(share, abs=0.02)
