"""Fits vision/weights/calibration.json on synthetic photos: `python -m vision.training.release.calibrate --decks ...`.

In a third of the trials the recogniser is told the wrong pattern, so that calibration covers unknown decks. `--latin`
fits only the second verdict on Latin suits (`vision.pipeline.second_pass`), also on reprints and invented decks.
`--indexed` fits only the one on indices (`vision.classification.confidence.of_index`), also on strange decks. No real
photograph is used.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import torch

from vision.classification.confidence import SIZE, UNREAD, VISIBLE
from vision.detection.detector import SHOWS
from vision.nets import calibration, sessions
from vision.pipeline.second_pass import evidence, is_latin
from vision.training.release.trials import Trial, indexed_trials, latin_trials, trials

SEED = 30_000_000
PLAIN, LATIN, INDEXED = "plain", "latin", "indexed"  # which verdict is fitted
WRONG = 0.002  # share of unmarked cards that may be wrong; the promise is 0.005
# The same for names that only the second verdict unmarks: they are few, and hardly raise the share among all.
WRONG_AT_SECOND = 0.004
UNLIKE = 5  # percentile of right piles' similarity: upper bound of `Calibration.strange`
FAMILIAR = 20  # percentile of right piles' similarity: `Calibration.familiar`
HIDDEN, SHRINK = 12, 0.01  # units of the verdict's hidden layer; weight decay
# The verdict on indices: number of networks averaged, their weight decay, confidence below which a name is marked.
SEVERAL, SHRINK_INDEXED, DOUBTED = 4, 0.003, 0.92
PILE_SIMILARITY = 15  # the feature with the median similarity of the pile
PATH = sessions.FOLDER / "calibration.json"


def logistic(x: np.ndarray, y: np.ndarray) -> calibration.Logistic:
    """Logistic regression with a small L2 penalty, by L-BFGS."""
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


@dataclass(frozen=True)
class Gathered:
    """Training data from trials.

    `outlines` (M, E), and whether each is a `card`. `rows` (N, E) of named outlines, and their `truths` (N, 2): is a
    card, is rightly named. Flags: `named`; `indexed`, the deck has indices; `unsure` after the first verdict, in a pile
    of Latin suits. `own`, `strange`: similarity of piles to the right deck, and to a wrong one.
    """

    outlines: np.ndarray
    card: np.ndarray
    rows: np.ndarray
    truths: np.ndarray
    named: np.ndarray
    indexed: np.ndarray
    unsure: np.ndarray
    own: np.ndarray
    strange: np.ndarray

    def of(self, which: np.ndarray) -> Gathered:
        """A copy with these rows only."""
        part = {name: getattr(self, name)[which] for name in ("rows", "truths", "named", "indexed", "unsure")}
        return replace(self, **part)


def gather(folders: list[Path], seed: int, scenes: int, workers: int, kind: str = PLAIN) -> Gathered:
    """Recognise `scenes` synthetic photographs, in several processes."""
    share = -(-scenes // workers)
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        return _joined(pool.map(_gather, [(folders, seed + worker, share, kind) for worker in range(workers)]))


def _gather(task: tuple[list[Path], int, int, str]) -> Gathered:
    cv2.setNumThreads(1)
    folders, seed, scenes, kind = task
    # One at a time: the photographs and decks of a hundred trials take a gigabyte.
    made = {PLAIN: trials, LATIN: latin_trials, INDEXED: indexed_trials}[kind]
    return _joined(_learned(trial, kind) for trial in made(folders, seed, scenes))


def _joined(parts: Iterable[Gathered]) -> Gathered:
    every = list(parts)
    return Gathered(*(np.concatenate([getattr(part, f.name) for part in every]) for f in fields(Gathered)))


def _learned(trial: Trial, kind: str) -> Gathered:
    reading, indexed = trial.reading, trial.deck.is_indexed
    named = np.array(reading.names, int) >= 0
    right = [
        card >= 0 and place >= 0 and trial.scene.scans[card].code == trial.deck.cards[place].code
        for card, place in zip(trial.names, reading.names, strict=True)
    ]
    middling = [np.median(reading.faces.similarity.max(axis=1))] if len(reading.found) else []
    return Gathered(
        trial.found.evidence,
        trial.covers >= 0,
        evidence(reading, trial.deck) if kind == LATIN else reading.evidence[:, : SIZE if kind == PLAIN else None],
        np.column_stack([trial.names >= 0, np.array(right, bool)]).astype(float),
        named,
        np.full(len(named), indexed),
        (reading.right < trial.deck.sure) & is_latin(reading),
        np.array([] if trial.stranger else middling, float),
        np.array(middling if trial.stranger else [], float),
    )


def fit_verdict(
    rows: np.ndarray, truths: np.ndarray, named: np.ndarray, shrink: float = SHRINK, seed: int = 1
) -> calibration.Verdict:
    """Fit the small network by binary cross-entropy with an L2 penalty, by L-BFGS."""
    torch.manual_seed(seed)
    mean, spread = rows.mean(0), rows.std(0) + 1e-6
    evidence = torch.from_numpy(np.hstack([(rows - mean) / spread, np.ones((len(rows), 1))]))
    truth, asked = torch.from_numpy(truths), torch.from_numpy(np.stack([np.ones(len(rows)), named], 1))
    hidden = (torch.randn(HIDDEN, evidence.shape[1], dtype=torch.float64) * 0.3).requires_grad_()
    out = torch.zeros(2, HIDDEN + 1, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.LBFGS([hidden, out], max_iter=600, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        middle = torch.tanh(evidence @ hidden.T)
        said = torch.cat([middle, torch.ones(len(rows), 1, dtype=torch.float64)], 1) @ out.T
        every = torch.nn.functional.binary_cross_entropy_with_logits(said, truth, reduction="none")
        value = (every * asked).sum() / asked.sum() + shrink * ((hidden**2).sum() + (out**2).sum()) / HIDDEN
        value.backward()
        return value

    optimiser.step(loss)
    return calibration.Verdict(mean, spread, hidden.detach().numpy(), out.detach().numpy())


def threshold(confidence: np.ndarray, right: np.ndarray, most: float = WRONG) -> float:
    """The lowest confidence above which at most a share `most` of the names is wrong."""
    order = np.argsort(-confidence)
    wrong = np.cumsum(~right[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero(wrong <= most)
    found = float(confidence[order][good[-1]]) if len(good) else 1.0
    return min(max(found, 0.9), 0.9995)


def fit_several(rows: np.ndarray, truths: np.ndarray, named: np.ndarray) -> calibration.Verdict:
    """The verdict on indices: several networks side by side in one, which gives their mean."""
    every = [fit_verdict(rows, truths, named, SHRINK_INDEXED, seed) for seed in range(1, SEVERAL + 1)]
    outs = [verdict.out[:, :-1] / SEVERAL for verdict in every]
    bias = sum(verdict.out[:, -1:] for verdict in every) / SEVERAL
    hidden = np.concatenate([verdict.hidden for verdict in every])
    return replace(every[0], hidden=hidden, out=np.hstack([*outs, bias]))


def unseen_confidence(got: Gathered, fit: Callable[..., calibration.Verdict] = fit_verdict) -> np.ndarray:
    """Out-of-sample confidence (N,) in each name: two-fold cross-validation of the verdict."""
    confidence, half = np.zeros(len(got.rows)), np.arange(len(got.rows)) < len(got.rows) // 2
    for part in (half, ~half):
        verdict = fit(got.rows[~part], got.truths[~part], got.named[~part])
        confidence[part] = verdict(got.rows[part])[:, 1]
    return confidence


def save(now: calibration.Calibration) -> None:
    """Write the calibration and put it in use."""
    logistics = {
        n: {"weights": each.weights, "bias": each.bias} for n, each in (("card", now.card), ("unread", now.unread))
    }
    parts = {n: _stored(getattr(now, n)) for n in ("verdict", "latin", "indexed")}
    rest = {"sure": now.sure, "sure_indexed": now.sure_indexed, "strange": now.strange, "familiar": now.familiar}
    rest |= {"sure_latin": now.sure_latin, "doubted": now.doubted}
    PATH.write_text(json.dumps({**logistics, **parts, **rest}) + "\n")
    calibration.calibration.cache_clear()


def _stored(verdict: calibration.Verdict) -> dict[str, list[float]]:
    return {f.name: np.round(getattr(verdict, f.name), 6).tolist() for f in fields(verdict)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=Path, nargs="+", required=True)
    parser.add_argument("--scenes", type=int, default=400)
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--latin", dest="kind", action="store_const", const=LATIN, help="only the verdict on Latin suits")
    only.add_argument("--indexed", dest="kind", action="store_const", const=INDEXED, help="only that on indices")
    parser.set_defaults(kind=PLAIN)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a file (.npz) to keep what was gathered in")
    parser.add_argument("--again", action="store_true", help="fit to what was kept, look at nothing")
    args = parser.parse_args()
    fit = {PLAIN: fitted, LATIN: fitted_latin, INDEXED: fitted_indexed}[args.kind]
    if args.again:
        with np.load(args.keep) as kept:
            fit(Gathered(**kept))
        return
    got = gather(args.decks, SEED, args.scenes, args.workers, args.kind)
    if args.keep:
        np.savez(args.keep, **{f.name: getattr(got, f.name) for f in fields(got)})
    fit(got)


def fitted(got: Gathered) -> None:
    """Fit everything to the gathered data, save it and print its quality."""
    familiar = float(np.percentile(got.own, FAMILIAR)) if len(got.own) else 0.0
    # Some patterns share drawings: a pile as similar to the wrong deck as to its own does not count as strange.
    strange = got.strange[got.strange < familiar]
    if not len(strange):
        raise SystemExit("Too few photographs to calibrate on: none is of a strange deck. Ask for more (--scenes).")
    low = float(np.percentile(got.own, UNLIKE))
    between = min(low, (low + float(np.percentile(strange, 95))) / 2)
    print(
        f"similarity {np.median(got.own):.2f}, of strangers {np.median(got.strange):.2f}, between {between:.3f}, "
        f"familiar from {familiar:.3f}"
    )
    card = logistic(got.outlines, got.card)
    unread = logistic(got.rows[:, UNREAD], got.truths[:, 0])
    # Less similar piles are strange: the verdict is not used on them (vision.classification.latin_reader).
    got = got.of(got.indexed | (got.rows[:, PILE_SIMILARITY] >= between))
    verdict = fit_verdict(got.rows, got.truths, got.named)
    confidence, right = unseen_confidence(got), got.truths[:, 1] > 0.5
    sure = {}
    for indexed in (False, True):
        mine = got.named & (got.indexed == indexed)
        sure[indexed] = threshold(confidence[mine], right[mine])
        unmarked = mine & (confidence >= sure[indexed])
        cards = (got.truths[:, 0] > 0.5) & (got.indexed == indexed)
        print(
            f"indexed {indexed}: {mine.sum()} names, {right[mine].mean():.3f} right; sure from {sure[indexed]:.4f}: "
            f"{unmarked.sum()}, {right[unmarked].mean():.4f} of those right; of {cards.sum()} cards "
            f"{(cards & unmarked).sum() / max(1, cards.sum()):.3f} unmarked"
        )
    before = calibration.calibration()
    now = replace(before, card=card, unread=unread, verdict=verdict, sure=sure[False], sure_indexed=sure[True])
    save(replace(now, strange=between, familiar=familiar))


def fitted_latin(got: Gathered) -> None:
    """Fit the second verdict to the gathered data on Latin suits, save it and print its quality."""
    verdict = fit_verdict(got.rows, got.truths, got.named)
    confidence, right = unseen_confidence(got), got.truths[:, 1] > 0.5
    # It is used only on names that the first verdict leaves unsure.
    asked = got.named & got.unsure
    sure = threshold(confidence[asked], right[asked], WRONG_AT_SECOND)
    unmarked = asked & (confidence >= sure)
    print(
        f"{asked.sum()} of {got.named.sum()} names unsure; sure from {sure:.4f}: {unmarked.sum()}, "
        f"{right[unmarked].mean():.4f} of those right"
    )
    save(replace(calibration.calibration(), latin=verdict, sure_latin=sure))


def fitted_indexed(got: Gathered) -> None:
    """Fit the verdict on cards with indices to the gathered data, save it and print its quality."""
    marked, right = unseen_confidence(got, fit_several) < DOUBTED, got.truths[:, 1] > 0.5
    asked = got.named & (got.rows[:, VISIBLE] >= SHOWS)
    for kind, mine in (("right", asked & right), ("wrong", asked & ~right)):
        print(f"{kind}: {mine.sum()} names, {(mine & marked).sum()} of them marked")
    verdict = fit_several(got.rows, got.truths, got.named)
    save(replace(calibration.calibration(), indexed=verdict, doubted=DOUBTED))


if __name__ == "__main__":
    main()
