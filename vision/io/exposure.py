"""Measures brightness; brightens near-black photographs to the range seen in training."""

import cv2
import numpy as np

from vision.io.pyramid import Pyramid

DARK = 72.0  # 90th percentile of grey, 0-255, below which a picture counts as dark
NIGHT = 52.0  # 90th percentile below which it is brightened; merely dark pictures are read as well without
LIT = 170.0  # 90th percentile of a brightened picture
MOST = 6.0  # largest gain; beyond it only noise is amplified


def brightness(pyramid: Pyramid) -> tuple[float, float]:
    """The 90th percentile and the mean of the grey values of a picture (BGR), 0-255."""
    grey = cv2.cvtColor(pyramid.shrunk((160, 160)), cv2.COLOR_BGR2GRAY)
    return float(np.percentile(grey, 90)), float(grey.mean())


def lit(pyramid: Pyramid) -> Pyramid:
    """Brighten a near-black picture (BGR); return any other unchanged."""
    bright, _ = brightness(pyramid)
    if bright >= NIGHT:
        return pyramid
    brighter = cv2.convertScaleAbs(pyramid.pixels, alpha=min(LIT / max(bright, 1.0), MOST))
    return Pyramid(np.asarray(brighter, np.uint8))
