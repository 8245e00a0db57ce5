"""The networks run: the same answers for any batch size and from every thread, and nothing is sent."""

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Array, Pixels
from vision.detection.crops import INDEX_SIZE, NAME_SIZE, REFINE_CHANNELS, REFINE_SIZE
from vision.nets import sessions

ROOT = Path(__file__).parents[3]
SIZES = {"locate": (256, 192), "refine": REFINE_SIZE, "name": NAME_SIZE, "index": INDEX_SIZE, "letter": INDEX_SIZE}
CROPS = ("refine", "name", "index", "letter")  # the detector looks at one photograph at a time


def pictures(name: str, count: int) -> list[Pixels]:
    width, height = SIZES[name]
    rng = np.random.default_rng(3)
    rough = rng.integers(0, 256, (count, 12, 9, REFINE_CHANNELS if name == "refine" else 3), np.uint8)
    return [np.asarray(cv2.resize(each, (width, height)), np.uint8) for each in rough]


@pytest.mark.parametrize("name", CROPS)
def test_a_network_answers_alike_for_one_picture_and_for_many(name: str) -> None:
    network = sessions.Network(name)
    some = pictures(name, sessions.MOST + 3)
    together = network.run(some)
    for index in (0, sessions.MOST - 1, sessions.MOST, sessions.MOST + 2):
        for all_, alone in zip(together, network.run([some[index]]), strict=True):
            assert len(all_) == len(some)
            assert all_.dtype == np.float32
            np.testing.assert_allclose(all_[index], alone[0], atol=1e-3)


@pytest.mark.parametrize("name", SIZES)
def test_another_runtime_says_the_same(name: str) -> None:
    """OpenCV's dnn shares no code with onnxruntime: if they agree, the network computes what was trained.

    For a quantised network, one of dnn's engines has to agree. On a processor with AMX the new engine is off by a third
    for indices, while the classic one and unoptimised onnxruntime agree to the last digit.
    """
    some, network = pictures(name, 2 if name in CROPS else 1), sessions.Network(name)
    mine = network.run(some)
    answers = [said_by_opencv(network, name, some, engine) for engine in (cv2.dnn.ENGINE_CLASSIC, cv2.dnn.ENGINE_NEW)]
    if network.quantised:
        assert any(nearly_the_same(mine, said) for said in answers)
    else:
        for said in answers:
            for my, their in zip(mine, said, strict=True):
                np.testing.assert_allclose(my, their, atol=1e-3)


def said_by_opencv(network: sessions.Network, name: str, some: list[Pixels], engine: int) -> list[Array]:
    other = cv2.dnn.readNetFromONNX(str(sessions.FOLDER / f"{name}.onnx"), engine)
    given = sessions.batch(some)
    other.setInput(given if network.quantised else given.transpose(0, 3, 1, 2).astype(np.float32) / 255)
    return [np.asarray(said, np.float32) for said in other.forward(other.getUnconnectedOutLayersNames())]


def nearly_the_same(mine: Sequence[Array], theirs: Sequence[Array]) -> bool:
    """Nearly the same on the whole: different rounding matters most where there is nothing to see."""
    return all(np.abs(my - its).mean() < 0.2 * np.abs(my).mean() + 0.05 for my, its in zip(mine, theirs, strict=True))


def test_two_phones_at_once_get_what_each_gets_alone() -> None:
    network = sessions.Network("refine")
    lots = [pictures("refine", count) for count in (3, 20, 1, 17)]
    alone = [network.run(lot)[0] for lot in lots]
    with ThreadPoolExecutor(2) as pool:
        for _ in range(3):
            for one, (answer,) in zip(alone, pool.map(network.run, lots), strict=True):
                np.testing.assert_allclose(answer, one, atol=1e-4)


def test_nothing_is_written_or_kept_about_who_reads_cards(tmp_path: Path) -> None:
    """Newer onnxruntimes number the device and send what they are used for; ours has no such number to send."""
    program = (
        "import os, numpy as np; from vision.nets import sessions;"
        "sessions.Network('index').run([np.zeros((64, 48, 3), np.uint8)]); print(os.environ['ORT_DISABLE_TELEMETRY'])"
    )
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path / "data")}
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=os.environ | home, capture_output=True, text=True, check=True
    )
    assert (ran.stdout.strip(), ran.stderr) == ("1", "")
    assert not list(tmp_path.rglob("*"))


def test_all_networks_together_are_small_enough_to_be_cloned() -> None:
    assert sum(file.stat().st_size for file in sessions.FOLDER.iterdir()) < 40_000_000
