"""How large a card looks anywhere on the table, by the cards seen whole.

All cards of a deck are of one size and lie on one table. Seen at an angle a card looks longer where it is near, and
when it lies across instead of along. `Table` serves photographs: around a place the table is seen through a linear map;
the logarithm of its effect on lengths, a symmetric matrix, changes nearly linearly over the picture.

`Sizes` serves films, from one card to the next and less exactly: the logarithm of a card's length is a plane over the
picture, fitted to the outlines so far. An outline larger than the others spans two cards.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Array
from vision.detection import geometry

WIDTHS = tuple(np.arange(0.48, 0.75, 0.02))  # of a card by its height: that which fits the outlines best is its own
FEW = 4  # outlines from which it is known how sizes change over the picture
CROOKED = 0.1  # mean deviation of the outlines from which they do not lie on one table
STIFF = 0.3  # ridge penalty of the slope: cards that all lie in one place say nothing about it
OUT = 0.12  # deviation of a logarithm up to which an outline is never left out of the fit
ALIKE = 0.04  # logarithm of a length up to which it is what it should be
FEW_IN_FILM = 2  # the same for films: outlines from which something is known
RECENT = 400  # outlines that are remembered
STIFF_IN_FILM = 0.05  # ridge penalty of the plane's slope: cards that all lie in one place say nothing about it
OUT_IN_FILM = 0.08  # deviation, as a logarithm, from which an outline is left out of the fit
LOW = 0.35  # the quantile of the deviations that is taken for a card: in a heap outlines are rather too large


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
        if len(self._seen) < FEW_IN_FILM:
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
        kept = np.abs(sizes - middle).max(axis=1) < 5 * OUT_IN_FILM
        plane = np.vstack([np.zeros((2, 2)), middle])
        for _ in range(3):
            if kept.sum() < FEW_IN_FILM:
                break
            plane = _ridge(where[kept], sizes[kept])
            off = np.abs(sizes - where @ plane).max(axis=1)
            kept = off < max(OUT_IN_FILM, float(np.median(off)) * 1.5)
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
    slope = np.linalg.solve(across.T @ across + STIFF_IN_FILM * np.eye(2), across.T @ (sizes - mean))
    plane: Array = np.vstack([slope, mean - middle @ slope])
    return plane
