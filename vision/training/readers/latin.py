"""Trains the reader of unseen Latin decks: `python -m vision.training.readers.latin --decks ... --minutes 40`.

It learns rank and suit from reprinted real decks and from invented ones (`vision.training.artwork.invented`).
`--without DECK` leaves real decks out of training and measures on them: the accuracy to expect on unseen artwork.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.detection.crops import NAME_MARGIN, NAME_SIZE, places
from vision.training.artwork.invented import HEIGHT, LATIN, SUITS, WIDTH, InventedDeck, Sources, rank_and_suit
from vision.training.learning.data import Rng, jittered, tensor_of
from vision.training.learning.networks import LatinReader
from vision.training.learning.train import Average, Clock, as_input, begun, report
from vision.training.synthesis import scans
from vision.training.synthesis.scans import Scan, rounded
from vision.training.synthesis.scenes import DeckLook, cast_shadow, paste_card, photographed, quad_area
from vision.training.synthesis.tables import SIDE, table

POOL = 32  # decks in use at a time
FRESH = 2  # batches after which a new deck replaces one of them
KEPT, REUSE = 768, 3  # crops kept for reuse, and the times that each is used, varied
SCANNED = 0.45  # share of decks that are real ones, reprinted
SEEN = 0.45  # share of a card that must be visible
SIDES = NAME_SIZE[1]  # side in pixels of the square picture; the crop is its middle
INSET = (SIDES - NAME_SIZE[0]) // 2
RANKS, SUIT_PART = slice(0, 10), slice(10, 14)

RANKS_DRAWN = (1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 10, 10)  # aces and courts differ most from deck to deck

_ALPHA = rounded(HEIGHT, WIDTH)
Face = tuple[np.ndarray, int, str]
Crop = tuple[np.ndarray, int, str]


Decks = dict[str, dict[str, Scan]]


def latin(decks: Decks) -> Decks:
    """The decks that have coins, cups, swords and batons."""
    return {name: cards for name, cards in decks.items() if name in LATIN}


class Photographer:
    """Makes crops of one card, as if cut from a photograph, with other things under, beside and over the card."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.tables = [table(rng) for _ in range(40)]

    def crop(self, card: np.ndarray, others: list[np.ndarray]) -> np.ndarray | None:
        """The crop (BGR, NAME_SIZE) of a BGR `card` among `others`; None if too little of it is visible."""
        rng = self.rng
        picture, owner = self._table(), np.full((SIDES, SIDES), -1, np.int16)
        true = jittered(rng, np.add(places(NAME_SIZE, NAME_MARGIN), (INSET, 0)), abs(rng.normal(0, 0.25)))
        look = DeckLook(rng)
        under = int(rng.integers(0, len(others) + 1))
        for index, other in enumerate(others):
            if index == under:
                self._lay(picture, owner, card, true, 0, look)
            self._lay(picture, owner, other, self._beside(true, over=index >= under), index + 1, look)
        if under == len(others):
            self._lay(picture, owner, card, true, 0, look)
        if (owner == 0).sum() < SEEN * quad_area(true):
            return None
        if rng.random() < 0.6:  # cards far from the camera
            share = rng.uniform(0.4, 1.0)
            small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
            picture = cv2.resize(small, (SIDES, SIDES), interpolation=cv2.INTER_LINEAR)
        picture = photographed(rng, picture)[:, INSET : SIDES - INSET]
        if rng.random() < 0.5:
            picture = picture[::-1, ::-1]
        return np.ascontiguousarray(picture)

    def _table(self) -> np.ndarray:
        rng = self.rng
        side = int(rng.integers(60, 420))
        x, y = rng.integers(0, SIDE - side, 2)
        part = self.tables[rng.integers(len(self.tables))][y : y + side, x : x + side]
        return cv2.resize(part, (SIDES, SIDES), interpolation=cv2.INTER_LINEAR)

    def _lay(
        self, picture: np.ndarray, owner: np.ndarray, card: np.ndarray, quad: np.ndarray, index: int, look: DeckLook
    ) -> None:
        if self.rng.random() < 0.6:
            cast_shadow(picture, quad + self.rng.normal(0, 2.5, 2), float(self.rng.uniform(0.1, 0.6)), 7)
        paste_card(picture, owner, np.dstack([card, _ALPHA]), quad, index, look, self.rng)

    def _beside(self, quad: np.ndarray, over: bool) -> np.ndarray:
        """The position of another card: next to this one, or over or under a part of it."""
        rng = self.rng
        across, along = quad[1] - quad[0], quad[3] - quad[0]
        near = 0.5 if over else 0.2
        x, y = rng.choice([-1, 1]) * rng.uniform(near, 1.15), rng.normal(0, 0.25)
        if rng.random() < 0.5:
            x, y = y, rng.choice([-1, 1]) * rng.uniform(near, 1.12)
        angle = rng.normal(0, 0.1) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        centre = quad.mean(0)
        moved: np.ndarray = (quad - centre) @ turn + centre + x * across + y * along
        return moved


