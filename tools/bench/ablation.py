"""Ablation: switches off one recognition rule at a time and reads photographs that no rule was tuned on.

A rule can go if it finds no more cards, saves no marks, and prevents no unmarked wrong name. The photographs are
synthetic, of known, unseen and invented decks, with their own seed; the scans are those of `../shared/decks`. Without
Debian's gnome-cards-data the kinds that need its French decks are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from tools.conditions import CONDITIONS, Condition, count, shots
from tools.tally import Tally
from vision.classification import index_reader, latin_reader
from vision.training.artwork.printings import inventor
from vision.training.synthesis import scans
from vision.training.synthesis.scenes import Scene

DECKS = Path("../shared/decks")
SEED, PHOTOGRAPHS = 52_000, 2  # of each kind
KINDS = (
    *("rows that overlap", "loose heaps", "fans (French)", "columns of melds (French)", "jokers never learned"),
    *("French decks never learned", "jokers of decks that were learned"),
    *("tarot, rows and heaps", "a book or a cloth over them", "half out of the picture", "candle light"),
    *("hard, rows that overlap", "tilted by 62 degrees", "tilted by 62 degrees (French)"),
)
INVENTED = Condition(patterns=("french",))  # recognition takes scans of an unknown deck for French ones


def _no_flags(outlines: int) -> np.ndarray:
    return np.zeros(outlines, bool)


def _no_numerals(named: np.ndarray, *_: object, **__: object) -> tuple[np.ndarray, ...]:
    ranks = len(latin_reader.RANKS)
    unread = np.full((len(named), ranks), 1 / ranks, np.float32)
    return named, unread, unread, np.zeros(len(named), np.float32)


# Rule -> the function to patch (dotted name), and its replacement without the rule.
RULES: dict[str, dict[str, Callable[..., Any]]] = {
    "near-black pictures are brightened": {"vision.pipeline.recognition.lit": lambda pyramid: pyramid},
    "overlooked cards are looked for": {
        "vision.detection.detector.overlooked": lambda judged, *_: judged.only(np.arange(0))
    },
    "outlines with the same index are one": {
        "vision.classification.index_reader.distinct": lambda pyramid, found, deck: (
            found,
            index_reader.look(pyramid, found.quads, deck),
        )
    },
    "cards on their sides are turned": {
        "vision.classification.classifier.put_upright": lambda _, found, faces, *__: (found, faces)
    },
    "an outline within a card is none": {
        "vision.classification.classifier._within_another": lambda reading: _no_flags(len(reading.found))
    },
    "letters are read": {
        "vision.classification.index_reader._lettered": lambda _, ranks, __: (ranks, np.zeros_like(ranks))
    },
    "a clear index is believed": {
        "vision.classification.confidence.by_index": lambda index, *_: (
            _no_flags(len(index.clear)),
            _no_flags(len(index.clear)),
        )
    },
    "a joker needs evidence": {
        "vision.classification.confidence.like_a_joker": lambda index, *_: _no_flags(len(index.clear))
    },
    "Latin suits are read": {"vision.classification.latin_reader.joined": lambda named, *_: named},
    "numerals are read": {"vision.classification.latin_reader.numbered": _no_numerals},
    "what is printed disputes a name": {
        "vision.classification.classifier.disputed": lambda faces, *_: _no_flags(len(faces.stray)),
        "vision.pipeline.second_pass.disputed": lambda faces, *_: _no_flags(len(faces.stray)),
    },
    "doubtful outlines are refitted": {
        "vision.pipeline.second_pass.refitted": lambda *_: (np.zeros(0, int), np.zeros((0, 4, 2)))
    },
    "Latin names are judged again": {"vision.pipeline.second_pass._surer": lambda reading, *_: reading},
    "columns of melds are completed": {"vision.pipeline.columns.completed": lambda _, found, said, __: (found, said)},
    "a covered card's index is trusted": {
        "vision.classification.index_reader.IndexReading.trusted": lambda said, *_: said
    },
    "steep photographs are rectified": {"vision.pipeline.rectify.rectified": lambda *_: None},
}


def photographs(folders: list[Path]) -> Iterator[tuple[Condition, Scene, str]]:
    """Yield each photograph: its condition, the scene, and the deck that recognition is told."""
    cards = scans.load(folders)
    for place, name in enumerate(KINDS):
        for scene in shots(CONDITIONS[name], cards, PHOTOGRAPHS, np.random.default_rng(SEED + place)):
            yield CONDITIONS[name], scene, scene.scans[0].pattern
    invent = inventor(cards, np.random.default_rng(SEED - 1))
    for place in range(4 * PHOTOGRAPHS):
        for scene in shots(INVENTED, {"invented": invent()}, 1, np.random.default_rng(SEED - 2 - place)):
            yield INVENTED, scene, "italian"


def read(scenes: list[tuple[Condition, Scene, str]], rule: str = "") -> Tally:
    """Read all photographs with one rule switched off."""
    tally = Tally()
    with ExitStack() as left_out:
        for target, instead in RULES.get(rule, {}).items():
            left_out.enter_context(patch(target, instead))
        for how, scene, deck in scenes:
            count(tally, scene, how, deck)
    return tally


def main() -> None:
    if not DECKS.is_dir():
        print(f"no scans in {DECKS}: nothing to read")
        return
    scenes = list(photographs([DECKS]))
    every = read(scenes)
    asked = every.right + every.lost
    print(f"{len(scenes)} photographs, {asked} cards; with every rule: {_line(every)}", flush=True)
    for rule in RULES:
        without = read(scenes, rule)
        more = (without.right - every.right, without.marked - every.marked, _wrong(without) - _wrong(every))
        print(f"{rule + ':':40} {_line(without)} ({', '.join(f'{n:+}' for n in more)})", flush=True)


def _wrong(tally: Tally) -> int:
    return tally.sure - tally.sure_right


def _line(tally: Tally) -> str:
    return f"{tally.right:5} cards {tally.marked:4} marks {_wrong(tally):3} wrong unmarked"


if __name__ == "__main__":
    main()
