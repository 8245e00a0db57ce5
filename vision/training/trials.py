"""Synthetic photographs whose truth is known, read by the finished recogniser: for calibration and measurement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.crops import Pyramid
from vision.locate import Located, candidates, judge, overlap
from vision.training import decks as scans
from vision.training.data import CACHE
from vision.training.scenes import Scene, SceneMaker

SCENE, LENGTHS = 1200, (90, 260)  # pixels; as a photograph of 12 megapixels looks once it is shrunk for work
WHOLE_PILES = 0.5  # of the photographs, how many show one whole pile, not cut by their edges
MATCH = 0.5  # overlap from which an outline is that card's


@dataclass(frozen=True)
class Trial:
    """A scene, the outlines found in it with the evidence for each, and the card (index, or -1) each outline covers."""

    scene: Scene
    found: Located
    evidence: np.ndarray
    covers: np.ndarray


def trials(folders: list[Path], seed: int, scenes: int) -> Iterator[Trial]:
    """Look at `scenes` synthetic photographs; `found.score` are the calibrated ones of the moment."""
    decks = scans.load(folders, CACHE)
    # Every family is met about as often: there are many French decks, and one Tarot Nouveau.
    shares = {
        name: 0.3 if name.startswith(("french-", scans.DEBIAN)) else 2.0 if name.startswith("tarot-") else 1.0
        for name in decks
    }
    maker = SceneMaker(decks, np.random.default_rng(seed), shares)
    for _ in range(scenes):
        scene = maker.make(SCENE, *LENGTHS, pile=bool(maker.rng.random() < WHOLE_PILES))
        found, votes = candidates(scene.picture, Pyramid(scene.picture))
        score, evidence = judge(found, votes)
        judged = Located(found.quads, score, found.visible, found.trust)
        yield Trial(scene, judged, evidence, np.array([_covered(scene, quad) for quad in found.quads], int))


def _covered(scene: Scene, quad: np.ndarray) -> int:
    shares = [overlap(quad, true) for true in scene.quads]
    best = int(np.argmax(shares)) if shares else -1
    return best if best >= 0 and shares[best] >= MATCH and scene.visible[best] > 0.03 else -1
