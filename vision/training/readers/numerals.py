"""Trains the reader of corner numerals: `python -m vision.training.readers.numerals --decks ... --minutes 40`.

Numerals in every typeface of this machine are printed on real and invented decks that have none. Decks with numerals of
their own are used too. The reader sees the top left of an outline and says which numeral is there, or none.
"""

from collections.abc import Iterator

import numpy as np
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from vision.classification.numeral_reader import NOTHING, NUMBERED
from vision.detection.crops import NUMERAL_PART, crop_index
from vision.training.artwork.invented import Sources
from vision.training.artwork.numbered import (
    BARE,
    FAINT,
    FRENCH_PART,
    SMALL,
    Mark,
    NumberedDeck,
    contrast,
    own_mark,
    varied,
)
from vision.training.learning.data import Rng, Scenes, drawn_again, jittered
from vision.training.learning.networks import NumeralReader
from vision.training.readers.indices import learn_from_indices, seen_of
from vision.training.readers.latin import latin
from vision.training.synthesis.scenes import Scene, SceneMaker

SCENE, LENGTHS = 512, (140, 420)  # pixels
HARD = 0.15  # share of scenes that are hard (`vision.training.synthesis.harder`)
POOL, FRESH = 24, 14  # decks with printed numerals in use, and scenes after which a new one replaces one
AGAIN = 0.78  # share of crops that are used again, each time changed a little
FAINTLY = 0.15  # share of FAINT numerals that are kept: hardly anybody could read them


class NumeralData(Scenes):
    """Batches (pictures (B, 3, 64, 48) uint8, numeral from 0 or NOTHING)."""

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        every = self.maker()
        rng = every.rng
        scanned = {name: {str(i): scan for i, scan in enumerate(cards)} for name, cards in every.decks.items()}
        by_code = {name: {scan.code: scan for scan in cards} for name, cards in every.decks.items()}
        foreign = {n: c for n, c in by_code.items() if next(iter(c.values())).pattern in ("french", "tarot")}
        sources = Sources.of(latin(by_code), foreign)
        bare = {name: by_code[name] for name in BARE if name in by_code}
        names = [f"numbered-{place}" for place in range(POOL)]
        decks = {name: NumberedDeck(name, sources, bare, rng) for name in names}
        french = sum(cards[0].pattern == "french" for cards in every.decks.values())
        shares = dict.fromkeys(foreign, 4.0 / french) | {"tarot-nouveau": 1.0, "tarot-nouveau-grimaud-1898": 0.3}
        shares |= {name: 1.5 for name, cards in every.decks.items() if cards[0].pattern in NUMBERED}
        shares |= dict.fromkeys(names, 14 / POOL) | dict.fromkeys(bare, 0.3) | dict.fromkeys(SMALL, 0.0)
        maker = SceneMaker(scanned | {n: deck.scans for n, deck in decks.items()}, rng, shares, hard=HARD)
        pool = list[tuple[np.ndarray, int]]()
        made = 0
        while True:
            made += 1
            if made % FRESH == 0:
                name = names[rng.integers(POOL)]
                decks[name] = NumberedDeck(name, sources, bare, rng)
                maker.decks[name] = list(decks[name].scans.values())
            scene = maker.make(SCENE, *LENGTHS, pile=bool(rng.random() < 0.5))
            pool.extend(_cut(scene, decks, rng))
            yield from drawn_again(pool, self.batch, rng, AGAIN, varied)


def _cut(scene: Scene, decks: dict[str, NumberedDeck], rng: Rng) -> Iterator[tuple[np.ndarray, int]]:
    """The corners of a scene, with the numerals to be read there."""
    for card, (scan, quad) in enumerate(zip(scene.scans, scene.quads, strict=True)):
        if scan.deck in decks:
            mark: Mark | None = decks[scan.deck].marks.get(scan.code, (NOTHING, FRENCH_PART))
        else:
            mark = own_mark(scan)
        if mark is None:
            continue
        number, part = mark
        for turn in (0, 2):
            corner = np.roll(quad, turn, 0)
            seen = seen_of(scene, card, corner, part)
            if 0.3 < seen < 0.85:
                continue
            target = number if seen >= 0.85 else NOTHING
            if target == NOTHING and rng.random() < 0.6:
                continue
            near = jittered(rng, corner, abs(rng.normal(0, 0.3)))
            cut = crop_index(scene.picture, near, NUMERAL_PART)
            if target != NOTHING and contrast(cut, part) < FAINT and rng.random() > FAINTLY:
                continue
            yield cut, target


def loss_of(said: Tensor, target: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a batch, and the shares of right answers: where there is a numeral, and where there is none."""
    right, there = said.argmax(1) == target, target != NOTHING
    parts = {"numeral": right[there].float().mean(), "nothing": right[~there].float().mean()}
    return F.cross_entropy(said, target, label_smoothing=0.01), parts


def main() -> None:
    learn_from_indices("numeral", __doc__, NumeralReader, NumeralData, loss_of)


if __name__ == "__main__":
    main()
