"""The plane of the table: the size of a card at any place, the tilt of the table, and which outlines are no cards.

All cards of a deck have one size and lie on one table. `Plane` is fitted to the outlines of cards seen whole, of a
photograph or of a film so far. A larger outline spans two cards; a smaller one is part of a card.
"""

import numpy as np

from vision.arrays import Array

ASPECT = 0.6  # width of a card by its height, where nothing is known of the deck
FEW = 4  # outlines from which the change of sizes over the picture is known
STIFF = 0.1  # ridge penalty: cards close together do not fix the perspective, nor few cards the aspect
ROUNDS = 8  # Gauss-Newton steps
DEEPEST = 0.8  # greatest share of the depth by which a place is nearer than the middle
ALIKE = 0.04  # deviation of a length, as a logarithm, up to which it counts as right
# Deviations of an outline's length or width from a card's there, as logarithms. Up to SIZED it is a card's, smaller by
# PART it is part of one, from NONE on something else.
SIZED, PART, NONE = 0.12, 0.25, 0.8


class Plane:
    """The plane of the table, robustly fitted to the outlines `quads` (N, 4, 2) of cards seen whole.

    A homography from picture to table gives each place a metric in which a card has length one. Its six parameters: the
    vanishing line (2), the metric at the middle of the cards (3), and how much narrower cards are than `aspect`. They
    are fitted by iteratively reweighted least squares, with the derivatives at the middle.
    """

    def __init__(self, quads: Array, aspect: float = ASPECT) -> None:
        shapes = np.array([axes(quad).T for quad in quads]) / (aspect, 1.0)
        places = quads.mean(axis=1)
        self._middle = places.mean(axis=0)
        self._unit = _exp(_unpacked(np.median(_metrics(shapes), axis=0)) / 2)  # from pixels to lengths of a card
        said, sides = _metrics(self._unit @ shapes), (self._unit @ shapes)[..., 0]
        sides /= np.linalg.norm(sides, axis=1, keepdims=True)
        narrower = 2 * _packed(sides[:, :, None] * sides[:, None])[..., None]
        terms = np.concatenate([self._slopes(places), narrower], axis=2)
        stiff = np.diag([STIFF, STIFF, 0.0, 0.0, 0.0, STIFF])
        self._places, self._numbers = places, np.zeros(6)
        for _ in range(ROUNDS):
            off = said - _packed(_log(self._flat(places))) - narrower[..., 0] * self._numbers[5]
            counts = (1 + (np.abs(off).max(axis=1) / SIZED) ** 2) ** -2  # Geman-McClure
            weighed = (terms * counts[:, None, None]).reshape(-1, 6).T
            step = weighed @ off.ravel() - stiff @ self._numbers
            self._numbers = self._numbers + np.linalg.solve(weighed @ terms.reshape(-1, 6) + stiff, step)
        self.aspect = float(aspect * np.exp(-self._numbers[5]))  # as fitted to the outlines

    @property
    def squeezed(self) -> Array:
        """The symmetric matrix (2, 2), its smallest eigenvalue 1, that rectifies the middle of the table."""
        values, vectors = np.linalg.eigh(self._metric(self._middle[None])[0])
        stretch: Array = (vectors * np.sqrt(values / values.min())) @ vectors.T
        return stretch

    @property
    def nearer(self) -> float:
        """The logarithm of the area of the nearest card by that of the farthest, as they look."""
        return float(np.ptp(np.log(np.linalg.det(self._metric(self._places))) / 2))

    def off(self, quad: Array) -> Array:
        """The logarithms (2,) of an outline's (4, 2) length and width by those of a card that lies there."""
        (metric,), (across, along) = self._metric(quad.mean(axis=0)[None]), axes(quad)
        return np.log([np.sqrt(along @ metric @ along), np.sqrt(across @ metric @ across) / self.aspect])

    def card(self, place: Array, angle: float) -> Array:
        """The outline (4, 2) of a card whose middle lies at `place` (2,), its length in the direction `angle`."""
        (metric,) = self._metric(place[None])
        along = np.array([np.cos(angle), np.sin(angle)])
        across = np.array([[0.0, -1.0], [1.0, 0.0]]) @ metric @ along
        along /= 2 * np.sqrt(along @ metric @ along)
        across *= self.aspect / (2 * np.sqrt(across @ metric @ across))
        outline: Array = place + np.array([along - across, along + across, across - along, -along - across])
        return outline

    def is_card(self, quad: Array) -> bool:
        """Whether an outline has the size of a card."""
        return bool(np.abs(self.off(quad)).max() < SIZED)

    def is_part(self, quad: Array) -> bool:
        """Whether an outline is clearly too short or too narrow for a card."""
        return bool(self.off(quad).min() < -PART)

    def sized(self, quad: Array) -> Array:
        """The outline made as long and as wide as a card that lies there (N, 4, 2).

        A length or width that differs is changed once at the one end, and once at the other.
        """
        rows, columns = (_parts(float(np.exp(-off))) for off in self.off(quad))
        return np.array([within(quad, across, along) for across in columns for along in rows])

    def _metric(self, places: Array) -> Array:
        """The matrices (N, 2, 2) that give lengths in card lengths at `places` (N, 2)."""
        metric: Array = self._unit @ self._flat(places) @ self._unit
        return metric

    def _flat(self, places: Array) -> Array:
        """The same for vectors in card lengths of the middle."""
        where, line = (places - self._middle) @ self._unit, self._numbers[:2]
        depth = 1 + np.maximum(where @ line, -DEEPEST)[:, None, None]
        local = (np.eye(2) * depth - where[:, :, None] * line) / depth**2
        flat: Array = np.swapaxes(local, -1, -2) @ _exp(_unpacked(self._numbers[2:5])) @ local
        return flat

    def _slopes(self, places: Array) -> Array:
        """The derivatives (N, 3, 5) of the logarithm of `_flat` by the first five parameters, at zero."""
        x, y = ((places - self._middle) @ self._unit).T
        terms = np.zeros((len(places), 3, 5))
        terms[:, :, 0] = -np.stack([4 * x, 2 * x, y], axis=1)
        terms[:, :, 1] = -np.stack([2 * y, 4 * y, x], axis=1)
        terms[:, :, 2:] = np.eye(3)
        return terms


