"""The mean of a network and what it became: old decks are not forgotten for new ones."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="networks are trained with PyTorch: the extra `train`")
import onnx
from onnx import TensorProto, helper, numpy_helper

from vision.training.learning.between import between, prototypes_between
from vision.training.learning.starting import exported


def network(path: Path, weight: float, width: int = 4) -> Path:
    """A linear layer from `width` numbers to two, all its weights and biases as given; stored as networks are."""
    numbers = [np.full((2, width), weight, np.float16), np.full(2, weight, np.float32)]
    stored = [numpy_helper.from_array(each, name) for each, name in zip(numbers, ("w.half", "b"), strict=True)]
    nodes = [
        helper.make_node("Cast", ["w.half"], ["w"], to=TensorProto.FLOAT),
        helper.make_node("Gemm", ["x", "w", "b"], ["y"], transB=1),
    ]
    sides = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, n]) for name, n in (("x", width), ("y", 2))]
    onnx.save(helper.make_model(helper.make_graph(nodes, "linear", sides[:1], sides[1:], stored)), str(path))
    return path


def test_every_weight_is_the_mean(tmp_path: Path) -> None:
    before, after = network(tmp_path / "before.onnx", 1.0), network(tmp_path / "after.onnx", 2.0)
    between(before, after, tmp_path / "mean.onnx", 0.25)
    ((weight, bias),) = exported(tmp_path / "mean.onnx")
    assert weight == pytest.approx(np.full((2, 4), 1.25))
    assert bias == pytest.approx(np.full(2, 1.25))


def test_two_different_networks_have_no_mean(tmp_path: Path) -> None:
    before, after = network(tmp_path / "before.onnx", 1.0, width=3), network(tmp_path / "after.onnx", 2.0)
    with pytest.raises(ValueError, match="did not go on"):
        between(before, after, tmp_path / "mean.onnx", 0.5)


def test_prototypes_that_both_have_are_averaged_and_new_ones_kept() -> None:
    axes = np.eye(3, 128, dtype=np.float16)
    before = {"codes:old": np.array(["1D"]), "directions:old": axes[:1]}
    after = {"codes:old": np.array(["1D"]), "directions:old": axes[1:2], "codes:new": np.array(["2D"])}
    after["directions:new"] = axes[2:]
    mixed = prototypes_between(before, after, 0.5)
    assert mixed["directions:old"][0, :2] == pytest.approx([0.5**0.5, 0.5**0.5], abs=1e-3)
    assert np.array_equal(mixed["directions:new"], axes[2:])
