"""The verdict on outlines and names: evidence for a card, evidence against it, and corrections by a second look."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import ITALIAN
from tests.photographs import compose
from vision.arrays import Pixels
from vision.classification.classifier import read
from vision.classification.confidence import SIZE, evidence
from vision.classification.prototypes import known
from vision.detection.detector import Detections, detect, refined
from vision.detection.geometry import iou
from vision.detection.hough_votes import cast
from vision.io import photo as photos
from vision.io.pyramid import Pyramid
from vision.nets.calibration import Verdict, calibration

CARD = np.array([[0.0, 0.0], [60.0, 0.0], [60.0, 100.0], [0.0, 100.0]])
CLAIMED, COVERED, LENGTH, SHAPE, INDEXED = 10, 11, 12, 13, 14  # columns of the evidence


def outlines(*quads: np.ndarray, score: tuple[float, ...] = ()) -> Detections:
    ones = np.ones(len(quads))
    found = Detections.proposed(np.array(quads).reshape(-1, 4, 2), ones)
    return replace(found, score=np.array(score) if score else ones)


def names_of(*rows: list[float]) -> np.ndarray:
    return np.array(rows, np.float32)


def test_who_wants_a_name_that_a_surer_outline_bears_is_told_so() -> None:
    apart = outlines(CARD, CARD + np.array([200.0, 0.0]), CARD + np.array([400.0, 0.0]))
    shares = names_of([0.9, 0.05, 0.05], [0.8, 0.1, 0.1], [0.0, 0.0, 1.0])
    rows = evidence(apart, shares, shares, (0, -1, 2), indexed=False)
    assert rows[1, CLAIMED] == pytest.approx(0.9)
    assert rows[2, CLAIMED] == pytest.approx(0.1)


def test_what_lies_mostly_within_a_surer_outline_is_told_so() -> None:
    rows = evidence(
        outlines(CARD, CARD + np.array([0.0, 25.0]), score=(0.9, 0.5)), np.eye(2), np.eye(2, dtype=np.float32), (0, 1),
        indexed=True,
    )  # fmt: skip
    assert rows[0, COVERED] == 0.0
    assert rows[1, COVERED] == pytest.approx(0.6)
    assert rows[:, INDEXED].tolist() == [1.0, 1.0]


def test_an_outline_of_another_size_or_shape_than_the_others_stands_out() -> None:
    wide = CARD * (2.0, 1.0)
    rows = evidence(
        outlines(CARD, CARD + 200.0, CARD * 2.0 + 400.0, wide + np.array([0.0, 900.0])),
        np.eye(4), np.eye(4, dtype=np.float32), (0, 1, 2, 3), indexed=False,
    )  # fmt: skip
    assert rows[:2, LENGTH] == pytest.approx([0.0, 0.0])
    assert rows[2, LENGTH] == pytest.approx(np.log(2))
    assert rows[3, SHAPE] > rows[0, SHAPE]


def test_what_is_usual_is_said_by_the_cards_and_not_by_crumbs() -> None:
    crumbs = [CARD * 0.3 + np.array([200.0 * place, 0.0]) for place in (1, 2, 3)]
    shares = np.full((4, 4), 0.25, np.float32)
    rows = evidence(outlines(CARD, *crumbs, score=(1.0, 0.6, 0.6, 0.6)), shares, shares, (-1,) * 4, indexed=False)
    assert rows[0, LENGTH] == pytest.approx(0.0)
    assert rows[1:, LENGTH] == pytest.approx([np.log(1 / 0.3)] * 3)


def test_nothing_found_has_no_evidence() -> None:
    nothing = np.zeros((0, 40), np.float32)
    assert evidence(outlines(), nothing, nothing, (), indexed=False).shape == (0, SIZE)


def test_of_artwork_not_known_a_crumb_among_cards_is_no_card() -> None:
    """For unknown artwork the print is no evidence; size, votes and fit are."""
    card, crumb = [7.0, 6.0, 0.95, 0.9, 1.0, 0.95], [1.5, 0.0, 0.9, 0.9, 0.5, 0.7]
    unread = calibration().unread
    assert unread(np.array([*card, 0.0, 0.02, 0.02])) > 0.95
    assert unread(np.array([*crumb, 0.0, 1.2, 0.2])) < 0.5


@given(st.lists(st.lists(st.floats(-50, 50), min_size=SIZE, max_size=SIZE), min_size=0, max_size=6))
def test_the_committed_verdict_gives_probabilities_whatever_the_evidence(rows: list[list[float]]) -> None:
    said = calibration().verdict(np.array(rows, float).reshape(-1, SIZE))
    assert said.shape == (len(rows), 2)
    assert ((said >= 0) & (said <= 1)).all()


def test_a_verdict_is_the_textbook_network() -> None:
    verdict = Verdict(np.array([1.0]), np.array([2.0]), np.array([[1.0, 0.5]]), np.array([[2.0, 0.0], [0.0, -1.0]]))
    (said,) = verdict(np.array([[3.0]]))
    assert said == pytest.approx([1 / (1 + np.exp(-2 * np.tanh(1.5))), 1 / (1 + np.e)])


SIX = ["7D", "1C", "10S", "4B", "6C", "9D"]


@pytest.fixture(scope="module")
def six() -> tuple[Pixels, Pyramid, Detections]:
    """A photograph of six cards, and where they were found."""
    photo = photos.load(compose(SIX, columns=3, size=(1500, 1200), seed=3))
    pyramid = Pyramid(photo.pixels)
    return photo.pixels, pyramid, detect(pyramid)


def test_an_outline_that_lies_askew_is_moved_to_where_the_card_is_and_fits_the_better(
    six: tuple[Pixels, Pyramid, Detections],
) -> None:
    pixels, pyramid, found = six
    votes = cast(Pyramid(pixels), 724)
    assert len(found) == 6
    across, along = found.quads[:, 1] - found.quads[:, 0], found.quads[:, 3] - found.quads[:, 0]
    nudged = found.quads + (0.12 * across + 0.08 * along)[:, None]
    askew = replace(found, quads=nudged, moved=np.full(len(found), np.inf))
    once = refined(askew, pyramid, votes)
    twice = refined(once, pyramid, votes)
    assert twice.fit.mean() > once.fit.mean()  # the fit of the outline before it was moved
    for quad, true in zip(twice.quads, found.quads, strict=True):
        assert iou(quad, true) > 0.9


def test_a_name_read_off_an_outline_askew_is_not_certain(six: tuple[Pixels, Pyramid, Detections]) -> None:
    _, pyramid, found = six
    deck = known("settebello")
    straight = read(pyramid, found, deck)
    assert {deck.cards[name].code for name in straight.names} == set(SIX)
    askew = found.quads.copy()
    askew[0] += 0.45 * (askew[0, 1] - askew[0, 0]) + 0.35 * (askew[0, 3] - askew[0, 0])
    ill = read(pyramid, replace(found, quads=askew), deck, least=0.0)
    assert ill.right[0] < min(straight.right[0], calibration().sure)


def test_what_is_no_card_is_left_out_and_keeps_no_name() -> None:
    photo = photos.load(compose(["7D", "1C", "10S", "4B"], columns=2, size=(1200, 1500), seed=4))
    pyramid, deck = Pyramid(photo.pixels), known("settebello")
    found = detect(pyramid)
    between = found.quads.mean(0, keepdims=True)
    more = Detections(
        np.concatenate([found.quads, between]),
        np.append(found.score, 0.2),
        np.append(found.visible, 0.3),
        np.append(found.trust, 0.15),
        np.append(found.fit, 0.3),
        np.append(found.moved, 0.0),
        np.concatenate([found.evidence, [[-2.0, -2.0, 0.3, 0.0, 0.0, 0.3]]]),
    )
    reading = read(pyramid, more, deck)
    assert {deck.cards[name].code for name in reading.names if name >= 0} == {"7D", "1C", "10S", "4B"}
    assert len(reading.found) == 4


def test_the_deck_has_forty_cards_and_none_is_named_twice() -> None:
    codes = [card.code for card in ITALIAN.cards[:9]]
    photo = photos.load(compose(codes, columns=3, seed=6))
    pyramid, deck = Pyramid(photo.pixels), known("settebello")
    names = [name for name in read(pyramid, detect(pyramid), deck).names if name >= 0]
    assert len(names) == len(set(names))
