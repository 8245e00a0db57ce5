"""Exports trained weights to vision/weights and checks every network against OpenCV's runtime."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from vision import models
from vision.crops import INDEX_SIZE, NAME_SIZE, REFINE_SIZE
from vision.decks import ITALIAN_PATTERNS
from vision.training.data import CLASSES
from vision.training.networks import IndexReader, LatinReader, Locator, Namer, Refiner
from vision.training.train import SCALE, Heads

TOLERANCE = 1e-3  # largest difference between torch and OpenCV, on outputs of order one


def _export(net: nn.Module, name: str, shape: tuple[int, ...], free: dict[int, str], outputs: list[str]) -> None:
    path = models.FOLDER / f"{name}.onnx"
    torch.onnx.export(
        net,
        (torch.zeros(shape),),
        str(path),
        opset_version=17,
        input_names=["picture"],
        output_names=outputs,
        dynamic_axes={"picture": free},
        dynamo=False,
    )
    sample = np.random.default_rng(0).random(shape, dtype=np.float32)
    runtime = cv2.dnn.readNetFromONNX(str(path))
    runtime.setInput(sample)
    said = runtime.forward(runtime.getUnconnectedOutLayersNames())
    with torch.no_grad():
        meant = net(torch.from_numpy(sample))
    for mine, theirs in zip([meant] if torch.is_tensor(meant) else meant, said, strict=True):
        apart = float(np.abs(mine.numpy() - theirs).max())
        if apart > TOLERANCE:
            raise SystemExit(f"{name}: OpenCV answers differently by {apart}")
    print(f"{name}: {path.stat().st_size / 1e6:.1f} MB, checked")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trained", type=Path, default=Path(".train"))
    parser.add_argument("--only", nargs="*", default=["locate", "cards", "index", "latin"])
    args = parser.parse_args()
    models.FOLDER.mkdir(parents=True, exist_ok=True)

    def trained(net: nn.Module, name: str) -> nn.Module:
        net.load_state_dict(torch.load(args.trained / f"{name}.pt", weights_only=True))
        return net.eval()

    if "locate" in args.only:
        _export(trained(Locator(), "locate"), "locate", (1, 3, 768, 1024), {2: "height", 3: "width"}, ["cells"])
    if "index" in args.only:
        _export(trained(IndexReader(), "index"), "index", (4, 3, *INDEX_SIZE[::-1]), {0: "cards"}, ["index"])
    if "latin" in args.only:
        _export(trained(LatinReader(), "latin"), "latin", (4, 3, *NAME_SIZE[::-1]), {0: "cards"}, ["card"])
    if "cards" in args.only:
        _export(trained(Refiner(), "refine"), "refine", (4, 3, *REFINE_SIZE[::-1]), {0: "cards"}, ["corners"])
        _export(trained(Namer(), "name"), "name", (4, 3, *NAME_SIZE[::-1]), {0: "cards"}, ["embedding", "turned"])
        heads = trained(Heads(), "heads")
        assert isinstance(heads, Heads)
        stored: dict[str, np.ndarray] = {"scale": np.float32(SCALE)}
        families = {pattern: (codes, heads.own[pattern]) for pattern, codes in CLASSES.items()}
        families["italian"] = (CLASSES[ITALIAN_PATTERNS[0]], heads.italian)
        for pattern, (codes, directions) in families.items():
            unit = nn.functional.normalize(directions.detach(), dim=1).numpy()
            stored[f"codes:{pattern}"] = np.array(codes)
            stored[f"directions:{pattern}"] = unit.astype(np.float16)
        np.savez_compressed(models.FOLDER / "prototypes.npz", **stored)


if __name__ == "__main__":
    main()
