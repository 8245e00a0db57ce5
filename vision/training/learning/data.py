"""Endless batches of synthetic crops and scenes for detector, refiner and classifier, generated during training."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import IterableDataset, get_worker_info

from scoring.cards import FRENCH, ITALIAN, JOKER, TAROT, TAROT_PIEMONTESE, codes
from vision.decks.catalogue import ITALIAN_PATTERNS
from vision.detection import geometry
from vision.detection.crops import NAME_MARGIN, NAME_SIZE, REFINE_MARGIN, REFINE_SIZE, crop, places, with_claims
from vision.detection.geometry import iou
from vision.detection.hough_votes import AGREE, FINER, Votes, cast, cluster
from vision.io.pyramid import Pyramid
from vision.training.artwork.printings import played_with
from vision.training.learning.networks import STRIDE
from vision.training.synthesis import scans
from vision.training.synthesis.scenes import Scene, SceneMaker

Rng = np.random.Generator

# Relative frequency of each deck; any deck not listed has OTHERS. There are a dozen other French ones.
WEIGHTS = {
    "napoletane-dalnegro": 2.5,
    "napoletane-b": 1.5,
    "napoletane-scan": 1.5,
    "piacentine": 2.0,
    "piacentine-c": 1.5,
    "siciliane-dalnegro": 1.8,
    "siciliane-hd": 1.8,
    "bergamasche-masenghini": 2.5,
    "spagnole-fournier": 2.0,
    "spagnole-bigindex": 1.2,
    "spagnole-vector": 1.2,
    "spagnole-triunfo": 1.2,
    "spagnole-vitoria-photo": 1.5,
    "triestine": 2.0,
    "triestine-modiano": 2.0,
    "romagnole": 1.8,
    "romagnole-pale": 1.2,
    "settebello": 2.5,
    "trevisane": 0.7,
    "trevisane-dalnegro": 1.8,
    "trevisane-pale": 1.2,
    "milanesi": 1.0,
    "tarocco-piemontese-suits": 1.2,
    "tarocco-piemontese-1865": 1.8,
    "tarot-nouveau": 3.0,
    "tarot-nouveau-grimaud-1898": 1.5,
    "french-anglo": 2.0,
    "french-bellot": 1.0,
}
OTHERS = 0.8
HARD = 0.35  # share of the training scenes that are hard (`vision.training.synthesis.harder`)
# The classifier learns from reprints, too: a pack on a table is rarely the printing that was scanned.
REPRINTED = 0.4  # share of the decks that are reprinted (`vision.training.artwork.printings`)
NEW_PACK = 25  # scenes after which one of the decks is reprinted
JOKERS = 3  # copies of each joker in its deck
# Sizes of the scenes and lengths of their cards, in pixels.
LOCATE_SCENE, LOCATE_LENGTHS = 384, (36, 210)
PILE_LENGTHS, PILES = (40, 110), 0.65  # lengths of cards in scenes of one whole pile, and the share of such scenes
PROPOSAL_LENGTHS = (75, 170)
LOYALTY = 0.3  # added to an outline's IoU with a card if all its votes were cast on that card
CLAIMED = 0.45  # IoU from which an outline belongs to that card
CARDS_SCENE, CARDS_LENGTHS = 448, (80, 260)
POOL = 160  # scenes kept for reuse, turned
REUSE = 3
MANY = 16  # batches of crops that must be in the pool before one is drawn
EDGE = 12  # pixels that a card may reach beyond its scene before it counts as cut
SLIVER, HARDLY, NAMEABLE = 0.04, 0.08, 0.2  # least visible share to be located, to be refined, to be named always

_ITALIAN = codes(ITALIAN.cards)
CLASSES = {
    **dict.fromkeys(ITALIAN_PATTERNS, _ITALIAN),
    "milanesi": _ITALIAN,
    "french": codes(FRENCH.cards),
    "tarot": codes(TAROT.cards),
    "piemontese": codes(TAROT_PIEMONTESE.cards),
}
GROUPS = list(CLASSES)


class Scenes(IterableDataset):
    """Generates scenes in worker processes, each with its own seed."""

    def __init__(self, folders: list[Path], seed: int, batch: int) -> None:
        self.folders, self.seed, self.batch = folders, seed, batch

    def maker(self) -> SceneMaker:
        cv2.setNumThreads(1)
        info = get_worker_info()
        decks = {name: _with_jokers(cards) for name, cards in scans.load(self.folders).items()}
        weights = {name: WEIGHTS.get(name, OTHERS) for name in decks}
        return SceneMaker(decks, np.random.default_rng(self.seed + 1000 * (info.id if info else 0)), weights, hard=HARD)


def _with_jokers(cards: dict[str, scans.Scan]) -> dict[str, scans.Scan]:
    """A deck with more jokers than a pack: every maker draws different ones, and a pack's two would show too few."""
    jokers = {key: scan for key, scan in cards.items() if scan.code == JOKER.code}
    return cards | {f"{key}+{copy}": scan for key, scan in jokers.items() for copy in range(1, JOKERS)}


