"""Weights stored as half-precision numbers: half the file, the same network to a thousandth, in both runtimes."""

import shutil
from pathlib import Path

import cv2
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from vision.arrays import Pixels
from vision.detection.crops import NAME_SIZE
from vision.nets import sessions
from vision.training.learning.halves import store_halves


def written(path: Path, weights: np.ndarray) -> Path:
    """A network of one convolution with these `weights` (out, 3, 5, 5) and a bias for each of its answers."""
    graph = helper.make_graph(
        [helper.make_node("Conv", ["picture", "weights", "bias"], ["answer"])],
        "one convolution",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, ["cards", 3, 5, 5])],
        [helper.make_tensor_value_info("answer", TensorProto.FLOAT, ["cards", len(weights), 1, 1])],
        [
            numpy_helper.from_array(weights.astype(np.float32), "weights"),
            numpy_helper.from_array(np.linspace(-1, 1, len(weights), dtype=np.float32), "bias"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.save(model, str(path))
    return path


def numbers(path: Path) -> dict[str, np.ndarray]:
    return {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(str(path)).graph.initializer}


def test_weights_are_halved_and_biases_are_left(tmp_path: Path) -> None:
    weights = np.random.default_rng(0).normal(0, 0.1, (40, 3, 5, 5))
    path = written(tmp_path / "one.onnx", weights)
    before, size = numbers(path), path.stat().st_size
    store_halves(path)
    after = numbers(path)
    assert path.stat().st_size < 0.6 * size
    assert after["weights.half"].dtype == np.float16
    np.testing.assert_allclose(after["weights.half"], before["weights"], rtol=2**-11, atol=1e-7)
    np.testing.assert_array_equal(after["bias"], before["bias"])


def test_what_is_halved_already_is_left_as_it_is(tmp_path: Path) -> None:
    path = written(tmp_path / "one.onnx", np.random.default_rng(0).normal(0, 0.1, (40, 3, 5, 5)))
    store_halves(path)
    once = path.read_bytes()
    store_halves(path)
    assert path.read_bytes() == once


def test_a_weight_too_large_is_refused_and_the_file_is_left(tmp_path: Path) -> None:
    weights = np.ones((40, 3, 5, 5))
    weights[3, 1, 2, 2] = 70_000
    path = written(tmp_path / "one.onnx", weights)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="weights"):
        store_halves(path)
    assert path.read_bytes() == before


def test_the_namer_halved_says_what_it_said_in_both_runtimes(tmp_path: Path) -> None:
    shutil.copy(sessions.FOLDER / "name.onnx", tmp_path)
    store_halves(tmp_path / "name.onnx")
    rough = np.random.default_rng(5).integers(0, 256, (3, 11, 7, 3), np.uint8)
    crops: list[Pixels] = [np.asarray(cv2.resize(each, NAME_SIZE), np.uint8) for each in rough]
    network = sessions.Network("name")
    meant, given = network.run(crops), sessions.batch(crops)
    for mine, theirs in zip(meant, sessions.Network("name", tmp_path).run(crops), strict=True):
        np.testing.assert_allclose(mine, theirs, atol=2e-3)
    apart = 0.3 if network.quantised else 2e-3  # quantised, the two runtimes round at other places
    other = cv2.dnn.readNetFromONNX(str(tmp_path / "name.onnx"))
    other.setInput(given if network.quantised else given.transpose(0, 3, 1, 2).astype(np.float32) / 255)
    for mine, theirs in zip(meant, other.forward(other.getUnconnectedOutLayersNames()), strict=True):
        np.testing.assert_allclose(mine, theirs, atol=apart)
