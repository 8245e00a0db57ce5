"""Stores the weights of an exported network as half-precision numbers, which halves the file.

Only the file is smaller: a cast to single precision follows every weight, and runtimes do it once, when they load.
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LEAST = 256  # numbers below which a tensor is left as it is: biases take little space, and shapes are no weights


def store_halves(path: Path) -> None:
    """Rewrite the ONNX network at `path`; a second call changes nothing.

    Raises ValueError for a weight too large for half precision (65,504).
    """
    model = onnx.load(str(path))
    graph = model.graph
    kept, casts = [], []
    for tensor in graph.initializer:
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < LEAST:
            kept.append(tensor)
            continue
        with np.errstate(over="ignore"):
            half = numpy_helper.to_array(tensor).astype(np.float16)
        if not np.isfinite(half).all():
            raise ValueError(f"{path.name}: {tensor.name} does not fit into half precision")
        kept.append(numpy_helper.from_array(half, f"{tensor.name}.half"))
        casts.append(helper.make_node("Cast", [f"{tensor.name}.half"], [tensor.name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]  # a node must stand after its inputs
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