class LatinData(IterableDataset):
    """Batches (pictures (B, 3, 176, 112) uint8, ranks from 0, suits in the order D C S B)."""

    def __init__(self, folders: list[Path], without: list[str], seed: int, batch: int, scanned: float) -> None:
        self.folders, self.without, self.seed, self.batch, self.scanned = folders, without, seed, batch, scanned

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        cv2.setNumThreads(1)
        info = get_worker_info()
        rng = np.random.default_rng(self.seed + 1000 * (info.id if info else 0))
        every = scans.load(self.folders)
        known = latin(every)
        foreign = {n: c for n, c in every.items() if next(iter(c.values())).pattern in ("french", "tarot")}
        sources = Sources.of({n: cards for n, cards in known.items() if n not in self.without}, foreign)
        photographer = Photographer(rng)
        decks = [_Deck(sources, rng, self.scanned) for _ in range(POOL)]
        seen: list[Crop] = []
        for number in count():
            if number % FRESH == 0:
                decks[rng.integers(POOL)] = _Deck(sources, rng, self.scanned)
            for _ in range(self.batch // REUSE if len(seen) >= KEPT else self.batch):
                crop = _crop_of(decks[rng.integers(POOL)], photographer, rng)
                if len(seen) < KEPT:
                    seen.append(crop)
                else:
                    seen[rng.integers(KEPT)] = crop
            drawn = [seen[place] for place in rng.integers(0, len(seen), self.batch)]
            yield (
                tensor_of([_varied(picture, rng) for picture, _, _ in drawn]),
                torch.tensor([rank - 1 for _, rank, _ in drawn]),
                torch.tensor([SUITS.index(suit) for _, _, suit in drawn]),
            )


def _crop_of(deck: _Deck, photographer: Photographer, rng: Rng) -> Crop:
    while True:
        card, rank, suit = deck.draw(rng)
        others = [deck.draw(rng)[0] for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.3, 0.3, 0.25, 0.15])))]
        picture = photographer.crop(card, others)
        if picture is not None:
            return picture, rank, suit


def _varied(picture: np.ndarray, rng: Rng) -> np.ndarray:
    """A reused crop: mirrored, turned, brighter or darker, its colours exchanged."""
    if rng.random() < 0.5:
        picture = picture[:, ::-1]
    if rng.random() < 0.5:
        picture = picture[::-1, ::-1]
    if rng.random() < 0.1:
        picture = picture[..., rng.permutation(3)]
    if rng.random() < 0.5:
        table = np.clip((np.arange(256) / 255) ** np.exp(rng.normal(0, 0.3)) * 255, 0, 255).astype(np.uint8)
        picture = cv2.LUT(np.ascontiguousarray(picture), table)
    return picture


class _Deck:
    """An invented deck whose cards are rendered when they are first drawn."""

    def __init__(self, sources: Sources, rng: Rng, scanned: float) -> None:
        self.deck = InventedDeck(sources, int(rng.integers(2**62)), scanned)
        self.cards: dict[tuple[int, str], np.ndarray] = {}

    def draw(self, rng: Rng) -> Face:
        rank, suit = RANKS_DRAWN[rng.integers(len(RANKS_DRAWN))], SUITS[rng.integers(4)]
        if (rank, suit) not in self.cards:
            self.cards[rank, suit] = self.deck.card(rank, suit)
        return self.cards[rank, suit], rank, suit


