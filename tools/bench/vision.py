"""What reading a photograph costs: seconds by stage, multiples of bare decoding and shrinking, memory, the first one.

The photographs are 12-megapixel JPEGs composed from our own drawings, so that any machine can measure. The least of a
few runs is shown, the networks loaded before; each thread count has a process of its own that reads all photographs one
after the other, as a reader of the application does, and so has its memory. The first photograph is read in a process
that has done nothing yet, its imports counted.

`BENCH_RUNS=1` in the environment is a quick look.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from tools.bench._memory import peak

SIZE = (4000, 3000)
RUNS = int(os.environ.get("BENCH_RUNS", "7"))
THREADS = (1, 2)
STAGES = ("decode", "detect", "name", "resolve")  # vision.profiler; what is in none of them is "rest"
FIRST = """
import sys, time
begun = time.perf_counter()
import vision
seen = vision.recognise(open(sys.argv[1], "rb").read(), deck="settebello")
print(time.perf_counter() - begun, len(seen.cards))
"""


@dataclass(frozen=True)
class Shot:
    """What is photographed: `cards` of the drawings of `family`, in rows of `columns` or, without, as a fan; the `deck`
    that recognition is told; how many multiples of the bare it may cost on two threads (`goal`).
    """

    what: str
    deck: str
    family: str
    cards: int
    columns: int | None
    goal: float | None = None


SHOTS = (
    Shot("Italian", "settebello", "italian", 10, 5),
    Shot("Italian", "settebello", "italian", 20, 7, 4),
    Shot("Italian", "settebello", "italian", 40, 10, 8),
    Shot("tarot", "tarot", "tarot", 20, 7, 8),
    Shot("fan, French", "french", "french", 12, None, 7),
    Shot("French", "french", "french", 40, 10),
)


@dataclass(frozen=True)
class Cost:
    """A photograph on which `seen` cards were found: seconds by stage, the `whole`, `bare` decoding and shrinking, and
    the peak memory of the process so far, in MB.
    """

    seen: int
    stages: dict[str, float]
    whole: float
    bare: float
    peak: float


def photograph(shot: Shot) -> bytes:
    """A 12-megapixel photograph of cards of our own drawing."""
    from tests.photographs import compose, fan
    from vision.decks.catalogue import FAMILIES

    codes = [card.code for card in FAMILIES[shot.family].cards if card.suit or shot.family == "tarot"]
    some = codes[:: len(codes) // shot.cards][: shot.cards]
    if shot.columns is None:
        return fan(some, family=shot.family, size=SIZE)
    return compose(some, family=shot.family, columns=shot.columns, size=SIZE, seed=shot.cards)


def shrink(data: bytes, longest: int) -> None:
    """The least that any reader of photographs must do: decode, at a fraction of the size where JPEG allows it."""
    with Image.open(io.BytesIO(data)) as picture:
        share = longest / max(picture.size)
        goal = round(picture.size[0] * share), round(picture.size[1] * share)
        picture.draft("RGB", goal)
        picture.convert("RGB").thumbnail(goal, Image.Resampling.BILINEAR)


def measure(threads: int, photographs: list[tuple[str, bytes]]) -> tuple[float, list[Cost]]:
    """The memory in MB once the networks are loaded, and the costs on so many threads, of (deck, photograph)."""
    import cv2

    from vision.io.photo import QUICK_SIDE
    from vision.pipeline.recognition import recognise, warm_up
    from vision.profiler import watched

    cv2.setNumThreads(threads)
    warm_up()
    loaded = peak()
    costs = []
    for deck, data in photographs:
        seen = len(recognise(data, deck).cards)  # the first of a size makes room for it
        best: tuple[float, dict[str, float]] = (float("inf"), {})
        bare = float("inf")
        for _ in range(RUNS):
            with watched() as stages:
                start = time.perf_counter()
                recognise(data, deck)
                whole = time.perf_counter() - start
            if whole < best[0]:
                best = whole, dict(stages)
            start = time.perf_counter()
            shrink(data, QUICK_SIDE)
            bare = min(bare, time.perf_counter() - start)
        costs.append(Cost(seen, best[1], best[0], bare, peak()))
    return loaded, costs


def report(threads: int, loaded: float, costs: list[Cost]) -> None:
    """Print what `measure` found."""
    print(f"{threads} thread{'s' * (threads > 1)}; {loaded:.0f} MB with the networks loaded")
    stages = "".join(f"{stage:>9}" for stage in (*STAGES, "rest"))
    print(f"  cards               seen   whole {stages}  of the bare")
    for shot, cost in zip(SHOTS, costs, strict=True):
        rest = cost.whole - sum(cost.stages.values())
        stages = "".join(f"{seconds:9.3f}" for seconds in (*(cost.stages.get(stage, 0.0) for stage in STAGES), rest))
        goal = f" (goal {shot.goal:g})" if shot.goal and threads == max(THREADS) else ""
        ratio = f"{cost.whole / cost.bare:5.1f} x {cost.bare:.3f}{goal}"
        print(f"  {shot.cards:5} {shot.what:12} {cost.seen:5} {cost.whole:7.3f} {stages} {ratio}")
    print(f"  peak {costs[-1].peak:.0f} MB")


def first(data: bytes) -> tuple[float, int]:
    """Seconds from the import to the answer for the first photograph of a process, the least of a few, and cards."""
    answers = []
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        Path(file.name).write_bytes(data)
        for _ in range(max(1, RUNS // 2)):
            ran = subprocess.run([sys.executable, "-c", FIRST, file.name], capture_output=True, text=True, check=True)
            seconds, cards = ran.stdout.split()
            answers.append((float(seconds), int(cards)))
    return min(answers)


def main() -> None:
    """Print a table for each number of threads, and what the first photograph takes."""
    print(f"a photograph of {SIZE[0]} x {SIZE[1]} pixels, JPEG bytes in, list of cards out: seconds, least of {RUNS}")
    print("`of the bare`: how many times the bare decoding and shrinking of the same file, and its seconds")
    photographs = [(shot.deck, photograph(shot)) for shot in SHOTS]
    for threads in THREADS:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            report(threads, *pool.apply(measure, (threads, photographs)))
    seconds, cards = first(photographs[1][1])
    print(f"a fresh process: {seconds:.2f} s from import to the first photograph read, {cards} cards")


if __name__ == "__main__":
    main()
