"""Trains the networks:
`python -m vision.training.learning.train locate|refine|name --decks ../shared/decks .train/decks`.

`refine` needs the exported detector, whose proposals the refiner learns to correct. Schedules follow the clock, so that
any machine uses its whole time. Checkpoints (moving averages of the weights) go to `.train/`, where
`vision.training.release.export` finds them. Seeds are fixed, but runs are only alike, not identical: steps depend on
speed.
"""

import argparse
import copy
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812
from torch.utils.data import DataLoader

from vision.decks.catalogue import ITALIAN_PATTERNS
from vision.detection.crops import NAME_SIZE, REFINE_CHANNELS, REFINE_SIZE
from vision.training.learning.data import CLASSES, GROUPS, CardData, LocateData, ProposalData
from vision.training.learning.networks import EMBEDDING, Detector, Namer, Refiner
from vision.training.learning.starting import begin, go_on

PAUSE = 20.0  # seconds that count, at most, between two steps
SCALE = 16.0  # factor of the cosines before the softmax
LONG = math.sqrt(EMBEDDING)  # length of a class embedding at the start of training
# Patterns whose class embeddings a new pattern starts from.
BEGIN_AS = {"triestine": ("trevisane",), "romagnole": ("piacentine",), "piemontese": ("tarot",)}


class Clock:
    """The share of the training time that has passed, and the learning rate that follows from it.

    It is asked in every step. A gap longer than `PAUSE` counts as `PAUSE`: the machine was stopped, or busy.
    """

    def __init__(self, minutes: float, peak: float) -> None:
        self.seconds, self.peak = minutes * 60, peak
        self.passed, self.looked = 0.0, time.monotonic()

    @property
    def part(self) -> float:
        now = time.monotonic()
        self.passed += min(now - self.looked, PAUSE)
        self.looked = now
        return self.passed / self.seconds

    def rate(self, step: int) -> float:
        return self.peak * min(1.0, step / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, self.part))))


class Average:
    """Exponential moving average of a network's weights; the checkpoint stores this."""

    def __init__(self, net: nn.Module) -> None:
        self.net = copy.deepcopy(net).eval()
        self.steps = 0

    @torch.no_grad()
    def follow(self, net: nn.Module) -> None:
        self.steps += 1
        keep = min(0.998, self.steps / (self.steps + 50))
        for mine, theirs in zip(self.net.state_dict().values(), net.state_dict().values(), strict=True):
            if mine.dtype.is_floating_point:
                mine.lerp_(theirs, 1 - keep)
            else:
                mine.copy_(theirs)


def locate_loss(out: Tensor, target: Tensor) -> tuple[Tensor, dict[str, float]]:
    here, asked = target[:, 0] > 0.5, target[:, 0] >= 0
    logit = out[:, 0].float()
    truth = here.float()
    card = F.binary_cross_entropy_with_logits(logit, truth, reduction="none")
    miss = (torch.sigmoid(logit) - truth).abs()
    card = (card * (0.3 + miss))[asked].mean()
    if not here.any():
        return card, {"card": card.item()}
    weight = target[:, 11][here]
    weight = weight / weight.sum()
    length = target[:, 10][here]
    said = out[:, 3:11].float().permute(0, 2, 3, 1)[here] * 32
    true = target[:, 2:10].permute(0, 2, 3, 1)[here]
    off = (said - true) / length[:, None]
    error = F.smooth_l1_loss(off, torch.zeros_like(off), beta=0.1, reduction="none").sum(1)
    quad = (error * weight).sum()
    quality = torch.exp(-4.0 * error.detach())
    good = (F.binary_cross_entropy_with_logits(out[:, 1].float()[here], quality, reduction="none") * weight).sum()
    seen = ((torch.sigmoid(out[:, 2].float()[here]) - target[:, 1][here]).abs() * weight).sum()
    return 2 * card + 3 * quad + 0.4 * good + 0.2 * seen, {
        "card": card.item(),
        "quad": quad.item(),
        "good": good.item(),
    }


def _loader(data: LocateData | CardData | ProposalData, workers: int) -> Iterator[tuple[Tensor, ...]]:
    return iter(DataLoader(data, batch_size=None, num_workers=workers, prefetch_factor=4))


def as_input(batch: Tensor, device: str) -> Tensor:
    return (batch.to(device).float() / 255).contiguous(memory_format=torch.channels_last)


