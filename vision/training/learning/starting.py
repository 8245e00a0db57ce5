"""Resumes training from a torch checkpoint or from an exported network (`--resume FILE`).

The export folds batch normalisation into the convolutions, so the normalisations of a loaded network change nothing.
`go_on` leaves their statistics so; it trains the convolutions, and the normalisations' gains and biases.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

WEIGHED = ("Conv", "Gemm")  # the operations that have weights


def begin(net: nn.Module, path: Path, size: tuple[int, ...]) -> None:
    """Give `net` the weights in `path` (.pt or .onnx). `size`: one input's channels x height x width.

    Raises ValueError if an ONNX file is of another network.
    """
    if path.suffix == ".onnx":
        _weigh(net, path, size)
    else:
        net.load_state_dict(torch.load(path, weights_only=True, map_location="cpu"))


def go_on(net: nn.Module) -> None:
    """Train `net` with the statistics of its normalisations fixed."""
    net.train()
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.eval()


def exported(path: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """Weight and bias of every convolution and linear layer of an ONNX file, in single precision, in order of use."""
    graph = onnx.load(str(path)).graph
    stored = {tensor.name: numpy_helper.to_array(tensor).astype(np.float32) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "Cast" and node.input[0] in stored:  # stored in half precision
            stored[node.output[0]] = stored[node.input[0]]
        if node.op_type == "DequantizeLinear" and node.input[0] in stored:  # or quantised, a scale for each channel
            numbers, scale, zero = (stored[name] for name in node.input)
            across = (-1, *(1,) * (numbers.ndim - 1)) if scale.ndim else ()
            stored[node.output[0]] = (numbers - zero.reshape(across)) * scale.reshape(across)
    return [(stored[node.input[1]], stored[node.input[2]]) for node in graph.node if node.op_type in WEIGHED]


def _weigh(net: nn.Module, path: Path, size: tuple[int, ...]) -> None:
    layers, found = _in_order(net, size), exported(path)
    shapes = [tuple(layer.weight.shape) for layer, _ in layers]
    if shapes != [weight.shape for weight, _ in found]:
        raise ValueError(f"{path} holds another network than {type(net).__name__}")
    with torch.no_grad():
        for (layer, norm), (weight, bias) in zip(layers, found, strict=True):
            layer.weight.copy_(torch.from_numpy(weight))
            if norm is None:
                layer.bias.copy_(torch.from_numpy(bias))
                continue
            norm.reset_running_stats()
            norm.weight.fill_((1 + norm.eps) ** 0.5)
            norm.bias.copy_(torch.from_numpy(bias))


def _in_order(net: nn.Module, size: tuple[int, ...]) -> list[tuple[nn.Module, nn.BatchNorm2d | None]]:
    """The layers with weights in the order of the forward pass, each with the normalisation that follows it."""
    met: list[nn.Module] = []

    def met_by(module: nn.Module) -> Callable[[nn.Module, tuple[Tensor, ...], Tensor], None]:
        return lambda *_: met.append(module)

    kinds = (nn.Conv2d, nn.Linear, nn.BatchNorm2d)
    hooks = [module.register_forward_hook(met_by(module)) for module in net.modules() if isinstance(module, kinds)]
    before = net.training
    net.eval()
    with torch.no_grad():
        net(torch.zeros(1, *size))
    net.train(before)
    for hook in hooks:
        hook.remove()
    return [
        (layer, after if isinstance(after, nn.BatchNorm2d) else None)
        for layer, after in zip(met, [*met[1:], None], strict=True)
        if not isinstance(layer, nn.BatchNorm2d)
    ]
