"""Endless batches for the three networks, made while they train."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import IterableDataset, get_worker_info

from vision import geometry
from vision.crops import NAME_MARGIN, NAME_SIZE, REFINE_MARGIN, REFINE_SIZE, crop, places
from vision.training import decks as scans
from vision.training.networks import STRIDE
from vision.training.scenes import Scene, SceneMaker

WEIGHTS = {
    "napoletane-dalnegro": 3.0, "napoletane-b": 2.0, "piacentine": 2.5, "siciliane-dalnegro": 2.5, "bergamasche-masenghini": 2.5,
    "spagnole-fournier": 2.5, "trevisane": 1.2, "milanesi": 1.0, "tarocco-piemontese-suits": 1.2, "tarot-nouveau": 3.0,
    "french-anglo": 1.5, "french-bellot": 1.0, "settebello": 2.5,
}  # fmt: skip


def _maker(decks_folder: Path, seed: int) -> SceneMaker:
    cv2.setNumThreads(1)
    decks = scans.load(decks_folder, Path(".train/aisleriot"))
    weights = {name: WEIGHTS.get(name, 0.4) for name in decks}
    return SceneMaker(decks, np.random.default_rng(seed), weights)


def locate_target(scene: Scene) -> np.ndarray:
    """(12, H/8, W/8): card here (-1: not asked), visible share, eight numbers relative to the cell, length, weight."""
    size = scene.picture.shape[0] // STRIDE
    out = np.zeros((12, size, size), np.float32)
    owner = scene.owner[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
    cells = owner >= 0
    if not cells.any():
        return out
    who = owner[cells]
    codes = geometry.encode(scene.quads.astype(np.float64))
    ys, xs = np.nonzero(cells)
    out[0][cells] = np.where(scene.visible[who] < 0.04, -1, 1)
    out[1][cells] = scene.visible[who]
    rel = codes[who].copy()
    rel[:, 0] -= xs * STRIDE + STRIDE / 2
    rel[:, 1] -= ys * STRIDE + STRIDE / 2
    out[2:10, ys, xs] = rel.T
    out[10, ys, xs] = geometry.length(scene.quads)[who]
    # A cell near the middle of a card sees all of it and is believed first; slivers teach little.
    count = np.bincount(who, minlength=len(codes))
    off = np.hypot(rel[:, 0], rel[:, 1]) / out[10, ys, xs]
    middle = 0.15 + np.exp(-((off / 0.28) ** 2))
    out[11, ys, xs] = middle * np.minimum(1, scene.visible[who] / 0.5) / np.sqrt(count[who])
    return out


class LocateData(IterableDataset):
    """Batches (pictures (B, 3, S, S) uint8, targets (B, 12, S/8, S/8)); every scene is seen `reuse` times, turned and mirrored."""

    def __init__(self, decks_folder: Path, seed: int, batch: int = 8, size: int = 384, reuse: int = 4) -> None:
        self.args = decks_folder, seed
        self.batch, self.size, self.reuse = batch, size, reuse

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        info = get_worker_info()
        folder, seed = self.args
        maker = _maker(folder, seed + 1000 * (info.id if info else 0))
        rng = maker.rng
        pool: list[list] = []
        while True:
            pictures, targets = [], []
            for _ in range(self.batch):
                if len(pool) < 160 or rng.random() < 1 / self.reuse:
                    scene = maker.make(self.size, 36, 210)
                    entry = [scene.picture, scene.quads, scene.owner, scene.visible, scene.scans]
                    if len(pool) < 160:
                        pool.append(entry)
                    else:
                        pool[rng.integers(160)] = entry
                else:
                    entry = pool[rng.integers(len(pool))]
                scene = _turned(Scene(entry[0], entry[4], entry[1], entry[2], entry[3]), int(rng.integers(8)))
                pictures.append(scene.picture[..., ::-1].transpose(2, 0, 1))
                targets.append(locate_target(scene))
            yield torch.from_numpy(np.ascontiguousarray(np.stack(pictures))), torch.from_numpy(np.stack(targets))


def _turned(scene: Scene, way: int) -> Scene:
    """The scene under one of the eight symmetries of the square."""
    picture, owner, quads = scene.picture, scene.owner, scene.quads.copy()
    size = picture.shape[0]
    if way & 4:
        picture, owner = picture[:, ::-1], owner[:, ::-1]
        quads[..., 0] = size - quads[..., 0]
        quads = quads[:, [1, 0, 3, 2]]
    for _ in range(way & 3):
        picture, owner = np.rot90(picture), np.rot90(owner)
        quads = np.stack([quads[..., 1], size - quads[..., 0]], -1)
    return Scene(picture, scene.scans, quads, owner, scene.visible)


def _jitter(rng: np.random.Generator, quad: np.ndarray, amount: float) -> np.ndarray:
    centre = quad.mean(0)
    size = np.linalg.norm(quad[0] - quad[3])
    a = rng.normal(0, 0.10) * amount
    c, s = np.cos(a), np.sin(a)
    scale = np.exp(rng.normal(0, 0.09, 2) * amount)
    across, along = quad[1] - quad[0], quad[3] - quad[0]
    out = quad.copy()
    for i, (u, v) in enumerate([(-1, -1), (1, -1), (1, 1), (-1, 1)]):
        out[i] = quad[i] + across / 2 * u * (scale[0] - 1) + along / 2 * v * (scale[1] - 1)
    out = (out - centre) @ np.array([[c, s], [-s, c]]) + centre
    return out + rng.normal(0, 0.06, 2) * size * amount + rng.normal(0, 0.02, (4, 2)) * size * amount


class CropData(IterableDataset):
    """Crops of single cards: for the refiner (pictures, 10 targets) and for the namer (pictures, deck, class, turned)."""

    def __init__(self, decks_folder: Path, seed: int, batch: int = 64) -> None:
        self.args = decks_folder, seed
        self.batch = batch

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        info = get_worker_info()
        folder, seed = self.args
        maker = _maker(folder, seed + 1000 * (info.id if info else 0))
        rng = maker.rng
        refine: list[tuple[np.ndarray, np.ndarray]] = []
        name: list[tuple[np.ndarray, str, str, float, float]] = []
        while True:
            scene = maker.make(448, 80, 260)
            self._take(scene, rng, refine, name)
            while min(len(refine), len(name)) >= self.batch * 6:
                yield self._pack(rng, refine, name)

    def _take(self, scene: Scene, rng: np.random.Generator, refine: list, name: list) -> None:
        for scan, quad, visible in zip(scene.scans, scene.quads, scene.visible, strict=True):
            if visible < 0.08:
                continue
            true = np.roll(quad, 2, 0) if rng.random() < 0.5 else quad
            turned = float(true is not quad)
            rough = _jitter(rng, true, abs(rng.normal(0, 0.8)) + 0.1)
            picture, warp = crop(scene.picture, rough, REFINE_SIZE, REFINE_MARGIN)
            moved = cv2.perspectiveTransform(true[None].astype(np.float32), warp)[0]
            refine.append((picture, np.append(_corner_code(moved), [1.0, visible]).astype(np.float32)))
            if visible > 0.2 or rng.random() < 0.4:
                fine = _jitter(rng, true, abs(rng.normal(0, 0.22)))
                name.append((crop(scene.picture, fine, NAME_SIZE, NAME_MARGIN)[0], scan.pattern, scan.code, turned, visible))
        if len(scene.quads) and rng.random() < 0.9:  # places that are no card, or between cards
            for _ in range(2):
                quad = scene.quads[rng.integers(len(scene.quads))] + rng.uniform(-1, 1, 2) * scene.picture.shape[0] * rng.uniform(0.1, 0.8)
                centres = scene.quads.mean(1)
                near = np.linalg.norm(centres - quad.mean(0), axis=1).min() / np.linalg.norm(quad[0] - quad[1])
                if near > 0.45:
                    picture, _ = crop(scene.picture, quad, REFINE_SIZE, REFINE_MARGIN)
                    refine.append((picture, np.append(np.zeros(8), [0.0, 0.0]).astype(np.float32)))

    def _pack(self, rng: np.random.Generator, refine: list, name: list) -> tuple[Tensor, ...]:
        def draw(pool: list) -> list:
            picked = []
            for _ in range(self.batch):
                i = int(rng.integers(len(pool)))
                picked.append(pool[i])
                pool[i] = pool[-1]
                pool.pop()
            return picked

        def pictures(rows: list) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(np.stack([r[0][..., ::-1].transpose(2, 0, 1) for r in rows])))

        some, others = draw(refine), draw(name)
        classes = torch.tensor([CLASSES[r[1]].index(r[2]) for r in others])
        groups = torch.tensor([GROUPS.index(r[1]) for r in others])
        return (
            pictures(some),
            torch.from_numpy(np.stack([r[1] for r in some])),
            pictures(others),
            groups,
            classes,
            torch.tensor([r[3] for r in others]),
            torch.tensor([r[4] for r in others], dtype=torch.float32),
        )


def _corner_code(corners: np.ndarray) -> np.ndarray:
    """Corners (4, 2) in crop pixels as moves from where they were put, in crop half-sizes (8,)."""
    return ((corners - places(REFINE_SIZE, REFINE_MARGIN)) / REFINE_SIZE * 2).ravel()


_ITALIAN = [f"{rank}{suit}" for suit in "DCSB" for rank in range(1, 11)]
_FRENCH = [f"{rank}{suit}" for suit in "SHDC" for rank in ["A", *range(2, 11), "J", "Q", "K"]] + ["JOKER"]
_TAROT = [f"{r}{s}" for s in "SHDC" for r in [*range(1, 11), "J", "N", "Q", "K"]] + [f"T{i}" for i in range(1, 22)] + ["FOOL"]
_PIEMONTESE = [f"{r}{s}" for s in "SBCD" for r in [*range(1, 11), "J", "N", "Q", "K"]]
CLASSES = {
    "napoletane": _ITALIAN, "piacentine": _ITALIAN, "siciliane": _ITALIAN, "bergamasche": _ITALIAN, "trevisane": _ITALIAN,
    "milanesi": _ITALIAN, "spagnole": _ITALIAN, "settebello": _ITALIAN, "french": _FRENCH, "tarot": _TAROT, "piemontese": _PIEMONTESE,
}  # fmt: skip
GROUPS = list(CLASSES)