def drawn_again(
    pool: list[tuple[np.ndarray, int]],
    size: int,
    rng: Rng,
    again: float,
    varied: Callable[[np.ndarray, Rng], np.ndarray] = lambda picture, _: picture,
) -> Iterator[tuple[Tensor, Tensor]]:
    """Batches (pictures (size, 3, H, W) uint8, answers) from a pool of crops, as long as it is large. A share `again`
    of the crops is put back. `varied` changes each crop a little.
    """
    while len(pool) >= size * MANY:
        drawn = draw_from(pool, size, rng)
        pool.extend(crop for crop in drawn if rng.random() < again)
        yield tensor_of([varied(picture, rng) for picture, _ in drawn]), torch.tensor([answer for _, answer in drawn])


class LocateData(Scenes):
    """Batches (pictures (B, 3, S, S) uint8, targets (B, 12, S/8, S/8)); a scene is used about `REUSE` times, turned."""

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        maker = self.maker()
        rng, pool = maker.rng, list[Scene]()
        while True:
            scenes = [_turned(_from_pool(pool, maker), int(rng.integers(8))) for _ in range(self.batch)]
            targets = np.stack([locate_target(scene) for scene in scenes])
            yield tensor_of([scene.picture for scene in scenes]), torch.from_numpy(targets)


def _from_pool(pool: list[Scene], maker: SceneMaker) -> Scene:
    """A scene from the pool; now and then a new one replaces an old one."""
    if len(pool) < POOL:
        pool.append(_new_scene(maker))
        return pool[-1]
    place = int(maker.rng.integers(POOL))
    if maker.rng.random() < 1 / REUSE:
        pool[place] = _new_scene(maker)
    return pool[place]


def _new_scene(maker: SceneMaker) -> Scene:
    pile = bool(maker.rng.random() < PILES)
    return maker.make(LOCATE_SCENE, *(PILE_LENGTHS if pile else LOCATE_LENGTHS), pile=pile)


def _turned(scene: Scene, way: int) -> Scene:
    """The scene under one of the eight symmetries of the square."""
    picture, owner, quads = scene.picture, scene.owner, scene.quads.copy()
    size = picture.shape[0]
    if way & 4:
        picture, owner = picture[:, ::-1], owner[:, ::-1]
        quads[..., 0] = size - quads[..., 0]
        quads = quads[:, [1, 0, 3, 2]]
    for _ in range(way & 3):
        picture, owner = np.rot90(picture), np.rot90(owner)
        quads = np.stack([quads[..., 1], size - quads[..., 0]], -1)
    return Scene(picture, scene.scans, quads, owner, scene.visible)


