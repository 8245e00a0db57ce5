"""What one look at a strange deck is worth: `python -m tools.one_look --photos ../shared/photos`.

The first half of a set of photographs is confirmed, as players confirm piles; then the second half is read with what
was learned, and without it. The sets are folders of labelled photographs, and decks that nobody printed
(`tools.enrolled`) on synthetic tables, which need Debian's gnome-cards-data.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from scoring.cards import FRENCH, Card
from tools.enrolled import LENGTHS, SCENE, SPREAD, invented
from tools.tally import Tally
from vision.decks.catalogue import family_of
from vision.decks.embeddings import unpack
from vision.decks.enrolled import EnrolledDeck
from vision.pipeline.recognition import recognise
from vision.training.release.trials import covered
from vision.training.synthesis.scans import UNSEEN_FRENCH, cut_sheet, scan_of, sheet_of
from vision.training.synthesis.scenes import Scene, SceneMaker
from vision.types import SeenCard

SETS = ("spagnole-hand", "spagnole-vitoria-markers", "triestine", "french-table", "french-webcam")
Taught = list[tuple[str, bytes]]


@dataclass(frozen=True)
class Photograph:
    """A labelled photograph: its bytes, the codes on it, those that are neither asked for nor wrong, the packs."""

    data: bytes
    cards: tuple[str, ...]
    ignored: tuple[str, ...] = ()
    packs: int = 1


def photographs(folder: Path) -> tuple[str, list[Photograph]]:
    """The pattern of a folder and its photographs, in the order of their names."""
    labels = json.loads((folder / "labels.json").read_text())
    found, pattern = [], ""
    for name, label in sorted(labels.items()):
        pattern = label["deck"].split("-")[0]
        codes = tuple(each["code"] if isinstance(each, dict) else each for each in label["cards"])
        ignored = tuple(label.get("ignore", ()))
        found.append(Photograph((folder / name).read_bytes(), codes, ignored, label.get("packs") or 1))
    return pattern, found


def confirmed(seen: Sequence[SeenCard], codes: Iterable[str]) -> Taught:
    """What a person who knows the cards confirms: rightly named ones, then the likeliest of the others.

    A card of which no alternative says where it lies is left out, as one that a player taps in on the grid.
    """
    left = Counter(codes)
    taught: Taught = []
    others = []
    for card in seen:
        if card.card and left[card.card.code]:
            left[card.card.code] -= 1
            taught.append((card.card.code, card.embedding))
        else:
            others.append(card)
    chances = [
        (chance, place, each.code)
        for place, card in enumerate(others)
        for each, chance in said(card)
        if left[each.code]
    ]
    used: set[int] = set()
    for _, place, code in sorted(chances, reverse=True):
        if place not in used and left[code]:
            used.add(place)
            left[code] -= 1
            taught.append((code, others[place].embedding))
    return [(code, embedding) for code, embedding in taught if embedding]


def said(card: SeenCard) -> list[tuple[Card, float]]:
    """All names that a card was given, with their probabilities."""
    return [*([(card.card, card.confidence)] if card.card else []), *card.alternatives]


def deck_of(pattern: str, taught: Taught) -> EnrolledDeck:
    """The pattern with examples."""
    codes = tuple(code for code, _ in taught)
    return EnrolledDeck("taught", family_of(pattern) or FRENCH.name, codes, unpack(e for _, e in taught), base=pattern)


def count(tally: Tally, photo: Photograph, deck: str | EnrolledDeck) -> Sequence[SeenCard]:
    """Read a photograph and count."""
    seen = recognise(photo.data, deck, packs=photo.packs).cards
    named = Counter(card.card.code for card in seen if card.card)
    certain = Counter(card.card.code for card in seen if card.card and not card.doubtful)
    asked, free = Counter(photo.cards), Counter(photo.ignored)
    tally.scenes += 1
    tally.right += (named & asked).total()
    tally.lost += (asked - named).total()
    tally.wrong += (named - asked - free).total()
    tally.exact += not (asked - named) and not (named - asked - free)
    tally.marked += sum(card.doubtful for card in seen)
    tally.shown += len(seen)
    tally.sure += certain.total()
    tally.sure_right += (certain & (asked + free)).total()
    return seen


def of_folder(folder: Path) -> None:
    """Measure one folder."""
    pattern, photos = photographs(folder)
    half = (len(photos) + 1) // 2
    taught = [each for photo in photos[:half] for each in confirmed(count(Tally(), photo, pattern), photo.cards)]
    without, learned = Tally(), Tally()
    for photo in photos[half:]:
        count(without, photo, pattern)
        count(learned, photo, deck_of(pattern, taught))
    report(folder.name, taught, without, learned)


def of_invented(name: str, sheet: str, seed: int, piles: int) -> None:
    """Measure one invented deck, the first half of whose piles is confirmed."""
    picture = sheet_of(sheet)
    if picture is None:
        raise SystemExit(f"no deck {sheet}: gnome-cards-data is not installed")
    scans = {code: scan_of(name, code, card) for code, card in invented(seed, cut_sheet(sheet, picture)).items()}
    maker = SceneMaker({name: scans}, np.random.default_rng(seed), {})
    scenes = [maker.make(SCENE, *LENGTHS, pile=True, often=SPREAD) for _ in range(piles)]
    taught: Taught = []
    for scene in scenes[: piles // 2]:
        taught += confirmed_in(scene)
    without, learned = Tally(), Tally()
    for scene in scenes[piles // 2 :]:
        without.read(scene, "italian")
        learned.read(scene, deck_of("italian", taught))
    report(name, taught, without, learned)


def confirmed_in(scene: Scene) -> Taught:
    """What a person confirms of a synthetic photograph, where every card's place is known."""
    _, data = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
    seen = recognise(data.tobytes(), "italian").cards
    if not seen:
        return []
    names = [card.card.code if card.card else "" for card in seen]
    covers = covered(scene, np.array([card.corners for card in seen]), names)
    return [
        (scene.scans[place].code, card.embedding)
        for card, place in zip(seen, covers, strict=True)
        if place >= 0 and card.embedding
    ]


def report(name: str, taught: Taught, without: Tally, learned: Tally) -> None:
    """Say how the second half was read."""
    print(f"{name}: {len({code for code, _ in taught})} cards learned from {len(taught)} looks")
    print(f"  without {without}")
    print(f"  learned {learned}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, help="folder of folders of labelled photographs")
    parser.add_argument("--sets", nargs="+", default=SETS, metavar="FOLDER")
    parser.add_argument("--piles", type=int, default=8, help="photographs of each invented deck, 0 for none")
    parser.add_argument("--seed", type=int, default=900)
    args = parser.parse_args()
    for name in args.sets if args.photos else ():
        of_folder(args.photos / name)
    for number, sheet in enumerate(UNSEEN_FRENCH if args.piles else ()):
        of_invented(f"invented {number + 1}", sheet, args.seed + number, args.piles)


if __name__ == "__main__":
    main()
