"""How large a card looks anywhere on the table, by the cards that are seen whole.

All cards of a deck are of one size and lie on one table. Seen at an angle a card looks longer where it is near, and
when it lies across instead of along. Around a place the table is seen through a linear map; what that does to lengths
in every direction is a symmetric matrix, and its logarithm changes nearly linearly over the picture.

Films know it also from one card to the next, though less exactly (`vision.detection.sizes`).
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Array
from vision.detection.sizes import ends, within

WIDTHS = tuple(np.arange(0.48, 0.75, 0.02))  # of a card by its height: that which fits the outlines best is its own
FEW = 4  # outlines from which it is known how sizes change over the picture
CROOKED = 0.1  # mean deviation of the outlines from which they do not lie on one table
STIFF = 0.3  # ridge penalty of the slope: cards that all lie in one place say nothing about it
OUT = 0.12  # deviation of a logarithm up to which an outline is never left out of the fit
ALIKE = 0.04  # logarithm of a length up to which it is what it should be


class Table:
    """Fitted to the outlines `quads` (N, 4, 2) of cards seen whole; `off`: their mean deviation, as a logarithm.

    Fewer than `FEW` are taken to look as large everywhere, and do not say which `aspect` a card has.
    """

    def __init__(self, quads: Array, aspect: float | None = None) -> None:
        places, maps = zip(*map(_linear, quads), strict=True)
        where = np.array(places)
        self._middle, self._reach = where.mean(axis=0), max(float(where.std()), 1e-6)
        rows = self._rows(where)
        fits = []
        for width in WIDTHS if aspect is None or len(quads) >= FEW else (aspect,):
            stretch = np.diag([width**-2, 1.0])
            logs = np.array([_packed(_log(each @ stretch @ each.T)) for each in maps])
            fits.append((*_plane(rows, logs), float(width)))
        self._plane, self.off, self.aspect = min(fits, key=lambda fit: fit[1])

    def _rows(self, places: Array) -> Array:
        return np.column_stack([(places - self._middle) / self._reach, np.ones(len(places))])

    @property
    def squeezed(self) -> Array:
        """The symmetric matrix (2, 2), its smallest value 1, that makes the middle of the table look as from above."""
        values, vectors = np.linalg.eigh(_unpacked(self._plane[2]) / 2)
        stretch: Array = (vectors * np.exp(values.max() - values)) @ vectors.T
        return stretch

    def size(self, quad: Array) -> Array:
        """How long and how wide (2,) an outline (4, 2) is, in lengths and widths of a card that lies there."""
        (packed,) = self._rows(quad.mean(axis=0)[None]) @ self._plane
        lengths = np.linalg.inv(_exp(_unpacked(packed)))
        along = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
        across = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
        return np.array([np.sqrt(along @ lengths @ along), np.sqrt(across @ lengths @ across) / self.aspect])

    def sized(self, quad: Array) -> Array:
        """The outline made as long and as wide as a card that lies there (N, 4, 2).

        In each direction in which it is not, once with the one end where it is and once with the other.
        """
        rows, columns = (_parts(1 / float(share)) for share in self.size(quad))
        return np.array([within(quad, across, along) for across in columns for along in rows])


def _linear(quad: Array) -> tuple[Array, Array]:
    """Where the middle of a quad (4, 2) is, and the linear map (2, 2) around it from the unit square to the picture."""
    one, two, both = quad[1] - quad[2], quad[3] - quad[2], quad[0] - quad[1] + quad[2] - quad[3]
    scale = _det(one, two)
    g, h = _det(both, two) / scale, _det(one, both) / scale
    across, along = quad[1] - quad[0] + g * quad[1], quad[3] - quad[0] + h * quad[3]
    depth = 1 + (g + h) / 2
    middle = (quad[0] + (across + along) / 2) / depth
    return middle, np.column_stack([across - g * middle, along - h * middle]) / depth


def _det(first: Array, second: Array) -> float:
    return float(first[0] * second[1] - first[1] * second[0])


def _plane(rows: Array, logs: Array) -> tuple[Array, float]:
    """The plane (3, 3) through `logs` (N, 3) over `rows` (N, 3), without those that are off, and the mean deviation."""
    kept = np.ones(len(rows), bool)
    plane = np.vstack([np.zeros((2, 3)), np.median(logs, axis=0)])
    for _ in range(3):
        if kept.sum() < FEW:
            break
        x = rows[kept]
        plane = np.linalg.solve(x.T @ x + np.diag([STIFF, STIFF, 0.0]), x.T @ logs[kept])
        off = np.abs(logs - rows @ plane).max(axis=1)
        kept = off < max(OUT, 1.5 * float(np.median(off)))
    return plane, float(np.abs((logs - rows @ plane)[kept]).mean()) if kept.any() else np.inf


def _log(matrix: Array) -> Array:
    values, vectors = np.linalg.eigh(matrix)
    logarithm: Array = (vectors * np.log(np.maximum(values, 1e-9))) @ vectors.T
    return logarithm


def _exp(matrix: Array) -> Array:
    values, vectors = np.linalg.eigh(matrix)
    power: Array = (vectors * np.exp(values)) @ vectors.T
    return power


def _packed(matrix: Array) -> Array:
    return np.array([matrix[0, 0], matrix[1, 1], matrix[0, 1]])


def _unpacked(packed: Array) -> Array:
    return np.array([[packed[0], packed[2]], [packed[2], packed[1]]])


def _parts(share: float) -> tuple[tuple[float, float], ...]:
    return ((0.0, 1.0),) if abs(np.log(share)) < ALIKE else ends(share)
