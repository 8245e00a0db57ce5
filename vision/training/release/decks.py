"""Stores views of whole decks, which tell piles apart:
`python -m vision.training.release.decks --decks FOLDER... --out OUT`.

Every card of every scanned deck is photographed a few times (`vision.training.synthesis.scenes`). Stored are the mean
of its embeddings, and one whitening for all decks: the inverse square root of the covariance between views of a card.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Array, Floats
from vision.classification import classifier
from vision.detection import geometry
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.training.synthesis import scans
from vision.training.synthesis.scans import Scan
from vision.training.synthesis.scenes import SceneMaker

SCENE, LENGTHS = 640, (90, 200)  # pixels
VIEWS = 10  # least views of each card
SEEN = 0.4  # share of a card that must be visible
HARD = 0.3  # share of the scenes that are hard
ASKEW = 0.015  # standard deviation of the jitter of each corner, in card lengths
DEALT = 24  # cards that a scene is dealt from
# Share of the covariance that is made equal in all directions: ten views of a card are too few for all of it.
EVEN = 0.3


def photographed(cards: dict[str, Scan], maker: SceneMaker, views: int) -> dict[str, list[Floats]]:
    """Unit embeddings (128,) of every card of a deck, by code: at least `views` of each."""
    seen: dict[str, list[Floats]] = {key: [] for key in cards}
    key_of = {id(scan): key for key, scan in cards.items()}
    maker.names, maker.share = ["deck"], np.ones(1)
    while min(map(len, seen.values())) < views:
        # The cards seen least are dealt again.
        maker.decks = {"deck": [cards[key] for key in sorted(cards, key=lambda key: len(seen[key]))[:DEALT]]}
        scene = maker.make(SCENE, *LENGTHS, pile=bool(maker.rng.random() < 0.5))
        enough = np.flatnonzero(scene.visible >= SEEN)
        if not len(enough):
            continue
        quads = scene.quads[enough]
        quads = quads + maker.rng.normal(0, ASKEW, quads.shape) * geometry.length(quads)[:, None, None]
        embeddings, _, _ = classifier.embed(Pyramid(scene.picture), quads)
        for place, embedding in zip(enough, embeddings, strict=True):
            seen[key_of[id(scene.scans[place])]].append(embedding)
    return seen


def whitening(groups: list[Array]) -> Array:
    """The matrix (128, 128) that makes views of one card spread equally in all directions. `groups`: one a card."""
    apart = np.concatenate([group - group.mean(axis=0) for group in groups])
    covariance = apart.T @ apart / (len(apart) - len(groups))
    even = np.eye(len(covariance)) * np.trace(covariance) / len(covariance)
    values, vectors = np.linalg.eigh((1 - EVEN) * covariance + EVEN * even)
    return np.asarray(vectors / np.sqrt(values))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=Path, nargs="+", required=True, help="folders of DECK/CODE.jpg")
    parser.add_argument("--out", type=Path, required=True, help="a folder, decks.npz in which is written anew")
    parser.add_argument("--views", type=int, default=VIEWS)
    parser.add_argument("--seed", type=int, default=17)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sessions.network("name")
    known = scans.load(args.decks)
    some = next(iter(known))
    maker = SceneMaker({some: known[some]}, np.random.default_rng(args.seed), {}, tables=30, hard=HARD)
    patterns, groups = list[str](), list[Array]()
    for name, cards in known.items():
        seen = photographed(cards, maker, args.views)
        patterns += [scan.pattern for scan in cards.values()]
        groups += [np.array(seen[key]) for key in cards]
        print(f"{name}: {len(cards)} cards, {sum(map(len, seen.values()))} views", flush=True)
    means = np.array([group.mean(axis=0) for group in groups]).astype(np.float16)
    np.savez_compressed(
        args.out / "decks.npz",
        allow_pickle=False,
        patterns=np.array(patterns),
        views=means,
        whitening=whitening(groups).astype(np.float16),
    )


if __name__ == "__main__":
    main()