def locate_target(scene: Scene) -> np.ndarray:
    """Target (12, H/8, W/8): card here (-1: ignored), visible share, eight numbers from the cell, length, weight."""
    size = scene.picture.shape[0] // STRIDE
    out = np.zeros((12, size, size), np.float32)
    owner = scene.owner[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
    ys, xs = np.nonzero(owner >= 0)
    if not len(ys):
        return out
    who = owner[ys, xs]
    relative = geometry.encode(scene.quads.astype(np.float64))[who]
    relative[:, 0] -= xs * STRIDE + STRIDE / 2
    relative[:, 1] -= ys * STRIDE + STRIDE / 2
    length = geometry.length(scene.quads)[who]
    # A cell near the middle of a card sees all of it and gets the greatest weight; slivers get little.
    middle = 0.15 + np.exp(-((np.hypot(relative[:, 0], relative[:, 1]) / length / 0.28) ** 2))
    cells = np.bincount(who)[who]
    out[0, ys, xs] = np.where(scene.visible[who] < SLIVER, -1, 1)
    out[1, ys, xs] = scene.visible[who]
    out[2:10, ys, xs] = relative.T
    out[10, ys, xs] = length
    out[11, ys, xs] = middle * np.minimum(1, scene.visible[who] / 0.5) / np.sqrt(cells)
    return out


@dataclass(frozen=True)
class _Refine:
    """A rough crop with claims, and the refiner's target: eight corner moves, card or not, visible share, true IoU."""

    picture: np.ndarray
    target: np.ndarray


@dataclass(frozen=True)
class _Name:
    """A fine crop, the pattern and card on it, and whether it is upside down."""

    picture: np.ndarray
    pattern: str
    code: str
    turned: bool


Crop = TypeVar("Crop")


class CardData(Scenes):
    """Batches for the classifier (pictures, groups, classes, turned)."""

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        maker = self.maker()
        scanned = dict(maker.decks)
        pool: list[_Name] = []
        for scene in count():
            if scene % NEW_PACK == 0:
                name = str(maker.rng.choice(maker.names, p=maker.share))
                maker.decks[name] = played_with(scanned[name], maker.rng, REPRINTED)
            pool.extend(_cut_cards(maker.make(CARDS_SCENE, *CARDS_LENGTHS), maker.rng))
            while len(pool) >= self.batch * 6:  # a pool of six batches mixes the scenes
                yield _name_batch(draw_from(pool, self.batch, maker.rng))


class ProposalData(Scenes):
    """Batches for the refiner (pictures, targets (B, 11)), cropped where the exported detector proposes cards."""

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        maker = self.maker()
        rng, pool = maker.rng, list[_Refine]()
        while True:
            pile = bool(rng.random() < PILES)
            scene = maker.make(CARDS_SCENE, *(PROPOSAL_LENGTHS if pile else CARDS_LENGTHS), pile=pile)
            for proposal in _proposals(scene, rng):
                pool.append(proposal if rng.random() < 0.25 else _mirrored(proposal, bool(rng.random() < 0.5)))
            while len(pool) >= self.batch * 40:  # a scene has a hundred outlines: only a large pool mixes many scenes
                yield _refine_batch(draw_from(pool, self.batch, rng))


def _proposals(scene: Scene, rng: Rng) -> Iterator[_Refine]:
    """Outlines like those that the refiner receives: joined votes, single votes, and true outlines moved slightly."""
    if not len(scene.quads):
        return
    seen = float(np.median(geometry.length(scene.quads)))
    votes = cast(Pyramid(scene.picture), int(CARDS_SCENE * min(1.0, rng.uniform(60, 170) / seen)))
    joined, _ = cluster(votes, rng.choice([AGREE, FINER]))
    single = votes.codes[rng.permutation(len(votes.codes))[: len(joined)]]
    outlines = [*geometry.decode(joined), *geometry.decode(single)]
    outlines += [jittered(rng, quad, abs(rng.normal(0, 0.7)) + 0.05) for quad in scene.quads for _ in range(2)]
    outlines = [outline for outline in outlines if np.isfinite(outline).all() and geometry.area(outline) >= 300]
    if not outlines:
        return
    maps = votes.claims(geometry.encode(np.array(outlines)))
    shares = _claimed(scene, votes, maps)
    for outline, claims, share in zip(outlines, maps, shares, strict=True):
        fit = np.array([iou(outline, true) for true in scene.quads])
        card = int((fit + LOYALTY * share * (fit > 0.3)).argmax())
        target = np.zeros(11, np.float32)
        picture, warp = crop(scene.picture, outline, REFINE_SIZE, REFINE_MARGIN)
        picture = with_claims(picture, claims, warp @ votes.from_cells)
        target[8] = float(fit[card] > CLAIMED) if abs(fit[card] - CLAIMED) > 0.08 else -1.0
        target[10] = fit[card]
        if scene.visible[card] < HARDLY:
            if fit[card] > 0.3:
                continue
        elif fit[card] > 0.3:
            true = min((scene.quads[card], np.roll(scene.quads[card], 2, 0)), key=lambda q: np.abs(q - outline).sum())
            corners = cv2.perspectiveTransform(true[None].astype(np.float32), warp)[0]
            target[:8] = ((corners - places(REFINE_SIZE, REFINE_MARGIN)) / REFINE_SIZE * 2).ravel()
            target[9] = scene.visible[card]
            if np.abs(target[:8]).max() > 1.5:
                continue
        else:
            target[8] = 0.0
        yield _Refine(picture, target)


def _claimed(scene: Scene, votes: Votes, maps: np.ndarray) -> np.ndarray:
    """For each map of claims: the share (N, cards) of its claimed cells that belongs to each card."""
    rows, columns = (((np.arange(side) + 0.5) * votes.step).astype(int) for side in maps.shape[1:3])
    owner = scene.owner[np.ix_(*(np.minimum(spots, len(scene.owner) - 1) for spots in (rows, columns)))]
    mine = maps[..., 0].astype(np.float64)
    each = np.stack([(mine * (owner == card)).sum((1, 2)) for card in range(len(scene.scans))], 1)
    return np.asarray(each / np.maximum(mine.sum((1, 2)), 1.0)[:, None])


def _mirrored(crop: _Refine, upright: bool) -> _Refine:
    """The same crop mirrored: left for right, or also upside down."""
    picture, target = crop.picture[:, ::-1], crop.target.copy()
    moves = target[:8].reshape(4, 2)[[1, 0, 3, 2]] * (-1, 1)
    if not upright:
        picture, moves = picture[::-1], moves[[3, 2, 1, 0]] * (1, -1)
    target[:8] = moves.ravel()
    return _Refine(picture, target)


def _cut_cards(scene: Scene, rng: Rng) -> Iterator[_Name]:
    edges = (scene.quads.min(axis=(1, 2)) < -EDGE) | (scene.quads.max(axis=(1, 2)) > CARDS_SCENE + EDGE)
    for scan, quad, visible, cut in zip(scene.scans, scene.quads, scene.visible, edges, strict=True):
        if visible < HARDLY or (cut and rng.random() < 0.8):  # few cards in a photograph are cut
            continue
        if visible > NAMEABLE or rng.random() < 0.4:
            turned = bool(rng.random() < 0.5)
            # Mostly outlined as well as the refiner can; now and then as badly as it may.
            amount = abs(rng.normal(0, 0.25 if rng.random() < 0.6 else 0.8))
            close = jittered(rng, np.roll(quad, 2, 0) if turned else quad, amount)
            yield _Name(crop(scene.picture, close, NAME_SIZE, NAME_MARGIN)[0], scan.pattern, scan.code, turned)


def jittered(rng: Rng, quad: np.ndarray, amount: float) -> np.ndarray:
    """A quad turned, stretched, moved and bent at random; at `amount` 1 by about a tenth of its size."""
    centre, size = quad.mean(0), np.linalg.norm(quad[0] - quad[3])
    across, along = (quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2
    wider, longer = np.exp(rng.normal(0, 0.09, 2) * amount) - 1
    grown = quad + np.array([[-1], [1], [1], [-1]]) * across * wider + np.array([[-1], [-1], [1], [1]]) * along * longer
    angle = rng.normal(0, 0.10) * amount
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    moved = (grown - centre) @ turn + centre + rng.normal(0, 0.06, 2) * size * amount
    return np.asarray(moved + rng.normal(0, 0.02, (4, 2)) * size * amount)


def draw_from(pool: list[Crop], count: int, rng: Rng) -> list[Crop]:
    """Take `count` random entries from the pool."""
    picked = []
    for _ in range(count):
        place = int(rng.integers(len(pool)))
        pool[place], pool[-1] = pool[-1], pool[place]
        picked.append(pool.pop())
    return picked


def _refine_batch(crops: list[_Refine]) -> tuple[Tensor, Tensor]:
    return tensor_of([each.picture for each in crops]), torch.from_numpy(np.stack([each.target for each in crops]))


def _name_batch(crops: list[_Name]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return (
        tensor_of([each.picture for each in crops]),
        torch.tensor([GROUPS.index(each.pattern) for each in crops]),
        torch.tensor([CLASSES[each.pattern].index(each.code) for each in crops]),
        torch.tensor([float(each.turned) for each in crops]),
    )


def tensor_of(pictures: list[np.ndarray]) -> Tensor:
    """BGR pictures (H, W, 3) as an RGB batch (B, 3, H, W)."""
    return torch.from_numpy(np.ascontiguousarray(np.stack(pictures)[..., ::-1].transpose(0, 3, 1, 2)))
