"""The trained networks, loaded once and run by onnxruntime on the CPU, from several threads at once if need be.

Why onnxruntime and not OpenCV's own dnn, and why not its newest version: docs/decisions.md.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Pixels

# Another folder is for who trains: what is being made is looked at before it takes the place of what is in use.
FOLDER = Path(os.environ.get("SETTEBELLO_WEIGHTS") or Path(__file__).parent / "weights")

MOST = 16  # pictures run together; more are not faster, and the memory grows with them


class Network:
    """One ONNX network, of the weights folder unless another `folder` is given; safe to run from any thread."""

    def __init__(self, name: str, folder: Path = FOLDER) -> None:
        # Versions from 1.29 on send what they are used for to their maker unless told not to before they are loaded.
        # pyproject.toml asks for earlier ones, which cannot; this is for whoever installs another all the same.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime  # here, so that commands that look at no photograph do not wait for it

        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        options.intra_op_num_threads = max(1, cv2.getNumThreads())
        # What its own store of memory once held for forty cards it would hold for ever; without one it is as fast.
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False
        # Idle threads would wait in a loop and take the core from who has work: the other networks, another phone.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3  # errors; its warnings are about hardware, and end on the terminal
        self._session: Any = onnxruntime.InferenceSession(
            str(folder / f"{name}.onnx"), options, providers=["CPUExecutionProvider"]
        )
        (self._input,) = (each.name for each in self._session.get_inputs())

    def run(self, pictures: list[Pixels]) -> tuple[Floats, ...]:
        """Run on BGR pictures of one size; each output has the pictures along its first axis."""
        parts = [self._answers(pictures[start : start + MOST]) for start in range(0, len(pictures), MOST)]
        return parts[0] if len(parts) == 1 else tuple(np.concatenate(each) for each in zip(*parts, strict=True))

    def _answers(self, pictures: list[Pixels]) -> tuple[Floats, ...]:
        batch = np.ascontiguousarray(np.stack(pictures)[..., ::-1].transpose(0, 3, 1, 2)).astype(np.float32) / 255
        return tuple(self._session.run(None, {self._input: batch}))


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
    """What is printed on one card, as a unit embedding in 128 dimensions."""
    return Network("name")


@cache
def index_reader() -> Network:
    """What the index at one corner of a French or tarot card says."""
    return Network("index")


@cache
def numeral_reader() -> Network:
    """Which numeral is printed at one corner of a card."""
    return Network("numeral")


@cache
def latin_reader() -> Network:
    """Which rank and which Latin suit a card has, in whatever drawing."""
    return Network("latin")
