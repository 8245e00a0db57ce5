"""Measures recognition on synthetic photographs the networks never trained on: recall, precision, and honest doubt.

`python -m vision.training.measure --decks .train/decks --scenes 60`. Thresholds of `vision.recognise` are chosen from
this table, never from real photographs that results are reported on.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from vision.recognise import recognise
from vision.training import decks as scans
from vision.training.scenes import SceneMaker

READABLE = 0.35  # visible share above which a card must be found
SEED = 20_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=Path, nargs="+", required=True)
    parser.add_argument("--scenes", type=int, default=60)
    parser.add_argument("--deck", help="play with this deck of the folder only")
    parser.add_argument("--as-deck", help="tell the recogniser this deck name instead of the true pattern")
    args = parser.parse_args()
    decks = {name: cards for folder in args.decks for name, cards in scans.load_folder(folder).items()}
    if args.deck:
        decks = {args.deck: decks[args.deck]}
    maker = SceneMaker(decks, np.random.default_rng(SEED), {})
    asked = hit = wrong = exact = 0
    marks: list[tuple[float, bool, float]] = []
    for _ in range(args.scenes):
        scene = maker.make(1200, 90, 260)
        if not scene.scans:
            continue
        _, packed = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        seen = recognise(packed.tobytes(), args.as_deck or scene.scans[0].pattern)
        inside = [_inside(quad, scene.picture.shape[0]) for quad in scene.quads]
        want = Counter(
            s.code for s, v, i in zip(scene.scans, scene.visible, inside, strict=True) if v * i > READABLE and i > 0.8
        )
        free = Counter(s.code for s in scene.scans) - want
        got = Counter(str(card.card) for card in seen.cards if card.card)
        lost, extra = want - got, got - want - free
        asked, hit, wrong = asked + want.total(), hit + (want & got).total(), wrong + extra.total()
        exact += not lost and not extra
        there = Counter(s.code for s in scene.scans)
        for card in seen.cards:
            if card.card:
                marks.append((card.confidence, str(card.card) in there, 0.0))
    print(f"asked {asked} recall {hit / max(1, asked):.3f} precision {hit / max(1, hit + wrong):.3f} exact {exact}")
    for bound in (0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995):
        above = [right for confidence, right, _ in marks if confidence >= bound]
        print(f"confidence >= {bound}: {len(above) / max(1, len(marks)):.3f} of cards, right {np.mean(above):.4f}")


def _inside(quad: np.ndarray, size: int) -> float:
    frame = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32)
    common, _ = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
    return common / max(cv2.contourArea(quad.astype(np.float32)), 1.0)


if __name__ == "__main__":
    main()
