"""How well Burraco is counted from photographs: `python -m tests.webapp.games.burraco.photographs`.

Melds and a hand of one side, out of two packs with jokers, are laid in columns and rows that overlap, burracos closed
crosswise, every group a card's width from the next; decks that no network was trained on, on the tables and under the
light of `vision.training.synthesis.scenes`. Each picture goes the way of the application: recognised, named by its
melds, grouped, judged.
No photograph is written. It needs Debian's gnome-cards-data and librsvg2-bin, as training does.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from scoring.burraco.melds import Meld, judge, points
from scoring.burraco.options import Options
from scoring.cards import FRENCH
from vision import grouped, recognise
from vision.training.synthesis.scans import Scan, cut_sheet, sheet_of
from vision.training.synthesis.scenes import DeckLook, SceneMaker, cast_shadow, paste_card, photographed
from webapp.games.burraco import Melds
from webapp.games.grouping import Groups, arranged
from webapp.games.layout import Layout
from webapp.photos.detections import detected, lots, proposed

DECKS = ("lattmann",)
SIZE = 2000  # pixels of a picture's side
TILT = (0.0, 30.0)  # degrees of the camera against the table
STEP = (0.26, 0.4)  # of a card's height from one card of a column to the next: the index can be seen
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
PACKS = Counter({**{card.code: 2 for card in FRENCH.cards}, "JOKER": 4})
Rng = np.random.Generator
Pose = tuple[str, float, float, float]  # code, x, y in card heights, turn in radians


@dataclass(frozen=True)
class Laid:
    """A picture and the truth: the outline of every card, its code, and the groups; group 0 is the hand."""

    picture: np.ndarray
    quads: np.ndarray
    codes: tuple[str, ...]
    of: tuple[int, ...]
    groups: Groups


def meld(rng: Rng, stock: Counter[str]) -> list[str]:
    """A meld out of the stock, as long as players lay them."""
    while True:
        if rng.random() < 0.6:
            size = int(rng.choice([3, 4, 5, 6, 7, 7, 8, 9]))
            low, suit = int(rng.integers(14 - size)), "SHDC"[rng.integers(4)]
            cards = [rank + suit for rank in RANKS[low : low + size]]
        else:
            rank = RANKS[rng.choice([at for at in range(13) if at != 1])]
            suits = rng.permutation(list("SHDC" * 2))[: int(rng.choice([3, 4, 5, 6, 7, 8]))]
            cards = [f"{rank}{suit}" for suit in suits]
        if rng.random() < 0.35:
            cards[rng.integers(len(cards))] = str(rng.choice(["JOKER", "2S", "2H", "2D", "2C"]))
        if not Counter(cards) - stock and isinstance(judge([FRENCH.parse(code) for code in cards], Options()), Meld):
            return cards


def dealt(rng: Rng) -> Groups:
    """The cards before one side: the hand, and two to six melds."""
    stock, groups = Counter(PACKS), []
    for _ in range(int(rng.integers(2, 7))):
        cards = meld(rng, stock)
        stock -= Counter(cards)
        groups.append(cards)
    left = [str(code) for code in rng.permutation(sorted(stock.elements()))]
    hand = left[: int(rng.integers(1, 6))]
    return [hand, *groups] if Melds().apart(hand, Options()) else dealt(rng)


def column(rng: Rng, cards: Sequence[str], aspect: float) -> list[Pose]:
    """A meld as a column or a row of overlapping cards; a burraco may be closed by a card across."""
    step, row = rng.uniform(*STEP), rng.random() < 0.3
    across = len(cards) >= 7 and rng.random() < 0.6
    poses, lying = [], cards[:-1] if across else cards
    for at, code in enumerate(lying):
        x, y = (at * step * 0.8, 0.0) if row else (0.0, at * step)
        poses.append((code, x + rng.normal(0, 0.012), y + rng.normal(0, 0.012), rng.normal(0, 0.03)))
    if across:
        x, y = poses[-1][1:3]
        poses.append((cards[-1], x + (0.34 if row else 0.0), y + (0.0 if row else 0.42), np.pi / 2))
    return poses


def box(poses: Sequence[Pose], aspect: float) -> tuple[float, float, float, float]:
    """The least and most x and y of cards."""
    reach = [(aspect / 2, 0.5) if abs(np.cos(turn)) > 0.7 else (0.5, aspect / 2) for _, _, _, turn in poses]
    xs = [(x - a, x + a) for (_, x, _, _), (a, _) in zip(poses, reach, strict=True)]
    ys = [(y - b, y + b) for (_, _, y, _), (_, b) in zip(poses, reach, strict=True)]
    return min(a for a, _ in xs), max(b for _, b in xs), min(a for a, _ in ys), max(b for _, b in ys)


def spread(rng: Rng, groups: Groups, aspect: float) -> list[list[Pose]]:
    """Every group in rows of groups, a card's width from the next; the hand last, at the edge."""
    laid, x, y, deep = [], 0.0, 0.0, 0.0
    wide = rng.uniform(5.0, 7.0)
    for cards in [*groups[1:], groups[0]]:
        poses = column(rng, cards, aspect)
        left, right, top, bottom = box(poses, aspect)
        if x and x + right - left > wide:
            x, y, deep = 0.0, y + deep + aspect * rng.uniform(1.0, 1.3), 0.0
        laid.append([(code, px - left + x, py - top + y, turn) for code, px, py, turn in poses])
        x, deep = x + right - left + aspect * rng.uniform(1.0, 1.4), max(deep, bottom - top)
    return [laid[-1], *laid[:-1]]


