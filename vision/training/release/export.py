"""Exports trained weights as half-precision ONNX, and checks each network in the runtime against torch.

`python -m vision.training.release.export locate name --trained .train --out vision/weights` exports these two. Without
names it exports every network that `--trained` has weights for. The classifier comes with `prototypes.npz`, the
embeddings that its answers are compared with.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from vision.decks.catalogue import ITALIAN_PATTERNS
from vision.detection.crops import INDEX_SIZE, NAME_SIZE, REFINE_CHANNELS, REFINE_SIZE
from vision.nets import sessions
from vision.training.learning.data import CLASSES
from vision.training.learning.halves import store_halves
from vision.training.learning.networks import (
    Detector,
    IndexReader,
    LatinReader,
    LetterReader,
    Namer,
    NumeralReader,
    Refiner,
)
from vision.training.learning.train import SCALE, Heads

EQUAL = 1e-3  # largest difference between torch and the runtime, as a share of the network's largest output
HALVED = 1e-2  # the same after the weights are stored in half precision


@dataclass(frozen=True)
class Export:
    """Export options of a network: `size` (width, height) and `channels` of its pictures, `free` axes, `outputs`."""

    make: Callable[[], nn.Module]
    size: tuple[int, int]
    free: dict[int, str]
    outputs: tuple[str, ...]
    channels: int = 3

    @property
    def count(self) -> int:
        """Number of pictures in the comparison."""
        return 3 if 0 in self.free else 1


CARDS = {0: "cards"}
NETWORKS = {
    "locate": Export(Detector, (1024, 768), {2: "height", 3: "width"}, ("cells",)),
    "refine": Export(Refiner, REFINE_SIZE, CARDS, ("corners",), REFINE_CHANNELS),
    "name": Export(Namer, NAME_SIZE, CARDS, ("embedding", "turned")),
    "index": Export(IndexReader, INDEX_SIZE, CARDS, ("index",)),
    "letter": Export(LetterReader, INDEX_SIZE, CARDS, ("letter",)),
    "numeral": Export(NumeralReader, INDEX_SIZE, CARDS, ("numeral",)),
    "latin": Export(LatinReader, NAME_SIZE, CARDS, ("latin",)),
}


def export(net: nn.Module, name: str, out: Path) -> None:
    """Write `name`.onnx into `out`; raises SystemExit if the runtime's output differs from torch's."""
    how, path = NETWORKS[name], out / f"{name}.onnx"
    torch.onnx.export(
        net,
        (torch.zeros(how.count, how.channels, *how.size[::-1]),),
        str(path),
        opset_version=17,
        input_names=["picture"],
        output_names=list(how.outputs),
        dynamic_axes={"picture": how.free},
        dynamo=False,
    )
    exact = _apart(net, name, out)
    whole = path.stat().st_size
    store_halves(path)
    halved = _apart(net, name, out)
    print(
        f"{name}: {path.stat().st_size / 1e6:.1f} MB (from {whole / 1e6:.1f}); the runtime differs from torch by "
        f"{exact:.0e} of the largest answer, halved by {halved:.0e}"
    )
    if exact > EQUAL or halved > HALVED:
        raise SystemExit(f"{name}: that is too much")


def _apart(net: nn.Module, name: str, out: Path) -> float:
    """Largest difference between the exported network and `net` on coarse patches, as a share of the largest output."""
    how = NETWORKS[name]
    rough = np.random.default_rng(0).integers(0, 256, (how.count, 24, 16, how.channels), np.uint8)
    pictures = [np.asarray(cv2.resize(each, how.size), np.uint8) for each in rough]
    said = sessions.Network(name, out).run(pictures)
    batch = np.ascontiguousarray(np.stack(pictures)[..., ::-1].transpose(0, 3, 1, 2)).astype(np.float32) / 255
    with torch.no_grad():
        meant = net(torch.from_numpy(batch))
    pairs = [(m.numpy(), s) for m, s in zip([meant] if torch.is_tensor(meant) else meant, said, strict=True)]
    return max(float(np.abs(mine - theirs).max() / np.abs(mine).max()) for mine, theirs in pairs)


def export_prototypes(heads: Heads, out: Path) -> None:
    """Write the prototypes of every pattern, and those of all Italian decks together, into `out`."""
    stored: dict[str, np.ndarray] = {"scale": np.array(SCALE, np.float32)}
    families = {pattern: (codes, heads.own[pattern]) for pattern, codes in CLASSES.items()}
    families["italian"] = (CLASSES[ITALIAN_PATTERNS[0]], heads.italian)
    for pattern, (codes, embeddings) in families.items():
        unit = nn.functional.normalize(embeddings.detach(), dim=1).numpy()
        stored[f"codes:{pattern}"] = np.array(codes)
        stored[f"directions:{pattern}"] = unit.astype(np.float16)
    np.savez_compressed(out / "prototypes.npz", allow_pickle=False, **stored)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="*", metavar="NETWORK", help=f"of {', '.join(NETWORKS)}")
    parser.add_argument("--trained", type=Path, default=Path(".train"))
    parser.add_argument("--out", type=Path, default=sessions.FOLDER)
    args = parser.parse_args()
    unknown = [name for name in args.networks if name not in NETWORKS]
    if unknown:
        parser.error(f"no network {', '.join(unknown)}: there are {', '.join(NETWORKS)}")
    wanted = args.networks or [name for name in NETWORKS if (args.trained / f"{name}.pt").exists()]
    if not wanted:
        parser.error(f"nothing trained in {args.trained}")
    args.out.mkdir(parents=True, exist_ok=True)

    def trained(net: nn.Module, name: str) -> nn.Module:
        net.load_state_dict(torch.load(args.trained / f"{name}.pt", weights_only=True, map_location="cpu"))
        return net.eval()

    for name in wanted:
        export(trained(NETWORKS[name].make(), name), name, args.out)
        if name == "name":
            heads = trained(Heads(), "heads")
            assert isinstance(heads, Heads)
            export_prototypes(heads, args.out)


if __name__ == "__main__":
    main()
