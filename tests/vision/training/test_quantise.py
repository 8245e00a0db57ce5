"""Networks quantised to 8 bits: nearly the same answers, from raw pictures."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from vision.arrays import Pixels
from vision.nets import sessions
from vision.training.release import quantise

SIDE, CHANNELS, ANSWERS = 16, 12, 14


def written(path: Path, colours: int) -> Path:
    """A small network like the trained ones: convolutions with a skip connection, and a linear layer."""
    rng = np.random.default_rng(0)
    shapes = {
        "first": (CHANNELS, colours, 3, 3),
        "second": (CHANNELS, CHANNELS, 3, 3),
        "linear": (CHANNELS * SIDE**2 // 4, ANSWERS),
    }
    weights = {name: rng.normal(0, 1.4 / np.sqrt(np.prod(shape[1:])), shape) for name, shape in shapes.items()}
    weights["linear"] = rng.normal(0, 0.05, shapes["linear"])
    nodes = [
        helper.make_node("Conv", ["picture", "first"], ["a"], name="conv1", strides=[2, 2], pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["a"], ["b"], name="relu1"),
        helper.make_node("Conv", ["b", "second"], ["c"], name="conv2", pads=[1, 1, 1, 1]),
        helper.make_node("Add", ["b", "c"], ["d"], name="add"),
        helper.make_node("Relu", ["d"], ["e"], name="relu2"),
        helper.make_node("Flatten", ["e"], ["f"], name="flat"),
        helper.make_node("Gemm", ["f", "linear"], ["answer"], name="linear"),
    ]
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, ["cards", colours, SIDE, SIDE])],
        [helper.make_tensor_value_info("answer", TensorProto.FLOAT, ["cards", ANSWERS])],
        [numpy_helper.from_array(each.astype(np.float32), name) for name, each in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    path.parent.mkdir(exist_ok=True)
    onnx.save(model, str(path))
    return path


def pictures(count: int, colours: int, seed: int) -> list[Pixels]:
    return list(np.random.default_rng(seed).integers(0, 256, (count, SIDE, SIDE, colours), np.uint8))


@pytest.mark.parametrize(("name", "colours"), [("numeral", 3), ("refine", 5)])
def test_a_quantised_network_says_nearly_the_same(name: str, colours: int, tmp_path: Path) -> None:
    floating, quantised = written(tmp_path / "floating" / f"{name}.onnx", colours), tmp_path / f"{name}.onnx"
    quantise.quantise(floating, pictures(64, colours, seed=1), quantised)
    assert quantise.is_quantised(quantised)
    assert not quantise.is_quantised(floating)
    some = pictures(5, colours, seed=2)
    (meant,) = sessions.Network(name, floating.parent).run(some)
    (said,) = sessions.Network(name, tmp_path).run(some)
    assert said.dtype == np.float32
    assert 0 < np.abs(said - meant).mean() < 0.03 * meant.std()
    # Sums of two products (a byte times seven bits) fit in 16 bits, as older processors need.
    stored = [numpy_helper.to_array(each) for each in onnx.load(str(quantised)).graph.initializer]
    whole = [int(np.abs(each.astype(int)).max()) for each in stored if each.dtype == np.int8 and each.ndim > 1]
    assert len(whole) == 1  # the first convolution stays in floating point
    assert 60 < max(whole) <= 64


def quantised_convolutions(path: Path) -> int:
    """The number of convolutions that the runtime quantises after its own rewriting."""
    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(path.with_suffix(".rewritten.onnx"))
    options.log_severity_level = 3
    onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    rewritten = onnx.load(options.optimized_model_filepath)
    return sum(node.op_type == "QLinearConv" for node in rewritten.graph.node)


@pytest.mark.parametrize("name", quantise.NETWORKS)
def test_the_runtime_quantises_nothing_by_itself(name: str, tmp_path: Path) -> None:
    # It did, with eight-bit weights, if a convolution's inputs were quantised too. They overflowed on processors
    # without VNNI, and three fans of five were misread.
    path = tmp_path / f"{name}.onnx"
    path.write_bytes((sessions.FOLDER / path.name).read_bytes())
    stored = [numpy_helper.to_array(each) for each in onnx.load(str(path)).graph.initializer]
    meant = sum(each.dtype == np.int8 and each.ndim == 4 for each in stored)
    assert meant > 5
    assert quantised_convolutions(path) == meant


def test_the_same_pictures_make_the_same_network(tmp_path: Path) -> None:
    floating = written(tmp_path / "floating" / "index.onnx", 3)
    once, again = tmp_path / "index.onnx", tmp_path / "again.onnx"
    for out in (once, again):
        quantise.quantise(floating, pictures(8, 3, seed=1), out)
    assert once.read_bytes() == again.read_bytes()


def test_halved_weights_are_whole_again(tmp_path: Path) -> None:
    path = written(tmp_path / "one.onnx", 3)
    before = {tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load(str(path)).graph.initializer}
    quantise.store_halves(path)
    for tensor in quantise.single(path).graph.initializer:
        np.testing.assert_allclose(numpy_helper.to_array(tensor), before[tensor.name], rtol=2**-10, atol=1e-6)
