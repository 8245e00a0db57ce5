"""How large a card should look: all are of one size, so an outline that is larger than the others spans two of them.

How long a card looks depends on where it lies, because the table is seen at an angle, and that smoothly: the logarithm
of its length is a plane over the picture, fitted to the outlines so far.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Array
from vision.detection import geometry

FEW = 2  # outlines from which something is known
RECENT = 400  # outlines that are remembered
STIFF = 0.05  # ridge penalty of the plane's slope: cards that all lie in one place say nothing about it
OUT = 0.08  # deviation, as a logarithm, from which an outline is left out of the fit
LOW = 0.35  # the quantile of the deviations that is taken for a card: in a heap outlines are rather too large


class Sizes:
    """Length and width of the outlines seen so far, and what is to be expected."""

    def __init__(self) -> None:
        self._seen: list[tuple[Array, Array]] = []
        self._plane: Array | None = None

    def learn(self, quad: Array) -> None:
        """Remember an outline (4, 2) of a card that is seen whole."""
        self._seen = [*self._seen[1 - RECENT :], (_where(quad), measured(quad))]
        self._plane = None

    def odd(self, quad: Array) -> Array:
        """How much longer and wider (2,) an outline is than expected there, as logarithms; 0 while nothing is known."""
        if len(self._seen) < FEW:
            return np.zeros(2)
        if self._plane is None:
            self._plane = self._fitted()
        expected: Array = _where(quad) @ self._plane
        return measured(quad) - expected

    def _fitted(self) -> Array:
        """The plane (3, 2): least squares with a ridge, once more without the outlines that are off."""
        where = np.array([each[0] for each in self._seen])
        sizes = np.array([each[1] for each in self._seen])
        middle = np.median(sizes, axis=0)
        kept = np.abs(sizes - middle).max(axis=1) < 5 * OUT
        plane = np.vstack([np.zeros((2, 2)), middle])
        for _ in range(3):
            if kept.sum() < FEW:
                break
            plane = _ridge(where[kept], sizes[kept])
            off = np.abs(sizes - where @ plane).max(axis=1)
            kept = off < max(OUT, float(np.median(off)) * 1.5)
        plane[2] += np.quantile(sizes - where @ plane, LOW, axis=0)
        return plane


def measured(quad: Array) -> Array:
    """Logarithms (2,) of the length and the width of an outline (4, 2)."""
    long = max(float(geometry.length(quad[None])[0]), 1e-9)
    wide = max(float(geometry.area(quad[None])[0]) / long, 1e-9)
    return np.log([long, wide])


def cut(quad: Array, by: Array) -> Array:
    """The outline (4, 2), and it cut by `by` (2,), logarithms of length and width, in every way: (N, 4, 2).

    In each direction that is too long at the one end or at the other.
    """
    share = np.exp(-np.maximum(by, 0.0))
    across, along = (((0.0, 1.0),) if part > 0.995 else ends(float(part)) for part in share[::-1])
    return np.array([quad, *(within(quad, columns, rows) for columns in across for rows in along)])


def ends(share: float) -> tuple[tuple[float, float], ...]:
    """That share of a length at its one end, and at its other end; of more than all of it, beyond them."""
    return (0.0, share), (1 - share, 1.0)


def within(quad: Array, columns: tuple[float, float], rows: tuple[float, float]) -> Array:
    """The part of an outline between these shares of its width and of its length."""
    spots = np.array([(columns[0], rows[0]), (columns[1], rows[0]), (columns[1], rows[1]), (columns[0], rows[1])])
    x, y = spots[:, :1], spots[:, 1:]
    part: Array = (1 - y) * ((1 - x) * quad[0] + x * quad[1]) + y * ((1 - x) * quad[3] + x * quad[2])
    return part


def _where(quad: Array) -> Array:
    return np.append(quad.mean(axis=0), 1.0)


def _ridge(where: Array, sizes: Array) -> Array:
    middle = where[:, :2].mean(axis=0)
    across = where[:, :2] - middle
    mean = sizes.mean(axis=0)
    slope = np.linalg.solve(across.T @ across + STIFF * np.eye(2), across.T @ (sizes - mean))
    plane: Array = np.vstack([slope, mean - middle @ slope])
    return plane
