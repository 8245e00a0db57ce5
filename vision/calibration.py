"""How sure is sure: logistic functions, fitted on synthetic photographs, from evidence to probability.

`weights/calibration.json` is written by vision.training.calibrate; no real photograph has part in it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import exp

from vision.geometry import Array
from vision.models import FOLDER


@dataclass(frozen=True)
class Logistic:
    """Probability 1 / (1 + exp(-(weights . evidence + bias)))."""

    weights: tuple[float, ...]
    bias: float

    def __call__(self, evidence: Array) -> float:
        """The probability that goes with `evidence`, as many numbers as there are weights."""
        total = self.bias + sum(weight * float(x) for weight, x in zip(self.weights, evidence, strict=True))
        return 1 / (1 + exp(-min(max(total, -40.0), 40.0)))


@dataclass(frozen=True)
class Calibration:
    """`card`: is an outline a card; `name`: is the name of a card right; `sure`: what is certain enough to stand
    unasked; `strange`: mean likeness below which the deck is not the one it is taken for.
    """

    card: Logistic
    name: Logistic
    sure: float
    strange: float


@cache
def calibration() -> Calibration:
    """The calibration that belongs to the committed weights."""
    stored = json.loads((FOLDER / "calibration.json").read_text())
    card, name = (Logistic(tuple(stored[key]["weights"]), stored[key]["bias"]) for key in ("card", "name"))
    return Calibration(card, name, stored["sure"], stored["strange"])
