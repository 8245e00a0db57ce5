"""An image pyramid: a photograph and its halvings."""

from collections.abc import Hashable
from typing import Any

import cv2
import numpy as np

from vision.arrays import Pixels


class Pyramid:
    """A photograph and its halvings, so that crops are about as sharp as in training.

    Levels are made on first use. `kept` caches network outputs, so that reading with several decks runs the networks
    once.
    """

    def __init__(self, pixels: Pixels) -> None:
        self._levels = [pixels]
        self.kept: dict[Hashable, Any] = {}

    @property
    def pixels(self) -> Pixels:
        """The photograph itself."""
        return self._levels[0]

    def shrunk(self, size: tuple[int, int]) -> Pixels:
        """The photograph at `size` (width, height), from the smallest sufficient halving: ten times as fast."""
        level = 0
        while self.level(level).shape[1] >= 2 * size[0] and self.level(level).shape[0] >= 2 * size[1]:
            level += 1
        return np.asarray(cv2.resize(self.level(level), size, interpolation=cv2.INTER_LINEAR), np.uint8)

    def level(self, level: int) -> Pixels:
        """The photograph halved `level` times."""
        while len(self._levels) <= level:
            self._levels.append(_halved(self._levels[-1]))
        return self._levels[level]


def _halved(pixels: Pixels) -> Pixels:
    half = (max(1, pixels.shape[1] // 2), max(1, pixels.shape[0] // 2))
    return np.asarray(cv2.resize(pixels, half, interpolation=cv2.INTER_AREA), np.uint8)
