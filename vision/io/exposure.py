"""How bright a picture is, and one that is nearly black made as bright as others, such as the networks have met."""

from __future__ import annotations

import cv2
import numpy as np

from vision.io.pyramid import Pyramid

DARK = 72.0  # 90th percentile of the grey values, 0-255, below which a picture is dark
NIGHT = 52.0  # the same, below which it is made brighter: what is only dark the networks read as it is, and no worse
LIT = 170.0  # the same of a picture that was made brighter
MOST = 6.0  # times, at most: beyond that nothing but noise is left


def brightness(pyramid: Pyramid) -> tuple[float, float]:
    """The 90th percentile and the mean of the grey values of a picture (BGR), 0-255."""
    grey = cv2.cvtColor(pyramid.shrunk((160, 160)), cv2.COLOR_BGR2GRAY)
    return float(np.percentile(grey, 90)), float(grey.mean())


def lit(pyramid: Pyramid) -> Pyramid:
    """A picture (BGR) that is nearly black as bright as others, any other as it is."""
    bright, _ = brightness(pyramid)
    if bright >= NIGHT:
        return pyramid
    brighter = cv2.convertScaleAbs(pyramid.pixels, alpha=min(LIT / max(bright, 1.0), MOST))
    return Pyramid(np.asarray(brighter, np.uint8))
