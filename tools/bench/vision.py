"""Benchmark of reading a photograph: seconds against those of bare decoding, peak memory, and a process's first.

The photographs are 12-megapixel JPEGs composed from our own drawings, so any machine can measure. The fastest of
several runs counts, with the networks already loaded. Each thread count runs in its own process, which reads all
photographs one after another, like a reader of the application. The first photograph is timed in a fresh process,
imports included.

`BENCH_RUNS=1` in the environment makes a quick run.
"""

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tools.bench import peak

SIZE = (4000, 3000)
RUNS = int(os.environ.get("BENCH_RUNS", "7"))
THREADS = (1, 2)
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
    """Result of one photograph: cards `seen`, seconds to `decode` it alone and to read it (`whole`), memory in MB."""

    seen: int
    decode: float
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

    from vision.io import photo
    from vision.pipeline.recognition import recognise, warm_up

    cv2.setNumThreads(threads)
    warm_up()
    loaded = peak()
    costs = []
    for deck, data in photographs:
        seen = len(recognise(data, deck).cards)  # warm-up: the first photograph of a size allocates memory
        decode = _fastest(partial(photo.opened, data, photo.QUICK_SIDE))
        costs.append(Cost(seen, decode, _fastest(partial(recognise, data, deck)), peak()))
    return loaded, costs


def _fastest(work: Callable[[], object]) -> float:
    """Seconds of the fastest of several runs."""
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def report(threads: int, loaded: float, costs: list[Cost]) -> None:
    """Print what `measure` found."""
    print(f"{threads} thread{'s' * (threads > 1)}; {loaded:.0f} MB with the networks loaded")
    print("  cards               seen   whole  decode  times")
    for shot, cost in zip(SHOTS, costs, strict=True):
        times = cost.whole / cost.decode
        print(f"  {shot.cards:5} {shot.what:12} {cost.seen:5} {cost.whole:7.3f} {cost.decode:7.3f} {times:6.1f}")
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
