"""Fits vision/weights/calibration.json on synthetic photographs: `python -m vision.training.calibrate --decks ...`.

In a third of the trials the recogniser is told another pattern than is on the table: that is how it learns what a deck
it does not know looks like. No real photograph has part in it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import torch

from vision import calibration, models
from vision.crops import Pyramid
from vision.decks import known
from vision.locate import CARD
from vision.recognise import evidence, faces_of
from vision.resolve import resolve
from vision.training.trials import Trial, trials

SEED = 30_000_000
WRONG = 0.002  # share of unmarked cards that may be wrong; the promise is 0.005
STRANGERS = ("napoletane", "piacentine", "siciliane", "bergamasche", "spagnole", "settebello")
PATH = models.FOLDER / "calibration.json"


def logistic(x: np.ndarray, y: np.ndarray) -> calibration.Logistic:
    """Maximum-likelihood logistic regression with a little shrinkage, by L-BFGS."""
    mean, spread = x.mean(0), x.std(0) + 1e-6
    rows, truth = torch.from_numpy((x - mean) / spread), torch.from_numpy(y.astype(np.float64))
    weights = torch.zeros(x.shape[1] + 1, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=300, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        value = torch.nn.functional.binary_cross_entropy_with_logits(rows @ weights[:-1] + weights[-1], truth)
        value = value + 1e-4 * (weights[:-1] ** 2).sum()
        value.backward()
        return value

    optimiser.step(loss)
    found = weights.detach().numpy()
    plain = found[:-1] / spread
    return calibration.Logistic(tuple(float(w) for w in plain), float(found[-1] - plain @ mean))


def fit_cards(runs: list[Trial]) -> calibration.Logistic:
    """Whether an outline is a card, from the evidence of `vision.locate.judge`; a second outline of a card is none."""
    rows, truth = [], []
    for trial in runs:
        taken: set[int] = set()
        for line, card in zip(trial.evidence, trial.covers, strict=True):
            rows.append(line)
            truth.append(card >= 0 and card not in taken)
            taken.add(int(card))
    return logistic(np.array(rows), np.array(truth))


Names = tuple[np.ndarray, np.ndarray, list[float], list[float]]


def names(folders: list[Path], scenes: int, workers: int) -> Names:
    """`name_evidence` of so many synthetic photographs, looked at by several processes."""
    share = -(-scenes // workers)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        parts = list(pool.map(_names, [(folders, SEED + 2 + worker, share) for worker in range(workers)]))
    rows, right, own, strange = zip(*parts, strict=True)
    return np.concatenate(rows), np.concatenate(right), [x for p in own for x in p], [x for p in strange for x in p]


def _names(task: tuple[list[Path], int, int]) -> Names:
    folders, seed, scenes = task
    cv2.setNumThreads(1)
    return name_evidence(trials(folders, seed, scenes), np.random.default_rng(seed))


def name_evidence(runs: Iterable[Trial], rng: np.random.Generator) -> Names:
    """Evidence and truth of every name given, then the likeness of scenes with the right and with a wrong deck."""
    rows, truth, own, strange = [], [], [], []
    for trial in runs:
        if not len(trial.found) or not trial.scene.scans:
            continue
        pattern = trial.scene.scans[0].pattern
        stranger = pattern in STRANGERS and rng.random() < 1 / 3
        asked = rng.choice([p for p in STRANGERS if p != pattern]) if stranger else pattern
        cards = trial.found.score >= CARD
        found, covers = trial.found.only(cards), trial.covers[cards]
        if not len(found):
            continue
        deck = known(str(asked))
        faces = faces_of(Pyramid(trial.scene.picture), found, deck)
        named = resolve(faces.probabilities, (1,) * len(deck.cards))
        (strange if stranger else own).append(float(np.median(faces.likeness.max(axis=1))))
        for index, (place, probability) in enumerate(zip(named.cards, named.probability, strict=True)):
            if place >= 0:
                rows.append(evidence(faces, found, index, place, probability))
                card = covers[index]
                truth.append(card >= 0 and trial.scene.scans[card].code == deck.cards[place].code)
    return np.array(rows), np.array(truth), own, strange


def threshold(confidence: np.ndarray, right: np.ndarray) -> float:
    """The lowest confidence above which at most `WRONG` of the names are wrong."""
    order = np.argsort(-confidence)
    wrong = np.cumsum(~right[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero(wrong <= WRONG)
    return float(confidence[order][good[-1]]) if len(good) else 1.0


def save(card: calibration.Logistic, name: calibration.Logistic, sure: float, strange: float) -> None:
    """Write the calibration and make it the one in use."""
    stored = {key: {"weights": one.weights, "bias": one.bias} for key, one in (("card", card), ("name", name))}
    PATH.write_text(json.dumps({**stored, "sure": sure, "strange": strange}, indent=1) + "\n")
    calibration.calibration.cache_clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=Path, nargs="+", required=True)
    parser.add_argument("--scenes", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only-names", action="store_true", help="the locator has not changed")
    args = parser.parse_args()
    before = calibration.calibration()
    card = before.card
    # What counts as explained depends on what was taken for a card: fit, look again, fit.
    for turn in range(0 if args.only_names else 2):
        card = fit_cards(list(trials(args.decks, SEED + turn, args.scenes // 2)))
        save(card, before.name, before.sure, before.strange)
    rows, right, own, strange = names(args.decks, args.scenes, args.workers)
    name = logistic(rows, right)
    confidence = np.array([name(row) for row in rows])
    sure = min(max(threshold(confidence, right), 0.9), 0.999)
    between = (float(np.percentile(own, 5)) + float(np.percentile(strange, 95))) / 2
    save(card, name, sure, between)
    unmarked = confidence >= sure
    print(f"{len(right)} names, {right.mean():.3f} right; sure from {sure:.4f}: {unmarked.mean():.3f} of them")
    print(f"{right[unmarked].mean():.4f} of those right")
    print(f"likeness {np.median(own):.2f}, of strangers {np.median(strange):.2f}")
    print(PATH.read_text())


if __name__ == "__main__":
    main()
