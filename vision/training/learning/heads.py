"""Fits prototypes to a fixed classifier.

`python -m vision.training.learning.heads PATTERN... --decks FOLDER...`

After two classifiers are averaged (`vision.training.learning.between`), prototypes of decks that only the later one
learned no longer fit. Synthetic crops are embedded once; then only the prototypes are trained, held near their first
values.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F  # noqa: N812

from vision.arrays import Floats
from vision.nets import sessions
from vision.training.learning.data import CLASSES, GROUPS, CardData
from vision.training.learning.train import SCALE

BATCHES = 160  # batches of crops
STEPS, RATE = 400, 0.004
NEAR = 0.3  # weight of the squared distance from the first values


def embedded(folders: list[Path], batches: int, seed: int) -> tuple[Tensor, Tensor, Tensor]:
    """Unit embeddings (N, 128) of synthetic crops by the classifier; patterns (N,); cards within those (N,)."""
    rows: list[Floats] = []
    groups, cards = list[Tensor](), list[Tensor]()
    crops = iter(CardData(folders, seed, 64))
    for _ in range(batches):
        pictures, group, card, _ = next(crops)
        upright = [np.ascontiguousarray(each.permute(1, 2, 0).numpy()[..., ::-1]) for each in pictures]
        both = upright + [np.ascontiguousarray(each[::-1, ::-1]) for each in upright]
        said, _ = sessions.network("name").run(both)
        rows.append(said[: len(upright)] + said[len(upright) :])
        groups.append(group)
        cards.append(card)
    return F.normalize(torch.from_numpy(np.concatenate(rows)), dim=1), torch.cat(groups).long(), torch.cat(cards).long()


def fitted(begun: Tensor, embeddings: Tensor, cards: Tensor) -> Tensor:
    """Unit prototypes (C, 128) that start from `begun`, fitted to `embeddings` (N, 128) of the `cards` (N,)."""
    now = begun.clone().requires_grad_()
    optimiser = torch.optim.Adam([now], lr=RATE)
    for _ in range(STEPS):
        unit = F.normalize(now, dim=1)
        loss = F.cross_entropy(SCALE * embeddings @ unit.T, cards, label_smoothing=0.02)
        loss = loss + NEAR * ((unit - begun) ** 2).sum(1).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return F.normalize(now.detach(), dim=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("patterns", nargs="+", choices=list(CLASSES), metavar="PATTERN")
    parser.add_argument("--decks", type=Path, nargs="+", required=True, help="folders of DECK/CODE.jpg")
    parser.add_argument("--out", type=Path, required=True, help="a folder with prototypes.npz, which is written anew")
    parser.add_argument("--batches", type=int, default=BATCHES)
    parser.add_argument("--seed", type=int, default=77)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    embeddings, groups, cards = embedded(args.decks, args.batches, args.seed)
    with np.load(args.out / "prototypes.npz") as file:
        stored = dict(file)
    for pattern in args.patterns:
        mine = groups == GROUPS.index(pattern)
        begun = torch.from_numpy(stored[f"directions:{pattern}"].astype(np.float32))
        after = fitted(begun, embeddings[mine], cards[mine])
        moved = float((after * begun).sum(1).mean())
        print(f"{pattern}: {int(mine.sum())} crops, cosine to where they began {moved:.3f}", flush=True)
        stored[f"directions:{pattern}"] = after.numpy().astype(np.float16)
    np.savez_compressed(args.out / "prototypes.npz", allow_pickle=False, **stored)


if __name__ == "__main__":
    main()