def report(out: Path, name: str, step: int, clock: Clock, sums: dict[str, float], n: int) -> None:
    row = {"net": name, "step": step, "minutes": round(clock.part * clock.seconds / 60, 1)} | {
        k: round(v / n, 4) for k, v in sums.items()
    }
    print(json.dumps(row), flush=True)
    with (out / "log.jsonl").open("a") as log:
        log.write(json.dumps(row) + "\n")


Net = TypeVar("Net", bound=nn.Module)


def begun(net: Net, path: Path | None, size: tuple[int, int, int]) -> Net:
    """`net` ready for training: new, or with the weights in `path`. `size`: as in `starting.begin`."""
    if path is not None:
        begin(net, path, size)
        go_on(net)
    return net


def train_locate(args: argparse.Namespace) -> None:
    net = begun(Detector(), args.resume, (3, 64, 64)).to(args.device).to(memory_format=torch.channels_last)
    average, clock = Average(net), Clock(args.minutes, args.rate)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.01)
    batches = _loader(LocateData(args.decks, args.seed, args.batch or 8), args.workers)
    step, sums, saved = 0, dict[str, float](), time.monotonic()
    while clock.part < 1:
        pictures, targets = next(batches)
        step += 1
        for group in optimiser.param_groups:
            group["lr"] = clock.rate(step)
        with torch.autocast(args.device, torch.bfloat16):
            out = net(as_input(pictures, args.device))
        loss, parts = locate_loss(out, targets.to(args.device))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.follow(net)
        for key, value in parts.items():
            sums[key] = sums.get(key, 0.0) + value
        if step % 200 == 0:
            report(args.out, "locate", step, clock, sums, 200)
            sums = {}
        if time.monotonic() - saved > 120:
            torch.save(average.net.state_dict(), args.out / "locate.pt")
            saved = time.monotonic()
    torch.save(average.net.state_dict(), args.out / "locate.pt")


class Heads(nn.Module):
    """Class embeddings: one set for each pattern, and one set for all Italian decks together."""

    def __init__(self) -> None:
        super().__init__()
        self.own = nn.ParameterDict({g: nn.Parameter(torch.randn(len(CLASSES[g]), EMBEDDING)) for g in GROUPS})
        self.italian = nn.Parameter(torch.randn(40, EMBEDDING))
        self.group = nn.Linear(EMBEDDING, len(GROUPS))

    def begin_as(self, namer: Path) -> None:
        """Load the class embeddings of a classifier: heads.pt beside a .pt, the prototypes beside an .onnx.

        A card without a prototype starts from the same card of a similar pattern: see `BEGIN_AS`.
        """
        if namer.suffix != ".onnx":
            self.load_state_dict(torch.load(namer.with_name("heads.pt"), weights_only=True, map_location="cpu"))
            return
        with np.load(namer.with_name("prototypes.npz")) as stored, torch.no_grad():
            for pattern, mine in [*self.own.items(), ("italian", self.italian)]:
                cards = CLASSES.get(pattern, CLASSES[ITALIAN_PATTERNS[0]])
                for one in (*BEGIN_AS.get(pattern, ()), pattern):
                    names, directions = stored.get(f"codes:{one}", np.array([])), stored.get(f"directions:{one}")
                    for code in set(names.tolist()) & set(cards):
                        middle = torch.from_numpy(directions[names == code].astype(np.float32).sum(0))
                        # As long as a random one, so that it learns as fast.
                        mine[cards.index(code)] = F.normalize(middle, dim=0) * LONG

    def forward(self, embedding: Tensor, groups: Tensor, classes: Tensor) -> tuple[Tensor, Tensor]:
        """Mean loss of a batch, and how many crops their own pattern's head names right."""
        loss, right = embedding.new_zeros(()), embedding.new_zeros(())
        for index in groups.unique().tolist():
            name = GROUPS[index]
            mine = groups == index
            logits = SCALE * embedding[mine] @ F.normalize(self.own[name], dim=1).T
            loss = loss + F.cross_entropy(logits, classes[mine], reduction="sum", label_smoothing=0.02)
            right = right + (logits.argmax(1) == classes[mine]).sum()
            if name in ITALIAN_PATTERNS:
                logits = SCALE * embedding[mine] @ F.normalize(self.italian, dim=1).T
                loss = loss + 0.5 * F.cross_entropy(logits, classes[mine], reduction="sum", label_smoothing=0.02)
        loss = loss + 0.2 * F.cross_entropy(SCALE * self.group(embedding), groups, reduction="sum")
        return loss / len(groups), right


