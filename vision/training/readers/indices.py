"""Trains the reader of corner indices: `python -m vision.training.readers.indices --decks ... --minutes 20`.

A card under others, or held in a fan, often shows nothing but its index. The reader sees the top left of an outline. It
says which card's index is there, or that no index of this card can be read.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812
from torch.utils.data import DataLoader

from scoring.cards import JOKER, TAROT, codes
from vision.decks.indices import FRENCH_RANKS, FRENCH_SUITS, NOTHING, RANKS, SUITS, TAROTS
from vision.detection.crops import INDEX_SIZE, Part, crop_index
from vision.training.artwork.lettered import lettered
from vision.training.learning.data import CARDS_LENGTHS, CARDS_SCENE, Rng, Scenes, draw_from, jittered, tensor_of
from vision.training.learning.networks import IndexReader
from vision.training.learning.starting import begin, go_on
from vision.training.learning.train import Average, Clock, as_input, begun, report
from vision.training.synthesis.scans import Scan
from vision.training.synthesis.scenes import Scene, SceneMaker

# The part of a card, from its top left, that must be visible for its index to count as readable.
PRINTED: Part = (0.03, 0.03, 0.17, 0.24)
WITHOUT = ("debian-tango_nuevo",)  # indices without a suit beside the rank
BARE_JOKERS = ("debian-dondorf",)  # jokers without an index
BARE = ("tarot-nouveau-grimaud-1898",)  # decks without indices: a suit sign in the corner is none
SHARES = {"tarot-nouveau": 7.0, "tarot-nouveau-grimaud-1898": 1.5}
OTHER_LETTERS = "-lettered"  # of French decks with other letters (`vision.training.artwork.lettered`)
FRESH = 0.2  # share of scenes after which a new deck of that kind replaces one
NO_TARGET = -1

Loss = Callable[[Tensor, Tensor], tuple[Tensor, dict[str, Tensor]]]  # returns also the shares of right answers


class IndexData(Scenes):
    """Batches (pictures (B, 3, 64, 48) uint8, rank, suit, tarot card, no index); -1 where there is no target."""

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        every = self.maker()
        decks = {n: cards for n, cards in self.decks(every).items() if n not in WITHOUT}
        rng, pool = every.rng, list[tuple[np.ndarray, tuple[int, int, int, int]]]()
        french = [n for n, cards in decks.items() if next(iter(cards.values())).pattern == "french"]
        others = {n + OTHER_LETTERS: lettered(n + OTHER_LETTERS, decks[n], rng) for n in french}
        others = {n: cards for n, cards in others.items() if cards}
        shares = {n: SHARES.get(n, 1.0) for n in decks} | dict.fromkeys(others, 0.4)
        maker = SceneMaker(decks | others, rng, shares, hard=every.hard)
        while True:
            if others and rng.random() < FRESH:
                name = str(rng.choice(list(others)))
                maker.decks[name] = list(lettered(name, decks[name.removesuffix(OTHER_LETTERS)], rng).values())
            pile = bool(rng.random() < 0.6)
            scene = maker.make(CARDS_SCENE, *((70, 150) if pile else CARDS_LENGTHS), pile=pile)
            pool.extend(_cut(scene, rng))
            while len(pool) >= self.batch * 6:
                drawn = draw_from(pool, self.batch, rng)
                yield tensor_of([picture for picture, _ in drawn]), torch.tensor([target for _, target in drawn])

    @staticmethod
    def decks(maker: SceneMaker) -> dict[str, dict[str, Scan]]:
        """The decks of the families that have indices, and one without."""
        return {
            name: {str(i): scan for i, scan in enumerate(cards)}
            for name, cards in maker.decks.items()
            if cards[0].pattern in ("french", "tarot")
        }


def _cut(scene: Scene, rng: Rng) -> Iterator[tuple[np.ndarray, tuple[int, int, int, int]]]:
    """The corners of a scene, with their targets."""
    for number, (scan, quad) in enumerate(zip(scene.scans, scene.quads, strict=True)):
        for turn in (0, 2):
            seen = seen_of(scene, number, np.roll(quad, turn, 0))
            if 0.3 < seen < 0.8 or (seen <= 0.3 and rng.random() < 0.6):
                continue
            near = jittered(rng, np.roll(quad, turn, 0), abs(rng.normal(0, 0.3)))
            bare = scan.deck in BARE or (scan.code == JOKER.code and scan.deck in BARE_JOKERS)
            readable = seen >= 0.8 and not bare
            yield crop_index(scene.picture, near), target_of(scan.pattern, scan.code, readable)
        if rng.random() < 0.15:  # the other corners of a card have no index, or none that belongs to this outline
            side = np.roll(quad, int(rng.choice([1, 3])), 0)
            if scan.pattern == "tarot":
                yield crop_index(scene.picture, side), (NO_TARGET, NO_TARGET, NO_TARGET, 1)


def seen_of(scene: Scene, number: int, quad: np.ndarray, printed: Part = PRINTED) -> float:
    """Visible share of the region `printed` of card `number`, which lies in `quad`."""
    left, top, right, bottom = printed
    x, y = np.meshgrid(np.linspace(left, right, 5), np.linspace(top, bottom, 7))
    across, along = x.ravel()[:, None], y.ravel()[:, None]
    upper = quad[0] + (quad[1] - quad[0]) * across
    lower = quad[3] + (quad[2] - quad[3]) * across
    spots = np.round(upper + (lower - upper) * along).astype(int)
    size = scene.owner.shape[0]
    inside = ((spots >= 0) & (spots < size)).all(1)
    owned = scene.owner[spots[inside, 1], spots[inside, 0]] == number
    return float(owned.sum()) / len(spots)


def target_of(pattern: str, code: str, readable: bool) -> tuple[int, int, int, int]:
    """Targets: French rank, suit, tarot card, and whether there is no index to read."""
    if not readable:
        return NO_TARGET, NO_TARGET, NO_TARGET, 1
    if pattern == "tarot":
        return NO_TARGET, NO_TARGET, codes(TAROT.cards).index(code), 0
    if code == JOKER.code:  # a star, a ball, a word
        return FRENCH_RANKS.index(code), NO_TARGET, NO_TARGET, 0
    return FRENCH_RANKS.index(code[:-1]), FRENCH_SUITS.index(code[-1]), NO_TARGET, 0


def loss_of(said: Tensor, target: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a batch, and the shares of right answers."""
    parts: dict[str, Tensor] = {}
    loss = F.binary_cross_entropy_with_logits(said[:, NOTHING], target[:, 3].float())
    parts["nothing"] = ((said[:, NOTHING] > 0) == (target[:, 3] > 0)).float().mean()
    for place, (name, part) in enumerate((("rank", RANKS), ("suit", SUITS), ("tarot", TAROTS))):
        asked = target[:, place] >= 0
        if asked.any():
            some, true = said[asked][:, part], target[asked, place]
            loss = loss + F.cross_entropy(some, true, label_smoothing=0.01) * asked.float().mean()
            parts[name] = (some.argmax(1) == true).float().mean()
    return loss, parts


