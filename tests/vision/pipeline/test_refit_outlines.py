"""Outlines that end where something covers the card, or span two cards: what is tried instead, and when it is taken."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from scoring.cards import ITALIAN
from tests.photographs import compose
from vision.classification.classifier import Reading, copies_of, read
from vision.classification.doubts import UNSURE
from vision.classification.prototypes import KnownDeck, known
from vision.detection.detector import Detections, detect
from vision.detection.geometry import iou
from vision.detection.plane import within
from vision.io import photo as photos
from vision.io.pyramid import Pyramid
from vision.nets.calibration import calibration
from vision.pipeline import refit_outlines, second_pass
from vision.pipeline.refit_outlines import refitted

CODES = ("6C", "10D", "5S", "7D", "8S", "2S", "3C", "9C")
IN_ORDER = [card.code for card in ITALIAN.cards if card.code in CODES]
TOP, BOTTOM, LEFT = ((0.0, 1.0), (0.0, 0.68)), ((0.0, 1.0), (0.32, 1.0)), ((0.0, 0.7), (0.0, 1.0))
Part = tuple[tuple[float, float], tuple[float, float]]


@pytest.fixture(scope="module")
def deck() -> KnownDeck:
    return known("settebello")


@cache
def table_of(*codes: str) -> tuple[Pyramid, Detections]:
    """The cards laid out, and the outlines found, in the order of their names; nothing changes them."""
    pyramid = Pyramid(photos.opened(compose(codes, seed=9)).pixels)
    found = detect(pyramid)
    names = read(pyramid, found, known("settebello")).names
    assert len(names) == len(codes)
    return pyramid, found.only(np.argsort(names))


def spoilt(found: Detections, which: int, part: Part) -> Detections:
    """The outlines, of one of which only this part is left."""
    quads = found.quads.copy()
    quads[which] = within(quads[which], *part)
    return replace(found, quads=quads)


def names(reading: Reading, deck: KnownDeck) -> list[str]:
    return sorted(deck.cards[name].code for name in reading.names if name >= 0)


@pytest.mark.parametrize("part", [TOP, BOTTOM, LEFT])
@pytest.mark.parametrize("which", range(len(CODES)))
def test_among_cards_seen_whole_a_part_is_made_a_whole_card(which: int, part: Part, deck: KnownDeck) -> None:
    pyramid, found = table_of(*CODES)
    reading = second_pass.again(pyramid, read(pyramid, spoilt(found, which, part), deck), deck)
    assert names(reading, deck) == sorted(CODES)
    assert max(iou(found.quads[which], quad) for quad in reading.found.quads) > 0.85


@pytest.mark.parametrize("part", [TOP, BOTTOM])
@pytest.mark.parametrize("code", ["10D", "7D", "5S"])
def test_a_card_that_lies_alone_is_made_as_long_as_its_width_says(code: str, part: Part, deck: KnownDeck) -> None:
    pyramid, found = table_of(*CODES)
    alone = found.only(np.array([IN_ORDER.index(code)]))
    reading = read(pyramid, spoilt(alone, 0, part), deck)
    assert reading.right[0] < calibration().sure
    which, quads = refitted(pyramid, reading, deck, copies_of(deck, 1))
    assert which.tolist() == [0]
    assert iou(alone.quads[0], quads[0]) > 0.85


def test_a_part_that_shows_a_lower_card_is_no_such_card_even_if_that_is_certain(deck: KnownDeck) -> None:
    pyramid, found = table_of(*CODES)
    reading = read(pyramid, spoilt(found, IN_ORDER.index("6C"), TOP), deck)
    four = [deck.cards[name].code == "4C" for name in reading.names]
    assert any(four), "the upper four cups of six"
    certain = replace(reading, right=np.where(four, 0.99, reading.right))
    which, _ = refitted(pyramid, certain, deck, copies_of(deck, 1))
    assert which.tolist() == np.flatnonzero(four).tolist()


def test_a_part_is_asked_about_even_if_no_better_outline_is_there(
    deck: KnownDeck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refit_outlines, "_better", lambda *_, **__: [])
    pyramid, found = table_of(*CODES)
    for others in (found, found.only(np.array([IN_ORDER.index("6C"), IN_ORDER.index("10D")]))):  # many, and one
        six = 0 if len(others) == 2 else IN_ORDER.index("6C")
        found_so = spoilt(others, six, ((0.0, 1.0), (0.0, 0.55)))
        reading = read(pyramid, found_so, deck)
        part = (reading.found.quads == found_so.quads[six]).all(axis=(1, 2))
        assert part.any()
        certain = replace(reading, right=np.where(part, 0.99, reading.right))
        after = second_pass.resized(pyramid, certain, deck, 1, 1e-9)
        kept = (after.found.quads == found_so.quads[six]).all(axis=(1, 2))
        assert after.right[kept].max() <= UNSURE


def test_of_hundreds_of_outlines_only_some_are_tried(deck: KnownDeck, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[object]()
    monkeypatch.setattr(refit_outlines, "_better", lambda *a, **_: tried.append(a[1]) or [])
    pyramid, found = table_of(*CODES)
    many = found.only(np.repeat(np.arange(len(found)), 5))
    reading = read(pyramid, many, deck, least=0.0)
    refitted(pyramid, replace(reading, right=np.zeros(len(reading.found))), deck, copies_of(deck, 1))
    assert len(tried) == refit_outlines.MOST < len(many)


def test_an_outline_that_spans_two_cards_becomes_both(deck: KnownDeck) -> None:
    pyramid, found = table_of(*CODES)
    by_place = np.argsort(found.quads.mean(axis=1)[:, 1])
    upper = by_place[0]
    below = by_place[4:][
        np.abs(found.quads[by_place[4:]].mean(axis=1)[:, 0] - found.quads[upper].mean(axis=0)[0]).argmin()
    ]
    high, low = (found.quads[n][np.argsort(found.quads[n][:, 1])] for n in (upper, below))
    corners = np.array([*sorted(high[:2].tolist()), *sorted(low[2:].tolist(), reverse=True)])
    quads = found.quads.copy()
    quads[upper] = corners
    rest = replace(found, quads=quads).only(np.delete(np.arange(len(found)), below))
    reading = read(pyramid, rest, deck, least=1e-9)
    assert len(reading.found) == len(CODES) - 1
    assert names(second_pass.again(pyramid, reading, deck, least=1e-9), deck) == sorted(CODES)


def test_what_is_named_by_a_mended_outline_the_first_verdict_does_not_unmark(deck: KnownDeck) -> None:
    pyramid, found = table_of(*CODES)
    reading = second_pass.resized(pyramid, read(pyramid, spoilt(found, 0, BOTTOM), deck), deck, 1, 0.5)
    assert sorted(reading.right)[0] <= UNSURE < sorted(reading.right)[1]


def test_an_empty_table_has_nothing_to_mend(deck: KnownDeck) -> None:
    pyramid = Pyramid(np.full((64, 64, 3), 80, np.uint8))
    which, quads = refitted(pyramid, read(pyramid, detect(pyramid), deck), deck, copies_of(deck, 1))
    assert which.shape == (0,)
    assert quads.shape == (0, 4, 2)