def train_name(args: argparse.Namespace) -> None:
    """Train the classifier, and the class embeddings that become its prototypes."""
    namer = begun(Namer(), args.resume, (3, *NAME_SIZE[::-1])).to(args.device).to(memory_format=torch.channels_last)
    heads = Heads()
    if args.resume:
        heads.begin_as(args.resume)
    heads = heads.to(args.device)
    nets: dict[str, nn.Module] = {"name": namer, "heads": heads}
    averages = {name: Average(net) for name, net in nets.items()}
    clock = Clock(args.minutes, args.rate)
    parameters = [p for net in nets.values() for p in net.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=args.rate, weight_decay=0.02)
    batches = _loader(CardData(args.decks, args.seed, args.batch or 64), args.workers)
    step, sums, saved = 0, dict[str, float](), time.monotonic()
    while clock.part < 1:
        pictures, groups, classes, turned = [b.to(args.device) for b in next(batches)]
        step += 1
        for group in optimiser.param_groups:
            group["lr"] = clock.rate(step)
        with torch.autocast(args.device, torch.bfloat16):
            embedding, upside = namer(as_input(pictures, args.device))
        naming, right = heads(embedding.float(), groups, classes)
        up = F.binary_cross_entropy_with_logits(upside[:, 0].float(), turned.float())
        loss = naming + 0.2 * up
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 5.0)
        optimiser.step()
        for name, net in nets.items():
            averages[name].follow(net)
        for key, value in {"naming": naming, "right": right / len(groups), "up": up}.items():
            sums[key] = sums.get(key, 0.0) + value.item()
        if step % 200 == 0:
            report(args.out, args.task, step, clock, sums, 200)
            sums = {}
        if time.monotonic() - saved > 120 or clock.part >= 1:
            for name, average in averages.items():
                torch.save(average.net.state_dict(), args.out / f"{name}.pt")
            saved = time.monotonic()


def refine_loss(said: Tensor, target: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
    """The loss of a batch of proposals, and its parts."""
    claimed, asked = target[:, 8] > 0.5, target[:, 8] >= 0
    moved = target[:, 9] > 0
    off = F.smooth_l1_loss(said[moved, :8], target[moved, :8], beta=0.05, reduction="none").mean(1)
    # An outline that overlaps its card little may as well belong to its neighbour: it gets less weight.
    weight = (target[moved, 10] * (0.5 + 0.5 * target[moved, 9])).clamp_min(0.05)
    corner = (off * weight).sum() / weight.sum() * 10
    card = F.binary_cross_entropy_with_logits(said[asked, 8], target[asked, 8])
    seen = (torch.sigmoid(said[claimed, 9]) - target[claimed, 9]).abs().mean()
    fit = F.binary_cross_entropy_with_logits(said[:, 10], target[:, 10])
    error = (said[claimed, :8] - target[claimed, :8]).abs().mean()
    return corner + 0.3 * card + 0.3 * seen + 0.5 * fit, {"corner": error, "card": card, "seen": seen, "fit": fit}


def train_refine(args: argparse.Namespace) -> None:
    """Train the refiner on outlines that the exported detector really proposes."""
    net = begun(Refiner(), args.resume, (REFINE_CHANNELS, *REFINE_SIZE[::-1])).to(args.device)
    net = net.to(memory_format=torch.channels_last)
    average, clock = Average(net), Clock(args.minutes, args.rate)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.02)
    batches = _loader(ProposalData(args.decks, args.seed, args.batch or 64), args.workers)
    step, sums, saved = 0, dict[str, float](), time.monotonic()
    while clock.part < 1:
        pictures, target = next(batches)
        step += 1
        for group in optimiser.param_groups:
            group["lr"] = clock.rate(step)
        with torch.autocast(args.device, torch.bfloat16):
            said = net(as_input(pictures, args.device))
        loss, parts = refine_loss(said.float(), target.to(args.device))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.follow(net)
        for key, value in parts.items():
            sums[key] = sums.get(key, 0.0) + value.item()
        if step % 200 == 0:
            report(args.out, "refine", step, clock, sums, 200)
            sums = {}
        if time.monotonic() - saved > 120:
            torch.save(average.net.state_dict(), args.out / "refine.pt")
            saved = time.monotonic()
    torch.save(average.net.state_dict(), args.out / "refine.pt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["locate", "refine", "name"])
    parser.add_argument("--decks", type=Path, nargs="+", required=True, help="folders of DECK/CODE.jpg")
    parser.add_argument("--out", type=Path, default=Path(".train"))
    parser.add_argument("--minutes", type=float, default=70)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on from these weights (.pt or .onnx)")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    {"locate": train_locate, "refine": train_refine, "name": train_name}[args.task](args)


if __name__ == "__main__":
    main()
