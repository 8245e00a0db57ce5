"""Measures brightness; brings near-black photographs, and those in coloured light, to the range seen in training."""

import cv2
import numpy as np

from vision.io.pyramid import Pyramid

DARK = 72.0  # 90th percentile of grey, 0-255, below which a picture counts as dark
NIGHT = 52.0  # 90th percentile below which it is brightened; merely dark pictures are read as well without
COLOURED = 1.3  # ratio of two colours in the whitest pixels, mostly of cards, above which the light is coloured
WHITEST = 64  # pixels of 25,600: as few as one small card has on a red table
LIT = 170.0  # 90th percentile of a brightened picture
MOST = 6.0  # largest gain; beyond it only noise is amplified


def brightness(pyramid: Pyramid) -> tuple[float, float]:
    """The 90th percentile and the mean of the grey values of a picture (BGR), 0-255."""
    grey = cv2.cvtColor(pyramid.shrunk((160, 160)), cv2.COLOR_BGR2GRAY)
    return float(np.percentile(grey, 90)), float(grey.mean())


def lit(pyramid: Pyramid) -> Pyramid:
    """Brighten a near-black picture (BGR), and make its white white in coloured light; return any other unchanged."""
    bright, _ = brightness(pyramid)
    gains = np.full(3, min(LIT / max(bright, 1.0), MOST) if bright < NIGHT else 1.0)
    small = pyramid.shrunk((160, 160)).reshape(-1, 3)
    white = small[np.argpartition(small.min(axis=1), -WHITEST)[-WHITEST:]].mean(axis=0).clip(1)
    if white.max() > COLOURED * white.min():
        gains *= white.max() / white
    if np.all(gains == 1):
        return pyramid
    return Pyramid(np.asarray(cv2.transform(pyramid.pixels, np.diag(gains)), np.uint8))
