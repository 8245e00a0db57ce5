"""The trained networks, loaded once and run by onnxruntime on the CPU, also from several threads at once.

Why onnxruntime instead of OpenCV's dnn, and why not its newest version: docs/decisions/vision.md.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.nets.versions import FOLDER as FOLDER  # re-exported

MOST = 16  # batch size; larger ones are not faster and need more memory


class Network:
    """One ONNX network from the weights folder, or from `folder`; thread-safe."""

    def __init__(self, name: str, folder: Path = FOLDER) -> None:
        # Versions from 1.29 on send telemetry unless this is set before loading. pyproject.toml asks for earlier ones;
        # this protects users who install a later one anyway.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime  # imported here, so that commands without photographs start faster

        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        options.intra_op_num_threads = max(1, cv2.getNumThreads())
        # The memory arena never returns memory once used for many cards; without it onnxruntime is as fast.
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False
        # Spinning idle threads would take the core from other networks and requests.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3  # errors only; warnings about hardware would go to the terminal
        self._session: Any = onnxruntime.InferenceSession(
            str(folder / f"{name}.onnx"), options, providers=["CPUExecutionProvider"]
        )
        (given,) = self._session.get_inputs()
        # Exported networks take floats; quantised ones (vision.training.release.quantise) take bytes.
        self._input: str = given.name
        self.quantised: bool = given.type == "tensor(uint8)"

    def run(self, pictures: list[Pixels]) -> tuple[Floats, ...]:
        """Run on BGR pictures of one size, in batches; outputs have the pictures along their first axis."""
        parts = [self._answers(pictures[start : start + MOST]) for start in range(0, len(pictures), MOST)]
        return parts[0] if len(parts) == 1 else tuple(np.concatenate(each) for each in zip(*parts, strict=True))

    def _answers(self, pictures: list[Pixels]) -> tuple[Floats, ...]:
        shown = batch(pictures)
        given = shown if self.quantised else np.ascontiguousarray(shown.transpose(0, 3, 1, 2), np.float32) / 255
        return tuple(self._session.run(None, {self._input: given}))


def batch(pictures: list[Pixels]) -> Pixels:
    """Pictures (H, W, channels) of one size as one array (N, H, W, channels), with reversed channels: RGB for BGR."""
    together = np.empty((len(pictures), *pictures[0].shape), np.uint8)
    channels = together.shape[-1]
    reverse = [channel for first in range(channels) for channel in (first, channels - 1 - first)]
    for place, picture in zip(together, pictures, strict=True):
        cv2.mixChannels([picture], [place], reverse)
    return together


@cache
def network(name: str) -> Network:
    """The network of that file in the weights folder, loaded once; the model card there says what each does."""
    return Network(name)
