"""Compares the cards recognised on synthetic photographs with the cards that are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass

import cv2

from scoring.cards import JOKER
from vision.decks.enrolled import EnrolledDeck
from vision.pipeline.recognition import recognise
from vision.training.synthesis.scenes import Scene
from vision.types import FilmCard, SeenCard

READABLE = 0.6  # share of a card that must be visible for it to be expected
CUT = 8  # pixels a card may reach out of the picture and still be expected


def packs_of(scene: Scene) -> int:
    """Packs needed for the cards of a scene; a pack has two jokers."""
    there = Counter(scan.code for scan in scene.scans)
    return max((-(-n // 2) if code == JOKER.code else n for code, n in there.items()), default=1)


@dataclass
class Tally:
    """Cards named right, wrongly and not at all (`lost`), cards marked as doubtful, and accuracy of the unmarked ones
    (`sure`).
    """

    right: int = 0
    wrong: int = 0
    lost: int = 0
    exact: int = 0
    scenes: int = 0
    marked: int = 0
    shown: int = 0
    sure: int = 0
    sure_right: int = 0

    def read(
        self, scene: Scene, deck: str | EnrolledDeck, readable: float = READABLE, cut: float = CUT
    ) -> Sequence[SeenCard]:
        """Recognise a scene as a photograph of `deck` and count. Cards with less than `readable` visible, or reaching
        out of the picture by more than `cut` pixels, are not expected.
        """
        _, data = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        seen = recognise(data.tobytes(), deck, packs=packs_of(scene)).cards
        self.count(scene, seen, readable, cut)
        return seen

    def count(
        self, scene: Scene, seen: Sequence[SeenCard | FilmCard], readable: float = READABLE, cut: float = CUT
    ) -> None:
        """Count the cards `seen` of a scene."""
        size = scene.picture.shape[0]
        there, asked = Counter[str](), Counter[str]()
        for scan, quad, visible in zip(scene.scans, scene.quads, scene.visible, strict=True):
            there[scan.code] += 1
            whole = quad.min() > -cut and quad.max() < size + cut
            asked[scan.code] += int(visible >= readable and whole)
        self.add(seen, asked, there)

    def add(self, seen: Sequence[SeenCard | FilmCard], asked: Counter[str], there: Counter[str]) -> None:
        """Count the cards `seen` against those `asked` for; a card that is `there` but not asked for is not wrong."""
        named = Counter(card.card.code for card in seen if card.card)
        certain = Counter(card.card.code for card in seen if card.card and not card.doubtful)
        self.scenes += 1
        self.right += (named & asked).total()
        self.lost += (asked - named).total()
        self.wrong += (named - there).total()
        self.exact += not (asked - named) and not (named - there)
        self.marked += sum(card.doubtful for card in seen)
        self.shown += len(seen)
        self.sure += certain.total()
        self.sure_right += (certain & there).total()

    def __add__(self, other: Tally) -> Tally:
        return Tally(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    def __str__(self) -> str:
        return (
            f"{self.right + self.lost} cards, recall {self.right / max(1, self.right + self.lost):.3f}, precision "
            f"{self.right / max(1, self.right + self.wrong):.3f}, exact {self.exact} of {self.scenes}, marked "
            f"{self.marked} of {self.shown}, unmarked right {self.sure_right} of {self.sure}"
        )
