"""French decks with other letters are the same decks, but for the letters at both ends of aces and courts."""

import cv2
import numpy as np
import pytest

from vision.training.artwork import lettered as module
from vision.training.artwork.lettered import LETTERS, RANKS, glyph, lettered
from vision.training.synthesis.scans import Scan, scan_of

INK = (30, 20, 190)


def card(code: str) -> Scan:
    """A white card with a frame, the rank at both ends and a sign below it."""
    face = np.full((400, 260, 3), 255, np.uint8)
    for _ in range(2):
        cv2.putText(face, code[0], (12, 56), cv2.FONT_HERSHEY_SIMPLEX, 1.5, INK, 4)
        cv2.circle(face, (26, 80), 10, INK, -1)
        face = np.ascontiguousarray(face[::-1, ::-1])
    cv2.rectangle(face, (0, 0), (259, 399), (0, 0, 0), 2)
    return scan_of("french-anglo", code, face)


@pytest.fixture
def deck() -> dict[str, Scan]:
    return {f"{rank}{suit}": card(f"{rank}{suit}") for suit in "SHDC" for rank in "A2JQK"}


def test_the_rank_is_found_above_the_sign_and_inside_the_frame(deck: dict[str, Scan]) -> None:
    box = glyph(deck["2H"].levels[0][..., :3])
    assert box is not None
    left, top, right, bottom = box
    assert 8 < left < 20 < 36 < right < 50
    assert 18 < top < 30 < 50 < bottom < 66


def test_letters_change_and_nothing_else(deck: dict[str, Scan]) -> None:
    other = lettered("french-other", deck, np.random.default_rng(3))
    assert set(other) == set(deck)
    for key, scan in other.items():
        assert (scan.code, scan.pattern) == (key, "french")
        before, after = deck[key].levels[0].astype(int), scan.levels[0].astype(int)
        changed = np.abs(before - after).max(axis=2) > 60
        assert changed.any() == (key[0] in RANKS)
        assert not changed[100:300].any()
        assert not changed[:, 80:180].any()


def test_a_deck_whose_corners_bear_nothing_is_left_out(deck: dict[str, Scan]) -> None:
    blank = {key: scan_of("french-anglo", key, np.full((400, 260, 3), 255, np.uint8)) for key in deck}
    assert module.lettered("french-other", blank, np.random.default_rng(1)) == {}


def test_no_letter_stands_for_two_ranks() -> None:
    meant: dict[str, set[int]] = {}
    for letters in LETTERS:
        for rank, letter in enumerate(letters):
            meant.setdefault(letter, set()).add(rank)
    assert all(len(ranks) == 1 for ranks in meant.values())
