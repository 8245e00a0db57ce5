"""The trained networks, loaded once and run by OpenCV's own dnn on the CPU.

Networks are read-only and shared; OpenCV's are not safe to run from two threads at once, so each has a lock.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.image import Pixels

FOLDER = Path(__file__).parent / "weights"

Floats = npt.NDArray[np.float32]


class Network:
    """One ONNX network of the weights folder."""

    def __init__(self, name: str) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(FOLDER / f"{name}.onnx"))
        self._outputs = self._net.getUnconnectedOutLayersNames()
        self._lock = threading.Lock()

    def run(self, pictures: list[Pixels]) -> tuple[Floats, ...]:
        """Run on BGR pictures of one size; each output has the pictures along its first axis."""
        batch = np.ascontiguousarray(np.stack(pictures)[..., ::-1].transpose(0, 3, 1, 2)).astype(np.float32) / 255
        with self._lock:
            self._net.setInput(batch)
            answers: Any = self._net.forward(self._outputs)
        return tuple(np.array(answer, dtype=np.float32) for answer in answers)


@dataclass(frozen=True)
class Prototypes:
    """What the namer compares with: `codes` and unit `directions` (N, 128) of each pattern, and the softmax `scale`."""

    codes: dict[str, tuple[str, ...]]
    directions: dict[str, Floats]
    scale: float


@cache
def locator() -> Network:
    """Where the cards are."""
    return Network("locate")


@cache
def refiner() -> Network:
    """Where exactly the corners of one card are."""
    return Network("refine")


@cache
def namer() -> Network:
    """What is printed on one card, as a direction in 128 dimensions."""
    return Network("name")


@cache
def index_reader() -> Network:
    """What the index at one corner of a French or tarot card says."""
    return Network("index")


@cache
def prototypes() -> Prototypes:
    """The directions of every known card of every known pattern."""
    with np.load(FOLDER / "prototypes.npz") as stored:
        patterns = [key.removeprefix("codes:") for key in stored.files if key.startswith("codes:")]
        return Prototypes(
            {p: tuple(str(code) for code in stored[f"codes:{p}"]) for p in patterns},
            {p: stored[f"directions:{p}"].astype(np.float32) for p in patterns},
            float(stored["scale"]),
        )
