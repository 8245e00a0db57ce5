"""How large a card looks on a table seen at an angle, and outlines made so large."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import ITALIAN
from tests.photographs import compose
from vision.classification.classifier import read
from vision.classification.prototypes import known
from vision.detection.detector import detect
from vision.detection.geometry import iou, length
from vision.detection.plane import Plane, within
from vision.io import photo as photos
from vision.io.pyramid import Pyramid
from vision.pipeline import second_pass
from vision.training.synthesis.scenes import camera

WIDE = 0.56


def cards(seed: int, count: int = 12, tilt: float = 35.0) -> np.ndarray:
    """Outlines (N, 4, 2) of cards that lie anyhow on a table seen at an angle."""
    rng = np.random.default_rng(seed)
    plane = camera(rng, 1200, 180.0, tilt, 2.5)
    card = np.array([[-WIDE, -1], [WIDE, -1], [WIDE, 1], [-WIDE, 1]]) / 2
    quads = []
    for _ in range(count):
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        laid = card @ turn + rng.uniform(-2, 2, 2)
        quads.append(cv2.perspectiveTransform(laid[None].astype(np.float64), plane)[0])
    return np.array(quads)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000), st.floats(0, 45))
def test_a_card_is_as_large_as_the_others_wherever_and_however_it_lies(seed: int, tilt: float) -> None:
    quads = cards(seed, tilt=tilt)
    plane = Plane(quads[1:], WIDE)
    assert np.exp(plane.off(quads[0])) == pytest.approx([1, 1], abs=0.12)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10_000), st.floats(0, 45))
def test_a_card_that_nobody_has_seen_is_laid_where_and_as_it_would_look(seed: int, tilt: float) -> None:
    quads = cards(seed, tilt=tilt)
    long = quads[0][2] + quads[0][3] - quads[0][0] - quads[0][1]
    laid = Plane(quads[1:], WIDE).card(quads[0].mean(axis=0), float(np.arctan2(long[1], long[0])))
    assert max(iou(way, quads[0]) for way in (laid, np.roll(laid, 2, axis=0))) > 0.8


@pytest.mark.parametrize("seed", range(6))
def test_the_cards_of_a_heap_do_not_say_that_those_far_away_are_of_another_size(seed: int) -> None:
    rng = np.random.default_rng(seed)
    heap = cards(seed, count=3, tilt=0.0)
    middle = heap[0].mean(axis=0)
    heap += (middle - heap.mean(axis=1) + rng.normal(0, 4, (3, 2)))[:, None] + rng.normal(0, 2, (3, 4, 2))
    aside = Plane(heap, WIDE).card(middle + np.array([500.0, 300.0]), 0.5)
    assert length(aside[None])[0] == pytest.approx(float(np.median(length(heap))), rel=0.3)


def test_two_outlines_say_how_large_a_card_is() -> None:
    """The second card of a heap was seen with the edge of the first one, and was left out: nothing was known yet."""
    card = np.array([[0.3, 0.3], [0.45, 0.3], [0.45, 0.55], [0.3, 0.55]])
    longer = card[0] + (card - card[0]) * (1.0, 1.2)
    plane = Plane(np.array([card, card + 0.01]), 0.6)
    assert np.exp(plane.off(longer)) == pytest.approx([1.2, 1.0], abs=0.01)
    assert min(np.abs(part - card).max() for part in plane.sized(longer)) < 0.01


@pytest.mark.parametrize("part", [((0.0, 1.0), (0.0, 0.75)), ((0.0, 1.0), (0.25, 1.0)), ((0.3, 1.0), (0.0, 1.0))])
def test_the_part_of_a_card_that_shows_is_made_a_whole_card_at_one_of_its_ends(
    part: tuple[tuple[float, float], tuple[float, float]],
) -> None:
    for seed in range(5):
        quads = cards(seed, tilt=20.0)
        shown = within(quads[0], *part)
        ways = Plane(quads[1:], WIDE).sized(shown)
        assert max(iou(way, quads[0]) for way in ways) > 0.9 > iou(shown, quads[0])


def test_an_outline_without_area_says_nothing() -> None:
    quads = cards(5)
    line = quads[:1] * (0.0, 1.0)
    plane = Plane(np.concatenate([line, quads[1:]]), WIDE)
    assert all(plane.is_card(quad) for quad in quads[1:])


def test_what_is_of_the_right_size_stays() -> None:
    quads = cards(3, tilt=0.0)
    assert Plane(quads[1:], WIDE).sized(quads[0])[0] == pytest.approx(quads[0])


def test_an_outline_that_ends_too_early_is_mended_and_named() -> None:
    deck = known("settebello")
    codes = [card.code for card in ITALIAN.cards[:30:3]]
    picture = photos.opened(compose(codes, columns=5, seed=9)).pixels
    pyramid = Pyramid(picture)
    found = detect(pyramid)
    first = read(pyramid, found, deck)
    quads = found.quads.copy()
    quads[0] = within(quads[0], (0.0, 1.0), (0.0, 0.68))
    spoilt = read(pyramid, replace(found, quads=quads), deck)
    refitted = second_pass.again(pyramid, spoilt, deck)
    assert sorted(refitted.names) == sorted(first.names)
    assert min(refitted.right) > min(spoilt.right)
    assert len(refitted.found) == len(found)
    assert all(max(iou(old, new) for new in refitted.found.quads) > 0.85 for old in found.quads)


@pytest.mark.parametrize("name", ["french", "tarot", "piemontese"])
def test_other_decks_are_left_alone(name: str) -> None:
    blank = np.zeros((64, 64, 3), np.uint8)
    pyramid = Pyramid(blank)
    nothing = read(pyramid, detect(pyramid), known(name))
    assert second_pass.again(pyramid, nothing, known(name)) is nothing
