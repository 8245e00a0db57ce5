"""Which runtime for the networks: OpenCV's dnn (both of its engines) against onnxruntime, time, memory and answers.

Times are taken in turns, one runtime after the other in one process, so that a busy machine is busy for all of them;
the least of several is shown. Memory is the peak of a process that reads photographs with one runtime only.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from tools.bench._memory import peak
from vision.detection.crops import INDEX_SIZE, NAME_SIZE, REFINE_CHANNELS, REFINE_SIZE
from vision.nets import sessions

Floats = npt.NDArray[np.float32]
Answer = TypeVar("Answer")
Batch = Floats | npt.NDArray[np.uint8]
Run = Callable[[Batch], tuple[Floats, ...]]

PICTURES = ((1024, 768), (736, 544), (512, 384))
CROPS = {"refine": REFINE_SIZE, "name": NAME_SIZE, "index": INDEX_SIZE}
CHANNELS = {"refine": REFINE_CHANNELS}
BATCHES = (1, 20, 40, 80)
REPEATS = 7
THREADS = (1, 2)
CARDS = (10, 40, 20, 40, 17)  # on the photographs that memory is measured with


def with_dnn(name: str, engine: int) -> Run:
    """A network in OpenCV's dnn."""
    net = cv2.dnn.readNetFromONNX(str(sessions.FOLDER / f"{name}.onnx"), engine)
    outputs = net.getUnconnectedOutLayersNames()

    def run(batch: Batch) -> tuple[Floats, ...]:
        net.setInput(batch)
        return tuple(np.asarray(each, np.float32) for each in net.forward(outputs))

    return run


def with_onnxruntime(name: str, *, arena: bool = False, spinning: bool = False) -> Run:
    """A network in onnxruntime; as the application does it, unless `arena` or `spinning` are said."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cv2.getNumThreads()
    options.enable_cpu_mem_arena = options.enable_mem_pattern = arena
    options.add_session_config_entry("session.intra_op.allow_spinning", str(int(spinning)))
    path = str(sessions.FOLDER / f"{name}.onnx")
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    return lambda batch: tuple(session.run(None, {session.get_inputs()[0].name: batch}))


RUNTIMES: dict[str, Callable[[str], Run]] = {
    "dnn": lambda name: with_dnn(name, cv2.dnn.ENGINE_AUTO),
    "dnn classic": lambda name: with_dnn(name, cv2.dnn.ENGINE_CLASSIC),
    "onnxruntime": with_onnxruntime,
    "with arena": lambda name: with_onnxruntime(name, arena=True),
    "with spinning": lambda name: with_onnxruntime(name, spinning=True),
}


def random_batch(name: str, count: int, size: tuple[int, int]) -> Batch:
    """So many random pictures of `size` (width, height), as the network `name` takes them."""
    pictures = np.random.default_rng(0).integers(0, 256, (count, *size[::-1], CHANNELS.get(name, 3)), np.uint8)
    return pictures if takes_bytes(name) else pictures.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)


@cache
def takes_bytes(name: str) -> bool:
    """Whether a network is quantised."""
    return sessions.Network(name).quantised


def times(threads: int) -> list[str]:
    """A line for each network and size: the least milliseconds in each runtime, and how far the answers are apart."""
    cv2.setNumThreads(threads)
    cases = [("locate", 1, size) for size in PICTURES]
    cases += [(name, count, size) for name, size in CROPS.items() for count in BATCHES]
    networks = {name: {one: load(name) for one, load in RUNTIMES.items()} for name in ("locate", *CROPS)}
    lines = []
    for name, count, size in cases:
        batch, taken = random_batch(name, count, size), dict[str, float]()
        answers = {one: run(batch) for one, run in networks[name].items()}
        for _ in range(REPEATS):
            for one, run in networks[name].items():
                start = time.perf_counter()
                run(batch)
                taken[one] = min(taken.get(one, float("inf")), time.perf_counter() - start)
        mine = answers["onnxruntime"]
        apart = max(float(np.abs(a - b).max()) for them in answers.values() for a, b in zip(mine, them, strict=True))
        figures = "".join(f"{1000 * taken[one]:14.1f}" for one in RUNTIMES)
        lines.append(f"  {name:7} {count:3} x {size[0]:4} x {size[1]:<4} {figures}   {apart:.0e}")
    return lines


def memory(runtime: str, most: int) -> str:
    """Peak memory and seconds of a process that reads `CARDS` with one runtime, at most so many crops together."""
    cv2.setNumThreads(1)
    networks = {name: RUNTIMES[runtime](name) for name in ("locate", *CROPS)}
    start = time.perf_counter()
    for turn, cards in enumerate(CARDS):
        networks["locate"](random_batch("locate", 1, PICTURES[0] if turn % 2 else PICTURES[0][::-1]))
        # The refiner looks twice; the others look at both ends of a card.
        for name, looks in (("refine", [cards, cards]), ("name", [2 * cards]), ("index", [2 * cards])):
            for look in looks:
                for done in range(0, look, most):
                    networks[name](random_batch(name, min(most, look - done), CROPS[name]))
    taken = time.perf_counter() - start
    return f"  {runtime:14} at most {most:4} crops together: peak {peak():4.0f} MB, {taken:5.2f} s"


def two_phones(threads: int) -> str:
    """What it takes to name twenty cards for one phone, then for two at the same time."""
    cv2.setNumThreads(threads)
    network, size = sessions.Network("name"), CROPS["name"]
    crops = list(np.random.default_rng(0).integers(0, 256, (40, *size[::-1], 3), np.uint8))

    def least(phones: int) -> float:
        best = float("inf")
        for _ in range(REPEATS):
            readers = [threading.Thread(target=network.run, args=(crops,)) for _ in range(phones)]
            start = time.perf_counter()
            for reader in readers:
                reader.start()
            for reader in readers:
                reader.join()
            best = min(best, time.perf_counter() - start)
        return 1000 * best

    return f"  {threads} thread(s) a network: one phone {least(1):.0f} ms, two at once {least(2):.0f} ms"


def alone(work: Callable[..., Answer], *args: object) -> Answer:
    """What `work` returns, done in a fresh process."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, args)


def main() -> None:
    """Print the three tables."""
    for threads in THREADS:
        print(f"milliseconds on {threads} thread(s), least of {REPEATS}; largest difference between the answers")
        print(f"  {'':23}" + "".join(f"{one:>14}" for one in RUNTIMES))
        print("\n".join(alone(times, threads)), flush=True)
    print(f"memory of a process that reads photographs of {', '.join(map(str, CARDS))} cards on one thread")
    for runtime in RUNTIMES:
        for most in (1000, sessions.MOST):
            print(alone(memory, runtime, most), flush=True)
    print("twenty cards named, both ends of each")
    for threads in THREADS:
        print(alone(two_phones, threads), flush=True)


if __name__ == "__main__":
    main()
