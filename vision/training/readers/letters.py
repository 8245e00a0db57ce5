"""Trains the reader of letters: `python -m vision.training.readers.letters --decks ... --minutes 20 [--start FILE]`.

It learns from French decks with their own letters, those of other countries, any others, and in other typefaces. The
reader sees the top left of an outline. It says whether J, Q, K, 10 or another letter is printed there.
"""

from collections.abc import Iterator
from itertools import count

import numpy as np
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from scoring.cards import JOKER
from vision.classification.letter_reader import ANSWERS, NONE, OTHER
from vision.detection.crops import crop_index
from vision.training.artwork.lettered import ENGLISH, Letters, answer, lettered, some_letters
from vision.training.learning.data import CARDS_LENGTHS, CARDS_SCENE, Rng, Scenes, drawn_again, jittered
from vision.training.learning.networks import LetterReader
from vision.training.readers.indices import BARE_JOKERS, WITHOUT, learn_from_indices, seen_of
from vision.training.synthesis.scans import Scan
from vision.training.synthesis.scenes import Scene, SceneMaker

PILE_LENGTHS, PILES = (70, 150), 0.7  # pixels; share of scenes that show one whole pile
FANS = 0.3  # share of scenes that show a fan
POOL, FRESH = 24, 6  # decks with other letters in use, and scenes after which a new one replaces one
AGAIN = 0.55  # share of crops that are used again
OWN = 0.5  # frequency of a deck as scanned, relative to a relettered one
UNASKED = 0.8  # share of corners without a letter that are left out: most cards have none


class LetterData(Scenes):
    """Batches (pictures (B, 3, 64, 48) uint8, answer)."""

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        every = self.maker()
        rng, pool = every.rng, list[tuple[np.ndarray, int]]()
        own = {name: {str(i): scan for i, scan in enumerate(cards)} for name, cards in every.decks.items()}
        own = {n: c for n, c in own.items() if n not in WITHOUT and next(iter(c.values())).pattern == "french"}
        bases, letters = sorted(own), dict.fromkeys(own, ENGLISH)

        def printed(name: str) -> dict[str, Scan]:
            """A random deck with letters printed over its own."""
            cards = dict[str, Scan]()
            while not cards:  # in some decks the letters are not found
                letters[name] = some_letters(rng)
                cards = lettered(name, own[bases[rng.integers(len(bases))]], rng, letters[name])
            return cards

        new = [f"lettered-{place}" for place in range(POOL)]
        shares = dict.fromkeys(own, OWN * POOL / len(own))
        maker = SceneMaker(own | {name: printed(name) for name in new}, rng, shares, hard=every.hard)
        for made in count(1):
            if made % FRESH == 0:
                name = new[rng.integers(POOL)]
                maker.decks[name] = list(printed(name).values())
            pile = bool(rng.random() < PILES)
            often = {"fan": 1.0} if rng.random() < FANS else None
            lengths = PILE_LENGTHS if pile or often else CARDS_LENGTHS
            scene = maker.make(CARDS_SCENE, *lengths, pile=pile, often=often)
            pool.extend(_cut(scene, letters, rng))
            yield from drawn_again(pool, self.batch, rng, AGAIN)


def _cut(scene: Scene, letters: dict[str, Letters], rng: Rng) -> Iterator[tuple[np.ndarray, int]]:
    """The corners of a scene, with their targets."""
    for number, (scan, quad) in enumerate(zip(scene.scans, scene.quads, strict=True)):
        for turn in (0, 2):
            corner = np.roll(quad, turn, 0)
            seen = seen_of(scene, number, corner)
            bare = scan.code == JOKER.code and scan.deck in BARE_JOKERS
            if 0.3 < seen < 0.8 or bare:
                continue
            said = answer(scan.code, letters[scan.deck]) if seen >= 0.8 else NONE
            if said == NONE and rng.random() < UNASKED:
                continue
            near = jittered(rng, corner, abs(rng.normal(0, 0.3)))
            yield crop_index(scene.picture, near), ANSWERS.index(said)


def loss_of(said: Tensor, target: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a batch, and the shares of right answers: for kings, for other letters, for all."""
    right = said.argmax(1) == target
    king, other = target == ANSWERS.index("K"), target == ANSWERS.index(OTHER)
    parts = {"king": right[king].float().mean(), "other": right[other].float().mean(), "all": right.float().mean()}
    return F.cross_entropy(said, target, label_smoothing=0.01), parts


def main() -> None:
    learn_from_indices("letter", __doc__, LetterReader, LetterData, loss_of)


if __name__ == "__main__":
    main()
