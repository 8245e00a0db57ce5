"""Activations: logits to probabilities and back."""

import numpy as np
import numpy.typing as npt

from vision.arrays import Array, Floats

LEAST = 1e-3  # smallest probability: no single observation rules anything out


def sigmoid(x: Array | npt.NDArray[np.float32]) -> Array:
    """The logistic function."""
    probability: Array = 1 / (1 + np.exp(-np.clip(x.astype(np.float64), -40, 40)))
    return probability


def softmax(logits: Floats) -> Floats:
    """Probabilities (N, answers) from logits."""
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares


def logit(probability: float) -> float:
    """The inverse of `sigmoid`, limited to -7..7."""
    kept = min(max(float(probability), LEAST), 1 - LEAST)
    return float(np.log(kept / (1 - kept)))
