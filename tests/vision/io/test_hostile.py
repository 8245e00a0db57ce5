"""Mutated pictures: each is read or refused, in bounded time and memory. `FUZZ=20000` looks at so many of them."""

import os
import resource
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tests.hostile_pictures import spoilt
from vision.errors import BadImage
from vision.io.photo import QUICK_SIDE, load

COUNT = int(os.environ.get("FUZZ", "300"))
OF_A_PROCESS = 600  # pictures: the limit of memory holds for these together
MEMORY = 800 * 1024**2  # bytes a process may take
MOST_SECONDS = 4  # of a processor, for one picture
REASONS = {"read", "empty", "kind", "too_large", "too_small", "broken", "too_many_scans", "progressive"}


def answers(numbers: range) -> dict[int, tuple[str, float]]:
    """Read each picture, and return its fate and seconds of a processor; for a process whose memory may be capped."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    said = {}
    for number in numbers:
        start = time.process_time()
        try:
            photo = load(spoilt(number), enough=QUICK_SIDE)
            photo.whole()
            answer = "read" if photo.jpeg(200).startswith(b"\xff\xd8\xff") else "no JPEG"
        except BadImage as bad:
            answer = bad.reason
        except BaseException as error:
            answer = repr(error)
        said[number] = (answer, time.process_time() - start)
    return said


@pytest.mark.parametrize("first", range(0, COUNT, OF_A_PROCESS))
def test_a_spoilt_picture_is_read_or_refused(first: int) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = pool.submit(answers, range(first, min(first + OF_A_PROCESS, COUNT))).result()
    said = Counter(answer for answer, _ in found.values())
    assert set(said) <= REASONS, {number: answer for number, (answer, _) in found.items() if answer not in REASONS}
    assert {"read", "kind", "broken"} <= set(said)  # the mutations are neither harmless nor all deadly
    assert {number: seconds for number, (_, seconds) in found.items() if seconds >= MOST_SECONDS} == {}
