"""Quantises exported networks: weights and activations of convolutions as 8-bit integers, three to five times as fast.

`python -m vision.training.release.quantise --decks FOLDER... [--floats FOLDER] [--out FOLDER]` reads the networks in
single or half precision from one folder and writes them, quantised, to another. It leaves quantised networks as they
are. Ranges of activations are measured on synthetic photographs, with fixed seeds: a minute or two. This is
post-training static quantisation (Jacob et al. 2018, https://arxiv.org/abs/1712.05877).
"""

import argparse
import logging
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import GraphProto, ModelProto, NodeProto, TensorProto, helper, numpy_helper

from vision.arrays import Floats, Pixels
from vision.detection import geometry
from vision.detection.crops import NAME_MARGIN, NAME_SIZE, NUMERAL_PART, crop_cards, crop_indices
from vision.detection.detector import GLANCE, MOST, Detections, claimed
from vision.detection.hough_votes import AGREE, FINER, cast, cluster
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.training.learning.halves import store_halves
from vision.training.release.trials import HARD, LENGTHS, OFTEN, SCENE, WHOLE_PILES
from vision.training.synthesis import scans
from vision.training.synthesis.scenes import Scene, SceneMaker

SEED, SCENES = 50_000_000, 60
NETWORKS = ("locate", "refine", "name", "index", "letter", "numeral", "latin")
CROPS = 640  # most crops for each network
OUTLINES = 24  # most outlines of a scene
STEP = 32  # sides of the detector's pictures are multiples of this
INDEXED = ("french", "tarot")
INPUT = "picture"
MOVING = 0.1  # weight of the newest batch in the moving average of the ranges
# The detector sees one picture at a time, and these differ too much for an average.
AVERAGED = ("refine", "name", "index", "letter", "numeral", "latin")

Inputs = dict[str, list[Pixels]]


def inputs(folders: list[Path], detector: sessions.Network, seed: int = SEED, scenes: int = SCENES) -> Inputs:
    """Inputs of each network for `scenes` synthetic photographs, cropped where the detector proposes cards."""
    decks = scans.load(folders)
    patterns = {name: next(iter(cards.values())).pattern for name, cards in decks.items()}
    makers = Counter(patterns.values())
    shares = {name: OFTEN.get(pattern, 1.0) / makers[pattern] for name, pattern in patterns.items()}
    maker = SceneMaker(decks, np.random.default_rng(seed), shares, hard=HARD)
    got: Inputs = {name: [] for name in NETWORKS}
    for _ in range(scenes):
        scene = maker.make(SCENE, *LENGTHS, pile=bool(maker.rng.random() < WHOLE_PILES))
        if scene.scans:
            for name, pictures in _shown(scene, detector, maker.rng).items():
                got[name] += pictures
    order = np.random.default_rng(seed)
    few = {name: order.permutation(len(got[name]))[:CROPS] for name in AVERAGED}
    return got | {name: [got[name][place] for place in places] for name, places in few.items()}


