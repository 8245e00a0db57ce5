"""Calibration: small models that turn evidence into probabilities, fitted on synthetic photographs.

vision.training.release.calibrate writes `weights/calibration.json`; no real photograph was used.
"""

import json
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Any

import numpy as np

from vision.arrays import Array
from vision.nets.activations import sigmoid
from vision.nets.versions import FOLDER


@dataclass(frozen=True)
class Logistic:
    """Logistic regression: probability 1 / (1 + exp(-(weights . evidence + bias)))."""

    weights: tuple[float, ...]
    bias: float

    def __call__(self, evidence: Array) -> float:
        """The probability for one row of `evidence`, with one number for each weight."""
        total = self.bias + sum(weight * float(x) for weight, x in zip(self.weights, evidence, strict=True))
        return 1 / (1 + exp(-min(max(total, -40.0), 40.0)))


@dataclass(frozen=True)
class Verdict:
    """A network with one hidden layer (tanh): probabilities that an outline is a card, and that its name is right.

    `mean` and `spread` (E,) standardise the evidence; `hidden` (H, E + 1) and `out` (2, H + 1) have the bias last.
    """

    mean: Array
    spread: Array
    hidden: Array
    out: Array

    def __call__(self, evidence: Array) -> Array:
        """The probabilities (N, 2) for `evidence` (N, E or more); columns after E were added later and are ignored."""
        ones = np.ones((len(evidence), 1))
        middle = np.tanh(np.hstack([(evidence[:, : len(self.mean)] - self.mean) / self.spread, ones]) @ self.hidden.T)
        return sigmoid(np.hstack([middle, ones]) @ self.out.T)


@dataclass(frozen=True)
class Calibration:
    """The models and thresholds fitted to the committed weights.

    `card`: probability that an outline is a card, before naming. `unread`: the same after naming, without index or
    numeral (confidence.UNREAD). `verdict`: whether it is a card, and its name right. `sure`, `sure_indexed`: confidence
    from which a name is not doubtful, on decks without and with corner indices. `strange`, `familiar`: median cosine
    similarity below which a pile is not of the given deck, and above which it surely is. `latin`: a second verdict for
    Latin suits, also in unknown printings, which removes doubt from `sure_latin` on. `indexed`: a second verdict for
    decks with indices, fitted on strange ones as well; names below `doubted` are marked.
    """

    card: Logistic
    unread: Logistic
    verdict: Verdict
    sure: float
    sure_indexed: float
    strange: float
    familiar: float
    latin: Verdict
    sure_latin: float
    indexed: Verdict
    doubted: float


@cache
def calibration() -> Calibration:
    """The calibration of the committed weights."""
    stored = json.loads((FOLDER / "calibration.json").read_text())
    return Calibration(**{name: _model(part) for name, part in stored.items()})


def _model(stored: Any) -> Any:
    if not isinstance(stored, dict):
        return stored
    if "weights" in stored:
        return Logistic(tuple(stored["weights"]), stored["bias"])
    return Verdict(**{part: np.array(numbers) for part, numbers in stored.items()})
