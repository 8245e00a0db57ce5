"""The trained networks, loaded once and run by onnxruntime on the CPU, from several threads at once if need be.

Why onnxruntime and not OpenCV's own dnn, and why not its newest version: docs/decisions/vision.md.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.nets.versions import FOLDER as FOLDER  # the folder of the weights

MOST = 16  # batch size; larger batches are not faster and take more memory


class Network:
    """One ONNX network, of the weights folder unless another `folder` is given; safe to run from any thread."""

    def __init__(self, name: str, folder: Path = FOLDER) -> None:
        # Versions from 1.29 on send telemetry unless this is set before they are loaded. pyproject.toml asks for
        # earlier ones, which send none; this is for whoever installs a later one all the same.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime  # here, so that commands that read no photograph do not wait for it

        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        options.intra_op_num_threads = max(1, cv2.getNumThreads())
        # Its memory arena would never give back what forty cards once took; without it onnxruntime is as fast.
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False
        # Idle threads would spin and take the core from other networks and other requests.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3  # errors; its warnings are about hardware, and end on the terminal
        self._session: Any = onnxruntime.InferenceSession(
            str(folder / f"{name}.onnx"), options, providers=["CPUExecutionProvider"]
        )
        (given,) = self._session.get_inputs()
        # Networks are read as they are exported, or quantised (vision.training.release.quantise): those take bytes.
        self._input: str = given.name
        self.quantised: bool = given.type == "tensor(uint8)"

    def run(self, pictures: list[Pixels]) -> tuple[Floats, ...]:
        """Run on BGR pictures of one size, in batches; each output has the pictures along its first axis."""
        parts = [self._answers(pictures[start : start + MOST]) for start in range(0, len(pictures), MOST)]
        return parts[0] if len(parts) == 1 else tuple(np.concatenate(each) for each in zip(*parts, strict=True))

    def _answers(self, pictures: list[Pixels]) -> tuple[Floats, ...]:
        shown = batch(pictures)
        given = shown if self.quantised else np.ascontiguousarray(shown.transpose(0, 3, 1, 2), np.float32) / 255
        return tuple(self._session.run(None, {self._input: given}))


def batch(pictures: list[Pixels]) -> Pixels:
    """Pictures (H, W, channels) of one size as one array (N, H, W, channels), the channels in reverse: RGB for BGR."""
    together = np.empty((len(pictures), *pictures[0].shape), np.uint8)
    channels = together.shape[-1]
    reverse = [channel for first in range(channels) for channel in (first, channels - 1 - first)]
    for place, picture in zip(together, pictures, strict=True):
        cv2.mixChannels([picture], [place], reverse)
    return together


@cache
def detector() -> Network:
    """Predicts for every cell of a picture whether a card is seen there and where all of it lies."""
    return Network("locate")


@cache
def refiner() -> Network:
    """Predicts from a rough crop where exactly the corners of its card are."""
    return Network("refine")


@cache
def namer() -> Network:
    """Maps the crop of a card to a unit embedding in 128 dimensions."""
    return Network("name")


@cache
def index_reader() -> Network:
    """Classifies the index in one corner of a French or tarot card."""
    return Network("index")


@cache
def letter_reader() -> Network:
    """Says which letter is printed in one corner of a French card."""
    return Network("letter")


@cache
def numeral_reader() -> Network:
    """Classifies the numeral in one corner of a card."""
    return Network("numeral")


@cache
def latin_reader() -> Network:
    """Classifies rank and Latin suit of a card, in artwork of any maker."""
    return Network("latin")
