"""Which frames are looked at: films of our own drawings, as the small grey pictures by which frames are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tests.films import dealt
from vision.arrays import Pixels
from vision.clip import SMALL
from vision.moments import moments

RATE = 30
CODES = ["7D", "3C", "10S", "4B"]
COMING = 0.2  # seconds that a card moves


@dataclass(frozen=True)
class Taken:
    at: float
    small: Pixels

    def pixels(self, _longest: int) -> Pixels:
        return self.small


def looks(each: float, codes: Sequence[str] = CODES) -> list[list[float]]:
    """For each of the cards the times of the looks while it lay on top, `each` seconds long."""
    frames, grain = [], np.random.default_rng(5).integers(0, 60, (640, 480)).astype(np.uint8)
    for at, pixels in dealt(codes, each=each, rate=RATE):
        share = SMALL / max(pixels.shape[:2])
        small = cv2.resize(
            cv2.add(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), grain),
            None,
            fx=share,
            fy=share,
            interpolation=cv2.INTER_AREA,
        )
        frames.append(Taken(at, np.asarray(small, np.uint8)))
    chosen = [moment.frame.at for moment in moments(iter(frames))]
    lies = [number * (COMING + each) + COMING - 0.5 / RATE for number in range(len(codes))]
    return [[at for at in chosen if since <= at < since + each] for since in lies]


def test_a_card_that_lies_for_a_moment_is_looked_at() -> None:
    """In two films a card lay for two frames before the next one came, and only the hands were looked at."""
    assert all(looks(3 / RATE))


def test_a_card_that_lies_there_is_looked_at_twice_before_the_next_one_comes() -> None:
    assert [len(each) for each in looks(0.35)] == [2, 2, 2, 2]


def test_a_card_that_stays_is_looked_at_twice_and_once_more_when_the_next_one_comes() -> None:
    assert [len(each) for each in looks(1.5)[:-1]] == [3, 3, 3]