def parser_of(words: str | None) -> argparse.ArgumentParser:
    """The command-line options that all trainings of corner readers share."""
    parser = argparse.ArgumentParser(description=words)
    parser.add_argument("--decks", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, default=Path(".train"))
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on from these weights (.pt or .onnx)")
    return parser


def begin_as(net: IndexReader, start: Path) -> None:
    """Load the weights of a reader of indices (.pt or .onnx) into another reader of corners, all but the last layer."""
    reader = IndexReader()
    begin(reader, start, (3, *INDEX_SIZE[::-1]))
    net.begin_as(reader.state_dict())
    if start.suffix == ".onnx":
        go_on(net)


def learn(name: str, net: nn.Module, data: Scenes, loss_of: Loss, args: argparse.Namespace) -> None:
    """Train `net` on the batches of `data` (pictures first), and write its moving average to `name`.pt."""
    args.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    weights = args.out / f"{name}.pt"
    net = begun(net, args.resume, (3, *INDEX_SIZE[::-1])).to(args.device).to(memory_format=torch.channels_last)
    average, clock = Average(net), Clock(args.minutes, args.rate)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.02)
    batches = iter(DataLoader(data, batch_size=None, num_workers=args.workers, prefetch_factor=4))
    step, sums, saved = 0, dict[str, float](), time.monotonic()
    while clock.part < 1:
        pictures, target = next(batches)
        step += 1
        for group in optimiser.param_groups:
            group["lr"] = clock.rate(step)
        with torch.autocast(args.device, torch.bfloat16):
            said = net(as_input(pictures, args.device))
        loss, parts = loss_of(said.float(), target.to(args.device))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.follow(net)
        for key, value in parts.items():
            sums[key] = sums.get(key, 0.0) + float(value)
        if step % 100 == 0:
            report(args.out, name, step, clock, sums, 100)
            sums = {}
        if time.monotonic() - saved > 60:
            torch.save(average.net.state_dict(), weights)
            saved = time.monotonic()
    torch.save(average.net.state_dict(), weights)


def learn_from_indices(
    name: str,
    words: str | None,
    net_of: Callable[[], IndexReader],
    data_of: Callable[[list[Path], int, int], Scenes],
    loss_of: Loss,
) -> None:
    """Train another reader of corners, described by `words`; it may start from a reader of indices."""
    parser = parser_of(words)
    parser.add_argument("--start", type=Path, help="a reader of indices to begin as (.pt or .onnx)")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    net = net_of()
    if args.start and not args.resume:
        begin_as(net, args.start)
    learn(name, net, data_of(args.decks, args.seed, 96), loss_of, args)


def main() -> None:
    args = parser_of(__doc__).parse_args()
    torch.manual_seed(args.seed)
    learn("index", IndexReader(), IndexData(args.decks, args.seed, 96), loss_of, args)


if __name__ == "__main__":
    main()
