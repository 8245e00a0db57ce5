"""Networks quantised to 8 bits: nearly the same answers, from pictures as they are, wherever the weights lie."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import onnx
import pytest
from onnx import TensorProto, numpy_helper

from vision import models
from vision.arrays import Pixels
from vision.crops import INDEX_SIZE, REFINE_CHANNELS, REFINE_SIZE
from vision.training import quantise

SIZES = {"refine": (*REFINE_SIZE, REFINE_CHANNELS), "numeral": (*INDEX_SIZE, 3)}


def pictures(name: str, count: int, seed: int) -> list[Pixels]:
    width, height, channels = SIZES[name]
    rough = np.random.default_rng(seed).integers(0, 256, (count, 12, 9, channels), np.uint8)
    return [np.asarray(cv2.resize(each, (width, height)), np.uint8) for each in rough]


@pytest.fixture(params=SIZES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def floating(name: str, tmp_path: Path) -> Path:
    """The network as it is exported, whichever kind is in use."""
    path = tmp_path / "floating" / f"{name}.onnx"
    path.parent.mkdir()
    onnx.save(quantise.single(models.FOLDER / f"{name}.onnx"), str(path))
    if quantise.is_quantised(path):
        pytest.skip("the weights in use are quantised")
    return path


def test_a_quantised_network_says_nearly_the_same(name: str, floating: Path, tmp_path: Path) -> None:
    quantised = tmp_path / f"{name}.onnx"
    quantise.quantise(floating, pictures(name, 32, seed=1), quantised)
    assert quantise.is_quantised(quantised)
    assert not quantise.is_quantised(floating)
    assert quantised.stat().st_size < 0.4 * floating.stat().st_size
    some = pictures(name, 5, seed=2)
    (meant,) = models.Network(name, floating.parent).run(some)
    (said,) = models.Network(name, tmp_path).run(some)
    assert said.dtype == np.float32
    assert np.abs(said - meant).mean() < 0.05 * meant.std()
    # What older processors add up in 16 bits stays within them: two products of a byte and seven bits.
    stored = {tensor.name: tensor for tensor in onnx.load(str(quantised)).graph.initializer}
    weights = [numpy_helper.to_array(each) for each in stored.values() if each.data_type == TensorProto.INT8]
    assert 60 < max(int(np.abs(each.astype(int)).max()) for each in weights) <= 64


def test_the_same_pictures_make_the_same_network(name: str, floating: Path, tmp_path: Path) -> None:
    once, again = tmp_path / f"{name}.onnx", tmp_path / "again.onnx"
    for out in (once, again):
        quantise.quantise(floating, pictures(name, 8, seed=1), out)
    assert once.read_bytes() == again.read_bytes()
