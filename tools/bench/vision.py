"""What reading a photograph costs: seconds by stage, memory, and growth with the cards and the threads.

The photographs are 12-megapixel JPEGs composed from our own drawn deck, so that any machine can measure. Every
number is the median of a few runs, the networks already loaded; each thread count runs in a process of its own, which
makes its peak memory its own.
"""

from __future__ import annotations

import io
import multiprocessing
import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

SIZE = (4000, 3000)
PILES = (10, 20, 40)
COLUMNS = {10: 5, 20: 7, 40: 10}
RUNS = 5
THREADS = (1, 2)
DECK = "settebello"
STAGES = ("decode", "locate", "name", "resolve")


@dataclass(frozen=True)
class Cost:
    """Median seconds for a photograph of `cards` cards: by stage, the `whole`, and `bare` decoding and shrinking."""

    cards: int
    seen: int
    stages: dict[str, float]
    whole: float
    bare: float


def photograph(cards: int) -> bytes:
    """A 12-megapixel photograph of so many cards of our own deck."""
    from scoring.cards import ITALIAN
    from tests.photographs import compose

    codes = [card.code for card in ITALIAN.cards][:: 40 // cards][:cards]
    return compose(codes, columns=COLUMNS[cards], size=SIZE, seed=cards)


def shrink(data: bytes, longest: int) -> None:
    """The least that any reader of photographs must do: decode, at a fraction of the size where JPEG allows it."""
    with Image.open(io.BytesIO(data)) as picture:
        picture.draft("RGB", (longest, longest))
        picture.convert("RGB").thumbnail((longest, longest), Image.Resampling.BILINEAR)


def measure(threads: int, photographs: dict[int, bytes]) -> tuple[list[Cost], float]:
    """The costs on so many threads, and the peak memory of this process in MB."""
    import cv2

    from vision import image
    from vision.crops import Pyramid
    from vision.decks import known
    from vision.locate import locate
    from vision.recognise import faces_of, recognise, warm_up
    from vision.resolve import resolve

    cv2.setNumThreads(threads)
    warm_up()
    deck = known(DECK)
    costs = []
    for cards, data in photographs.items():
        recognise(data, DECK)  # the first picture of a size makes room for it
        photo = image.load(data)
        pyramid = Pyramid(photo.pixels)
        found = locate(photo.pixels, pyramid)
        faces = faces_of(pyramid, found, deck)
        copies = (1,) * len(deck.cards)
        stages: dict[str, Callable[[], object]] = {
            "decode": lambda data=data: image.load(data),  # type: ignore[misc]
            "locate": lambda photo=photo: locate(photo.pixels, Pyramid(photo.pixels)),  # type: ignore[misc]
            "name": lambda pyramid=pyramid, found=found: faces_of(pyramid, found, deck),  # type: ignore[misc]
            "resolve": lambda faces=faces, copies=copies: resolve(faces.probabilities, copies),  # type: ignore[misc]
        }
        costs.append(
            Cost(
                cards,
                len(found),
                {name: seconds(stage) for name, stage in stages.items()},
                seconds(lambda data=data: recognise(data, DECK)),  # type: ignore[misc]
                seconds(lambda data=data: shrink(data, image.WORKING_SIDE)),  # type: ignore[misc]
            )
        )
    return costs, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def seconds(work: Callable[[], object]) -> float:
    """The median of a few runs of `work`."""
    taken = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def report(threads: int, costs: list[Cost], peak: float) -> None:
    """Print what `measure` found."""
    print(f"{threads} thread{'s' * (threads > 1)}, peak memory {peak:.0f} MB")
    print("  cards  seen   whole  " + "".join(f"{stage:>9}" for stage in STAGES) + "   of bare decode and shrink")
    for cost in costs:
        stages = "".join(f"{cost.stages[stage]:9.3f}" for stage in STAGES)
        ratio = f"{cost.whole / cost.bare:.1f} x {cost.bare:.3f} s"
        print(f"  {cost.cards:5} {cost.seen:5} {cost.whole:7.3f}  {stages}   {ratio}")
    fewest, most = costs[0], costs[-1]
    each = (most.whole - fewest.whole) / (most.cards - fewest.cards)
    print(f"  each further card: {each * 1000:.1f} ms")


def main() -> None:
    photographs = {cards: photograph(cards) for cards in PILES}
    print(
        f"seconds for a photograph of {SIZE[0]} x {SIZE[1]} pixels, JPEG bytes in, list of cards out; median of {RUNS}"
    )
    for threads in THREADS:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            report(threads, *pool.apply(measure, (threads, photographs)))


if __name__ == "__main__":
    main()
