"""Rectifies photographs taken at a steep angle: warps them until the cards look as from above, to be read again.

From sixty degrees on a card looks as wide as long, and the detector cannot tell its sides apart. Locally a tilt only
squeezes the table in one direction; the outlines of the cards say how much.
"""

import cv2
import numpy as np

from vision.arrays import Array
from vision.classification.classifier import Reading
from vision.classification.doubts import UNSURE
from vision.classification.prototypes import KnownDeck
from vision.detection.detector import WHOLE
from vision.detection.plane import Plane
from vision.io.pyramid import Pyramid

STEEP = 1.45  # squeeze from which a picture is rectified: a tilt of 46 degrees
MOST = 3.0  # greatest stretch
LARGER = 2.0  # greatest growth in pixels: bounds memory


def rectified(seen: Pyramid, reading: Reading, deck: KnownDeck) -> tuple[Pyramid, Array] | None:
    """The picture warped to a view from above, and the affine map (2, 3) to it; None where the view is not steep."""
    says = (reading.found.visible >= WHOLE) & (reading.right >= UNSURE)
    if not says.any():
        return None
    squeezed = Plane(reading.found.quads[says], deck.aspect).squeezed
    most = float(np.linalg.norm(squeezed, 2))
    if most < STEEP:
        return None
    values, vectors = np.linalg.eigh(squeezed)
    grown = (vectors * np.minimum(values, MOST)) @ vectors.T
    grown *= min(1.0, float(np.sqrt(LARGER / np.linalg.det(grown))))
    high, wide = seen.pixels.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]]) @ grown.T
    low, far = corners.min(axis=0), corners.max(axis=0)
    way = np.column_stack([grown, -low])
    size = (int(np.ceil(far[0] - low[0])), int(np.ceil(far[1] - low[1])))
    pixels = cv2.warpAffine(seen.pixels, way, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return Pyramid(np.asarray(pixels, np.uint8)), way


def back(quads: Array, way: Array) -> Array:
    """Map outlines (N, 4, 2) of the rectified picture back to the original."""
    plain: Array = (quads - way[:, 2]) @ np.linalg.inv(way[:, :2]).T
    return plain
