"""The plane of the table: one homography says how large a card looks anywhere, how it is tilted, and what is no card.

All cards of a deck are of one size and lie on one table. `Plane` is fitted to the outlines of cards seen whole, of a
photograph or of a film so far. An outline larger than the others spans two cards; a smaller one is a part of a card.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Array

ASPECT = 0.6  # width of a card by its height, where nothing is known of the deck
FEW = 4  # outlines from which it is known how sizes change over the picture
# Ridge penalties: cards that all lie in one place say nothing about the vanishing line, few cards nothing about the
# aspect.
STIFF, STIFF_ASPECT = 0.1, 1.0
ROUNDS, FAR = 6, 1e-4  # of Gauss-Newton; the step of its differences
FARTHEST = 3.0  # standard deviations of the places of the cards up to which sizes change: what lies beyond is unknown
DEEPEST = 0.8  # share of the depth by which a place may be nearer than the middle
OUT = 0.12  # deviation of a logarithm from which an outline counts a quarter (Geman-McClure weights)
ALIKE = 0.04  # logarithm of a length up to which it is what it should be
# Logarithms of the length or width of an outline, in those of a card there: up to SIZED it is that of a card, a PART of
# one where it is so much smaller, and something else from NONE on.
SIZED, PART, NONE = 0.12, 0.22, 0.8


class Plane:
    """The plane of the table: one homography, robustly fitted to the outlines `quads` (N, 4, 2) of cards seen whole.

    It has a vanishing line (2), the metric at the middle of the cards (3), and what the `aspect` of a card really is.
    Few cards say nothing of the vanishing line and of the aspect.
    """

    def __init__(self, quads: Array, aspect: float = ASPECT) -> None:
        places, maps = zip(*map(_linear, quads), strict=True)
        where, self._maps = np.array(places), np.array(maps)
        self._middle, self._reach = where.mean(axis=0), max(float(where.std()), 1e-6)
        self._aspect, self._where = aspect, self._shares(where)
        state = np.zeros(6)
        state[2:5] = np.median(-_packed(_log(self._spread(state[None])[0])), axis=0)
        for _ in range(ROUNDS):
            off = self._off(state[None])[0]
            counts = 1 / (1 + (np.abs(off).max(axis=1) / OUT) ** 2)
            state = state - self._step(state, counts)
        self._state = state

    @property
    def aspect(self) -> float:
        """The width of a card by its height, as the outlines have it."""
        return float(self._aspect * np.exp(self._state[5]))

    @property
    def squeezed(self) -> Array:
        """The symmetric matrix (2, 2), its smallest value 1, that makes the middle of the table look as from above."""
        values, vectors = np.linalg.eigh(_unpacked(self._state[2:5]) / 2)
        stretch: Array = (vectors * np.exp(values - values.min())) @ vectors.T
        return stretch

    @property
    def nearer(self) -> float:
        """How much larger the nearest of the cards looks than the farthest: a logarithm of areas."""
        areas = np.log(np.linalg.det(self._metric(self._state[None], self._where)[0])) / 2
        return float(np.ptp(areas))

    def off(self, quad: Array) -> Array:
        """How much longer and wider (2,) an outline (4, 2) is than a card that lies there: logarithms."""
        metric = self._metric(self._state[None], self._shares(quad.mean(axis=0)[None]))[0, 0]
        across, along = axes(quad)
        return np.log([np.sqrt(along @ metric @ along), np.sqrt(across @ metric @ across) / self.aspect])

    def card(self, place: Array, angle: float) -> Array:
        """The outline (4, 2) of a card whose middle lies at `place` (2,), its length in the direction `angle`."""
        metric = self._metric(self._state[None], self._shares(place[None]))[0, 0]
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

        In each direction in which it is not, once with the one end where it is and once with the other.
        """
        rows, columns = (_parts(float(np.exp(-off))) for off in self.off(quad))
        return np.array([within(quad, across, along) for across in columns for along in rows])

    def _shares(self, places: Array) -> Array:
        shares: Array = np.clip((places - self._middle) / self._reach, -FARTHEST, FARTHEST)
        return shares

    def _metric(self, states: Array, where: Array) -> Array:
        """The matrices (S, N, 2, 2) that give lengths in card lengths at places `where` (N, 2), for each state."""
        lines = states[:, None, :2]
        depth = 1 + np.clip((where * lines).sum(axis=-1), -DEEPEST, None)[..., None, None]
        local = (np.eye(2) * depth - where[:, :, None] * lines[..., None, :]) / depth**2
        metric: Array = np.swapaxes(local, -1, -2) @ _exp(_unpacked(states[:, 2:5]))[:, None] @ local
        return metric

    def _spread(self, states: Array) -> Array:
        """The matrices (S, N, 2, 2) of the outlines, inverse to the metric where these are cards."""
        stretch = np.zeros((len(states), 1, 2, 2))
        stretch[:, 0, 0, 0], stretch[:, 0, 1, 1] = (self._aspect * np.exp(states[:, 5])) ** -2, 1.0
        spread: Array = self._maps @ stretch @ np.swapaxes(self._maps, -1, -2)
        return spread

    def _off(self, states: Array) -> Array:
        """How far the outlines (S, N, 3) are from the cards that lie there, as logarithms."""
        return _packed(_log(self._spread(states))) + _packed(_log(self._metric(states, self._where)))

    def _step(self, state: Array, counts: Array) -> Array:
        """A Gauss-Newton step (6,) for outlines that count so much (N,)."""
        now, *moved = self._off(state + FAR * np.eye(7, 6, -1))
        x = np.stack([(each - now) / FAR for each in moved], axis=2) * counts[:, None, None]
        x, y = x.reshape(-1, 6), (now * counts[:, None]).ravel()
        stiff = np.array([STIFF, STIFF, 0, 0, 0, STIFF_ASPECT])
        step: Array = np.linalg.solve(x.T @ x + np.diag(stiff + 1e-9), x.T @ y + stiff * state)
        return step


def axes(quad: Array) -> Array:
    """The vectors (2, 2) across an outline, and along it."""
    vectors: Array = np.array([quad[1] + quad[2] - quad[0] - quad[3], quad[2] + quad[3] - quad[0] - quad[1]]) / 2
    return vectors


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
    """That share of a length at its one end, and at its other end; of more than all of it, beyond them."""
    return (0.0, share), (1 - share, 1.0)


def within(quad: Array, columns: tuple[float, float], rows: tuple[float, float]) -> Array:
    """The part of an outline between these shares of its width and of its length."""
    spots = np.array([(columns[0], rows[0]), (columns[1], rows[0]), (columns[1], rows[1]), (columns[0], rows[1])])
    x, y = spots[:, :1], spots[:, 1:]
    part: Array = (1 - y) * ((1 - x) * quad[0] + x * quad[1]) + y * ((1 - x) * quad[3] + x * quad[2])
    return part
