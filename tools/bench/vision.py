"""Benchmark of reading a photograph: seconds by stage, peak memory, and the first photograph of a process.

The photographs are 12-megapixel JPEGs composed from our own drawings, so any machine can measure. The fastest of
several runs counts, with the networks already loaded. Each thread count runs in its own process, which reads all
photographs one after another, like a reader of the application. The first photograph is timed in a fresh process,
imports included.

`BENCH_RUNS=1` in the environment makes a quick run.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tools.bench import peak

SIZE = (4000, 3000)
RUNS = int(os.environ.get("BENCH_RUNS", "7"))
THREADS = (1, 2)
STAGES = ("decode", "detect", "name", "resolve")  # as `vision.profiler` names them; time outside all of them is "rest"
FIRST = """
import sys, time
begun = time.perf_counter()
import vision
seen = vision.recognise(open(sys.argv[1], "rb").read(), deck="settebello")
print(time.perf_counter() - begun, len(seen.cards))
"""


@dataclass(frozen=True)
class Shot:
    """One photograph to make: `cards` drawings of `family`, in rows of `columns`, or as a fan when that is None.
    Recognition is told `deck`.
    """

    what: str
    deck: str
    family: str
    cards: int
    columns: int | None


SHOTS = (
    Shot("Italian", "settebello", "italian", 10, 5),
    Shot("Italian", "settebello", "italian", 20, 7),
    Shot("Italian", "settebello", "italian", 40, 10),
    Shot("tarot", "tarot", "tarot", 20, 7),
    Shot("fan, French", "french", "french", 12, None),
    Shot("French", "french", "french", 40, 10),
)


@dataclass(frozen=True)
class Cost:
    """Result of one photograph: cards `seen`, seconds by stage and for the `whole`, peak memory in MB."""

    seen: int
    stages: dict[str, float]
    whole: float
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


def measure(threads: int, photographs: list[tuple[str, bytes]]) -> tuple[float, list[Cost]]:
    """Read (deck, photograph) pairs with so many threads: memory in MB after the networks are loaded, and the costs."""
    import cv2

    from vision.pipeline.recognition import recognise, warm_up
    from vision.profiler import watched

    cv2.setNumThreads(threads)
    warm_up()
    loaded = peak()
    costs = []
    for deck, data in photographs:
        seen = len(recognise(data, deck).cards)  # warm-up: the first photograph of a size allocates memory
        best: tuple[float, dict[str, float]] = (float("inf"), {})
        for _ in range(RUNS):
            with watched() as stages:
                start = time.perf_counter()
                recognise(data, deck)
                whole = time.perf_counter() - start
            if whole < best[0]:
                best = whole, dict(stages)
        costs.append(Cost(seen, best[1], best[0], peak()))
    return loaded, costs


def report(threads: int, loaded: float, costs: list[Cost]) -> None:
    """Print what `measure` found."""
    print(f"{threads} thread{'s' * (threads > 1)}; {loaded:.0f} MB with the networks loaded")
    stages = "".join(f"{stage:>9}" for stage in (*STAGES, "rest"))
    print(f"  cards               seen   whole {stages}")
    for shot, cost in zip(SHOTS, costs, strict=True):
        rest = cost.whole - sum(cost.stages.values())
        stages = "".join(f"{seconds:9.3f}" for seconds in (*(cost.stages.get(stage, 0.0) for stage in STAGES), rest))
        print(f"  {shot.cards:5} {shot.what:12} {cost.seen:5} {cost.whole:7.3f} {stages}")
    print(f"  peak {costs[-1].peak:.0f} MB")


def first(data: bytes) -> tuple[float, int]:
    """Fastest time in seconds from import to the first answer in a fresh process, and the cards seen."""
    answers = []
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        Path(file.name).write_bytes(data)
        for _ in range(max(1, RUNS // 2)):
            ran = subprocess.run([sys.executable, "-c", FIRST, file.name], capture_output=True, text=True, check=True)
            seconds, cards = ran.stdout.split()
            answers.append((float(seconds), int(cards)))
    return min(answers)


def main() -> None:
    """Print a table for each thread count, and the time of the first photograph."""
    print(f"a photograph of {SIZE[0]} x {SIZE[1]} pixels, JPEG bytes in, list of cards out: seconds, least of {RUNS}")
    photographs = [(shot.deck, photograph(shot)) for shot in SHOTS]
    for threads in THREADS:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            report(threads, *pool.apply(measure, (threads, photographs)))
    seconds, cards = first(photographs[1][1])
    print(f"a fresh process: {seconds:.2f} s from import to the first photograph read, {cards} cards")


if __name__ == "__main__":
    main()
