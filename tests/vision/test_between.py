"""The mean of a network and what it became: old decks are not forgotten for new ones."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from vision import models

pytest.importorskip("torch", reason="networks are trained with PyTorch: the extra `train`")
import onnx

from vision.training.between import between, prototypes_between


def test_half_way_between_a_network_and_itself_lies_that_network(tmp_path: Path) -> None:
    file = models.FOLDER / "numeral.onnx"
    between(file, file, tmp_path / "numeral.onnx", 0.5)
    pictures = [np.random.default_rng(1).integers(0, 256, (64, 48, 3), np.uint8)]
    (mean,), (same,) = (models.Network("numeral", folder).run(pictures) for folder in (tmp_path, models.FOLDER))
    assert np.allclose(mean, same, atol=1e-3)


def test_every_weight_is_the_mean(tmp_path: Path) -> None:
    from onnx import numpy_helper

    network = onnx.load(str(models.FOLDER / "numeral.onnx"))
    bias = next(tensor for tensor in network.graph.initializer if tensor.data_type == onnx.TensorProto.FLOAT)
    before = numpy_helper.to_array(bias)
    bias.CopyFrom(numpy_helper.from_array(before + 1, bias.name))
    onnx.save(network, str(tmp_path / "later.onnx"))
    between(models.FOLDER / "numeral.onnx", tmp_path / "later.onnx", tmp_path / "mean.onnx", 0.25)
    mean = next(t for t in onnx.load(str(tmp_path / "mean.onnx")).graph.initializer if t.name == bias.name)
    assert np.allclose(numpy_helper.to_array(mean), before + 0.25)


def test_two_different_networks_have_no_mean(tmp_path: Path) -> None:
    shutil.copy(models.FOLDER / "index.onnx", tmp_path)
    with pytest.raises(ValueError, match="did not go on"):
        between(models.FOLDER / "numeral.onnx", tmp_path / "index.onnx", tmp_path / "mean.onnx", 0.5)


def test_prototypes_that_both_have_are_averaged_and_new_ones_kept() -> None:
    axes = np.eye(3, 128, dtype=np.float16)
    before = {"codes:old": np.array(["1D"]), "directions:old": axes[:1]}
    after = {"codes:old": np.array(["1D"]), "directions:old": axes[1:2], "codes:new": np.array(["2D"])}
    after["directions:new"] = axes[2:]
    mixed = prototypes_between(before, after, 0.5)
    assert mixed["directions:old"][0, :2] == pytest.approx([0.5**0.5, 0.5**0.5], abs=1e-3)
    assert np.array_equal(mixed["directions:new"], axes[2:])
