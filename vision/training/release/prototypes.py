"""Makes prototypes of decks without training:
`python -m vision.training.release.prototypes --decks FOLDER... DECK... --out OUT`.

Every card of the named decks is photographed a few times (`vision.training.synthesis.scenes`). The mean of the
classifier's embeddings becomes one more prototype of the card, beside a trained one if there is one. A card may have
several prototypes, one for each maker's drawing; the nearest counts.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats
from vision.classification import classifier
from vision.classification.prototypes import views_of
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.training.learning.data import jittered
from vision.training.synthesis import scans
from vision.training.synthesis.scans import Scan
from vision.training.synthesis.scenes import SceneMaker

SCENE, LENGTHS = 1200, (150, 240)  # pixels
SPREAD = {"grid": 0.7, "strewn": 0.3}  # layouts and their frequencies (vision.training.synthesis.layouts)
VIEWS = 12  # least views of each card
SEEN = 0.75  # share of a card that must be visible
ILL = 0.25  # spread of an outline's error, as in the classifier's training


def photographed(deck: str, cards: dict[str, Scan], seed: int, views: int = VIEWS) -> dict[str, Floats]:
    """The unit embedding (128,) of every card of a deck, by code: the mean of at least `views` views."""
    rng = np.random.default_rng(seed)
    maker = SceneMaker({deck: cards}, rng, {}, tables=30)
    sums: dict[str, Floats] = {scan.code: np.zeros(128, np.float32) for scan in cards.values()}
    counts = dict.fromkeys(sums, 0)
    while min(counts.values()) < views:
        # The cards seen least are dealt again.
        few = sorted(cards, key=lambda key: counts[cards[key].code])[:20]
        maker.decks[deck] = [cards[key] for key in few]
        scene = maker.make(SCENE, *LENGTHS, pile=True, often=SPREAD)
        whole = np.flatnonzero(scene.visible >= SEEN)
        if not len(whole):
            continue
        quads = np.array([jittered(rng, scene.quads[place], abs(rng.normal(0, ILL))) for place in whole])
        embeddings, _, _ = classifier.embed(Pyramid(scene.picture), quads)
        for place, embedding in zip(whole, embeddings, strict=True):
            sums[scene.scans[place].code] += embedding
            counts[scene.scans[place].code] += 1
    return {code: total / np.linalg.norm(total) for code, total in sums.items()}


def added(stored: dict[str, np.ndarray], pattern: str, more: dict[str, Floats]) -> dict[str, np.ndarray]:
    """The content of prototypes.npz with `more` prototypes (code -> unit embedding) of a pattern."""
    codes, directions = f"codes:{views_of(pattern)}", f"directions:{views_of(pattern)}"
    new_codes, new = np.array(list(more)), np.stack(list(more.values())).astype(np.float16)
    if codes in stored:
        new_codes, new = np.concatenate([stored[codes], new_codes]), np.concatenate([stored[directions], new])
    return stored | {codes: new_codes, directions: new}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "names", nargs="+", metavar="DECK", help="of the folders, as vision.training.synthesis.scans knows them"
    )
    parser.add_argument("--decks", type=Path, nargs="+", required=True, help="folders of DECK/CODE.jpg")
    parser.add_argument("--out", type=Path, required=True, help="a folder with prototypes.npz, which is written anew")
    parser.add_argument("--only", nargs="+", metavar="CODE", help="only these cards")
    parser.add_argument("--views", type=int, default=VIEWS)
    parser.add_argument("--seed", type=int, default=5)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    known = scans.load(args.decks)
    if missing := set(args.names) - set(known):
        parser.error(f"no deck {', '.join(sorted(missing))} in {', '.join(map(str, args.decks))}")
    sessions.network("name")
    with np.load(args.out / "prototypes.npz") as file:
        stored = dict(file)
    for number, name in enumerate(args.names):
        cards = {key: scan for key, scan in known[name].items() if not args.only or scan.code in args.only}
        found = photographed(name, cards, args.seed + number, args.views)
        stored = added(stored, next(iter(known[name].values())).pattern, found)
        print(f"{name}: {len(found)} cards", flush=True)
    np.savez_compressed(args.out / "prototypes.npz", allow_pickle=False, **stored)


if __name__ == "__main__":
    main()