def axes(quad: Array) -> Array:
    """The vectors (2, 2) across an outline, and along it."""
    vectors: Array = np.array([quad[1] + quad[2] - quad[0] - quad[3], quad[2] + quad[3] - quad[0] - quad[1]]) / 2
    return vectors


def _metrics(shapes: Array) -> Array:
    """The logarithms (N, 3) of the metrics in which the columns of `shapes` (N, 2, 2) have unit length."""
    return -_packed(_log(shapes @ np.swapaxes(shapes, -1, -2)))


def _log(matrices: Array) -> Array:
    values, vectors = np.linalg.eigh(matrices)
    logarithm: Array = (vectors * np.log(np.maximum(values, 1e-9))[..., None, :]) @ np.swapaxes(vectors, -1, -2)
    return logarithm


def _exp(matrices: Array) -> Array:
    values, vectors = np.linalg.eigh(matrices)
    power: Array = (vectors * np.exp(values)[..., None, :]) @ np.swapaxes(vectors, -1, -2)
    return power


def _packed(matrices: Array) -> Array:
    return np.stack([matrices[..., 0, 0], matrices[..., 1, 1], matrices[..., 0, 1]], axis=-1)


def _unpacked(packed: Array) -> Array:
    return np.stack([packed[..., [0, 2]], packed[..., [2, 1]]], axis=-2)


def _parts(share: float) -> tuple[tuple[float, float], ...]:
    return ((0.0, 1.0),) if abs(np.log(share)) < ALIKE else ends(share)


def ends(share: float) -> tuple[tuple[float, float], ...]:
    """The interval of that share of a length at its one end, and at its other end; above 1 it reaches beyond them."""
    return (0.0, share), (1 - share, 1.0)


def within(quad: Array, columns: tuple[float, float], rows: tuple[float, float]) -> Array:
    """The part of an outline between these shares of its width and length."""
    spots = np.array([(columns[0], rows[0]), (columns[1], rows[0]), (columns[1], rows[1]), (columns[0], rows[1])])
    x, y = spots[:, :1], spots[:, 1:]
    part: Array = (1 - y) * ((1 - x) * quad[0] + x * quad[1]) + y * ((1 - x) * quad[3] + x * quad[2])
    return part
