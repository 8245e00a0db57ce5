"""Benchmark of film reading, for a whole film and frame by frame: CPU seconds and peak memory.

The film shows our own drawings, dealt on a heap, about one card a second. Networks are loaded before timing starts.
Each way runs in its own process, so its peak memory is its own.
"""

from __future__ import annotations

import multiprocessing
import time

from tools.bench import peak

DEALT = ("7D", "3C", "10S", "4B", "1D", "2S", "9C", "5B", "6D", "8S")
RATE = 30
SCALE = 2  # scale of the frames of tests.films: 960 x 1280 pixels
THREADS = 2


def film() -> bytes:
    """An H.264 film of the cards being dealt."""
    import cv2
    import numpy as np

    from tests.films import dealt, encoded

    frames = dealt(DEALT, each=0.8, rate=RATE)
    larger = ((at, cv2.resize(pixels, None, fx=SCALE, fy=SCALE)) for at, pixels in frames)
    return encoded((at, np.asarray(pixels, np.uint8)) for at, pixels in larger)


def whole(data: bytes) -> tuple[float, float, float, int, float]:
    """Seconds of film, CPU seconds, wall-clock seconds, cards seen, and peak memory in MB."""
    import cv2

    import vision
    from vision.pipeline.recognition import warm_up

    cv2.setNumThreads(THREADS)
    warm_up()
    begun, work = time.perf_counter(), time.process_time()
    seen = vision.film(data, "settebello", stills=True)
    return seen.duration, time.process_time() - work, time.perf_counter() - begun, len(seen.cards), peak()


def frames(data: bytes) -> tuple[float, float, float, int, float]:
    """Frames read live (two a card), CPU seconds, wall-clock seconds, cards seen, and peak memory in MB."""
    import cv2

    from vision.filming.live import glance
    from vision.io.photo import FILM_SIDE, Photo
    from vision.io.video import opened
    from vision.pipeline.recognition import warm_up
    from vision.types import Before

    cv2.setNumThreads(THREADS)
    warm_up()
    with opened(data) as clip:
        shown = [(frame.at, frame.pixels(FILM_SIDE)) for n, frame in enumerate(clip.frames()) if n % RATE in (12, 24)]
    jpegs = [(at, Photo(pixels, (pixels.shape[1], pixels.shape[0])).jpeg(FILM_SIDE)) for at, pixels in shown]
    before: list[Before] = []
    memory, cards = b"", 0
    begun, work = time.perf_counter(), time.process_time()
    for at, jpeg in jpegs:
        seen = glance(jpeg, at, "settebello", before, memory)
        before.append(Before(at, seen.seen))
        memory, cards = seen.memory, len(seen.cards)
    return len(jpegs), time.process_time() - work, time.perf_counter() - begun, cards, peak()


def main() -> None:
    """Print a line for each way."""
    data = film()
    context = multiprocessing.get_context("spawn")
    print(f"{len(DEALT)} cards dealt on a heap, H.264, {THREADS} threads")
    for read, what in ((whole, "as a whole, a second of film"), (frames, "live, a frame")):
        with context.Pool(1) as pool:
            count, work, clock, cards, most = pool.apply(read, (data,))
        each = f"{work / count:.2f} s of work, {clock / count:.2f} s by the clock"
        print(f"  {what}: {each}; {cards} cards, peak {most:.0f} MB")


if __name__ == "__main__":
    main()