def _shown(scene: Scene, detector: sessions.Network, rng: np.random.Generator) -> Inputs:
    """Inputs of each network for one photograph, as in recognition, at any of its scales."""
    indexed = scene.scans[0].pattern in INDEXED
    sides = (GLANCE, int(rng.integers(GLANCE, MOST + 1)) // STEP * STEP)
    pyramid = Pyramid(scene.picture)
    whole = [pyramid.shrunk((side, side)) for side in sides]
    votes = cast(pyramid, sides[1], detector)
    codes, trust = cluster(votes, FINER if indexed else AGREE)
    some = rng.permutation(len(codes))[:OUTLINES]
    found = Detections.proposed(geometry.decode(codes[some]), trust[some])
    quads = np.concatenate([scene.quads[scene.visible > 0.05], found.quads[: OUTLINES // 4]])
    quads = np.array([np.roll(quad, 2 * int(rng.integers(2)), axis=0) for quad in quads])
    if not len(quads):
        return {"locate": whole}
    cuts, _ = crop_cards(pyramid, quads, NAME_SIZE, NAME_MARGIN)
    if indexed:
        indices = crop_indices(pyramid, quads)
        corners = {"index": indices} | ({"letter": indices} if scene.scans[0].pattern == "french" else {})
    else:
        corners = {"numeral": crop_indices(pyramid, quads, NUMERAL_PART), "latin": cuts}
    return {"locate": whole, "refine": claimed(found, pyramid, votes)[0], "name": cuts, **corners}


def quantise(path: Path, pictures: list[Pixels], out: Path) -> None:
    """Write the network at `path` to `out`, quantised by the ranges of its activations on `pictures`.

    The result takes raw pictures: (N, H, W, channels), RGB, 8 bits. In floating point stay: the linear layers; the
    first convolution, which costs as much either way and makes the detector's error a quarter smaller; the detector's
    last convolution, whose outputs are in pixels.
    """
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static

    model = single(path)
    convolutions = [node.name for node in model.graph.node if node.op_type == "Conv"]
    floating = [node.name for node in model.graph.node if node.op_type == "Gemm"] + convolutions[:1]
    if path.stem == "locate":
        floating.append(convolutions[-1])
    averaged = {"CalibMovingAverage": True, "CalibMovingAverageConstant": MOVING} if path.stem in AVERAGED else {}
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / path.name
        onnx.save(model, str(whole))
        quantize_static(
            str(whole),
            str(out),
            _Batches(pictures, 1 if path.stem == "locate" else sessions.MOST),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            # Seven bits a weight: older processors add two products in 16 bits, and eight bits could overflow.
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
            nodes_to_exclude=floating,
            extra_options=averaged,
        )
    quantised = onnx.load(str(out))
    _take_bytes(quantised.graph)
    onnx.checker.check_model(quantised)
    onnx.save(quantised, str(out))
    store_halves(out)


def single(path: Path) -> ModelProto:
    """The network at `path` with its weights in single precision, from either format."""
    model = onnx.load(str(path))
    stored = {tensor.name: tensor for tensor in model.graph.initializer}
    nodes = []
    for node in model.graph.node:
        if node.op_type == "Cast" and node.input[0] in stored:
            whole = numpy_helper.to_array(stored.pop(node.input[0])).astype(np.float32)
            stored[node.output[0]] = numpy_helper.from_array(whole, node.output[0])
        else:
            nodes.append(node)
    _replace(model.graph, nodes, list(stored.values()))
    return model


def is_quantised(path: Path) -> bool:
    """Whether a network takes 8-bit pictures."""
    return bool(onnx.load(str(path)).graph.input[0].type.tensor_type.elem_type == TensorProto.UINT8)


class _Batches:
    """The pictures in batches, in the form that the quantisation tool asks for."""

    def __init__(self, pictures: list[Pixels], size: int) -> None:
        self._left = (sessions.batch(pictures[start : start + size]) for start in range(0, len(pictures), size))

    def get_next(self) -> dict[str, Floats] | None:
        batch = next(self._left, None)
        return None if batch is None else {INPUT: batch.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)}

    def __iter__(self) -> Iterator[dict[str, Floats]]:
        return iter(self.get_next, None)

    __next__ = get_next


def _take_bytes(graph: GraphProto) -> None:
    """Let a network take 8-bit pictures (N, H, W, channels) instead of shares (N, channels, H, W).

    A product scales them. As quantised inputs, they would make the runtime quantise the first convolution's weights
    with eight bits, which overflow on processors without VNNI.
    """
    sizes = graph.input[0].type.tensor_type
    sizes.elem_type = TensorProto.UINT8
    count, channels, height, width = (_copy(side) for side in sizes.shape.dim)
    del sizes.shape.dim[:]
    sizes.shape.dim.extend([count, height, width, channels])
    for node in graph.node:
        node.input[:] = ["shares" if name == INPUT else name for name in node.input]
    upright = [
        helper.make_node("Transpose", [INPUT], ["upright"], name="upright", perm=[0, 3, 1, 2]),
        helper.make_node("Cast", ["upright"], ["levels"], name="levels", to=TensorProto.FLOAT),
        helper.make_node("Mul", ["levels", "level"], ["shares"], name="shares"),
    ]
    level = numpy_helper.from_array(np.array(1 / 255, np.float32), "level")
    _replace(graph, [*upright, *graph.node], [*graph.initializer, level])


def _copy(part: Any) -> Any:
    copied = type(part)()
    copied.CopyFrom(part)
    return copied


def _replace(graph: GraphProto, nodes: list[NodeProto], stored: list[TensorProto]) -> None:
    nodes, stored = [_copy(node) for node in nodes], [_copy(tensor) for tensor in stored]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(stored)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, nargs="+", required=True, help="folders of DECK/CODE.jpg")
    parser.add_argument("--floats", type=Path, default=sessions.FOLDER, help="where the networks are")
    parser.add_argument("--out", type=Path, default=sessions.FOLDER, help="where the quantised ones go")
    parser.add_argument("--scenes", type=int, default=SCENES, help="photographs to measure ranges on")
    args = parser.parse_args()
    logging.disable(logging.WARNING)  # onnxruntime recommends a pre-processing that these networks do not need
    args.out.mkdir(parents=True, exist_ok=True)
    waiting = [path for path in sorted(args.floats.glob("*.onnx")) if path.stem in NETWORKS and not is_quantised(path)]
    if waiting:
        shown = inputs(args.decks, sessions.Network("locate", args.floats), scenes=args.scenes)
    for path in waiting:
        before, quantised = path.stat().st_size, args.out / path.name
        quantise(path, shown[path.stem], quantised)
        print(f"{path.stem}: {before / 1e6:.1f} MB, quantised {quantised.stat().st_size / 1e6:.1f}", flush=True)
    for path in args.floats.iterdir():  # prototypes, calibration
        if not (args.out / path.name).exists():
            shutil.copy(path, args.out)


if __name__ == "__main__":
    main()
