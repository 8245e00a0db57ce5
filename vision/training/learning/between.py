"""Averages a network from two folders: `python -m vision.training.learning.between BEFORE AFTER --out OUT NETWORK...`.

A network that is fine-tuned on new decks and harder light learns them, and forgets a little of the old ones. The mean
of its weights before and after keeps nearly all of both (WiSE-FT: Wortsman et al. 2022, arXiv 2109.01903). `AFTER` must
have been trained from `BEFORE` (`--resume`). The classifier's prototypes are averaged too, for cards that both have.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from vision.arrays import Array
from vision.training.learning.starting import WEIGHED, exported

SHARE = 0.6  # weight of the later network


def between(before: Path, after: Path, out: Path, share: float) -> None:
    """Write the ONNX network whose weights are `1 - share` of `before` plus `share` of `after`.

    `before` may be quantised. Raises ValueError unless `after` was trained from `before`.
    """
    earlier, network = exported(before), onnx.load(str(after))
    stored = {tensor.name: tensor for tensor in network.graph.initializer}
    halves = {node.output[0]: node.input[0] for node in network.graph.node if node.op_type == "Cast"}
    later = [
        tuple(stored[halves.get(name, name)] for name in node.input[1:])
        for node in network.graph.node
        if node.op_type in WEIGHED
    ]
    shapes = [tuple(tuple(tensor.dims) for tensor in pair) for pair in later]
    if shapes != [(weight.shape, bias.shape) for weight, bias in earlier]:
        raise ValueError(f"{after} did not go on from {before}")
    for tensors, weights in zip(later, earlier, strict=True):
        for tensor, old in zip(tensors, weights, strict=True):
            new = numpy_helper.to_array(tensor)
            mean = (1 - share) * old + share * new.astype(np.float32)
            tensor.CopyFrom(numpy_helper.from_array(mean.astype(new.dtype), tensor.name))
    onnx.save(network, str(out))


def prototypes_between(before: dict[str, Array], after: dict[str, Array], share: float) -> dict[str, Array]:
    """The content of prototypes.npz between two: unit means of the prototypes that both have, else those of `after`."""
    mixed = dict(after)
    for key in (key for key in after if key.startswith("directions:")):
        names = key.replace("directions:", "codes:")
        if key in before and np.array_equal(before[names], after[names]):
            mean = (1 - share) * before[key].astype(np.float32) + share * after[key].astype(np.float32)
            mixed[key] = (mean / np.linalg.norm(mean, axis=1, keepdims=True)).astype(np.float16)
    return mixed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("networks", nargs="+", metavar="NETWORK")
    parser.add_argument("--out", type=Path, required=True, help="a folder; it may be AFTER")
    parser.add_argument("--share", type=float, default=SHARE, help="of AFTER, 0 to 1")
    args = parser.parse_args()
    for name in args.networks:
        file = f"{name}.onnx"
        between(args.before / file, args.after / file, args.out / file, args.share)
        if name == "name":
            file = "prototypes.npz"
            with np.load(args.before / file) as before, np.load(args.after / file) as after:
                mixed = prototypes_between(dict(before), dict(after), args.share)
            np.savez_compressed(args.out / file, allow_pickle=False, **mixed)


if __name__ == "__main__":
    main()
