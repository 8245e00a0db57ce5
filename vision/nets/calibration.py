"""Calibration: small models, fitted on synthetic photographs, that turn evidence into probabilities.

`weights/calibration.json` is written by vision.training.release.calibrate; no real photograph was used.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import exp

import numpy as np

from vision.arrays import Array
from vision.nets.activations import sigmoid
from vision.nets.versions import FOLDER

NEVER = 2.0  # a threshold that no probability reaches


@dataclass(frozen=True)
class Logistic:
    """Logistic regression: probability 1 / (1 + exp(-(weights . evidence + bias)))."""

    weights: tuple[float, ...]
    bias: float

    def __call__(self, evidence: Array) -> float:
        """The probability for one row of `evidence`, as many numbers as there are weights."""
        total = self.bias + sum(weight * float(x) for weight, x in zip(self.weights, evidence, strict=True))
        return 1 / (1 + exp(-min(max(total, -40.0), 40.0)))


@dataclass(frozen=True)
class Verdict:
    """A network with one hidden layer (tanh): probability that an outline is a card, and that its name is right.

    `mean` and `spread` (E,) standardise the evidence; `hidden` (H, E + 1) and `out` (2, H + 1) have the bias last.
    """

    mean: Array
    spread: Array
    hidden: Array
    out: Array

    def __call__(self, evidence: Array) -> Array:
        """The probabilities (N, 2) for `evidence` (N, E); what comes after E was not known when this was fitted."""
        ones = np.ones((len(evidence), 1))
        middle = np.tanh(np.hstack([(evidence[:, : len(self.mean)] - self.mean) / self.spread, ones]) @ self.hidden.T)
        return sigmoid(np.hstack([middle, ones]) @ self.out.T)


@dataclass(frozen=True)
class Calibration:
    """What was fitted to the committed weights: four models and six thresholds.

    `card`: is an outline a card, before naming. `unread`: the same after naming, without what is printed on it
    (confidence.UNREAD). `verdict`: is it a card, is its name right. `sure`, `sure_indexed`: confidence from which a
    name is not marked doubtful, on decks without and with corner indices. `strange`, `familiar`: median cosine
    similarity of a pile below which it is not of the deck asked for, and from which it certainly is. `latin`: a second
    verdict, on photographs of Latin suits; it knows strange printings too. From `sure_latin` on it unmarks a name, from
    `sure_read` on one whose rank its numeral says.
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
    sure_read: float

    def sure_for(self, *, indexed: bool) -> float:
        """The confidence from which a name is not doubtful, for decks with corner indices or without."""
        return self.sure_indexed if indexed else self.sure


@cache
def calibration() -> Calibration:
    """The calibration that belongs to the committed weights."""
    stored = json.loads((FOLDER / "calibration.json").read_text())
    card, unread = (Logistic(tuple(stored[name]["weights"]), stored[name]["bias"]) for name in ("card", "unread"))
    verdict = _verdict(stored["verdict"])
    # Weights that were calibrated before there was a second verdict are never surer than the first.
    latin, sure_latin = _verdict(stored.get("latin", stored["verdict"])), stored.get("sure_latin", NEVER)
    sure, sure_indexed, strange, familiar = (stored[n] for n in ("sure", "sure_indexed", "strange", "familiar"))
    sure_read = stored.get("sure_read", sure_latin)
    return Calibration(card, unread, verdict, sure, sure_indexed, strange, familiar, latin, sure_latin, sure_read)


def _verdict(stored: dict[str, list[float]]) -> Verdict:
    return Verdict(*(np.array(stored[part]) for part in ("mean", "spread", "hidden", "out")))
