"""Nonsense, at random: a little of it in every run, much of it by hand with `FUZZ=20000`.

What is sent follows from a seed, `FUZZ_SEED` (0 unless told). A fault says the request that it came of.
"""

from __future__ import annotations

import os
from random import Random

THOROUGH = int(os.environ.get("FUZZ", "0"))


def times(few: int) -> int:
    """How often to try: `few` in the suite, `FUZZ` by hand."""
    return THOROUGH or few


def chance(kind: str) -> Random:
    """The chance of one kind of fuzzing: the same in every run with the same seed."""
    return Random(f"{kind} {os.environ.get('FUZZ_SEED', '0')}")
