"""What reading a photograph costs: seconds by stage, memory, and growth with the cards and the threads.

The photographs are 12-megapixel JPEGs composed from our own drawings, so that any machine can measure: one deck
without corner indices, one with (they are read by a network of their own). The least of a few runs is shown, the
networks loaded before; each deck and thread count has a process of its own, and so has its memory.

`BENCH_RUNS=1` in the environment is a quick look.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import time
from dataclasses import dataclass

from PIL import Image

from tools.bench._memory import peak

SIZE = (4000, 3000)
PILES = (10, 20, 40)
COLUMNS = {10: 5, 20: 7, 40: 10}
RUNS = int(os.environ.get("BENCH_RUNS", "5"))
THREADS = (1, 2)
DECKS = {"settebello": "italian", "french": "french"}  # what recognition is told -> which drawings are photographed
STAGES = ("decode", "locate", "name", "resolve")  # vision.stages; what is in none of them is "rest"


@dataclass(frozen=True)
class Cost:
    """A photograph of `cards` cards, of which `seen` were: seconds by stage, the `whole`, `bare` decoding and
    shrinking, and the peak memory of the process so far, in MB.
    """

    cards: int
    seen: int
    stages: dict[str, float]
    whole: float
    bare: float
    peak: float


def photograph(deck: str, cards: int) -> bytes:
    """A 12-megapixel photograph of so many cards of our own drawing of a deck."""
    from tests.photographs import compose
    from vision.decks import FAMILIES

    codes = [card.code for card in FAMILIES[DECKS[deck]].cards if card.suit][:: 40 // cards][:cards]
    return compose(codes, family=DECKS[deck], columns=COLUMNS[cards], size=SIZE, seed=cards)


def shrink(data: bytes, longest: int) -> None:
    """The least that any reader of photographs must do: decode, at a fraction of the size where JPEG allows it."""
    with Image.open(io.BytesIO(data)) as picture:
        picture.draft("RGB", (longest, longest))
        picture.convert("RGB").thumbnail((longest, longest), Image.Resampling.BILINEAR)


def measure(threads: int, deck: str, photographs: dict[int, bytes]) -> tuple[float, list[Cost]]:
    """The memory in MB once the networks are loaded, and the costs on so many threads."""
    import cv2

    from vision.image import WORKING_SIDE
    from vision.recognition import recognise, warm_up
    from vision.stages import watched

    cv2.setNumThreads(threads)
    warm_up()
    loaded = peak()
    costs = []
    for cards, data in photographs.items():
        best = recognise(data, deck).seconds, dict[str, float](), 0  # the first of a size makes room for it
        bare = float("inf")
        for _ in range(RUNS):
            start = time.perf_counter()
            shrink(data, WORKING_SIDE)
            bare = min(bare, time.perf_counter() - start)
            with watched() as stages:
                start = time.perf_counter()
                answer = recognise(data, deck)
                whole = time.perf_counter() - start
            if not best[1] or whole < best[0]:
                best = whole, dict(stages), len(answer.cards)
        costs.append(Cost(cards, best[2], best[1], best[0], bare, peak()))
    return loaded, costs


def report(threads: int, deck: str, loaded: float, costs: list[Cost]) -> None:
    """Print what `measure` found."""
    print(f"{deck}, {threads} thread{'s' * (threads > 1)}; {loaded:.0f} MB with the networks loaded")
    print("  cards  seen   whole " + "".join(f"{stage:>9}" for stage in (*STAGES, "rest")) + "  of the bare  peak MB")
    for cost in costs:
        rest = cost.whole - sum(cost.stages.values())
        stages = "".join(f"{seconds:9.3f}" for seconds in (*(cost.stages.get(stage, 0.0) for stage in STAGES), rest))
        ratio = f"{cost.whole / cost.bare:5.1f} x {cost.bare:.3f}"
        print(f"  {cost.cards:5} {cost.seen:5} {cost.whole:7.3f} {stages} {ratio} {cost.peak:8.0f}")
    fewest, most = costs[0], costs[-1]
    further = most.cards - fewest.cards
    each = 1000 * (most.whole - fewest.whole) / further
    parts = ((name, 1000 * (most.stages.get(name, 0.0) - fewest.stages.get(name, 0.0)) / further) for name in STAGES)
    print(f"  each further card: {each:.1f} ms (" + ", ".join(f"{name} {part:.1f}" for name, part in parts) + ")")


def main() -> None:
    """Print a table for each deck and number of threads."""
    print(f"a photograph of {SIZE[0]} x {SIZE[1]} pixels, JPEG bytes in, list of cards out: seconds, least of {RUNS}")
    print("`of the bare`: how many times the bare decoding and shrinking of the same file, and its seconds")
    for deck in DECKS:
        photographs = {cards: photograph(deck, cards) for cards in PILES}
        for threads in THREADS:
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                report(threads, deck, *pool.apply(measure, (threads, deck, photographs)))


if __name__ == "__main__":
    main()
