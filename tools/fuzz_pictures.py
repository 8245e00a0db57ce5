"""Throws mutated pictures at the door for photographs: `python -m tools.fuzz_pictures --count 20000 --memory 800`.

Prints how many were read and refused, and the worst seen of processor time and memory. Exit 1 if anything but a
`BadImage` came out, or a process crashed; `--first` begins at another number, so that a case can be looked at again.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections import Counter
from typing import Any

from tests.hostile_pictures import spoilt
from vision.errors import BadImage
from vision.io.photo import QUICK_SIDE, load

CHUNK = 500
"""Pictures a process: a crash is found in one of so many, and the peak of memory belongs to few."""


def main() -> int:
    """Run the cases in processes whose memory is capped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--memory", type=int, default=800, help="MB that a process may take")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside:
        print(json.dumps(chunk(chosen.first, chosen.count, chosen.memory)))
        return 0
    said: Counter[str] = Counter()
    wrong: list[str] = []
    slowest, most = (0.0, 0), (0, 0)
    for first in range(chosen.first, chosen.first + chosen.count, CHUNK):
        count = min(CHUNK, chosen.first + chosen.count - first)
        given = ["--inside", "--first", str(first), "--count", str(count), "--memory", str(chosen.memory)]
        done = subprocess.run(
            [sys.executable, "-m", "tools.fuzz_pictures", *given], capture_output=True, text=True, check=False
        )
        if done.returncode:
            wrong.append(f"{first} and following: exit {done.returncode} {done.stderr[-500:]}")
            continue
        answer = json.loads(done.stdout)
        said.update(answer["said"])
        wrong += answer["wrong"]
        slowest = max(slowest, tuple(answer["slowest"]))
        most = max(most, (answer["peak"], first))
    print(f"{sum(said.values())} pictures: {dict(said.most_common())}")
    print(f"slowest: {slowest[0]:.2f} s of processor time (number {slowest[1]})")
    print(f"most memory of a process: {most[0]} MB (numbers {most[1]} to {most[1] + CHUNK - 1})")
    print("\n".join(wrong) or "nothing but BadImage")
    return bool(wrong)


def chunk(first: int, count: int, memory: int) -> dict[str, Any]:
    """What became of `count` pictures from the number `first` on."""
    limit = memory * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    said: Counter[str] = Counter()
    wrong: list[str] = []
    slowest = (0.0, 0)
    for number in range(first, first + count):
        data = spoilt(number)
        start = time.process_time()
        try:
            photo = load(data, enough=QUICK_SIDE)
            photo.jpeg()
            photo.whole()
            said["read"] += 1
        except BadImage as bad:
            said[bad.reason] += 1
        except BaseException as error:
            wrong.append(f"{number}: {error!r}")
        slowest = max(slowest, (time.process_time() - start, number))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {"said": said, "wrong": wrong, "slowest": slowest, "peak": peak}


if __name__ == "__main__":
    sys.exit(main())
