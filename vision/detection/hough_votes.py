"""Hough votes cast by a network: every 8 x 8 cell that sees a piece of a card predicts where the whole card lies.

A card whose middle is covered is still found by its visible pieces. Votes that agree are clustered: each cluster is one
card.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Pixels
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.nets.activations import sigmoid

STRIDE = 8
UNIT = 32.0  # pixels per unit of the network's geometry outputs
SEEN = 0.35  # probability of a card above which a cell votes
AGREE = 0.44  # difference of centres and axes, summed, in card lengths, below which votes are for one card
FINER = 0.2  # the same for fans, where neighbours nearly coincide; a card may then be found more than once
TRUSTED = 0.5  # trust above which a vote counts for the typical size
FAINT = 0.1  # trust below which a vote starts no cluster
LOYAL = 0.25  # width of the Gaussian, in card lengths, that assigns votes to an outline or to other cards


@dataclass(frozen=True)
class Votes:
    """V votes, in pixels of the picture: the `cells` (V, 2) that cast them, and the outlines they predict, as `codes`
    (V, 8) of vision.detection.geometry. `here` (V,): probability that a card is seen there. `trust` (V,): `here` times
    the predicted quality of the outline.
    """

    cells: Array
    codes: Array
    here: Array
    trust: Array
    cell_area: float

    @property
    def mean_trust(self) -> float:
        """The mean trust; 0 without votes."""
        return float(self.trust.mean()) if len(self.trust) else 0.0

    @property
    def typical_length(self) -> float:
        """The median card length, in pixels, of the trusted votes; infinite when none is trusted."""
        trusted = self.codes[self.trust > TRUSTED]
        return 2 * float(np.median(np.hypot(trusted[:, 2], trusted[:, 3]))) if len(trusted) else float("inf")

    def agreeing(self, codes: Array, which: npt.NDArray[np.intp]) -> Array:
        """The distance of votes `which` from one outline `codes` (8,): of centres and axes, summed, in card lengths."""
        apart = np.abs(self.codes[which][:, :6] - codes[:6]).sum(1)
        differ: Array = apart / (2 * np.hypot(codes[2], codes[3]) + 1e-6)
        return differ

    def claims(self, codes: Array) -> Pixels:
        """A map (rows, columns, 2) of the cells for each outline in `codes` (N, 8): where this card is seen, and where
        others are, 0-255.
        """
        columns, rows = np.floor(self.cells / self.step).astype(np.intp).T
        unclaimed = np.zeros((rows.max(initial=0) + 1, columns.max(initial=0) + 1, 2), np.uint8)
        unclaimed[rows, columns, 1] = 255 * self.here
        maps = np.repeat(unclaimed[None], len(codes), 0)
        across, along = np.ascontiguousarray(self.codes[:, :2].T)
        for claims, code in zip(maps, codes, strict=True):
            reach = 2.36 * LOYAL * 2 * float(np.hypot(code[2], code[3]))  # beyond it a claim is less than 1 of 255
            near = np.flatnonzero(np.abs(across - code[0]) < reach)
            near = near[np.abs(along[near] - code[1]) < reach]
            mine = self.here[near] * np.exp(-((self.agreeing(code, near) / LOYAL) ** 2))
            claims[rows[near], columns[near], 0] = 255 * mine
            claims[rows[near], columns[near], 1] = 255 * (self.here[near] - mine)
        return maps

    @property
    def step(self) -> float:
        """The side of a cell in pixels of the picture."""
        return float(np.sqrt(self.cell_area))

    @property
    def from_cells(self) -> Array:
        """The homography (3, 3) from a map of `claims` to pixels of the picture."""
        return np.array([[self.step, 0, self.step / 2], [0, self.step, self.step / 2], [0, 0, 1]])


def cast(pyramid: Pyramid, longest: int, detector: sessions.Network | None = None) -> Votes:
    """Run the detector, or another one, on a picture scaled to `longest` pixels on its longest side."""
    high, wide = pyramid.pixels.shape[:2]
    share = longest / max(high, wide)
    width, height = max(1, round(wide * share)), max(1, round(high * share))
    padded = cv2.copyMakeBorder(pyramid.shrunk((width, height)), 0, -height % 32, 0, -width % 32, cv2.BORDER_REPLICATE)
    (answer,) = (detector or sessions.network("locate")).run([np.asarray(padded, np.uint8)])
    here = sigmoid(answer[0, 0])
    rows, columns = np.nonzero(here > SEEN)
    said = answer[0][:, rows, columns].T.astype(np.float64)
    cells = np.stack([columns, rows], 1) * STRIDE + STRIDE / 2.0
    codes = said[:, 3:11] * UNIT
    codes[:, :2] += cells
    certain = here[rows, columns]
    trust = certain * sigmoid(said[:, 1])
    return Votes(cells / share, codes / share, certain, trust, (STRIDE / share) ** 2)


def among(places: Array, cells: Array, step: float) -> npt.NDArray[np.bool_]:
    """Whether each of `places` (N, 2) lies in one of the `cells` (M, 2), which are `step` pixels wide."""
    asked, known = (np.floor(each / step) @ (1, 1j) for each in (places, cells))  # column and row as one number
    return np.isin(asked, known)


def cluster(votes: Votes, agreement: float = AGREE) -> tuple[Array, Array]:
    """Cluster the votes greedily, the most trusted first: mean outlines (N, 8), and the trust (N,) in each."""
    left = np.arange(len(votes.codes))
    outlines, trust = [], []
    while len(left):
        best = left[np.argmax(votes.trust[left])]
        if votes.trust[best] < FAINT:
            break
        agree = votes.agreeing(votes.codes[best], left) < agreement
        voters = left[agree]
        weight = votes.trust[voters] ** 2
        outlines.append((votes.codes[voters] * weight[:, None]).sum(0) / weight.sum())
        # One cell alone is hardly a card; three voters are as good as many.
        trust.append(votes.trust[best] * min(1.0, (len(voters) + 1) / 4))
        left = left[~agree]
    return np.array(outlines).reshape(-1, 8), np.array(trust)
