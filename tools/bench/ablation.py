"""Ablation: switches off one recognition rule at a time and reads photographs that no rule was tuned on.

A rule can go if it finds no more cards, saves no marks, and prevents no unmarked wrong name. The photographs are
synthetic, of known, unseen and invented decks, with their own seed; the scans are those of `../shared/decks`. Without
Debian's gnome-cards-data the kinds that need its French decks are skipped. Real photographs of `../shared/photos` are a
second table; rules were tuned on these.

Only photographs on which a rule answers otherwise than its replacement are read without it.
"""

import json
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from tools.conditions import CONDITIONS, Condition, count, shots
from tools.tally import Tally
from vision.classification import index_reader, latin_reader
from vision.classification.classifier import Reading
from vision.classification.doubts import Doubt, Flags
from vision.pipeline.recognition import recognise
from vision.training.artwork.printings import inventor
from vision.training.synthesis import scans
from vision.training.synthesis.scenes import Scene

DECKS, REAL = Path("../shared/decks"), Path("../shared/photos")
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


_marked = Reading.marked


def _unmarked(doubt: Doubt) -> Callable[..., Reading]:
    """`Reading.marked` without one of the doubts."""

    def marked(reading: Reading, doubts: dict[Doubt, Flags]) -> Reading:
        return _marked(reading, {each: which & (each is not doubt) for each, which in doubts.items()})

    return marked


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
    "Latin suits are read": {"vision.classification.latin_reader.joined": lambda named, *_: named},
    "numerals are read": {"vision.classification.latin_reader.numbered": _no_numerals},
    "doubtful outlines are refitted": {
        "vision.pipeline.second_pass.refitted": lambda *_: (np.zeros(0, int), np.zeros((0, 4, 2)))
    },
    "Latin names are judged again": {"vision.pipeline.second_pass._surer": lambda reading, *_: reading},
    "columns of melds are completed": {"vision.pipeline.columns.completed": lambda _, found, said, __: (found, said)},
    "covered cards are doubted": {"vision.pipeline.gaps.doubted": lambda _, reading, *__: reading},
    "a covered card's index is trusted": {
        "vision.classification.index_reader.IndexReading.trusted": lambda said, *_: said
    },
    "steep photographs are rectified": {"vision.pipeline.rectify.rectified": lambda *_: None},
    **{
        f"doubt: {doubt}": {"vision.classification.classifier.Reading.marked": _unmarked(doubt)}
        for doubt in Doubt
        if doubt is not Doubt.IMPROBABLE
    },
}


Shot = Callable[[], Tally]  # reads a photograph and counts its cards


def photographs(folders: list[Path]) -> Iterator[Shot]:
    """Yield the synthetic photographs."""
    cards = scans.load(folders)
    for place, name in enumerate(KINDS):
        for scene in shots(CONDITIONS[name], cards, PHOTOGRAPHS, np.random.default_rng(SEED + place)):
            yield partial(_counted, scene, CONDITIONS[name], scene.scans[0].pattern)
    invent = inventor(cards, np.random.default_rng(SEED - 1))
    for place in range(4 * PHOTOGRAPHS):
        for scene in shots(INVENTED, {"invented": invent()}, 1, np.random.default_rng(SEED - 2 - place)):
            yield partial(_counted, scene, INVENTED, "italian")


def _counted(scene: Scene, how: Condition, deck: str) -> Tally:
    tally = Tally()
    count(tally, scene, how, deck)
    return tally


def real(folder: Path) -> Iterator[Shot]:
    """Yield the labelled photographs in the folders of a folder that are real."""
    for labels in sorted(folder.glob("*/labels.json")):
        for name, label in json.loads(labels.read_text()).items():
            if "rendered" not in labels.parent.name:
                yield partial(_labelled, labels.with_name(name), label)


def _labelled(photograph: Path, label: dict[str, Any]) -> Tally:
    tally, there = Tally(), Counter[str](label.get("ignore", []))
    asked = Counter[str]()
    for card in (each if isinstance(each, dict) else {"code": each} for each in label["cards"]):
        there[card["code"]] += 1
        asked[card["code"]] += card.get("readable", True)
    seen = recognise(photograph.read_bytes(), label["deck"].split("-")[0], packs=label.get("packs", 1))
    tally.add(seen.cards, asked, there)
    return tally


def touched(shot: Shot) -> tuple[Tally, set[str]]:
    """Read a photograph with every rule: what it counts, and the rules whose replacement would answer otherwise."""
    rules = set[str]()
    with ExitStack() as watched:
        for rule, targets in RULES.items():
            for target, instead in targets.items():
                both = _both(pkgutil.resolve_name(target), instead, partial(rules.add, rule))
                watched.enter_context(patch(target, both))
        return shot(), rules


def _both(rule: Callable[..., Any], instead: Callable[..., Any], note: Callable[[], None]) -> Callable[..., Any]:
    def asked(*args: Any, **kwargs: Any) -> Any:
        answer = rule(*args, **kwargs)
        if not _same(answer, instead(*args, **kwargs)):
            note()
        return answer

    return asked


def _same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(each, other[key]) for key, each in one.items())
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if is_dataclass(one):
        return all(_same(getattr(one, each.name), getattr(other, each.name, None)) for each in fields(one))
    return bool(one == other)


def without(shot: Shot, rule: str) -> Tally:
    """Read a photograph with one rule switched off."""
    with ExitStack() as left_out:
        for target, instead in RULES[rule].items():
            left_out.enter_context(patch(target, instead))
        return shot()


def main() -> None:
    for what, shots_ in (("synthetic", photographs([DECKS])), ("real", real(REAL))):
        table(what, list(shots_))


def table(what: str, photographs: list[Shot]) -> None:
    """Print what each rule changes on some photographs, or that there are none."""
    if not photographs:
        print(f"no {what} photographs", flush=True)
        return
    read = [touched(shot) for shot in photographs]
    every = sum((tally for tally, _ in read), Tally())
    print(
        f"{len(read)} {what} photographs, {every.right + every.lost} cards; with every rule: {_line(every)}", flush=True
    )
    for rule in RULES:
        asked = [place for place, (_, rules) in enumerate(read) if rule in rules]
        now = sum((without(photographs[place], rule) for place in asked), Tally())
        then = sum((read[place][0] for place in asked), Tally())
        more = (now.right - then.right, now.marked - then.marked, _wrong(now) - _wrong(then))
        said = "{:+5} cards {:+4} marks {:+3} wrong unmarked".format(*more)
        print(f"without {rule + ':':40} {said} ({len(asked)} photographs)", flush=True)


def _wrong(tally: Tally) -> int:
    return tally.sure - tally.sure_right


def _line(tally: Tally) -> str:
    return f"{tally.right} cards, {tally.marked} marks, {_wrong(tally)} wrong unmarked"


if __name__ == "__main__":
    main()