def trial_crops(cards: dict[str, Scan], deck: str, seed: int, each: int) -> tuple[Tensor, np.ndarray, np.ndarray]:
    """Crops of a real deck as scanned: pictures, ranks from 0, suits. `each`: crops of every card."""
    rng = np.random.default_rng(seed)
    photographer = Photographer(rng)
    faces: list[Face] = []
    for scan in cards.values():
        place = rank_and_suit(deck, scan.code)
        if place is not None:
            face = cv2.resize(scan.levels[0][..., :3], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
            faces.append((face, *place))
    pictures, ranks, suits = [], [], []
    for face, rank, suit in faces:
        for _ in range(each):
            picture = None
            while picture is None:
                others = [faces[rng.integers(len(faces))][0] for _ in range(int(rng.choice([0, 1, 2])))]
                picture = photographer.crop(face, others)
            pictures.append(picture)
            ranks.append(rank - 1)
            suits.append(SUITS.index(suit))
    return tensor_of(pictures), np.array(ranks), np.array(suits)


@torch.no_grad()
def said_of(net: nn.Module, pictures: Tensor) -> tuple[np.ndarray, np.ndarray]:
    """Log-probabilities of ranks (N, 10) and suits (N, 4): the mean over both ways up of each crop."""
    ranks, suits = [], []
    for part in pictures.split(64):
        part = part.float() / 255
        logits = [net(part), net(part.flip(2, 3))]
        ranks.append(sum(F.log_softmax(one[:, RANKS], 1) for one in logits) / 2)
        suits.append(sum(F.log_softmax(one[:, SUIT_PART], 1) for one in logits) / 2)
    return torch.cat(ranks).numpy(), torch.cat(suits).numpy()


def accuracy(net: nn.Module, trial: tuple[Tensor, np.ndarray, np.ndarray]) -> tuple[float, float, float]:
    """Shares of crops whose rank, whose suit, and both of which are read right."""
    ranks, suits = said_of(net, trial[0])
    rank, suit = ranks.argmax(1) == trial[1], suits.argmax(1) == trial[2]
    return float(rank.mean()), float(suit.mean()), float((rank & suit).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, default=Path(".train"))
    parser.add_argument("--name", default="latin")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--scanned", type=float, default=SCANNED, help="share of decks that are real ones, reprinted")
    parser.add_argument("--without", nargs="*", default=[], help="decks left out of everything, and measured on")
    parser.add_argument("--every", type=int, default=250, help="steps between measurements")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--start", type=Path, help="a namer: its first layers are taken over, two of them for good")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on from these weights (.pt or .onnx)")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)  # OpenCV's threads do not survive the fork into the process that makes batches
    torch.manual_seed(args.seed)
    known = latin(scans.load(args.decks))
    trials = {name: trial_crops(known[name], name, 5, 6) for name in args.without}
    net = LatinReader()
    weights = args.out / f"{args.name}.pt"
    if args.start and not args.resume:
        net.begin_as(torch.load(args.start, weights_only=True))
    net.early.requires_grad_(not args.start)
    net.train()
    net = begun(net, args.resume, (3, *NAME_SIZE[::-1])).to(args.device).to(memory_format=torch.channels_last)
    average, clock = Average(net), Clock(args.minutes, args.rate)
    optimiser = torch.optim.AdamW((p for p in net.parameters() if p.requires_grad), lr=args.rate, weight_decay=0.03)
    data = LatinData(args.decks, args.without, args.seed, args.batch, args.scanned)
    batches = iter(DataLoader(data, batch_size=None, num_workers=args.workers, prefetch_factor=4))
    step, sums, saved = 0, dict[str, float](), time.monotonic()
    while clock.part < 1:
        pictures, ranks, suits = next(batches)
        step += 1
        for group in optimiser.param_groups:
            group["lr"] = clock.rate(step)
        with torch.autocast(args.device, torch.bfloat16):
            said = net(as_input(pictures, args.device))
        said, ranks, suits = said.float(), ranks.to(args.device), suits.to(args.device)
        rank_loss = F.cross_entropy(said[:, RANKS], ranks, label_smoothing=0.03)
        loss = rank_loss + F.cross_entropy(said[:, SUIT_PART], suits, label_smoothing=0.03)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.follow(net)
        rank = (said[:, RANKS].argmax(1) == ranks).float().mean()
        suit = (said[:, SUIT_PART].argmax(1) == suits).float().mean()
        for key, value in {"rank": rank, "suit": suit}.items():
            sums[key] = sums.get(key, 0.0) + float(value)
        if step % 100 == 0:
            report(args.out, args.name, step, clock, sums, 100)
            sums = {}
        if step % args.every == 0:
            _measure(average.net, trials)
        if time.monotonic() - saved > 60:
            torch.save(average.net.state_dict(), weights)
            saved = time.monotonic()
    torch.save(average.net.state_dict(), weights)
    _measure(average.net, trials)


def _measure(net: nn.Module, trials: dict[str, tuple[Tensor, np.ndarray, np.ndarray]]) -> None:
    for name, trial in trials.items():
        rank, suit, both = accuracy(net, trial)
        print(f"{name}, left out: rank {rank:.3f} suit {suit:.3f} card {both:.3f}", flush=True)


if __name__ == "__main__":
    main()