def photograph(rng: Rng, maker: SceneMaker, deck: dict[str, Scan], groups: Groups) -> Laid:
    """The cards of a side as a phone sees them."""
    aspect = next(iter(deck.values())).aspect
    laid = spread(rng, groups, aspect)
    left, right, top, bottom = box([pose for poses in laid for pose in poses], aspect)
    length = SIZE * 0.86 / max(right - left, bottom - top)
    tilt = np.deg2rad(rng.uniform(*TILT))
    focal, turn = SIZE * rng.uniform(1.6, 3.0), rng.normal(0, 0.06)
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    seen = lean @ spin
    inner = np.array([[focal, 0, SIZE / 2], [0, focal, SIZE / 2], [0, 0, 1]])
    plane = inner @ np.column_stack([seen[:, 0], seen[:, 1], [0, 0, focal / length]])
    picture = maker._background(plane, SIZE, length)
    owner = np.full((SIZE, SIZE), -1, np.int16)
    look, codes, of = DeckLook(rng), [], []
    quads: list[np.ndarray] = []
    look.glare = 0.0
    jokers = [key for key in deck if key.startswith("JOKER")]
    for group, poses in enumerate(laid):
        for code, x, y, angle in poses:
            key = jokers[rng.integers(len(jokers))] if code == "JOKER" else code
            cs, ss = np.cos(angle), np.sin(angle)
            half = np.array([[-aspect, -1], [aspect, -1], [aspect, 1], [-aspect, 1]]) / 2
            corners = half @ np.array([[cs, ss], [-ss, cs]]) + (x - (left + right) / 2, y - (top + bottom) / 2)
            mapped = np.column_stack([corners, np.ones(4)]) @ plane.T
            quad = mapped[:, :2] / mapped[:, 2:]
            cast_shadow(picture, quad + length * 0.01, 0.3, 2 * int(length * 0.02) + 1)
            level = int(np.clip(np.floor(np.log2(400 / length)), 0, 3))
            paste_card(picture, owner, deck[key].levels[level], quad.astype(np.float32), len(quads), look, rng)
            quads.append(quad)
            codes.append(code)
            of.append(group)
    return Laid(photographed(rng, picture), np.array(quads), tuple(codes), tuple(of), groups)


def brings(groups: Groups) -> tuple[int, bool]:
    """The points of a side by its groups, and whether all but the hand are melds."""
    total, sound = -points(FRENCH.parse(code) for code in groups[0]), bool(groups[0])
    for group in groups[1:]:
        cards = [FRENCH.parse(code) for code in group]
        found = judge(cards, Options())
        total += points(cards) + (found.bonus if isinstance(found, Meld) else 0)
        sound = sound and isinstance(found, Meld)
    return total, sound


def same_groups(laid: Laid, outlines: Sequence[Sequence[tuple[float, float]]]) -> bool:
    """Whether the outlines are grouped as the cards under them are."""
    centres = laid.quads.mean(1)
    under = [int(np.linalg.norm(centres - np.mean(outline, 0), axis=1).argmin()) for outline in outlines]
    found = {frozenset(under[at] for at in group) for group in grouped(outlines)}
    truth = {frozenset(at for at in under if laid.of[at] == group) for group in set(laid.of)}
    return found == {group for group in truth if group}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print, scene by scene and together: groups right, points right, wrong without a mark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decks", nargs="+", default=DECKS, metavar="NAME")
    parser.add_argument("--deck", default="french", help="what the recogniser is told")
    told = parser.parse_args(arguments)
    layout, apart = Layout(FRENCH, 2, "melds", adds=True), partial(Melds().apart, options=Options())
    counted: Counter[str] = Counter()
    for seed in range(told.seed, told.seed + told.scenes):
        rng = np.random.default_rng(seed)
        sheet = sheet_of(told.decks[seed % len(told.decks)])
        assert sheet is not None, "Debian's gnome-cards-data is not installed"
        deck = cut_sheet("french", sheet)
        laid = photograph(rng, SceneMaker({"deck": deck}, rng, {}, tables=4), deck, dealt(rng))
        seen = recognise(cv2.imencode(".jpg", laid.picture)[1].tobytes(), told.deck, packs=2)
        seen = replace(seen, cards=Melds().settled(seen.cards, Options()))
        detections = detected(seen, "side", {}, layout)
        groups = arranged(layout.with_seen([], proposed(detections)), [], [lots(detections)], apart)
        total, sound = brings(groups)
        right = total == brings(laid.groups)[0]
        marked = not sound or any(each.is_open or each.is_doubt for each in detections)
        grouping = same_groups(laid, [each.corners for each in detections if each.answer])
        read = (Counter(laid.codes) & Counter(proposed(detections))).total()
        counted.update(scenes=1, grouped=grouping, right=right, unmarked=not right and not marked)
        counted.update(cards=len(laid.codes), read=read, unasked=right and not marked)
        print(f"{seed}: {read}/{len(laid.codes)} cards, groups {grouping}, points {right}, marked {marked}", flush=True)
    for name in ("grouped", "right", "unasked", "unmarked"):
        print(f"{name}: {counted[name]} of {counted['scenes']}")
    print(f"read: {counted['read']} of {counted['cards']} cards")


if __name__ == "__main__":
    main()
